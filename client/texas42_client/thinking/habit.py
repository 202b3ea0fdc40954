"""A hand played out by habit: what sound players do who see their own tiles and what was played.

With all hands open a side makes what nobody makes at a table, for it never has to guess. Here every
seat guesses, by the habits of `simple` in short: draw trump, take what cannot be beaten, give count
to a partner's trick and keep it from the others'. It is one function on the rows of the solver's
board (`texas42.solver.layout`), so that the same lines run in Python and through a compiler.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from texas42.solver.layout import (
    BEATS,
    CALLED,
    COUNTERS,
    HALF,
    HALF_MASK,
    HANDS,
    LEADING,
    LEVELS,
    MUST,
    NUMBER,
    SEATS,
    TAKES,
    TRUMPS,
    WANTS,
    WEAKEST,
    WIDTH,
    WORTH,
)

__all__ = [
    "BOSS_WORTH",
    "DEAD_BOSS_WORTH",
    "ENOUGH_TRUMPS",
    "LACKS_SIZE",
    "LIKELY_TO_FOLLOW",
    "NEXT_BEST_WORTH",
    "POINT",
    "TRUMP_WORTH",
    "play_out",
]

LACKS_SIZE = 8
"""A row with a place for each seat: the tiles that it has shown it does not hold."""

TRUMP_WORTH, BOSS_WORTH, DEAD_BOSS_WORTH, NEXT_BEST_WORTH = 50, 40, 15, 10
"""What a tile is still good for by the end of a hand, in tenths of a point."""
POINT = 10
ENOUGH_TRUMPS = 3
"""To lead a low one, to bring the highest down."""
LIKELY_TO_FOLLOW = 2
"""How many unseen tiles of a suit make it likely that a seat still holds one."""
NEVER = 1 << 20


def play_out(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - see above: one function
    board: MutableSequence[int],
    lacks: MutableSequence[int],
    remaining: int,
    declarer: int,
    place: int,
    seat: int,
    called: int,
    over: int,
    winner: int,
    gathered: int,
) -> int:
    """The points that the seats that take are brought from here to the last trick.

    Args:
        board: the tables of the trump, the hands, and who wants what.
        lacks: seat -> bitmask of the tiles that it is known not to hold; changed.
        remaining: bitmask of the tiles not yet played.
        declarer: who named trump.
        place: how many tiles lie in the trick on the table.
        seat: who is on turn.
        called: the suit of the trick; any when `place` is 0, and so are the next three.
        over: bitmask of the tiles that beat all in the trick.
        winner: whose the trick is so far.
        gathered: the count in the trick.
    """
    seats = board[SEATS]
    trumps = board[TRUMPS]
    counters = board[COUNTERS]
    taken = 0
    while remaining:
        hand = board[HANDS + seat] & remaining
        want = board[WANTS + seat]
        bidding = want
        unseen = remaining & ~hand

        level = MUST + (called if place else LEADING) * LEVELS
        moves = hand & board[level]
        denied = 0
        while moves == 0:
            denied |= board[level]
            level += 1
            moves = hand & board[level]
        if denied:
            lacks[seat] |= denied

        # What opponents may hold: all of them, and those who still play to this trick.
        against = 0
        behind = 0
        follows = 1
        asked = board[MUST + called * LEVELS] if place else 0
        other = seat
        for step in range(1, seats):
            other = other + 1 if other + 1 < seats else 0
            if board[WANTS + other] != want:
                held = unseen & ~lacks[other]
                against |= held
                if place + step < seats:
                    behind |= held
                    held &= asked
                    number = board[NUMBER + (held & HALF_MASK)] + board[NUMBER + (held >> HALF)]
                    if number < LIKELY_TO_FOLLOW:
                        follows = 0

        tile = 0
        give = 0
        if moves & (moves - 1) == 0:
            tile = moves
        elif place == 0:
            own = moves & trumps
            out = against & trumps
            if own and out and seat == declarer:
                boss = own & -own
                if (
                    against & board[BEATS + board[CALLED + boss % WIDTH] * WIDTH + boss % WIDTH]
                    == 0
                ):
                    tile = boss
                else:
                    number = board[NUMBER + (own & HALF_MASK)] + board[NUMBER + (own >> HALF)]
                    idle = own & ~counters
                    if idle and number >= ENOUGH_TRUMPS:
                        high = idle >> HALF
                        tile = board[WEAKEST + high] << HALF if high else board[WEAKEST + idle]
            if tile == 0:
                # What cannot be beaten, the most count first; else what only a trump can beat.
                most = -1
                least = NEVER
                boss = 0
                free = moves if counters == 0 else moves & ~trumps
                while free:
                    bit = free & -free
                    free ^= bit
                    code = bit % WIDTH
                    suit = board[CALLED + code]
                    above = against & board[BEATS + suit * WIDTH + code]
                    if above == 0:
                        if board[WORTH + code] > most:
                            most = board[WORTH + code]
                            tile = bit
                    elif above & ~trumps == 0 and bit & trumps == 0:
                        alive = unseen & board[MUST + suit * LEVELS]
                        number = (
                            board[NUMBER + (alive & HALF_MASK)] + board[NUMBER + (alive >> HALF)]
                        )
                        risk = board[WORTH + code] * 32 - number
                        if risk < least:
                            least = risk
                            boss = bit
                if tile == 0:
                    tile = boss
            if tile == 0 and own and out and bidding and seat != declarer:
                idle = own & ~counters
                if idle:
                    high = idle >> HALF
                    tile = board[WEAKEST + high] << HALF if high else board[WEAKEST + idle]
        else:
            ours = board[WANTS + winner] == want
            sure = behind & over == 0
            likely = follows == 1 and over & trumps != 0 and behind & over & ~trumps == 0
            if ours and (sure or likely):
                give = 1
            else:
                # To take it: surely and cheaply, or else with what is hardest to beat.
                cheapest = NEVER
                fewest = NEVER
                hopeful = 0
                free = moves & over
                while free:
                    high = free >> HALF
                    bit = board[WEAKEST + high] << HALF if high else board[WEAKEST + free]
                    free ^= bit
                    code = bit % WIDTH
                    above = behind & board[BEATS + called * WIDTH + code]
                    own_suit = board[CALLED + code]
                    better = unseen & board[BEATS + own_suit * WIDTH + code]
                    if bit & trumps:
                        worth = TRUMP_WORTH
                    elif better == 0:
                        worth = (
                            BOSS_WORTH
                            if unseen & board[MUST + own_suit * LEVELS]
                            else DEAD_BOSS_WORTH
                        )
                    else:
                        worth = 0
                    if above == 0:
                        worth -= board[WORTH + code] * POINT
                        if worth < cheapest:
                            cheapest = worth
                            tile = bit
                    elif not ours and bit & counters == 0:
                        number = (
                            board[NUMBER + (above & HALF_MASK)] + board[NUMBER + (above >> HALF)]
                        )
                        number = number * 64 + worth
                        if number < fewest:
                            fewest = number
                            hopeful = bit
                if tile == 0:
                    tile = hopeful
                if tile and not ours and not bidding and counters and tile & trumps:
                    idle = moves & ~trumps & ~counters
                    if idle and gathered + board[WORTH + tile % WIDTH] == 0:
                        tile = 0
        if tile == 0:
            # The tile that is missed least; on a partner's trick, the one with the most count.
            giving = POINT * 8 if give else -POINT
            least = NEVER
            free = moves
            if place == 0 and bidding and moves & ~trumps:
                free = moves & ~trumps
            while free:
                high = free >> HALF
                bit = board[WEAKEST + high] << HALF if high else board[WEAKEST + free]
                free ^= bit
                code = bit % WIDTH
                own_suit = board[CALLED + code]
                better = unseen & board[BEATS + own_suit * WIDTH + code]
                if bit & trumps:
                    worth = TRUMP_WORTH
                elif better & ~trumps == 0:
                    worth = (
                        BOSS_WORTH if unseen & board[MUST + own_suit * LEVELS] else DEAD_BOSS_WORTH
                    )
                elif better & ~trumps & ((better & ~trumps) - 1) == 0:
                    worth = NEXT_BEST_WORTH
                else:
                    worth = 0
                worth -= board[WORTH + code] * giving
                if worth < least:
                    least = worth
                    tile = bit

        # The tile is played.
        code = tile % WIDTH
        remaining ^= tile
        gathered += board[WORTH + code]
        if place == 0:
            called = board[CALLED + code]
            over = board[BEATS + called * WIDTH + code]
            winner = seat
            gathered = board[WORTH + code]
        elif tile & over:
            over = board[BEATS + called * WIDTH + code]
            winner = seat
        place += 1
        if place == seats:
            if board[TAKES + winner]:
                taken += gathered + 1
            place = 0
            seat = winner
        else:
            seat = seat + 1 if seat + 1 < seats else 0
    return taken
