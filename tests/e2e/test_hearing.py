"""R6.8: a bot at its only table is sent every play, and remembers what lies face down."""

from __future__ import annotations

from threading import Thread

import requests

from tests.e2e.test_bots import wait_for
from tests.e2e.test_waiting import players
from texas42_client.bots import BOTS
from texas42_client.bots.simple.player import SimpleBot
from texas42_client.home.embedded import EmbeddedServer
from texas42_client.serving.delay import Delay
from texas42_client.serving.keeper import SeatKeeper
from texas42_client.serving.stopping import Stop
from texas42_client.thinking.chance import Chance
from texas42_client.thinking.memory import Memory
from texas42_client.thinking.reading import mask

FACE_DOWN = {"covered_tricks": "from_two_marks", "max_marks": 2, "early_end": False}
TRICKS = 3


class Listener(SimpleBot):
    """Remembers, and knows up to where it was told."""

    def __init__(self, chance):
        super().__init__(chance)
        self.memory = Memory()
        self.told = 0

    def look(self, view):
        super().look(view)
        self.memory.look(view)
        self.told = view["version"]

    def hear(self, entries):
        super().hear(entries)
        self.memory.hear(entries)
        self.told = entries[-1]["seq"]


class Quiet(Stop):
    """For a bot in a thread, where nothing can be broken off: it ends when it wakes."""

    def set(self):
        self._event.set()


def open_waits(server):
    lines = requests.get(f"{server.url}/metrics", timeout=10).text.splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith("t42_open_waits"))


def test_a_bot_at_its_only_table_knows_who_played_what_to_tricks_that_lie_face_down(
    tmp_path, monkeypatch
):
    bots, played = [], dict.fromkeys("ABCD", 0)

    def make(chance):
        bots.append(Listener(chance))
        return bots[-1]

    monkeypatch.setitem(BOTS, "simple", make)

    def took_down(seat, move):
        if move["type"] == "play":
            played[seat] |= mask([move["tile"]])

    stop = Quiet()
    with EmbeddedServer(tmp_path / "table.db") as server:
        *people, hal = players(server.url, "ann", "bob", "cal", "hal")
        kept = {"B": "bob", "C": "cal", "D": "hal"}
        table = {"sit": "A", "invite": kept, "rules": FACE_DOWN}
        match = people[0].create_match(table).body["id"]
        for client, seat in zip((*people[1:], hal), "BCD", strict=True):
            client.take_seat(match, seat)
        keeper = SeatKeeper(
            hal, "simple", Chance.of_seed(1), delay=Delay(0, 0), accept=None,
            say=lambda line: None, told=lambda match, turn: took_down("D", turn.move),
        )  # fmt: skip
        serving = Thread(target=keeper.run, args=(stop,), kwargs={"stay": True}, daemon=True)
        serving.start()
        try:
            _play(server, match, dict(zip("ABC", people, strict=True)), bots, took_down)
        finally:
            stop.set()
        assert bots[0].memory.shown == {seat: tiles for seat, tiles in played.items() if tiles}
        assert all(played.values())


def _play(server, match, people, bots, took_down):
    """Play some tricks for all seats but the bot's, each tile while the bot listens."""

    def is_ready():
        view = people["A"].view(match).body
        listens = bots and bots[0].told == view["version"] and view["turn"] in people
        return listens and all(open_waits(server) for _ in range(3))  # not the one before

    while True:
        wait_for(is_ready)
        view = people["A"].view(match).body
        if view["status"] == "playing" and view["current_trick"]["number"] > TRICKS:
            return
        mine = people[view["turn"]].view(match)
        moves = mine.body["legal_moves"]
        move = next((m for m in moves if m.get("marks") == 2), moves[0])
        people[view["turn"]].move(match, move, mine.etag)
        took_down(view["turn"], move)
