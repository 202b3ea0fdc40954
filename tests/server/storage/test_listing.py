"""The lists: what waits for me comes first, pages lose nothing, and no table is read through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from secrets import token_hex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texas42_server.storage import listing, store
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.listing import Cursor, Row, SeatRow

FREE = SeatRow(None)
Write = Callable[[Connection, int, Row], None]


def row(
    number: int,
    seats: Mapping[str, SeatRow],
    *,
    turn: str | None = None,
    since: int | None = None,
    status: str = "playing",
    listed: bool = False,
) -> Row:
    marks = {"A+C": 1, "B+D": 2}
    return Row(
        f"m{number}", None, "ann", "straight", listed, status, turn, since, 9, marks, 5, seats
    )


def enter(database: Database, rows: Sequence[Row]) -> None:
    with database.transaction() as db:
        for each in rows:
            listing.update(db, store.create(db, each.id), each)


def mine(database: Database, player: str, **which: object) -> list[str]:
    """The ids of my matches, fetched two a page."""
    ids: list[str] = []
    cursor: Cursor | None = None
    with database.read() as db:
        while True:
            page, cursor = listing.mine(db, player, limit=2, after=cursor, **which)  # type: ignore[arg-type]
            ids += [found.id for found in page]
            if cursor is None:
                return ids


def stored(db: Connection, match: int) -> list[tuple[object, ...]]:
    """The rows of a match as they are."""
    return [
        *db.execute("SELECT * FROM listing WHERE match = ?", (match,)).fetchall(),
        *db.execute("SELECT * FROM listing_seats WHERE match = ? ORDER BY seat", (match,)),
    ]


ANN_AND_BOB = {"A": SeatRow("ann"), "B": SeatRow("bob")}


def test_a_row_comes_back_as_it_was_written(database: Database) -> None:
    written = row(1, {"A": SeatRow("ann"), "B": SeatRow("bob", kept=True), "C": FREE}, turn="A")
    enter(database, [written])
    with database.read() as db:
        assert listing.mine(db, "ann") == ([written], None)
        assert listing.mine(db, "bob") == ([written], None)
        assert listing.mine(db, "cat") == ([], None)


def test_what_waits_for_me_comes_first_the_longest_wait_before_all(database: Database) -> None:
    enter(
        database,
        [
            row(1, ANN_AND_BOB, turn="A", since=300),
            row(2, ANN_AND_BOB, turn="B", since=100),
            row(3, ANN_AND_BOB, turn="A", since=200),
            row(4, ANN_AND_BOB, status="finished"),
            row(5, {"A": SeatRow("cat"), "B": SeatRow("ann", kept=True)}, status="open"),
            row(6, {"A": SeatRow("cat")}, turn="A", since=1),
            row(7, ANN_AND_BOB, turn="A", since=200),
        ],
    )
    assert mine(database, "ann") == ["m3", "m7", "m1", "m5", "m4", "m2"]
    assert mine(database, "ann", my_turn=True) == ["m3", "m7", "m1"]
    assert mine(database, "ann", statuses=["open", "finished"]) == ["m5", "m4"]
    assert mine(database, "ann", my_turn=True, statuses=["finished"]) == []
    assert mine(database, "bob", statuses=["playing"]) == ["m2", "m7", "m3", "m1"]


def test_a_match_with_two_of_my_seats_is_listed_once(database: Database) -> None:
    seats = {"A": SeatRow("ann"), "B": SeatRow("ann", kept=True)}
    enter(database, [row(1, seats, turn="A", since=1), row(2, seats)])
    assert mine(database, "ann") == ["m1", "m2"]


@pytest.mark.parametrize("write", [listing.update, listing.move_on])
def test_a_move_hands_the_wait_to_the_next_seat(database: Database, write: Write) -> None:
    enter(database, [row(1, ANN_AND_BOB, turn="A", since=1)])
    with database.transaction() as db:
        write(db, 1, row(1, ANN_AND_BOB, turn="B", since=2))
    assert mine(database, "ann", my_turn=True) == []
    assert mine(database, "bob", my_turn=True) == ["m1"]


def test_a_seat_given_back_leaves_the_lists_of_its_player(database: Database) -> None:
    enter(database, [row(1, ANN_AND_BOB, turn="B", since=2)])
    with database.transaction() as db:
        listing.update(db, 1, row(1, {**ANN_AND_BOB, "B": FREE}, status="open"))
    assert mine(database, "bob") == []


def test_moving_on_writes_what_updating_would(database: Database) -> None:
    seats = {"A": SeatRow("ann"), "B": SeatRow("bob", kept=True), "C": FREE}
    enter(database, [row(1, seats, turn="A", since=1)])
    for turn, since in (("B", 2), ("B", 3), (None, None), ("C", 4)):
        later = row(1, seats, turn=turn, since=since)._replace(head=9, marks={"us": 1, "them": 2})
        with database.transaction() as db:
            listing.move_on(db, 1, later)
            moved = stored(db, 1)
            listing.update(db, 1, later)
            assert moved == stored(db, 1), f"turn {turn}"


def test_the_lobby_shows_listed_matches_only_the_newest_first(database: Database) -> None:
    seats = {"A": SeatRow("ann"), "B": FREE}
    enter(
        database,
        [
            row(number, seats, status="open" if number < 6 else "playing", listed=number != 3)
            for number in range(1, 8)
        ],
    )
    ids, before = [], None
    with database.read() as db:
        while True:
            page, before = listing.open_matches(db, limit=2, before=before)
            ids += [found.id for found in page]
            if before is None:
                break
        assert ids == ["m5", "m4", "m2", "m1"]
        found, _ = listing.open_matches(db, statuses=["playing"])
        assert [each.id for each in found] == ["m7", "m6"]
        found, before = listing.open_matches(db, statuses=["playing", "open"], limit=3)
        assert ([each.id for each in found], before) == (["m7", "m6", "m5"], 5)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    database = Database(tmp_path_factory.mktemp("grown") / "t42.db")
    yield database
    database.close()


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["open", "playing", "finished"]),
            st.sampled_from([None, "A", "B"]),
            st.integers(0, 3),
        ),
        max_size=12,
    ),
    st.integers(1, 5),
    st.booleans(),
    st.lists(st.sampled_from(["open", "playing", "finished"]), unique=True),
)
def test_pages_together_are_the_list(
    grown: Database,
    matches: list[tuple[str, str | None, int]],
    limit: int,
    my_turn: bool,
    statuses: list[str],
) -> None:
    me = token_hex(8)
    seats = {"A": SeatRow(me), "B": FREE}
    numbers: dict[str, int] = {}
    with grown.transaction() as db:
        for number, (status, turn, since) in enumerate(matches):
            match_id = token_hex()
            numbers[match_id] = number
            written = row(0, seats, status=status, turn=turn, since=since)._replace(id=match_id)
            listing.update(db, store.create(db, match_id), written)
    kept = [n for n, (status, _, _) in enumerate(matches) if not statuses or status in statuses]
    waiting = sorted((matches[n][2], n) for n in kept if matches[n][1] == "A")
    others = [] if my_turn else sorted((n for n in kept if matches[n][1] != "A"), reverse=True)
    pages: list[int] = []
    cursor = None
    with grown.read() as db:
        while True:
            page, cursor = listing.mine(
                db, me, my_turn=my_turn, statuses=statuses, limit=limit, after=cursor
            )
            assert len(page) <= limit
            pages += [numbers[found.id] for found in page]
            if cursor is None:
                break
    assert pages == [n for _, n in waiting] + others


def test_a_row_can_be_written_anew_whatever_was_there(database: Database) -> None:
    right = row(1, ANN_AND_BOB, turn="A", since=1, listed=True)
    enter(database, [right])
    with database.transaction() as db:
        wrong = right._replace(name="wrong", owner="zoe", seats={"A": SeatRow("zoe"), "E": FREE})
        listing.replace(db, 1, wrong)
        assert listing.of_match(db, 1) == wrong
        listing.replace(db, 1, right)
        assert listing.of_match(db, 1) == right
    assert mine(database, "ann") == ["m1"]
    assert mine(database, "zoe") == []
