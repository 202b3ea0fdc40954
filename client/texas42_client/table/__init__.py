"""The table in words and drawn: pure functions from the server's JSON to text."""
