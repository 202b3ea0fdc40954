"""Run schemathesis over the whole document against a real server, and print its own summary.

`python -m tests.server.http.fuzz` takes a minute or two; options go to schemathesis, such as
`--max-examples 500` or `--seed 7`.
"""

from __future__ import annotations

import sys

from tests.server.http.fuzz.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
