"""What is kept: SQLite, the log of every match, and the tables beside it."""
