"""The server: its storage, its HTTP, and how it is served."""
