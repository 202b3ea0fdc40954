"""Schemathesis against a real server, with the document as it is published."""
