"""R6.8: a bot that sits at one table hears what happens there as it is sent to whoever waits."""

from __future__ import annotations

import pytest

from tests.client.bots.house import House, problem
from tests.client.bots.test_serving import moved, serve
from tests.client.thinking.onlookers import overheard
from tests.engine.strategies import Recipe
from texas42 import resolve
from texas42_client.bots import BOTS
from texas42_client.bots.simple.player import SimpleBot
from texas42_client.errors import Unreachable
from texas42_client.thinking.chance import Chance


class Listener(SimpleBot):
    """Keeps what it was told."""

    def __init__(self):
        super().__init__(Chance.of_seed(0))
        self.heard = []

    def hear(self, entries):
        self.heard += [entry["seq"] for entry in entries]
        super().hear(entries)


@pytest.fixture
def listeners(monkeypatch):
    """The bots that are made from now on."""
    made = []

    def make(chance):
        made.append(Listener())
        return made[-1]

    monkeypatch.setitem(BOTS, "simple", make)
    return made


def stir(house, match, *times):
    """Something happens there, each time."""
    for time in times:
        house.after(time, lambda: house.change(match))


def test_at_its_only_table_a_bot_hears_whatever_happens_once_and_in_order(listeners):
    house = House()
    house.add("m", turn=False)
    stir(house, "m", 60, 61, 61, 65, 99)
    house.after(70, lambda: house.change("m", my_turn=True))
    serve(house, until=200)
    assert [at for at, _, _ in house.moves] == [70]
    assert listeners[0].heard == [2, 3, 4, 5, 6, 8]  # 7 is its own move, which it saw


def test_at_two_tables_one_question_is_asked_for_both(listeners):
    house = House()
    house.add("m", turn=False)
    house.add("n", turn=False)
    stir(house, "m", 60, 70)
    house.after(65, lambda: house.change("n", my_turn=True))
    serve(house, until=200)
    assert moved(house) == ["n"]
    assert not house.heard
    assert [bot.heard for bot in listeners] == [[], []]


def test_it_listens_again_when_one_table_is_left(listeners):
    house = House()
    house.add("m", turn=False)
    house.add("n", turn=False)
    house.after(100, lambda: house.change("n", status="finished"))
    stir(house, "m", 50, 300)
    serve(house, until=400)
    assert listeners[0].heard == [3]


def test_where_no_question_waits_it_does_not_go_on_listening():
    house = House(lets_wait=False)
    house.add("m", turn=False)
    stir(house, "m", 10, 20)
    serve(house, until=100)
    assert [at for at, _ in house.heard] == [0]


def test_it_listens_from_the_start(listeners):
    house = House()
    house.add("m", turn=False)
    stir(house, "m", 1, 2)
    serve(house, until=10)
    assert listeners[0].heard == [2, 3]


def test_it_does_not_use_up_its_waits_by_listening():
    house = House()
    house.add("m", turn=False)
    for tenth in range(1000, 4000):
        stir(house, "m", tenth / 10)
    serve(house, until=600)
    in_a_minute = [sum(1 for at, _ in house.heard if from_ <= at < from_ + 60)
                   for from_ in range(0, 600, 10)]  # fmt: skip
    assert 200 < max(in_a_minute) <= 401


@pytest.mark.parametrize("lost", [Unreachable("gone"), problem("busy", 503)])
def test_it_listens_on_when_the_server_was_away(listeners, lost):
    house = House()
    house.add("m", turn=False)
    house.failing["events of m"] = [lost] * 3
    stir(house, "m", 100)
    said = serve(house, until=200)
    assert listeners[0].heard == [2]
    assert said[0].endswith("Trying on.")


def test_what_a_bot_cannot_hear_does_not_keep_it_from_moving(listeners, monkeypatch):
    def choke(self, entries):
        raise RuntimeError("no idea")

    monkeypatch.setattr(Listener, "hear", choke)
    house = House()
    house.add("m", turn=False)
    stir(house, "m", 60)
    house.after(70, lambda: house.change("m", my_turn=True))
    said = serve(house, until=200)
    assert [at for at, _, _ in house.moves] == [70]
    assert said == ["m: the bot cannot read this table (RuntimeError). Left alone for a while."]


FACE_DOWN = Recipe(
    resolve("tournament"), seed=3, bidders="proud", players="high", most_hands=4
)  # fmt: skip


def test_who_hears_every_play_of_face_down_tricks_knows_who_played_what():
    covered = 0
    for game, there, memory in overheard(FACE_DOWN):
        played = {
            game.table.labels[seat]: [
                tile for tile in game.hand.dealt[seat] if game.hand.played >> tile & 1
            ]
            for seat in game.table.seats
        }
        covered += there["points"] is None and bool(game.hand.tricks)
        shown = {s: sum(1 << tile for tile in tiles) for s, tiles in played.items()}
        assert {s: memory.shown.get(s, 0) for s in shown} == shown
    assert covered > 5


def test_entries_that_cannot_be_placed_are_let_go():
    from texas42_client.thinking.memory import Memory

    memory = Memory()
    memory.hear([{"seq": 40, "type": "play", "seat": "B", "tile": "5-5", "then": []}])
    assert memory.seen == 0
    assert memory.shown == {}
