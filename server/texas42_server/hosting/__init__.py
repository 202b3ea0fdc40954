"""Being a served process: its address, its threads, its parent."""
