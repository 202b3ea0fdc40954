"""What is kept beside the log of players who stay away."""

from __future__ import annotations

from texas42_server.storage import absences, store
from texas42_server.storage.database import Connection, Database


def test_who_asks_twice_is_one_who_asks(database: Database) -> None:
    with database.transaction() as db:
        match, other = store.create(db, "friday"), store.create(db, "sunday")
        for player in ("bob", "ann", "bob"):
            absences.ask(db, match, "C", player)
        absences.ask(db, match, "D", "cat")
        assert absences.asking(db, match, "C") == ["ann", "bob"]
        absences.forget_asks(db, match, "C")
        assert absences.asking(db, match, "C") == []
        assert absences.asking(db, match, "D") == ["cat"]
        assert absences.asking(db, other, "D") == []


def test_the_code_of_the_latest_offer_opens_the_seat_and_the_older_are_kept(
    database: Database,
) -> None:
    with database.transaction() as db:
        match = store.create(db, "friday")
        assert absences.latest_offer(db, match, "B") is None
        assert not absences.opens(db, match, "B", "anything")
        absences.put_code(db, match, 7, "B", "first")
        absences.put_code(db, match, 9, "B", "second")
        absences.put_code(db, match, 11, "C", "other")
        assert absences.latest_offer(db, match, "B") == 9
        opening = [c for c in ("first", "second", "other", "\ud800") if _opens(db, match, c)]
        assert opening == ["second"]
        assert [absences.code_of(db, match, seq) for seq in (7, 9)] == ["first", "second"]


def _opens(db: Connection, match: int, code: str) -> bool:
    return absences.opens(db, match, "B", code)


def test_a_reminder_is_of_a_player_in_a_match(database: Database) -> None:
    with database.transaction() as db:
        match, other = store.create(db, "friday"), store.create(db, "sunday")
        absences.note_reminder(db, match, 5, "ann", told=True)
        absences.note_reminder(db, match, 5, "bob", told=False)
        absences.note_reminder(db, match, 8, "ann", told=False)
        assert absences.reminded(db, match, "ann") == 8
        assert absences.reminded(db, other, "ann") is None
        told = [absences.was_told(db, match, at, "ann") for at in (5, 8, 9)]
        assert told == [True, False, False]


def test_a_match_has_one_rematch(database: Database) -> None:
    with database.transaction() as db:
        match, again = store.create(db, "friday"), store.create(db, "again")
        assert absences.rematch_of(db, match) is None
        absences.note_rematch(db, match, again)
        assert absences.rematch_of(db, match) == again
        assert absences.rematch_of(db, again) is None
