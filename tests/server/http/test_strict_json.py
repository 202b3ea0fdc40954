"""Bodies are strict JSON; whatever is not is refused by name, and nothing falls over."""

from __future__ import annotations

import contextlib
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.http.house import House, told
from texas42_server.asking.strictjson import MAX_DEPTH, MAX_INTEGER, Malformed, parse

TRAPS = {
    "nothing but brackets": b"[" * 60_000,
    "objects without end": b'{"a":' * 10_000,
    "NaN": b'{"points": NaN}',
    "Infinity": b'{"points": -Infinity}',
    "a number beyond a double": b'{"points": 1e999}',
    "a whole number of 64 bits": b'{"points": 9223372036854775808}',
    "a whole number of 5000 digits": b'{"points": ' + b"9" * 5000 + b"}",
    "a name given twice": b'{"type": "pass", "type": "play"}',
    "half a surrogate pair": b'{"type": "\\ud800"}',
    "half a pair in a name": b'{"\\udc00": 1}',
    "bytes that are no UTF-8": b'{"type": "\xff"}',
    "UTF-16": '{"type": "pass"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"type": "pass"}',
    "a comma too many": b'{"type": "pass",}',
    "a comment": b'{"type": "pass"} // done',
    "two values": b'{"type": "pass"} {}',
    "single quotes": b"{'type': 'pass'}",
    "a tab in a string": b'{"type": "pa\tss"}',
    "a leading zero": b'{"points": 031}',
    "white space alone": b"  \n",
}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_body_that_is_no_strict_json_is_refused(trap: str) -> None:
    with pytest.raises(Malformed):
        parse(TRAPS[trap])


def test_over_http_each_is_a_400_that_says_so(house: House) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    before = house.rows()
    for trap, body in TRAPS.items():
        answer = mover.post(
            f"/matches/{match_id}/moves", data=body, content_type="application/json"
        )
        assert answer.status_code == 400, (trap, answer.text)
        assert told(answer)["type"] == "/problems/malformed"
    assert house.rows() == before


def test_the_largest_numbers_and_the_deepest_nesting_that_are_allowed() -> None:
    assert parse(str(MAX_INTEGER).encode()) == MAX_INTEGER
    assert parse(str(-MAX_INTEGER).encode()) == -MAX_INTEGER
    deep = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    assert parse(deep)
    with pytest.raises(Malformed):
        parse(b"[" + deep + b"]")


def test_a_whole_pair_of_surrogates_is_a_character() -> None:
    assert parse(b'"\\ud83c\\udc63"') == "\U0001f063"


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda children: st.lists(children) | st.dictionaries(st.text("abc"), children),
    max_leaves=10,
)


@given(JSON_VALUES)
def test_what_json_can_say_is_read_as_it_was_written(value: object) -> None:
    assert parse(json.dumps(value).encode()) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(Malformed):
        parse(data)


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"points": 31}, ["/type"]),
        ({"type": "dance"}, ["/type"]),
        ({"type": ["bid"]}, ["/type"]),
        ([], [""]),
        ("pass", [""]),
        (None, [""]),
        ({"type": "pass", "points": 31}, ["/points"]),
        ({"type": "bid", "points": 30, "marks": 7}, [""]),
        ({"type": "bid"}, [""]),
        ({"type": "bid", "points": 2.7}, ["/points"]),
        ({"type": "bid", "points": " 2 "}, ["/points"]),
        ({"type": "bid", "points": True}, ["/points"]),
        ({"type": "bid", "points": None}, ["/points"]),
        ({"type": "bid", "points": 31.0}, ["/points"]),
        ({"type": "bid", "marks": 4, "plunge": False}, ["/plunge"]),
        ({"type": "bid", "marks": 4, "plunge": None}, ["/plunge"]),
        ({"type": "bid", "marks": 4, "splash": 1}, ["/splash"]),
        ({"type": "bid", "marks": 4, "plunge": True, "splash": True}, [""]),
        ({"type": "bid", "points": 31, "plunge": True}, ["/plunge"]),
        ({"type": "bid", "plunge": True}, [""]),
        ({"type": "bid", "marks": 2, "a/b~c": True}, ["/a~1b~0c"]),
        ({"type": "bid", "marks": 2, "key": True}, ["/key"]),
        ({"type": "play", "tile": "7-1"}, ["/tile"]),
        ({"type": "play", "tile": "4-6\n"}, ["/tile"]),
        ({"type": "play", "tile": 46}, ["/tile"]),
        ({"type": "play"}, ["/tile"]),
        ({"type": "play", "tile": "4-6", "call": "5"}, ["/call"]),
        ({"type": "play", "tile": "4-6", "call": 4}, ["/call"]),
        ({"type": "play", "tile": "4-6", "call": None}, ["/call"]),
        ({"type": "declare", "trump": "low"}, ["/trump"]),
        ({"type": "declare", "trump": "none", "doubles": "up"}, ["/doubles"]),
        ({"type": "declare", "trump": "none", "doubles": ["low"]}, ["/doubles"]),
        ({"type": "declare", "trump": 6}, ["/trump"]),
        ({"type": "declare", "trump": "6", "open_tricks": 3}, ["/open_tricks"]),
        ({"type": "declare", "trump": "6", "open_tricks": None}, ["/open_tricks"]),
    ],
)
def test_a_move_of_the_wrong_form_is_told_which_member(
    house: House, body: object, pointers: list[str]
) -> None:
    match_id = house.match()
    mover = house.seat(house.view(match_id)["turn"])
    answer = mover.post(
        f"/matches/{match_id}/moves", data=json.dumps(body), content_type="application/json"
    )
    assert answer.status_code == 422, answer.text
    problem = told(answer)
    assert problem["type"] == "/problems/validation"
    assert [error["pointer"] for error in problem["errors"]] == pointers


@pytest.mark.parametrize(
    ("form", "pointers"),
    [
        ({"rules": "nine"}, ["/rules"]),
        ({"rules": {"preset": "nine"}}, ["/rules/preset"]),
        ({"rules": {"target": True, "colour": "red"}}, ["/rules/colour", "/rules/target"]),
        ({"rules": {"max_marks": 1}}, ["/rules/max_opening_marks"]),
        ({"rules": None}, ["/rules"]),
        ({"rules": 7}, ["/rules"]),
        ({"listed": "yes"}, ["/listed"]),
        ({"listed": 1}, ["/listed"]),
        ({"sit": "E"}, ["/sit"]),
        ({"sit": None}, ["/sit"]),
        ({"name": " friday"}, ["/name"]),
        ({"name": ""}, ["/name"]),
        ({"invite": {"E": "bob"}}, ["/invite/E"]),
        ({"invite": {"B": 7}}, ["/invite/B"]),
        ({"invite": {"B": "nobody"}}, ["/invite/B"]),
        ({"invite": {"B": "bob", "C": "BOB"}}, ["/invite/C"]),
        ({"invite": {"A": "bob"}, "sit": "A"}, ["/invite/A"]),
        ({"invite": {"B": "ann"}, "sit": "A"}, ["/invite/B"]),
        ({"invite": ["bob"]}, ["/invite"]),
        ({"seed": 42}, ["/seed"]),
        ({"deal": [], "nme": "x"}, ["/deal", "/nme"]),
        (
            {"seed": 1, "sit": "Z", "invite": {"B": "nobody"}, "rules": {"target": "seven"}},
            ["/invite/B", "/rules/target", "/seed", "/sit"],
        ),
    ],
)
def test_a_match_of_the_wrong_form_is_told_every_member(
    house: House, form: object, pointers: list[str]
) -> None:
    house.person("bob")
    before = house.rows()
    answer = house.person("ann").post("/matches", form)
    assert answer.status_code == 422, answer.text
    assert [error["pointer"] for error in told(answer)["errors"]] == pointers
    assert house.rows() == before


@pytest.mark.parametrize(
    ("path", "pointers"),
    [
        ("/matches?status=lost", ["?status"]),
        ("/matches?limit=0", ["?limit"]),
        ("/matches?limit=1001", ["?limit"]),
        ("/matches?limit=1e2", ["?limit"]),
        ("/matches?limit=%D9%A3", ["?limit"]),
        ("/matches?limit=5&limit=6", ["?limit"]),
        ("/matches?token=t42_x&seed=1", ["?seed", "?token"]),
        ("/me/matches?turn=theirs", ["?turn"]),
        ("/me/matches?after=soon", ["?after"]),
        ("/rules?", []),
    ],
)
def test_a_query_of_the_wrong_form_is_told_which_name(
    house: House, path: str, pointers: list[str]
) -> None:
    answer = house.person("ann").get(path)
    assert [error["pointer"] for error in told(answer).get("errors", [])] == pointers


def test_a_change_takes_no_query(house: House) -> None:
    answer = house.person("ann").post("/matches?seed=42")
    assert [error["pointer"] for error in told(answer)["errors"]] == ["?seed"]


def test_42_points_is_refused_with_the_hint_that_it_is_one_mark(house: House) -> None:
    match_id = house.match()
    answer = house.move(match_id, {"type": "bid", "points": 42})
    assert answer.status_code == 422
    problem = told(answer)
    assert problem["type"] == "/problems/illegal-move"
    assert "mark" in problem["detail"]


def test_curl_d_is_told_of_curl_json(house: House) -> None:
    answer = house.person("ann").post("/matches", data='{"name": "friday"}')
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    also = house.person("ann").post("/matches", data='{"name": "friday"}', headers=form)
    for refused in (answer, also):
        assert refused.status_code == 415
        assert refused.headers["Accept"] == "application/json"
        assert "curl --json" in told(refused)["detail"]


def test_an_absent_body_is_an_empty_object(house: House) -> None:
    ann = house.person("ann")
    assert ann.post("/matches").status_code == 201
    assert ann.post("/matches", data=b"", content_type="text/plain").status_code == 201
    assert ann.post("/matches", {}).status_code == 201


def test_json_with_a_charset_is_json(house: House) -> None:
    typed = "application/json; charset=utf-8"
    assert house.person("ann").post("/matches", data="{}", content_type=typed).status_code == 201


def test_a_body_of_unknown_length_is_too_large_all_the_same(house: House) -> None:
    """As it comes chunked, without `Content-Length`."""
    for size, status in ((65_536, 201), (65_537, 413), (200_000, 413)):
        body = b'{"name": "%d"}' % size
        answer = house.stranger.post(
            "/players",
            input_stream=io.BytesIO(body.ljust(size)),
            content_type="application/json",
            environ_overrides={"wsgi.input_terminated": True},
        )
        assert answer.status_code == status, size
