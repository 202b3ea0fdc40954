"""What a view tells, in words shared by the drawn and the plain table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.origin import is_loopback
from texas42_client.table.people import People
from texas42_client.table.results import say_result, say_score
from texas42_client.table.text import clean
from texas42_client.table.words import say_bid, say_contract, say_move, say_suit

__all__ = ["Facts"]


class Facts:
    """The sentences of a view, each empty when there is nothing to say."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.people = People(view)

    def title(self) -> str:
        """The match's name, the hand and the trick."""
        name, where = clean(self.view.get("name") or ""), self._where()
        return f"{name}, {where}" if name else where.capitalize()

    def _where(self) -> str:
        view = self.view
        if view["status"] in ("open", "finished", "cancelled", "closed"):
            return "waiting for players" if view["status"] == "open" else "over"
        trick = view.get("current_trick")
        at = f", trick {trick['number']} of {self.tricks()}" if trick else ""
        return f"hand {view['hand_number']}{at}"

    def tricks(self) -> int:
        """How many tricks a hand has (R9.2)."""
        return 28 // len(self.view["seats"])

    def target(self) -> int:
        """How many marks win the match."""
        return int((self.view.get("rules") or {}).get("target") or 7)

    def bids(self) -> str:
        """Who dealt, and what everybody bid."""
        view = self.view
        if view.get("dealer") is None:
            return ""
        said = [f"{self.people.name(bid['seat'])} {say_bid(bid)}" for bid in view["bids"]]
        dealt = f"{self.people.subject(view['dealer'])} dealt."
        return f"{dealt} Bids: {', '.join(said)}." if said else f"{dealt} Nobody has bid yet."

    def contract(self) -> str:
        """Who bid what, and what is trump."""
        contract = self.view.get("contract")
        if contract is None:
            return ""
        return say_contract(contract, self.people.subject(contract["bidder"])) + "."

    def stand(self) -> list[tuple[str, str]]:
        """(side, how far it is) for the contract, points or tricks: R5.1 to R5.3."""
        view, contract = self.view, self.view.get("contract")
        if contract is None or view.get("tricks_taken") is None:
            return []
        bidders = self.people.side_of(contract["bidder"])
        points, bid = view.get("points"), contract.get("points")
        rows = []
        for side in self.people.sides:
            if bid is None or points is None:
                done, goal = view["tricks_taken"][side], self.tricks()
                need = f"of {goal} tricks" if side == bidders else "of 1 to set"
            else:
                done, setting = points[side], self.tricks() + 36 - bid
                need = f"of {bid}" if side == bidders else f"of {setting} to set"
            rows.append((side, f"{done} {need}"))
        return rows

    def led(self) -> str:
        """The suit of the current trick, and whether the viewer must follow (R4.4)."""
        view, trick = self.view, self.view.get("current_trick")
        if not trick or not trick["plays"]:
            return ""
        suit = say_suit(trick["suit"], (view.get("contract") or {}).get("trump"))
        led = f"{self.people.subject(trick['leader'])} led {suit}."
        if not view["legal_moves"]:
            return led
        bound = len(view["legal_moves"]) < len(view["hand"] or ())
        return f"{led} You hold the suit, so follow." if bound else led

    def last_hand(self) -> str:
        """How the hand before ended, until somebody speaks in this one."""
        view = self.view
        if view["status"] != "bidding" or view["bids"] or not view.get("last_hand"):
            return ""
        return f"The hand before: {say_result(view['last_hand'], self.people)}."

    def captured(self) -> list[tuple[str, list[Mapping[str, Any]], int]]:
        """(side, its tricks that lie face up, how many lie face down), where it took any."""
        rows = []
        taken = self.view.get("tricks_taken") or {}
        for side in self.people.sides:
            mine = [trick for trick in self.view["captured"] if trick["side"] == side]
            if taken.get(side):
                rows.append((side, mine, taken[side] - len(mine)))
        return rows

    def last_trick(self) -> str:
        """The trick before with who played what, where the rules keep that (R6.3)."""
        kept = [trick for trick in self.view["captured"] if trick.get("plays")]
        if not kept:
            return ""
        trick = kept[-1]
        plays = ", ".join(f"{self.people.name(p['seat'])} {p['tile']}" for p in trick["plays"])
        return f"Trick {trick['number']} went to {self.people.side(trick['side'])}: {plays}."

    def ending(self) -> str:
        """Who won the match, or that it was given up."""
        view = self.view
        if view["status"] != "finished":
            given_up = {"cancelled": "called off", "closed": "given up"}.get(view["status"])
            return "" if given_up is None else f"The match was {given_up}."
        won = view["winner"]
        score = say_score(view["marks"], won)
        mine = self.people.you is not None and self.people.side_of(self.people.you) == won
        return f"{self.people.side(won)} won the match, {score}." + (" Well played!" * mine)

    def turn(self) -> str:
        """Whose turn it is, and for what."""
        view = self.view
        if view["turn"] is None:
            return ""
        doing = {"bidding": "bid", "declaring": "name trump"}.get(view["status"], "play")
        if view["turn"] == self.people.you:
            return f"It is your turn to {doing}."
        return f"It is {self.people.name(view['turn'])}'s turn to {doing}."

    def moves(self) -> list[str]:
        """The legal moves, numbered."""
        numbered = enumerate(self.view["legal_moves"], start=1)
        return [f"{n:>2} {say_move(move).removeprefix('declare ')}" for n, move in numbered]

    def invitations(self, server: str = "") -> list[str]:
        """For the owner: what to send to whoever shall sit down, with the server's address."""
        view = self.view
        if view["status"] != "open" or view.get("invites") is None:
            return []
        address = f" --server {server}" if server else ""
        join = f"t42 join {view.get('id')}"
        lines, codes = [], view["invites"]
        for seat, row in view["seats"].items():
            if row["player"] is not None:
                continue
            if row["kept_for"]:
                lines.append(f"{clean(row['kept_for'])} sits down with: {join}{address}")
            elif seat in codes:
                lines.append(f"To invite somebody: {join} {seat} {codes[seat]}{address}")
            else:
                lines.append(f"Anybody sits down with: {join}{address}")
        if any(row["player"] is None and not row["kept_for"] for row in view["seats"].values()):
            lines.append(f"Whoever is new there registers first: t42 register NAME{address}")
        if lines and is_loopback(server):
            lines.append(f"{server} is this computer: from another, the server's address differs.")
        return list(dict.fromkeys(lines))

    def awaited(self) -> str:
        """Which seats the first deal waits for, while it does."""
        if self.view["status"] != "open":
            return ""
        free = [seat for seat, row in self.view["seats"].items() if row["player"] is None]
        said = ", ".join(f"seat {seat} is {self.people.name(seat)}" for seat in free)
        return f"The match waits for players: {said}."

    def no_tiles(self) -> str:
        """Why the viewer holds none."""
        if self.people.you is None:
            return "You do not sit at this table; you may watch: t42 show"
        if self.view["status"] == "open":
            return f"Nothing has been dealt yet. {self.awaited()}"
        return self.ending() or "You hold no tiles."

    def no_moves(self) -> str:
        """Why the viewer has none to choose from."""
        if self.view["status"] == "open":
            return f"Nothing yet. {self.awaited()}"
        if self.view["turn"] is None:
            return f"Nothing. {self.ending()}"
        if self.people.you is None:
            return "Nothing: you do not sit at this table; you may watch: t42 watch"
        return f"Nothing: it is {self.people.name(self.view['turn'])}'s turn. Wait with t42 watch."
