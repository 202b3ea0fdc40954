"""Golden matches: logs as they are stored, and beside each what came of it.

`by_hand/` was written by people who asked no engine. `rules_1/` was written once by `make.py` with
the first rules version, and `house_1/` when it had learnt house rules and tables of other sizes;
`reach.py` says what they must reach together. Nothing here is ever changed: a stored match replays
to its result for ever. A new rules version brings new directories; the old ones stay.
"""
