"""What a player makes of what it is shown: the table, what may lie hidden, and what is worth doing.

Everything here starts from the JSON of one seat and thinks with the engine, as anybody's bot may.
"""
