"""Refusals in the player's words: one line a fault, no JSON pointers, and what would be right."""

from __future__ import annotations

import pytest

from texas42_client.errors import ApiProblem, ClientError
from texas42_client.refusals import refusal, say_place, settings_hint


def invalid(*errors: tuple[str, str]) -> ApiProblem:
    detail = "; ".join(f"{pointer}: {why}" for pointer, why in errors)
    listed = [{"pointer": pointer, "detail": why} for pointer, why in errors]
    return ApiProblem("validation", 422, "Wrong", detail, {"errors": listed})


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("", "the request"),
        ("?status", "--status"),
        ("/rules", "--rules"),
        ("/rules/preset", "--rules"),
        ("/rules/target", "setting target"),
        ("/rules/a~1b", "setting a/b"),
        ("/invite/B", "seat B"),
        ("/sit", "--sit"),
        ("/name", "the name"),
        ("/url", "url"),
        ("/events/0", "events 0"),
    ],
)
def test_a_pointer_is_said_as_the_command_line_calls_it(pointer, place):
    assert say_place(pointer) == place


def test_one_fault_is_one_line():
    assert refusal(invalid(("/rules/target", "must be small"))) == [
        "t42: setting target: must be small"
    ]


def test_several_faults_are_listed_once_each():
    assert refusal(invalid(("/sit", "must be A"), ("/name", "is too long"))) == [
        "t42: 2 things are wrong.",
        "  --sit: must be A",
        "  the name: is too long",
    ]


def test_nothing_in_a_refusal_steers_the_terminal():
    assert "\x1b" not in "".join(refusal(invalid(("/rules/\x1b[1m", "un\x1b[1mknown"))))
    assert refusal(ClientError("No\x1b.", "Yes.")) == ["t42: No.", "  Yes."]


def test_a_near_setting_is_suggested():
    known = lambda: ["target", "min_bid"]  # noqa: E731
    hint = settings_hint(invalid(("/rules/targt", "unknown setting")), known)
    assert hint == "Did you mean target? All settings: t42 rules"
    hint = settings_hint(invalid(("/rules/zzz", "unknown setting")), known)
    assert hint == "All settings: t42 rules"


def test_the_server_is_asked_for_its_settings_only_when_one_is_unknown():
    def known() -> list[str]:
        pytest.fail("asked")

    assert settings_hint(invalid(("/name", "is too long")), known) is None
    wrong = invalid(("/rules/target", "must be small"))
    assert settings_hint(wrong, known) == "All of it: t42 rules target"


def test_the_time_to_wait_is_told_once():
    busy = ApiProblem("busy", 503, "Busy", "Busy.", retry_after=7)
    assert refusal(busy)[1:] == ["  Try again in 7 seconds."]
    limited = ApiProblem("quota-exceeded", 429, "Limit", "Go on in 7 seconds.", retry_after=7)
    assert refusal(limited) == ["t42: Go on in 7 seconds."]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (
            [
                {"type": "pass"},
                *({"type": "bid", "points": points} for points in range(31, 42)),
                {"type": "bid", "marks": 1},
            ],
            "pass, bid 31 to 41, bid 1 mark",
        ),
        ([{"type": "pass"}, {"type": "bid", "points": 41}], "pass, bid 41"),
        (
            [
                {"type": "declare", "trump": trump, "open_tricks": opened}
                for trump in ("0", "none")
                for opened in (1, 2)
            ],
            "declare blanks, none, each with open 1 or 2 behind it",
        ),
        ([{"type": "declare", "trump": "6"}], "declare sixes"),
        (
            [
                *({"type": "bid", "marks": marks} for marks in range(3, 51)),
                {"type": "bid", "marks": 4, "plunge": True},
                {"type": "bid", "marks": 3, "splash": True},
            ],
            "bid 3 marks to 50 marks, bid plunge 4, bid splash 3",
        ),
        (
            [
                {"type": "declare", "trump": "none", "doubles": "low"},
                {"type": "declare", "trump": "nello", "doubles": "own_suit_low"},
                {"type": "declare", "trump": "sevens"},
                {"type": "play", "tile": "4-6"},
            ],
            "declare none low, nello own-low, sevens; or lead, which names trump: play 4-6",
        ),
        (
            [{"type": "play", "tile": "3-5"}, {"type": "play", "tile": "3-5", "call": "3"}],
            "play 3-5, play 3-5 call 3",
        ),
        ([{"type": "play", "tile": "0-5"}, {"type": "play", "tile": "5-6"}], "play 0-5, play 5-6"),
    ],
)
def test_what_may_be_done_instead_is_told_in_short(moves, said):
    illegal = ApiProblem("illegal-move", 422, "No", "No.", {"rule": "R4.4", "legal_moves": moves})
    assert refusal(illegal) == ["t42: No. (R4.4)", f"  You may: {said}"]


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("Leave out open_tricks (1).", "Leave out open 1."),
        ("How many stay open: open_tricks is 1 or 2.", "How many stay open: open 1 or 2."),
        ("No choice of doubles here: leave out doubles (own_suit).", None),
        (
            "Say what they are: doubles is own_suit_low or low.",
            "Say what they are: own-low or low.",
        ),
        ("0-1 called suit 0: follow with 0-3.", "0-1 called blanks: follow with 0-3."),
        ("2-2 called doubles: follow with 5-5.", "2-2 called doubles: follow with 5-5."),
    ],
)
def test_a_refusal_uses_the_words_that_are_typed(detail, said):
    said = said or "No choice of doubles here: leave out own."
    assert refusal(ApiProblem("illegal-move", 422, "No", detail)) == [f"t42: {said}"]
