"""One match out of a database, and into another one.

What is brought in is what was taken out, events, times, digests and names, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from texas42 import Created, Joined, Replaced, decode
from texas42_server.asking.auth import new_token, token_hash
from texas42_server.asking.names import parse_name
from texas42_server.service.auditing import Unsound, sound
from texas42_server.service.lists import row_of
from texas42_server.service.match_file import Carried, NotCarried
from texas42_server.service.positions import Position
from texas42_server.service.sealing import seals_of
from texas42_server.storage import absences, beside, listing, players, store
from texas42_server.storage.database import Connection, Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.seals import DamagedSeal


class MatchThere(NotCarried):
    """The match is here already."""


class NamesThere(NotCarried):
    """Names of the file are players' here, and nobody has said that they are the same people."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What was brought in: `tokens` of the players who are new here, and who was here already."""

    match_id: str
    events: int
    tokens: dict[str, str]
    known: list[str]


def take_out(db: Connection, match_id: str) -> Carried:
    """A match as it is stored, damaged or not. Raises `LookupError` where there is none."""
    key = store.find(db, match_id)
    if key is None:
        raise LookupError(match_id)
    rematch = absences.rematch_of(db, key)
    return Carried(
        match_id,
        store.raw(db, key),
        list(beside.of_match(db, key)),
        None if rematch is None else store.public_id(db, rematch),
    )


def damage_of(carried: Carried) -> Unsound | None:
    """What is wrong with a match, if anything is."""
    try:
        sound(0, carried.match_id, carried.rows)
    except Unsound as bad:
        return bad
    return None


def bring_in(
    database: Database,
    carried: Carried,
    *,
    same_players: bool,
    at: int,
    random_bytes: Callable[[int], bytes],
) -> Brought:
    """Enter a match: all of it, identical, or nothing.

    Its players are found by their names where `same_players` says that those are the same people.
    Whoever is new here is registered, with a token that the operator passes on.

    Raises:
        NotCarried: it is here already, is damaged, or its players are not clear.
    """
    try:
        position = sound(0, carried.match_id, carried.rows)
    except Unsound as bad:
        where = "The match" if bad.event is None else f"Event {bad.event}"
        raise NotCarried(f"{where} is bad: {bad.problem}.") from None
    names = _names(carried)
    try:
        with database.transaction() as db:
            if store.find(db, carried.match_id) is not None:
                raise MatchThere(f"The match {carried.match_id} is here already.")
            new, known = _people(db, names, same_players=same_players)
            tokens = {name: new_token(random_bytes) for name in new}
            for name, token in tokens.items():
                players.register(db, name, token_hash(token), at)
            _enter(db, carried, position)
    except (sqlite3.IntegrityError, DamagedSeal):
        raise NotCarried("What the file has beside the log does not fit the match.") from None
    return Brought(carried.match_id, len(carried.rows), tokens, known)


def _names(carried: Carried) -> list[str]:
    """Everybody whom the log names, in the order in which they came.

    Raises:
        NotCarried: one of them is no name.
    """
    names: dict[str, None] = {}
    for _, _, body, _ in carried.rows:
        match decode(body.decode()):
            case Created() as event:
                names |= dict.fromkeys([event.owner, *(name for _, name in event.kept)])
            case Joined() | Replaced() as event:
                names[event.player] = None
            case _:
                pass
    for name in names:
        try:
            well_formed = parse_name(name) == name
        except ValueError:
            well_formed = False
        if not well_formed:
            raise NotCarried(f"{name!r} is no name that a player can have.")
    return list(names)


def _people(db: Connection, names: list[str], *, same_players: bool) -> tuple[list[str], list[str]]:
    """Who is new here, and who is not.

    Raises:
        NotCarried: a name is written otherwise here.
        NamesThere: there are such names, and nobody has said that they are the same people.
    """
    new, known = [], []
    for name in names:
        player = players.by_name(db, name)
        if player is None:
            new.append(name)
        elif player.name == name:
            known.append(name)
        else:
            raise NotCarried(f"{name} is written {player.name} here; a log cannot be respelled.")
    if known and not same_players:
        raise NamesThere(
            f"There are players of these names here: {', '.join(known)}. If they are the same"
            " people, say --same-players: each is given the seat of that name, hand and all."
        )
    return new, known


def _enter(db: Connection, carried: Carried, position: Position) -> None:
    key = store.create(db, carried.match_id)
    running = None
    for seq, at, body, _ in carried.rows:
        running = store.append(db, key, seq - 1, [body.decode()], at, running)
    for table, row in carried.beside:
        beside.put(db, key, table, row)
    listing.update(db, key, row_of(position))
    seals_of(db, replace(position, key=key))
    _link(db, position.match.rematch_of, carried.match_id)
    _link(db, carried.match_id, carried.rematch)


def _link(db: Connection, match_id: str | None, rematch_id: str | None) -> None:
    """Keep which match is whose rematch, where both are here."""
    match = None if match_id is None else store.find(db, match_id)
    rematch = None if rematch_id is None else store.find(db, rematch_id)
    if match is not None and rematch is not None and absences.rematch_of(db, match) is None:
        absences.note_rematch(db, match, rematch)
