"""The HTTP contract: every answer here is held to `openapi.yaml`."""
