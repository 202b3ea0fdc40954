"""The search: can so many points still be taken, with all hands known?

Null-window alpha-beta over a board and a memory as `texas42.solver.layout` lays them out. It is
one function on plain integers, so that the same lines run in Python and through a compiler.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from texas42.solver.layout import (
    BEATS,
    CALLED,
    COUNTERS,
    DEAL,
    HALF,
    HALF_MASK,
    HANDS,
    KILLERS,
    LEADING,
    LEVELS,
    MUST,
    NUMBER,
    PATIENCE,
    SEATS,
    SLOT_MASK,
    SUMS,
    TAKES,
    TRUMPS,
    WANTS,
    WEAKEST,
    WIDTH,
    WORTH,
)


def search(  # noqa: C901, PLR0911, PLR0912, PLR0913, PLR0915, PLR0917 - see above: one function
    board: MutableSequence[int],
    memory: MutableSequence[int],
    remaining: int,
    played: int,
    place: int,
    seat: int,
    called: int,
    over: int,
    winner: int,
    gathered: int,
    need: int,
    left: int,
) -> int:
    """Whether those who want many can take `need` points more: 1 if so, else 0.

    Args:
        board: the tables of the trump, the hands, and who wants what.
        memory: what is remembered of positions between tricks; changed.
        remaining: bitmask of the tiles not yet played.
        played: how many were played.
        place: how many of them lie in the trick on the table.
        seat: who is on turn.
        called: the suit of the trick; any when `place` is 0, and so are the next three.
        over: bitmask of the tiles that beat all in the trick.
        winner: whose the trick is so far.
        gathered: the count in the trick.
        need: the points to be taken from here on, this trick included, by the seats that take.
        left: the points that all can take from here on, this trick included.
    """
    seats = board[SEATS]
    trumps = board[TRUMPS]
    hand = board[HANDS + seat] & remaining
    want = board[WANTS + seat]
    key = 0
    slot = 0
    least = 0
    most = left
    first = 0
    if place == 0:
        if need <= 0:
            return 1
        if need > left:
            return 0
        following = seat
        if hand & (hand - 1) == 0:  # the last trick plays itself
            winner = seat
            called = board[CALLED + hand % WIDTH]
            over = board[BEATS + called * WIDTH + hand % WIDTH]
            for _ in range(seats - 1):
                following = following + 1 if following + 1 < seats else 0
                hand = board[HANDS + following] & remaining
                if hand & over:
                    winner = following
                    over = board[BEATS + called * WIDTH + hand % WIDTH]
            return 1 if need <= left * board[TAKES + winner] else 0
        memory[PATIENCE] -= 1
        if memory[PATIENCE] < 0:
            return 0

        # The highest trumps take their tricks whoever leads, if their holder wants them. A leader
        # who has enough of them to draw all others has the highest tiles of other suits besides.
        rest = remaining & trumps
        top = rest & -rest
        if top:
            while board[HANDS + following] & top == 0:
                following = following + 1 if following + 1 < seats else 0
        side = board[WANTS + following]
        if side == board[TAKES + following]:
            rest &= ~board[HANDS + following]
            sure = remaining & trumps & board[HANDS + following] & ((rest & -rest) - 1)
            points = board[SUMS + (sure & HALF_MASK)]
            points += board[SUMS + HALF_MASK + 1 + (sure >> HALF)]
            if following == seat:
                drawn = board[NUMBER + (sure & HALF_MASK)] + board[NUMBER + (sure >> HALF)]
                if rest:
                    for other in range(seats):
                        held = rest & board[HANDS + other]
                        number = board[NUMBER + (held & HALF_MASK)] + board[NUMBER + (held >> HALF)]
                        if number > drawn:
                            drawn = 0
                            break
                if drawn or rest == 0:
                    others = remaining & ~hand
                    free = hand & ~trumps
                    while free:
                        bit = free & -free
                        free ^= bit
                        code = bit % WIDTH
                        if others & board[BEATS + board[CALLED + code] * WIDTH + code] == 0:
                            sure |= bit
                            points += board[WORTH + code] + 1
                    if sure == hand:
                        points = left
            if side:
                if need <= points:
                    return 1
            elif need > left - points:
                return 0

        key = (memory[DEAL] << 31) | (remaining << 3) | seat
        slot = 2 * ((remaining ^ (remaining >> 13) ^ (seat << 10)) & SLOT_MASK)
        if memory[slot] == key:
            known = memory[slot + 1]
            least = known & 63
            most = (known >> 6) & 63
            first = known >> 12
            if need <= least:
                return 1
            if need > most:
                return 0
        level = MUST + LEADING * LEVELS
    else:
        level = MUST + called * LEVELS
    moves = hand & board[level]
    while moves == 0:
        level += 1
        moves = hand & board[level]

    # What is most likely to settle it comes first, in three groups. Leads are tried from the
    # strongest on, trumps last, all else from the weakest on.
    weak = 1
    third = 0
    if place == 0:
        group = first if first else memory[KILLERS + played * 8 + seat] & moves
        second = (moves ^ group) & ~trumps
        third = moves ^ group ^ second
        weak = 0
    elif board[TAKES + seat] != want:
        group = moves & ~over
        second = moves & over
        weak = 0
    elif board[WANTS + winner] == want:
        group = moves & board[COUNTERS]
        second = moves & ~group
        if place < seats - 1:
            third = second & ~over
            second &= over
    else:
        group = moves & over
        second = moves & ~over & ~board[COUNTERS]
        third = moves & ~over & board[COUNTERS]

    result = 1 - want
    best = 0
    following = seat + 1 if seat + 1 < seats else 0
    previous = 0
    while True:
        if group == 0:
            if second == 0 and third == 0:
                break
            group = second
            second = third
            third = 0
            previous = 0
            continue
        if weak == 0:
            bit = group & -group
        elif group >> HALF:
            bit = board[WEAKEST + (group >> HALF)] << HALF
        else:
            bit = board[WEAKEST + group]
        group ^= bit
        code = bit % WIDTH
        if bit & trumps:
            # Of trumps with none of another hand between them, one is as good as the next.
            if previous:
                between = (bit - 1) ^ (previous - 1)
                same = board[WORTH + previous % WIDTH] == board[WORTH + code]
                if (
                    same
                    and between & remaining & trumps & ~hand == 0
                    and (previous & over == 0) == (bit & over == 0)
                ):
                    previous = bit
                    continue
            previous = bit
        rest = remaining ^ bit
        points = gathered + board[WORTH + code]
        if place == 0:
            suit = board[CALLED + code]
            above = board[BEATS + suit * WIDTH + code]
            points = board[WORTH + code]
            answer = search(
                board,
                memory,
                rest,
                played + 1,
                place + 1,
                following,
                suit,
                above,
                seat,
                points,
                need,
                left,
            )
        else:
            if bit & over:
                now = seat
                above = board[BEATS + called * WIDTH + code]
            else:
                now = winner
                above = over
            if place == seats - 1:
                points += 1
                # No number stands here as such: a compiled search that numba kept and reads again
                # crashes where its calls of itself are given constants (numba issue 6061).
                needed = need - points * board[TAKES + now]
                answer = search(
                    board,
                    memory,
                    rest,
                    played + 1,
                    place + 1 - seats,
                    now,
                    called,
                    over,
                    now,
                    points,
                    needed,
                    left - points,
                )
            else:
                answer = search(
                    board,
                    memory,
                    rest,
                    played + 1,
                    place + 1,
                    following,
                    called,
                    above,
                    now,
                    points,
                    need,
                    left,
                )
        if answer == want:
            result = want
            best = bit
            break
    if place == 0 and memory[PATIENCE] >= 0:
        if best:
            memory[KILLERS + played * 8 + seat] = best
        if result:
            least = need
        else:
            most = need - 1
        memory[slot] = key
        memory[slot + 1] = least | (most << 6) | (best << 12)
    return result
