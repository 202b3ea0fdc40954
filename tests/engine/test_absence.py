"""Seats that change hands, matches given up, rematches: what the engine says of them."""

from __future__ import annotations

import pytest

from tests.engine.tables import TABLE, A, B, C, D, Game, game_at_play, state
from texas42 import (
    Cancelled,
    Closed,
    Entry,
    Match,
    Offered,
    Replaced,
    RuleViolation,
    cancel,
    close,
    create,
    join,
    leave,
    offer,
    on_turn,
    redact,
    replace,
    replay,
    resolve,
    view,
)


def refusal(ask, match: Match, *what) -> str:
    """The code that refuses this, with nothing changed."""
    before = state(match)
    with pytest.raises(RuleViolation) as caught:
        ask(match, *what)
    assert state(match) == before
    return caught.value.code.value


def feed(game: Game, viewer=None, **how):
    return redact([Entry(n, n, event) for n, event in enumerate(game.log, 1)], viewer, **how)


def open_match(*players: str) -> Match:
    match = replay([create("friday", "ann", resolve())])
    for seat, player in zip(TABLE.seats, players, strict=False):
        match.apply(join(match, seat, player))
    return match


def test_an_offered_seat_passes_on_hand_and_history():
    game = game_at_play("6", A="6-6 0-1 2-6 3-6 4-6 5-6", B="0-6 1-1 1-6")
    game.plays("6-6")
    hand = view(game.match, B)["hand"]
    game.record(offer(game.match, B))
    game.record(replace(game.match, B, "eve"))
    assert game.log[-2:] == [Offered(B), Replaced(B, "eve")]
    assert game.match.players == ["ann", "eve", "cat", "dan"]
    assert game.match.seat_of("bob") is None
    assert view(game.match, game.match.seat_of("eve"))["hand"] == hand
    assert game.legal("B") == ["0-6", "1-6"]


def test_an_offer_neither_moves_the_turn_nor_renews_it():
    game = Game().deal()
    since, turn = game.match.turn_since, game.match.turn
    game.record(offer(game.match, A))
    game.record(replace(game.match, A, "eve"))
    assert (game.match.turn_since, game.match.turn) == (since, turn)
    assert game.match.version == len(game.log)
    game.go("A: 30")
    assert game.match.turn_since == game.match.version


def test_before_the_deal_nobody_is_waited_for():
    match = open_match("ann", "bob")
    assert (match.turn, match.turn_since) == (None, None)


def test_an_offer_stands_while_others_move():
    game = Game().deal()
    game.record(offer(game.match, C))
    game.go("A: 30  B: pass")
    assert list(game.match.offered) == [C]
    game.go("C: pass")
    assert not game.match.offered


@pytest.mark.parametrize(
    ("before", "move"),
    [
        ("", "A: 30"),
        ("", "A: pass"),
        ("A: 30  B: pass  C: pass  D: pass", "A: trump 6"),
        ("A: 30  B: pass  C: pass  D: pass  A: trump 6", "A: 6-6"),
    ],
)
def test_an_offer_ends_when_its_player_moves(before, move):
    game = Game().deal(A="6-6").go(before)
    game.record(offer(game.match, A))
    game.record(offer(game.match, C))
    game.go(move)
    assert game.match.offered == [C]
    assert refusal(replace, game.match, A, "eve") == "seat_taken"


def test_an_offer_made_twice_is_one_offer():
    game = Game().deal()
    game.record(offer(game.match, A))
    game.record(offer(game.match, A))
    game.record(replace(game.match, A, "eve"))
    assert game.match.offered == []


def test_only_an_offered_seat_can_be_taken_over_and_only_by_somebody_new():
    game = Game().deal()
    assert refusal(replace, game.match, A, "eve") == "seat_taken"
    game.record(offer(game.match, A))
    assert refusal(replace, game.match, A, "dan") == "already_seated"


def test_an_offer_ends_with_the_match():
    game = Game().deal()
    game.record(offer(game.match, A))
    game.record(close(game.match))
    assert refusal(replace, game.match, A, "eve") == "match_over"


def test_who_gave_a_seat_up_or_lost_it_is_remembered():
    match = open_match("ann", "bob")
    match.apply(leave(match, B))
    match.apply(join(match, B, "bob"))
    match.apply(leave(match, B))
    assert match.former == ["bob"]
    game = Game().deal()
    game.record(offer(game.match, A))
    before = game.match.copy()
    game.record(replace(game.match, A, "eve"))
    assert (before.former, game.match.former) == ([], ["ann"])


def test_on_turn_is_who_is_waited_for():
    assert refusal(on_turn, open_match("ann")) == "match_not_started"
    game = Game().deal()
    assert on_turn(game.match) == game.match.turn
    game.record(close(game.match))
    assert refusal(on_turn, game.match) == "match_over"


def test_a_seat_is_offered_while_the_match_is_on():
    assert refusal(offer, open_match("ann"), A) == "match_not_started"


def test_a_match_is_called_off_before_the_first_deal_only():
    match = open_match("ann", "bob")
    match.apply(cancel(match))
    assert (match.status, match.turn, match.awaits_deal) == ("cancelled", None, False)
    for ask in (
        lambda m: join(m, C, "cat"),
        lambda m: leave(m, A),
        cancel,
        close,
        lambda m: offer(m, A),
    ):
        assert refusal(ask, match) == "match_over"
    assert refusal(cancel, Game().deal().match) == "match_started"


def test_a_closed_match_has_no_winner_and_takes_no_move():
    game = game_at_play("6", A="6-6 0-1")
    assert refusal(close, open_match("ann")) == "match_not_started"
    game.record(close(game.match))
    assert (game.match.status, game.match.turn, game.match.winner) == ("closed", None, None)
    assert game.refused("A: 6-6") == ("R5.6", "match_over")
    assert refusal(close, game.match) == "match_over"
    table = view(game.match, A)
    assert (table["hand"], table["current_trick"], table["legal_moves"]) == ([], None, [])
    assert [entry["type"] for entry in feed(game)][-1] == "closed"


def test_r6_6_a_hand_that_is_given_up_shows_no_more_than_it_did():
    game = game_at_play("6", A="6-6 0-1", B="0-6", C="1-6", D="2-6")
    game.plays("6-6 0-6 1-6 2-6 0-1")
    shown = feed(game)
    game.record(Closed())
    assert feed(game)[:-1] == shown
    assert [entry["tile"] for entry in shown if entry["type"] == "play"] == [None] * 4 + ["0-1"]


def test_a_rematch_says_which_match_it_follows_and_who_deals_first():
    created = create("again", "ann", resolve(), rematch_of="abc", first_dealer=C)
    match = replay([created])
    assert (match.next_dealer, match.rematch_of) == (C, "abc")
    told = redact([Entry(1, 0, created)], None)[0]
    assert (told["rematch_of"], told["first_dealer"]) == ("abc", "C")


def test_a_match_called_off_is_told_in_the_feed():
    game = Game()
    game.log.append(Cancelled())
    assert feed(game)[-1] == {"seq": 6, "type": "cancelled", "at": 6}


def test_offers_and_replacements_are_told_to_everybody():
    game = Game().deal()
    game.record(Offered(A))
    game.record(Replaced(A, "eve"))
    for viewer in (None, *TABLE.seats):
        assert feed(game, viewer, after=6) == [
            {"seq": 7, "type": "offered", "at": 7, "seat": "A"},
            {"seq": 8, "type": "replaced", "at": 8, "seat": "A", "player": "eve"},
        ]


class TestR68WhatAnOpenWaitIsSent:
    """R6.8: a play is sent as it was made to who waits; whoever asks later reads R6.3."""

    def tricks(self) -> Game:
        game = game_at_play("6", A="6-6 0-1", B="0-6", C="1-6", D="2-6")
        return game.plays("6-6 0-6 1-6 2-6")

    def plays(self, game: Game, **how) -> list[tuple]:
        told = feed(game, D, **how)
        return [(e["seat"], e["tile"], e["at"]) for e in told if e["type"] == "play"]

    def test_r6_8_the_tile_that_completes_a_trick_is_sent_to_who_waited_for_it(self):
        game = self.tricks()
        last = len(game.log)
        assert self.plays(game, after=last - 1, witnessed=last - 1) == [("D", "2-6", last)]

    def test_r6_8_what_was_played_before_the_wait_is_redacted(self):
        game = self.tricks()
        last = len(game.log)
        assert self.plays(game, witnessed=last - 2) == [
            (None, None, last),
            (None, None, last),
            ("C", "1-6", last - 1),
            ("D", "2-6", last),
        ]

    def test_r6_8_whoever_asks_afterwards_reads_no_seat_and_no_tile(self):
        game = self.tricks()
        assert self.plays(game) == [(None, None, len(game.log))] * 4
