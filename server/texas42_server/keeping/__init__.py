"""The operator's commands that keep a database: copies, looking through it, matches as files."""
