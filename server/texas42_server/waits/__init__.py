"""Open waits and streams, and what wakes them."""
