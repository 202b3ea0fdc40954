"""What a view tells, in words shared by the drawn and the plain table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texas42_client.origin import is_loopback
from texas42_client.table.people import People
from texas42_client.table.results import say_result, say_score, score_of
from texas42_client.table.text import clean
from texas42_client.table.words import (
    count,
    say_bid,
    say_contract,
    say_move,
    say_suit,
    say_tile,
    say_trump,
)

__all__ = ["Facts"]

STRAIGHT = "straight"


class Facts:
    """The sentences of a view, each empty when there is nothing to say."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.people = People(view)
        self.rules: Mapping[str, Any] = view.get("rules") or {}

    def title(self) -> str:
        """The match's name, its rules unless they are straight, the hand and the trick."""
        said = [clean(self.view.get("name") or ""), self._preset(), self._where()]
        title = ", ".join(filter(None, said))
        return title if said[0] else title.capitalize()

    def _preset(self) -> str:
        """``family rules``; nothing for straight."""
        preset = self.rules.get("preset") or STRAIGHT
        return "" if preset == STRAIGHT else f"{clean(preset)} rules"

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

    def total(self) -> int:
        """The points of a hand, 42 for four seats (R2.1, R9.2)."""
        return 35 + self.tricks()

    def target(self) -> int:
        """How many marks, or points, win the match."""
        return int(self.rules.get("target") or 7)

    def unit(self) -> str:
        """What wins the match: ``mark`` or ``point``."""
        return "point" if self.rules.get("scoring") == "points" else "mark"

    def margin(self) -> str:
        """How far ahead the winner must be, where that is more than one mark (R8.9)."""
        ahead = self.rules.get("win_by") or 1
        return f" by {ahead}" if ahead > 1 else ""

    def goal(self) -> str:
        """``7 marks``, ``250 points``, ``7 marks and 2 ahead``."""
        ahead = f" and {self.rules['win_by']} ahead" if self.margin() else ""
        return f"{count(self.target(), self.unit())}{ahead}"

    def score(self) -> Mapping[str, int]:
        """Side -> its marks or points in the match."""
        return score_of(self.view)

    def must_bid(self) -> bool:
        """Whether the seat on turn may not pass, since all others have (R3.4)."""
        view = self.view
        forced = view["status"] == "bidding" and self.rules.get("all_pass") == "dealer_must_bid"
        said = [bid["type"] for bid in view["bids"]]
        return forced and said == ["pass"] * (len(view["seats"]) - 1)

    def sitting_out(self) -> str | None:
        """In nello the bidder's partner (R8.1)."""
        contract = self.view.get("contract")
        if contract is None or contract.get("kind") != "nello":
            return None
        bidder = contract["bidder"]
        side = self.people.side_of(bidder)
        seats = (seat for seat in self.people.seats if self.people.side_of(seat) == side)
        return next(seat for seat in seats if seat != bidder)

    def sits_out(self) -> bool:
        """Whether that is the viewer."""
        return self.people.you is not None and self.people.you == self.sitting_out()

    def bids(self) -> str:
        """Who dealt, and what everybody bid."""
        view = self.view
        if view.get("dealer") is None:
            return ""
        said = [f"{self.people.who(bid['seat'])} {say_bid(bid)}" for bid in view["bids"]]
        dealt = f"{self.people.subject(view['dealer'])} dealt."
        return f"{dealt} Bids: {', '.join(said)}." if said else f"{dealt} Nobody has bid yet."

    def opener(self) -> str:
        """While they bid: who speaks first since they were dealt 0-1 (R3.1), if that decides."""
        view = self.view
        if view["status"] != "bidding" or self.rules.get("first_bidder") != "holder_of_0_1":
            return ""
        first = view["bids"][0]["seat"] if view["bids"] else view["turn"]
        s = "" if first == self.people.you else "s"
        return f"{self.people.subject(first)} hold{s} 0-1, so speak{s} first."

    def contract(self) -> str:
        """Who bid what, what is trump, and who sits out."""
        contract = self.view.get("contract")
        if contract is None:
            return ""
        people = self.people
        who, mine = people.name(contract.get("declarer")), contract.get("declarer") == people.you
        naming = "you name trump" if mine else f"{who} names trump"
        said = say_contract(contract, people.subject(contract["bidder"]), self.rules, naming)
        out = self.sitting_out()
        if out is None:
            return f"{said}."
        verb = "sit" if out == people.you else "sits"
        return f"{said}. {people.subject(out)} {verb} out."

    def stand(self) -> list[tuple[str, str]]:
        """(side, how far it is) for the contract, points or tricks: R5.1 to R5.3, R8.1, R9.3."""
        view, contract = self.view, self.view.get("contract")
        if contract is None or view.get("tricks_taken") is None:
            return []
        bidders = self.people.side_of(contract["bidder"])
        points, bid = view.get("points"), contract.get("points")
        tricks = self.tricks()
        if bid is None or points is None:
            done, need, to_set, unit = view["tricks_taken"], tricks, 1, " tricks"
        else:
            done, need, to_set, unit = points, bid, self.total() + 1 - bid, ""
        theirs = sum(done.values()) - done[bidders]
        if contract.get("kind") == "nello":
            return [(self.people.camp(bidders), f"{theirs} of {tricks} lost")]
        ours = f"{done[bidders]} of {need}" + (", made" if done[bidders] >= need else unit)
        against = f"{theirs} of {to_set}" + (", set" if theirs >= to_set else " to set")
        rows = [(self.people.camp(bidders), ours), (self._others(bidders), against)]
        return rows if bidders == self.people.sides[0] or not self.people.partnered else rows[::-1]

    def _others(self, bidders: str) -> str:
        if not self.people.partnered:
            return "Others"
        return self.people.camp(next(side for side in self.people.sides if side != bidders))

    def led(self) -> str:
        """What was led, and what binds the viewer to some of the tiles (R4.4, R4.7, R8.3)."""
        view, trick = self.view, self.view.get("current_trick")
        if not trick:
            return ""
        tiles = {move["tile"] for move in view["legal_moves"] if move["type"] == "play"}
        bound = 0 < len(tiles) < len(view["hand"] or ())
        sevens = (view.get("contract") or {}).get("kind") == "sevens"
        closest = "Play one of your tiles closest to seven pips." if bound and sevens else ""
        if not trick["plays"]:
            return closest or ("You hold trumps, so lead one." if bound else "")
        led = self._lead(trick)
        return f"{led} {closest or ('You hold the suit, so follow.' if bound else '')}".rstrip()

    def _lead(self, trick: Mapping[str, Any]) -> str:
        """The suit that was led; the tile, where its lower end was called or where none counts."""
        lead, who = trick["plays"][0], self.people.subject(trick["leader"])
        if lead.get("call") is not None:
            return f"{who} led {lead['tile']} and called {say_trump(lead['call'])}."
        if trick["suit"] is None:
            return f"{who} led {lead['tile']}."
        trump = (self.view.get("contract") or {}).get("trump")
        return f"{who} led {say_suit(trick['suit'], trump)}."

    def last_hand(self) -> str:
        """How the hand before ended, until somebody speaks in this one."""
        view = self.view
        if view["status"] != "bidding" or view["bids"] or not view.get("last_hand"):
            return ""
        return f"The hand before: {say_result(view['last_hand'], self.people, self.rules)}."

    def captured(self) -> list[tuple[str, list[Mapping[str, Any]], int]]:
        """(side, its tricks that lie face up, how many lie face down), where it took any."""
        rows = []
        taken = self.view.get("tricks_taken") or {}
        for side in self.people.sides:
            mine = [trick for trick in self.view["captured"] if trick["side"] == side]
            if taken.get(side):
                rows.append((side, mine, taken[side] - len(mine)))
        return rows

    def attributed(self) -> list[str]:
        """The tricks that keep who played what, where the rules keep that (R6.3)."""
        return [
            f"Trick {trick['number']} went to {self.people.team(trick['side'])}: "
            + ", ".join(f"{self.people.who(p['seat'])} {say_tile(p)}" for p in trick["plays"])
            + "."
            for trick in self.view["captured"]
            if trick.get("plays")
        ]

    def ending(self) -> str:
        """Who won the match, or that it was given up."""
        view = self.view
        if view["status"] != "finished":
            given_up = {"cancelled": "called off", "closed": "given up"}.get(view["status"])
            return "" if given_up is None else f"The match was {given_up}."
        won = view["winner"]
        said = say_score(self.score(), won, self.people)
        score = f", {said}" if self.people.partnered else f": {said}"
        mine = self.people.you is not None and self.people.side_of(self.people.you) == won
        return f"{self.people.team(won, first=True)} won the match{score}." + (
            " Well played!" * mine
        )

    def turn(self) -> str:
        """Whose turn it is, and for what."""
        view = self.view
        if view["turn"] is None:
            return ""
        doing = {"bidding": "bid", "declaring": "name trump"}.get(view["status"], "play")
        mine = view["turn"] == self.people.you
        forced = ""
        if self.must_bid():
            forced = f": all others have passed, so {'you' if mine else 'the last'} must bid"
        whose = "your" if mine else f"{self.people.name(view['turn'])}'s"
        return f"It is {whose} turn to {doing}{forced}."

    def moves(self, but: str = "") -> list[str]:
        """The legal moves, numbered; without those of the type ``but``."""
        numbered = enumerate(self.view["legal_moves"], start=1)
        return [
            f"{n:>2} {say_move(move).removeprefix('declare ')}"
            for n, move in numbered
            if move["type"] != but
        ]

    def calls(self) -> list[str]:
        """The leads that call their lower end, numbered as among all moves (R4.3)."""
        numbered = enumerate(self.view["legal_moves"], start=1)
        return [f"{n:>2} {say_move(m)}" for n, m in numbered if m.get("call") is not None]

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
        if self.sits_out():
            return "Nothing: you sit out this hand. How it goes on: t42 watch"
        return f"Nothing: it is {self.people.name(self.view['turn'])}'s turn. Wait with t42 watch."
