"""Speed as ratios: `python -m bench` measures each figure beside a floor or a peer.

Both are measured in the same run, turn by turn, so that a busy or a slow machine hits both alike.
What is counted is CPU time wherever one process does the work; `docs/performance.md` says what
each figure means and what it was when it was last looked at.
"""
