"""`openapi.yaml` and the code say the same, both ways; and the checker that says so can fail."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from marshmallow import fields, validate
from openapi_core import OpenAPI
from openapi_core.contrib.flask import FlaskOpenAPIRequest, FlaskOpenAPIResponse
from openapi_spec_validator import validate as validate_document

import texas42
import texas42.contracts
from tests.server.http.contract import METHODS, Undocumented, contract
from tests.server.http.house import House
from texas42_server.asking import schemas
from texas42_server.asking.kinds import Digits, Flag, Whole
from texas42_server.asking.problems import KINDS
from texas42_server.edge.pages import document
from texas42_server.service import CONFLICTS, ILLEGAL_MOVES
from texas42_server.version import VERSION

SCHEMAS: dict[str, Any] = contract().document["components"]["schemas"]
FORMS = {
    "PlayerForm": schemas.PLAYER,
    "MatchForm": schemas.MATCH,
    "SeatForm": schemas.SEAT,
    "NothingForm": schemas.EMPTY,
    "WebhookForm": schemas.WEBHOOK,
    "BidForm": schemas.MOVE_FORMS["bid"],
    "PassForm": schemas.MOVE_FORMS["pass"],
    "DeclareForm": schemas.MOVE_FORMS["declare"],
    "PlayForm": schemas.MOVE_FORMS["play"],
}
QUERIES = {
    "/matches": schemas.LOBBY,
    "/me/matches": schemas.MINE,
    "/me/webhook/deliveries": schemas.DELIVERIES,
    "/matches/{match_id}/events": schemas.FEED,
    "/matches/{match_id}/hands": schemas.HANDS,
}


def test_the_document_is_valid_openapi() -> None:
    assert contract().document["openapi"] == "3.1.0"
    validate_document(contract().document)


def test_the_document_has_the_version_of_the_project() -> None:
    if VERSION == "0.0.0":
        pytest.skip("not installed")
    assert contract().document["info"]["version"] == VERSION


def test_every_route_is_in_the_document_and_every_operation_has_a_route(house: House) -> None:
    routes = {
        (method.lower(), re.sub(r"<(\w+)>", r"{\1}", rule.rule))
        for rule in house.app.url_map.iter_rules()
        for method in rule.methods or ()
        if method != "HEAD"
    }
    assert routes == set(contract().operations())


def test_no_route_redirects_or_answers_options_by_itself(house: House) -> None:
    assert house.stranger.get("/matches/").status_code == 404
    assert house.stranger.get("/matches//events").status_code == 404
    assert house.stranger.ask("OPTIONS", "/matches").status_code == 405


@pytest.mark.parametrize("name", FORMS)
def test_a_form_has_the_members_that_the_document_gives_it(name: str) -> None:
    described, form = SCHEMAS[name], FORMS[name]
    assert described["additionalProperties"] is False
    assert set(described.get("properties", ())) == set(form.load_fields)
    required = {member for member, field in form.load_fields.items() if field.required}
    assert set(described.get("required", ())) == required


@pytest.mark.parametrize("name", FORMS)
def test_a_form_takes_the_kinds_and_choices_that_the_document_gives_it(name: str) -> None:
    for member, field in FORMS[name].load_fields.items():
        described = contract().resolve(SCHEMAS[name]["properties"][member])
        if isinstance(field.validate, validate.OneOf):
            assert list(field.validate.choices) == described["enum"], member
        if "default" in described:
            assert field.load_default == described["default"], member
        kinds = {
            Whole: "integer",
            Flag: "boolean",
            fields.Dict: "object",
            fields.List: "array",
        }
        kind = kinds.get(type(field), "string")
        if "type" in described:
            assert described["type"] == kind, member


@pytest.mark.parametrize("path", QUERIES)
def test_a_query_has_the_names_and_bounds_that_the_document_gives_it(path: str) -> None:
    described = {
        parameter["name"]: parameter["schema"]
        for parameter in map(contract().resolve, _parameters(path))
        if parameter["in"] == "query"
    }
    form = QUERIES[path]
    assert described.keys() == form.load_fields.keys()
    for name, field in form.load_fields.items():
        if isinstance(field, Digits):
            assert (field.least, field.most) == (
                described[name]["minimum"],
                described[name]["maximum"],
            )
        if isinstance(field.validate, validate.OneOf):
            assert list(field.validate.choices) == described[name]["enum"]
        assert described[name].get("default", field.load_default) == field.load_default


def _parameters(path: str) -> list[dict[str, Any]]:
    return list(contract().document["paths"][path]["get"].get("parameters", ()))


def test_only_these_operations_take_a_query() -> None:
    taking = {
        path
        for (_, path), operation in contract().operations().items()
        for parameter in map(contract().resolve, operation.get("parameters", ()))
        if parameter["in"] == "query"
    }
    assert taking == set(QUERIES)


def as_schema(row: dict[str, Any]) -> dict[str, Any]:
    """The JSON schema of what a row of the settings says may be asked."""
    bounds = {"minimum": row["minimum"], "maximum": row["maximum"]}
    kinds: dict[str, dict[str, Any]] = {
        "boolean": {"type": "boolean"},
        "choice": {"enum": row["choices"]},
        "integer": {"type": ["integer", "null"] if row["nullable"] else "integer", **bounds},
        "list": {
            "type": "array",
            "minItems": 1,
            "uniqueItems": True,
            "items": {"enum": row["choices"]},
        },
        "span": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {"type": "integer", **bounds},
        },
    }
    return {**kinds[row["type"]], "default": row["default"]}


def test_the_settings_are_those_of_the_engine() -> None:
    """Names, order, meanings, kinds, bounds, choices, defaults, and what `scoring` changes."""
    described = dict(SCHEMAS["Settings"]["properties"])
    assert described.pop("preset") == {"$ref": "#/components/schemas/PresetName"}
    assert list(described) == [setting.name for setting in texas42.SETTINGS]
    assert SCHEMAS["Rules"]["required"] == ["preset", *described]
    in_points, in_marks = (dict(SCHEMAS["Settings"][way]["properties"]) for way in ("then", "else"))
    for row in (setting.as_dict() for setting in texas42.SETTINGS):
        name, under = row["name"], row["under"]
        if under is None:
            assert described[name] == {"description": row["meaning"], **as_schema(row)}
        else:
            assert (under["setting"], under["equals"]) == ("scoring", "points")
            assert described[name] == {"description": row["meaning"]}
            assert in_marks.pop(name) == as_schema(row)
            assert in_points.pop(name) == as_schema(under)
    assert in_marks == in_points == {}, "no more settings hang on the scoring"


VALUES: tuple[Any, ...] = (
    *(None, True, False, 2.5, "", "all", "any", "bid", "captured", "high", "marks", "points"),
    *(-1, 0, 1, 2, 3, 4, 7, 8, 29, 30, 41, 42, 48, 49, 50, 51, 1000, 1001),
    *([], ["high"], ["low", "high"], ["high", "high"], ["own_suit_low"], [1], "high low"),
    *([2, 3], [1, 50], [0, 3], [2, 51], [2], [2, 3, 4], [True, 2], {}),
)


@pytest.mark.parametrize("scoring", [None, "marks", "points"])
@pytest.mark.parametrize("preset", [None, *texas42.PRESETS])
def test_a_value_is_allowed_by_the_document_where_the_engine_allows_it(
    preset: str | None, scoring: str | None
) -> None:
    """Over every preset; what two settings make of each other is not the document's to say."""
    base = {"preset": preset, "scoring": scoring}
    base = {name: value for name, value in base.items() if value is not None}
    refused = {pointer for pointer, _ in faults_of(base)}
    for setting in texas42.SETTINGS:
        for value in VALUES:
            if setting.name in base:
                continue
            body = {**base, setting.name: value}
            allowed = f"/{setting.name}" not in {at for at, why in faults_of(body) if kind(why)}
            documented = contract().schema_faults(SCHEMAS["Settings"], body) == []
            assert documented == (allowed and not refused), (body, faults_of(body))


def faults_of(body: dict[str, Any]) -> list[tuple[str, str]]:
    """What the engine finds wrong with a body of rules."""
    try:
        texas42.resolve(body)
    except texas42.RulesInvalid as cause:
        return cause.errors
    return []


def kind(detail: str) -> bool:
    """Whether a fault lies in the value itself, and not in what stands beside it."""
    return detail.startswith("must be ")


@pytest.mark.parametrize("name", texas42.PRESETS)
def test_the_rules_of_every_preset_are_what_the_document_calls_rules(name: str) -> None:
    assert SCHEMAS["PresetName"]["enum"] == list(texas42.PRESETS)
    rules = texas42.resolve(name).as_dict()
    assert contract().schema_faults(SCHEMAS["Rules"], rules) == []
    for member in rules:
        without = {key: value for key, value in rules.items() if key != member}
        assert contract().schema_faults(SCHEMAS["Rules"], without)


def test_the_examples_of_rules_and_settings_are_those_of_the_engine() -> None:
    """A preset's rules, those of the match called friday, rows of the settings, the presets."""
    examples = [
        content["example"]
        for operation in contract().operations().values()
        for answer in map(contract().resolve, operation["responses"].values())
        for content in answer.get("content", {}).values()
        if isinstance(content.get("example"), dict)
    ]
    views = [example for example in examples if "rules" in example and "id" in example]
    assert len(views) > 5
    for view in views:
        assert view["rules"] == texas42.resolve({"attributed_tricks": 1}).as_dict()
    [page] = [example for example in examples if "rules_version" in example]
    rows = {setting.name: setting.as_dict() for setting in texas42.SETTINGS}
    assert page["settings"] == [rows[row["name"]] for row in page["settings"]]
    assert {row["type"] for row in page["settings"]} == {row["type"] for row in rows.values()}
    for preset in page["presets"]:
        assert preset["rules"] == texas42.resolve(preset["preset"]).as_dict()
    [index] = [example for example in examples if example.get("name") == "texas42"]
    assert index["presets"] == list(texas42.PRESETS)


def test_trumps_doubles_contracts_and_tiles_are_those_of_the_engine() -> None:
    assert SCHEMAS["Trump"]["enum"] == [trump.value for trump in texas42.Trump]
    assert SCHEMAS["Trump"]["enum"] == list(schemas.TRUMPS)
    assert SCHEMAS["Doubles"]["enum"] == [doubles.value for doubles in texas42.Doubles]
    assert SCHEMAS["Doubles"]["enum"] == list(schemas.DOUBLES)
    assert SCHEMAS["Number"]["enum"] == list(schemas.NUMBERS)
    kinds = [kind.name for kind in texas42.contracts.KINDS]
    assert SCHEMAS["Contract"]["properties"]["kind"]["enum"] == kinds
    for low in range(7):
        for high in range(7):
            matches = contract().schema_faults(SCHEMAS["Tile"], f"{low}-{high}") == []
            assert matches == (low <= high)


SIZES = range(2, 8)


def test_seats_and_sides_are_those_of_the_tables() -> None:
    tables = [texas42.table_for(seats) for seats in SIZES]
    assert SCHEMAS["Seat"]["enum"] == list(tables[-1].labels) == list(schemas.SEATS)
    assert SCHEMAS["SeatOrNull"]["enum"] == [*tables[-1].labels, None]
    sides = dict.fromkeys(side for table in tables for side in table.sides)
    assert set(SCHEMAS["Side"]["enum"]) == set(sides)
    assert SCHEMAS["SideOrNull"]["enum"] == [*SCHEMAS["Side"]["enum"], None]


def test_by_side_is_closed_to_all_but_the_sides_of_one_table() -> None:
    sides = set(SCHEMAS["Side"]["enum"])
    real = {frozenset(texas42.table_for(seats).sides) for seats in SIZES}
    for count in range(len(sides) + 1):
        for some in map(frozenset, itertools.combinations(sorted(sides), count)):
            faults = contract().schema_faults(SCHEMAS["BySide"], dict.fromkeys(some, 1))
            assert (faults == []) == (some in real), sorted(some)


def test_seats_are_closed_to_all_but_those_of_one_table() -> None:
    seats = {"player": "ann", "kept_for": None, "side": "A", "tiles_left": 4}
    real = {frozenset(texas42.table_for(size).labels) for size in SIZES}
    shapes = ((SCHEMAS["SeatedPlayers"], "ann"), (SCHEMAS["View"]["properties"]["seats"], seats))
    for schema, value in shapes:
        for count in range(8):
            for some in map(frozenset, itertools.combinations(schemas.SEATS, count)):
                faults = contract().schema_faults(schema, dict.fromkeys(some, value))
                assert (faults == []) == (some in real), sorted(some)


def test_the_bounds_of_tiles_tricks_and_points_hold_at_every_table() -> None:
    tables = [texas42.table_for(seats) for seats in SIZES]
    most = max(table.hand_size for table in tables)
    assert SCHEMAS["SeatView"]["properties"]["tiles_left"]["maximum"] == most
    for name in ("CurrentTrick", "CapturedTrick", "Trick"):
        assert SCHEMAS[name]["properties"]["number"]["maximum"] == most
    dealt = SCHEMAS["DealtEntry"]["properties"]["tiles"]
    sizes = {table.hand_size for table in tables}
    assert (dealt["minItems"], dealt["maxItems"]) == (min(sizes), max(sizes))
    rules = [texas42.resolve({"seats": seats}) for seats in SIZES]
    bid = SCHEMAS["PointBid"]
    assert (bid["minimum"], bid["maximum"]) == (30, max(one.max_points for one in rules))


def test_the_problems_are_those_of_the_code() -> None:
    described = {
        schema["properties"]["type"]["const"]: (
            schema["properties"]["title"]["const"],
            schema["properties"]["status"]["const"],
        )
        for name, schema in SCHEMAS.items()
        if name.endswith("Problem") and name != "Problem"
    }
    assert described == {
        f"/problems/{kind.slug}": (kind.title, kind.status) for kind in KINDS.values()
    }


def test_the_codes_of_illegal_moves_are_those_of_the_engine() -> None:
    assert SCHEMAS["IllegalMoveCode"]["enum"] == list(ILLEGAL_MOVES)


def test_every_code_of_the_engine_is_mapped_once() -> None:
    assert {*CONFLICTS, *map(texas42.Code, ILLEGAL_MOVES)} == set(texas42.Code)
    assert set(CONFLICTS.values()) <= set(KINDS)
    assert not set(ILLEGAL_MOVES) & {code.value for code in CONFLICTS}


def test_every_operation_has_an_example_and_every_example_is_what_it_is_said_to_be() -> None:
    for (method, path), operation in contract().operations().items():
        answers = [contract().resolve(r) for r in operation["responses"].values()]
        body = contract().resolve(operation.get("requestBody", {}))
        for holder in (*answers, *([body] if body else [])):
            for content in holder.get("content", {}).values():
                examples = [content["example"]] if "example" in content else []
                examples += [e["value"] for e in content.get("examples", {}).values()]
                assert examples, (method, path)
                for example in examples:
                    assert contract().schema_faults(content["schema"], example) == [], (
                        path,
                        method,
                    )


def test_every_success_documents_its_body_closed() -> None:
    """An answer cannot say more than the document: every object in it is closed or a map."""

    def open_objects(node: Any, path: str) -> list[str]:
        if isinstance(node, list):
            return [f for i, item in enumerate(node) for f in open_objects(item, f"{path}/{i}")]
        if not isinstance(node, dict):
            return []
        closed = {"additionalProperties", "unevaluatedProperties"} & node.keys()
        here = [path] if "properties" in node and not closed else []
        # What holds besides for an object that is closed where it stands.
        within = {k: v for k, v in node.items() if k not in ("if", "then", "else")}
        return here + [f for k, v in within.items() for f in open_objects(v, f"{path}/{k}")]

    shared = ("Problem", "MarksOrScore")
    assert open_objects({k: v for k, v in SCHEMAS.items() if k not in shared}, "") == []


def test_the_document_is_served_as_it_stands(house: House) -> None:
    assert house.stranger.get("/openapi.yaml").get_data() == document()
    assert house.stranger.get("/openapi.json").json == contract().document


def test_every_problem_type_leads_to_a_page(house: House) -> None:
    for kind in KINDS.values():
        page = house.stranger.get(f"/problems/{kind.slug}")
        assert page.content_type == "text/html; charset=utf-8"
        assert kind.slug in page.text


def test_openapi_core_reads_the_answers_of_a_match_alike(house: House) -> None:
    judge = OpenAPI.from_dict(contract().document)
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    here = f"/matches/{match_id}"
    hand = f"{here}/hands/1"
    for path in (here, f"{here}/events", f"{here}/hands", hand, f"{hand}/seal", "/me/matches"):
        answer = house.seat("A").get(path)
        with house.app.test_request_context(
            path, headers={"Authorization": f"Bearer {house.seat('A').token}"}
        ):
            from flask import request

            judge.validate_response(FlaskOpenAPIRequest(request), FlaskOpenAPIResponse(answer))


class TestTheCheckerItself:
    """It is believed above; here it is seen to refuse."""

    HEADERS = {  # noqa: RUF012 - a constant of these tests
        "Content-Type": "application/json",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": "the-suite",
    }
    GOOD = b'{"status":"ok","version":"1"}\n'

    def test_takes_what_is_documented(self) -> None:
        contract().check("GET", "/healthz", 200, self.HEADERS, self.GOOD)

    @pytest.mark.parametrize(
        ("status", "headers", "body"),
        [
            (201, {}, GOOD),
            (200, {"X-Extra": "1"}, GOOD),
            (200, {"Cache-Control": "public"}, GOOD),
            (200, {"Content-Type": "text/plain"}, GOOD),
            (200, {"Content-Type": "application/json; charset=utf-8"}, GOOD),
            (200, {"Content-Type": ""}, GOOD),
            (200, {}, b'{"status":"ok","version":"1","hands":[]}\n'),
            (200, {}, b'{"status":"ok"}\n'),
            (200, {}, GOOD.rstrip()),
        ],
    )
    def test_refuses_what_is_not(self, status: int, headers: dict[str, str], body: bytes) -> None:
        with pytest.raises(Undocumented):
            contract().check("GET", "/healthz", status, self.HEADERS | headers, body)

    def test_refuses_a_304_that_speaks_of_a_body(self) -> None:
        check, headers = contract().check, {**self.HEADERS, "ETag": '"1"'}
        del headers["Content-Type"], headers["Cache-Control"]
        headers |= {"Vary": "Authorization, Accept, Prefer", "Cache-Control": "private, no-cache"}
        check("GET", "/matches/x", 304, headers, b"")
        for name, value in (("Content-Type", "application/json"), ("Content-Length", "0")):
            with pytest.raises(Undocumented, match="without a body"):
                check("GET", "/matches/x", 304, headers | {name: value}, b"")

    def test_refuses_a_missing_header(self) -> None:
        headers = {n: v for n, v in self.HEADERS.items() if n != "X-Content-Type-Options"}
        with pytest.raises(Undocumented):
            contract().check("GET", "/healthz", 200, headers, self.GOOD)

    def test_knows_the_methods(self) -> None:
        assert set(METHODS) >= {method for method, _ in contract().operations()}
