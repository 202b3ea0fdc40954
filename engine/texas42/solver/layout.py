"""Where the search finds its numbers: a board and a memory, each one flat row of integers.

Flat rows of plain integers are what Python reads fastest and what a compiler takes as it is. The
tiles are numbered anew for every trump, strongest first, so that the lowest bit of a set of tiles
is its strongest; a tile is written as its bit, and looked up under `bit % WIDTH`, since the powers
of two leave different remainders.
"""

from __future__ import annotations

from texas42.seats import SEAT_LETTERS

WIDTH = 37
"""Entries of a table by tile."""
HALF = 14
HALF_MASK = (1 << HALF) - 1
"""Tables by set of tiles come in two halves."""
LEVELS = 8
"""Sets of tiles in order of obligation; sevens has as many."""
LEADING = 10
"""The row of `MUST` that a leader looks at, behind those of the suits."""
MOST_SEATS = len(SEAT_LETTERS)

BEATS = 0
"""Suit called, tile -> the tiles that beat it there."""
MUST = BEATS + LEADING * WIDTH
"""Suit called, level -> the tiles that must be played to it."""
CALLED = MUST + (LEADING + 1) * LEVELS
"""Tile -> the suit it calls."""
WORTH = CALLED + WIDTH
"""Tile -> its count."""
SUMS = WORTH + WIDTH
"""Half, set of tiles -> what they bring when each takes a trick: their count, and one a trick."""
WEAKEST = SUMS + 2 * (1 << HALF)
"""Set of tiles, of either half -> its weakest tile, the highest bit."""
NUMBER = WEAKEST + (1 << HALF)
"""Set of tiles, of either half -> how many they are."""
TRUMPS = NUMBER + (1 << HALF)
COUNTERS = TRUMPS + 1
"""The tiles that bring count."""
SEATS = COUNTERS + 1
"""How many play."""
HANDS = SEATS + 1
"""Seat -> the tiles dealt."""
TAKES = HANDS + MOST_SEATS
"""Seat -> 1 if the tricks it takes are counted, else 0."""
WANTS = TAKES + MOST_SEATS
"""Seat -> 1 if it wants many of them, 0 if few."""
BOARD_SIZE = WANTS + MOST_SEATS

SLOTS = 1 << 15
SLOT_MASK = SLOTS - 1
TABLE = 0
"""Slot -> the position it keeps, and what is known of it."""
KILLERS = TABLE + 2 * SLOTS
"""Tiles played before, seat -> the lead that decided there last."""
DEAL = KILLERS + 32 * 8
"""The number of the deal, so that what is kept of others is not taken for it."""
PATIENCE = DEAL + 1
"""Positions between tricks that may still be looked at; below zero the search has given up."""
MEMORY_SIZE = PATIENCE + 1
