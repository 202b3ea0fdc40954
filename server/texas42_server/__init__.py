"""The HTTP server of Texas 42."""
