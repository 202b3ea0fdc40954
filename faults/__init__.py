"""The faults: what the server is put through, and what must come out. `make faults` runs them."""
