"""The terminal client of Texas 42."""
