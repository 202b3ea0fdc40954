"""`python -m texas42_server` is the command `t42-server`."""

from __future__ import annotations

from texas42_server.cli import main

if __name__ == "__main__":
    main(prog_name="t42-server")
