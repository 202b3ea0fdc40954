"""The reckoning after a server's end: what it answered is there, all else is whole or absent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from faults.asking import Line
from faults.ledger import Ledger, differences, unlike_replay
from faults.players import Client
from faults.serving import Server


class Reckoning:
    """Clients, and the server that they play at, looked at between its lives.

    Attributes:
        found: how many requests were cut off, and how many of those were done or not.
        losses: a sentence for each thing that is not as it was answered.
    """

    def __init__(self, server: Server, clients: Sequence[Client]) -> None:
        self.server = server
        self.clients = clients
        self.found: Counter[str] = Counter()
        self.losses: list[str] = []

    def reckon(self) -> None:
        """Hold the database against what was answered, then send again what was not.

        The server answers, and nobody else asks.
        """
        line = self.server.line()
        with Ledger(self.server.database) as ledger:
            self.losses += ledger.integrity()
            self._find_strangers(ledger)
            for client in self.clients:
                if client.matches:
                    self.losses += differences(ledger, client.matches[-1], client.pending)
                self.losses += unlike_replay(ledger, line, client)
        for client in self.clients:
            self._ask_again(client, line)
            self.losses += client.surprises
            client.surprises = []
        line.close()

    def reckon_all(self) -> None:
        """Look at the matches of long ago, too."""
        with Ledger(self.server.database) as ledger:
            self.losses += ledger.integrity()
            for client in self.clients:
                for played in client.matches:
                    self.losses += differences(ledger, played, client.pending)

    def figures(self) -> dict[str, int]:
        """What was found, by its name in words."""
        return {
            "moves answered": sum(client.moves for client in self.clients),
            "matches": sum(len(client.matches) for client in self.clients),
            "requests cut off": self.found["unanswered"],
            "of those whole": self.found["whole"],
            "of those absent": self.found["absent"],
            **{
                kind: sum(loss.startswith(kind) for loss in self.losses)
                for kind in ("lost", "torn", "unasked")
            },
        }

    def _find_strangers(self, ledger: Ledger) -> None:
        """Matches that no answer has told of: one at most for each unanswered creation."""
        known = {played.id for client in self.clients for played in client.matches}
        strange = [match for match in ledger.matches() if match not in known]
        creating = [c for c in self.clients if c.pending and c.pending.path == "/matches"]
        if len(strange) > len(creating):
            self.losses.append(f"unasked: {len(strange)} matches that nobody was told of")
        for match in strange:
            if [body[0] for body in ledger.log(match).values()] != ["created", "joined"]:
                self.losses.append(f"torn: match {match} is made by half")

    def _ask_again(self, client: Client, line: Line) -> None:
        """The last answered request is answered alike, and the unanswered one is done once."""
        if client.last is not None:
            request, answered = client.last
            again = line.send(request)
            if not again.replayed or again.shown != answered.shown:
                self.losses.append(
                    f"lost: {request.path} {request.body} was answered {answered.status}, and is"
                    f" answered {again.status} {again.slug} in the next life"
                )
        if client.pending is not None:
            self.found["unanswered"] += 1
            answer = client.settle(line)
            assert answer is not None
            self.found["whole" if answer.replayed else "absent"] += 1
