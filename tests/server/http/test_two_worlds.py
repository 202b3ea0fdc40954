"""No answer to a viewer differs between two matches that the viewer cannot tell apart (section 6).

A match is played over HTTP to some point. Its log is told anew so that this viewer has seen the
same (`tests.engine.worlds`), and stored in a second database. Then the viewer asks both servers
everything, wrong things too: status, headers and bytes are the same. Leaks are planted to see that
they would be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

import texas42
from tests.engine.worlds import redealt, retold
from tests.server.http.absent import claim, offered
from tests.server.http.house import PLAYERS, House, Person
from tests.server.http.test_matches import EVERY_MOVE, TABLES
from texas42 import Entry, Match, Move, Seat, decode, encode, resolve
from texas42.record import Record, record_of
from texas42_server.asking import conditions
from texas42_server.service import summarise
from texas42_server.storage import listing, store

Sent = dict[int, dict[str, Any]]
Answers = list[tuple[str, int, dict[str, str], bytes]]
VIEWERS = ("A", "B", "C", "D", None)
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"attributed_tricks": 1},
    {"attributed_tricks": "all"},
    {"early_end": False, "max_opening_marks": 1},
    *TABLES,
)
LABELS = "ABCDEFG"


def chooser(chance: Random, covered: bool) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Plays anything; the first to speak bids marks where covered tricks are wanted.

    A plunge or splash is bid where it can be, and nello or sevens often named.
    """

    def choose(view: dict[str, Any]) -> dict[str, Any]:
        moves = view["legal_moves"]
        special = [m for m in moves if "plunge" in m or "splash" in m]
        named = [m for m in moves if m.get("trump") in ("nello", "sevens")]
        if special:
            return dict(special[-1])
        if view["status"] == "bidding":
            bids = [m for m in moves if ("marks" if covered else "points") in m]
            spoken = any("points" in b or "marks" in b for b in view["bids"])
            return dict(moves[0] if spoken or not bids else bids[-1 if named_here(view) else 0])
        return dict(chance.choice(named if named and chance.random() < 0.6 else moves))

    return choose


def named_here(view: dict[str, Any]) -> bool:
    """Whether a higher bid of marks might name nello or sevens."""
    return bool(view["rules"]["nello"] or view["rules"]["sevens"])


def closed(house: House) -> Any:
    return closing(house.app.extensions["texas42"].database)


def true_world(
    folder: Path, seed: int, steps: int, rules: dict[str, Any] | None = None
) -> tuple[House, str, dict[str, Sent]]:
    """A match of some moves, each sent with a key, and what each seat sent."""
    sent: dict[str, Sent] = {label: {} for label in LABELS}
    chance = Random(seed)
    house = House(folder, seed)
    house.person("eve")
    match_id = house.match(
        rules=RULES[seed % len(RULES)] if rules is None else rules, name="friday"
    )
    choose = chooser(chance, covered=seed % 2 == 0)
    for step in range(steps):
        turn = house.view(match_id)["turn"]
        if turn is None:
            break
        move = choose(house.view(match_id, turn))
        answer = house.seat(turn).post(f"/matches/{match_id}/moves", move, headers=key(step))
        assert answer.status_code == 201
        sent[turn][step] = move
    return house, match_id, sent


def key(step: int) -> dict[str, str]:
    return {"Idempotency-Key": f'"{step}"'}


def log_of(house: House, match_id: str) -> list[Entry]:
    db = house.app.extensions["texas42"].database.connection()
    match = store.find(db, match_id)
    assert match is not None
    return [Entry(seq, at, decode(body)) for seq, at, body in store.load(db, match)]


def other_world(folder: Path, true: House, seed: int, match_id: str, log: list[Entry]) -> House:
    """A second server, with the same players and tokens, whose match has this log."""
    folder.mkdir()
    house = House(folder, seed)
    for name, person in true.people.items():
        assert house.person(name).token == person.token
    database = house.app.extensions["texas42"].database
    with database.transaction() as db:
        match = store.create(db, match_id)
        rows = [(entry.seq, entry.at, encode(entry.event)) for entry in log]
        for seq, at, body in rows:
            store.append(db, match, seq - 1, [body], at)
        listing.update(db, match, summarise(match_id, rows))
        keys = true.app.extensions["texas42"].database.connection().execute("SELECT * FROM keys")
        for row in keys.fetchall():
            db.execute("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?)", row)
    house.time = true.time
    return house


def asking(house: House, match_id: str, viewer: str | None) -> tuple[Callable[..., None], Answers]:
    """A way for this viewer to ask, and the answers so far."""
    who = house.stranger if viewer is None else house.seat(viewer)
    answers: Answers = []

    def ask(method: str, path: str, **kwargs: Any) -> None:
        answer = who.ask(method, path, **kwargs)
        answers.append(
            (f"{method} {path}", answer.status_code, dict(answer.headers), answer.get_data())
        )

    return ask, answers


def legal_moves(house: House, match_id: str, viewer: str | None) -> list[dict[str, Any]]:
    return [] if viewer is None else list(house.view(match_id, viewer)["legal_moves"])


def ask_everything(house: House, match_id: str, viewer: str | None) -> Answers:
    """All that this viewer can ask without a new version, and the answers."""
    ask, answers = asking(house, match_id, viewer)
    here = f"/matches/{match_id}"
    log = log_of(house, match_id)
    version = len(log)
    # A rematch has the same new id and the same time in all worlds.
    house.random.seed(match_id)
    house.time = log[-1].at
    for path in (
        *(here, f"{here}/events?limit=1000", f"{here}/hands?limit=1000", "/me/matches"),
        *("/me/matches?turn=mine", "/matches", "/matches?status=playing", "/me"),
        *(f"{here}/hands/{number}" for number in range(1, 5)),
        *(f"{here}/events/{seq}" for seq in range(max(1, version - 6), version + 2)),
        *(f"{here}/events?after={after}&limit=5" for after in range(version % 11, version, 11)),
        f"{here}?peek=1",
    ):
        ask("GET", path)
    for form in ("application/json", "text/plain"):
        ask("GET", f"{here}/record", headers={"Accept": form})
    ask("HEAD", here)
    for seat in "BE":
        ask("POST", f"{here}/seats/{seat}", json={"invite": "x"})
        ask("DELETE", f"{here}/seats/{seat}")
        ask("POST", f"{here}/seats/{seat}/replacement")
    for what in ("reminder", "close", "rematch"):
        ask("POST", f"{here}/{what}")
    ask("DELETE", here)
    legal = legal_moves(house, match_id, viewer)
    for number, move in enumerate(EVERY_MOVE):
        if move not in legal and number % (3 if move["type"] == "play" else 9) == version % 3:
            ask("POST", f"{here}/moves", json=move)
    stale = {"If-Match": '"1-A-0"'}
    ask("POST", f"{here}/moves", json=(legal or EVERY_MOVE)[0], headers=stale)
    ask("POST", f"{here}/moves", data="{", content_type="application/json")
    return answers


def try_again_and_move(house: House, match_id: str, viewer: str, sent: Sent) -> Answers:
    """All that this viewer did is asked for again under its key, and then the viewer moves."""
    ask, answers = asking(house, match_id, viewer)
    legal = legal_moves(house, match_id, viewer)
    for step, move in sent.items():
        ask("POST", f"/matches/{match_id}/moves", json=move, headers=key(step))
    if legal:
        ask("POST", f"/matches/{match_id}/moves", json=legal[-1])
        ask("GET", f"/matches/{match_id}")
    return answers


def redealt_at_the_same_times(
    log: Sequence[Entry], viewer: Seat | None, chance: Random
) -> list[Entry]:
    """Other hands, but each play when it was: what was answered then told the viewer the time."""
    other = redealt(log, viewer, chance)
    return [new._replace(at=old.at) for old, new in zip(log, other, strict=True)]


def differences(one: Answers, other: Answers) -> list[str]:
    assert [what for what, *_ in one] == [what for what, *_ in other]
    return [f"{a}\n{b}" for a, b in zip(one, other, strict=True) if a != b]


def compare(
    folder: Path, seed: int, steps: int, viewer: str | None, rules: dict[str, Any] | None = None
) -> tuple[list[str], int]:
    """What this viewer can tell apart in two kinds of other worlds, and how many truly differ."""
    folder.mkdir()
    (folder / "true").mkdir()
    house, match_id, sent = true_world(folder / "true", seed, steps, rules)
    seat = None if viewer is None else Seat(LABELS.index(viewer))
    found, differing = [], 0
    with closed(house):
        truth = log_of(house, match_id)
        told = ask_everything(house, match_id, viewer)
        for tell in (retold, redealt_at_the_same_times):
            log = tell(truth, seat, Random(seed))
            differing += log != truth
            world = other_world(folder / tell.__name__, house, seed, match_id, log)
            with closed(world):
                found += differences(told, ask_everything(world, match_id, viewer))
                if viewer is None or tell is retold:
                    continue
                # The chance of the next deal is the same in both, and so is the clock.
                house.time = world.time
                house.random.seed(seed)
                world.random.seed(seed)
                found += differences(
                    try_again_and_move(house, match_id, viewer, sent[viewer]),
                    try_again_and_move(world, match_id, viewer, sent[viewer]),
                )
    return found, differing


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(("seed", "steps"), [(0, 19), (1, 33), (2, 26), (3, 50)])
def test_two_worlds_that_i_cannot_tell_apart_answer_me_alike(
    tmp_path: Path, seed: int, steps: int, viewer: str | None
) -> None:
    found, differing = compare(tmp_path / "worlds", seed, steps, viewer)
    assert found == []
    assert differing > 0, "the other worlds are other"


@pytest.mark.parametrize("viewer", ["A", None])
@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_two_worlds_answer_alike_by_every_preset_and_at_every_table(
    tmp_path: Path, rules: dict[str, Any], viewer: str | None
) -> None:
    """In the auction of a hand, or in mid-hand, or in one of the next."""
    number = TABLES.index(rules)
    steps = (3, 17, 30, 11)[number % 4]
    found, differing = compare(tmp_path / "worlds", number, steps, viewer, rules)
    assert found == []
    assert differing > 0, "the other worlds are other"


def answers_of(house: House, match_id: str, seat: str, who: str) -> Answers:
    """All answers to `who` after eve took the seat over: eve herself, or the seat's old player."""
    old, new = house.people[PLAYERS[seat]], house.people["eve"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(house.people, PLAYERS[seat], new)
        patch.setattr(house, "stranger", old)
        return ask_everything(house, match_id, seat if who == "eve" else None)


@pytest.mark.parametrize("who", ["eve", "the old player"])
@pytest.mark.parametrize(("seed", "steps"), [(0, 19), (1, 33), (2, 26), (3, 50)])
def test_two_worlds_answer_old_and_new_player_of_a_seat_alike(
    tmp_path: Path, seed: int, steps: int, who: str
) -> None:
    """The new one sees what the seat sees; the old one what a spectator sees, the seat hidden."""
    (tmp_path / "true").mkdir()
    house, match_id, sent = true_world(tmp_path / "true", seed, steps)
    with closed(house):
        seat = house.view(match_id)["turn"]
        code = offered(house, match_id, seat)
        assert claim(house.person("eve"), match_id, seat, code).status_code == 201
        truth = log_of(house, match_id)
        told = answers_of(house, match_id, seat, who)
        viewer = Seat(LABELS.index(seat)) if who == "eve" else None
        for tell in (retold, redealt_at_the_same_times):
            log = tell(truth, viewer, Random(seed))
            world = other_world(tmp_path / tell.__name__, house, seed, match_id, log)
            with closed(world):
                assert differences(told, answers_of(world, match_id, seat, who)) == []
                for step, move in sent[seat].items():
                    again = world.seat(seat).post(
                        f"/matches/{match_id}/moves", move, headers=key(step)
                    )
                    assert again.status_code == 403


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_two_worlds_at_any_length(tmp_path: Path, seed: int) -> None:
    steps = Random(seed).randrange(120)
    for viewer in (*resolve(RULES[seed % len(RULES)]).table.labels, None):
        found, _ = compare(tmp_path / str(viewer), seed, steps, viewer)
        assert found == []


def unplayed(match: Match, viewer: Seat | None) -> int:
    """Something of what nobody has played: the leak that is planted below."""
    if match.hand is None:
        return 0
    others = [seat for seat in match.table.seats if seat != viewer]
    return hash(tuple(tuple(match.hand.held(seat)) for seat in others)) % 1000


def who_could_plunge(match: Match, viewer: Seat | None) -> int:
    """How many of the others hold the doubles for it."""
    if match.hand is None:
        return 0
    held = [match.hand.held(seat) for seat in match.table.seats if seat != viewer]
    doubles = [sum(map(texas42.is_double, tiles)) for tiles in held]
    return sum(count >= match.rules.plunge_doubles for count in doubles)


def out_of_play(match: Match, _: Seat | None) -> int:
    """The lowest of the tiles that nobody was dealt."""
    dealt = () if match.hand is None else {tile for some in match.hand.dealt for tile in some}
    return min((tile for tile in texas42.TILES if tile not in dealt), default=0)


def sits_out(match: Match, viewer: Seat | None) -> int:
    """The lowest tile of the partner who has laid the hand face down."""
    hand = match.hand
    if hand is None or len(hand.order) == len(match.table.seats):
        return 0
    [seat] = set(match.table.seats) - set(hand.order)
    return 0 if seat == viewer else min(hand.held(seat))


@contextmanager
def leak_in(place: str, secret: Callable[[Match, Seat | None], int] = unplayed) -> Iterator[None]:
    """A server that gives what is hidden away, in a form that `openapi.yaml` allows."""
    hidden = 0

    def leaking_view(match: Match, viewer: Seat | None) -> dict[str, Any]:
        nonlocal hidden
        hidden = secret(match, viewer)
        body = texas42.view(match, viewer)
        return body | {"hand_number": hidden} if place == "view" else body

    def leaking_tag(version: int, viewer: str) -> str:
        return conditions.view_tag(version, f"{viewer}{hidden}")

    def leaking_moves(match: Match, viewer: Seat) -> tuple[Move, ...]:
        return () if unplayed(match, viewer) % 2 else texas42.legal_moves(match, viewer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("texas42_server.service.shown.view", leaking_view)
        if place == "tag":
            patch.setattr("texas42_server.service.shown.view_tag", leaking_tag)
        if place == "refusal":
            patch.setattr("texas42_server.service.refusals.legal_moves", leaking_moves)
        yield


@pytest.mark.parametrize("place", ["view", "tag", "refusal"])
def test_a_planted_leak_is_found(tmp_path: Path, place: str) -> None:
    with leak_in(place):
        assert any(
            compare(tmp_path / f"{seed}{viewer}", seed, 12, viewer)[0]
            for seed in range(1, 6)
            for viewer in "ABCD"
        )


@pytest.mark.parametrize(
    ("secret", "rules"),
    [
        (who_could_plunge, {"plunge": True, "plunge_doubles": 2}),
        (out_of_play, {"seats": 3}),
        (sits_out, {"nello": True, "nello_min_marks": 1}),
    ],
)
def test_a_leak_of_what_house_rules_hide_is_found(
    tmp_path: Path, secret: Callable[[Match, Seat | None], int], rules: dict[str, Any]
) -> None:
    """Who could plunge, what lies out of play, what the partner who sits out has."""
    with leak_in("view", secret):
        assert any(
            compare(tmp_path / f"{seed}{viewer}", seed, 2 + seed, viewer, rules)[0]
            for seed in range(6)
            for viewer in "ABC"
        )


def test_a_leak_of_the_feed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A feed that forgets to ask who is reading shows everybody seat A's tiles."""

    def for_seat_a(entries: list[Entry], _: Seat | None, **page: int) -> list[dict[str, Any]]:
        return texas42.redact(entries, Seat(0), **page)

    monkeypatch.setattr("texas42_server.service.reading.redact", for_seat_a)
    assert compare(tmp_path / "worlds", 1, 12, None)[0]


def test_a_leak_of_the_record_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that tells of the hand in progress, be it only how hard it is."""

    def telling(match: Match, **facts: str) -> Record:
        return record_of(match, **facts | {"generator": str(unplayed(match, None))})

    monkeypatch.setattr("texas42_server.service.recording.record_of", telling)
    assert compare(tmp_path / "worlds", 1, 12, None)[0]


def test_a_player_is_told_apart_from_nobody_by_the_name(house: House) -> None:
    """The spectator's view is one, whoever asks."""
    match_id = house.match()
    house.play(match_id, until=lambda view: len(view["captured"]) > 1)
    spectators = [house.stranger, house.person("eve"), Person(house.app.test_client())]
    for path in ("", "/events", "/hands"):
        answers = [s.get(f"/matches/{match_id}{path}") for s in spectators]
        assert len({(str(a.headers), a.get_data()) for a in answers}) == 1
