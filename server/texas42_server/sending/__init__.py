"""Sending to webhooks: where to, signed, and no further."""
