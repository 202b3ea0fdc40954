"""``t42 bot``: a bot that sits at tables of a server, as any other HTTP client."""
