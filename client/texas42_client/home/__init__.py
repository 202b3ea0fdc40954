"""Matches on a server of one's own."""
