"""What a request says, taken strictly, and how it is answered."""
