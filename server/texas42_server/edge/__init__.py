"""What happens round every request, and the pages for people."""
