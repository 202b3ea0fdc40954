"""`openapi.yaml`, linted: what a reader of it may count on everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.http.contract import EVERYWHERE, contract

DOCUMENT = contract().document
OPERATIONS = contract().operations()
IDS = [f"{method} {path}" for method, path in OPERATIONS]
UNSAFE = {("post", "/players"), ("post", "/me/token"), ("post", "/me/webhook/test")}
"""POSTs without `Idempotency-Key`: they change no match."""


def walk(node: Any, path: str = "#") -> Iterator[tuple[str, Any]]:
    """Every node of a document with where it stands."""
    yield path, node
    if isinstance(node, dict):
        for name, value in node.items():
            yield from walk(value, f"{path}/{str(name).replace('/', '~1')}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from walk(value, f"{path}/{number}")


def parameters(method: str, path: str) -> list[dict[str, Any]]:
    shared = DOCUMENT["paths"][path].get("parameters", [])
    own = OPERATIONS[method, path].get("parameters", [])
    return [contract().resolve(parameter) for parameter in (*shared, *own)]


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=IDS)
class TestEveryOperation:
    def test_has_a_name_a_summary_and_one_known_tag(self, method: str, path: str) -> None:
        operation = OPERATIONS[method, path]
        assert re.fullmatch("[a-z_]+", operation["operationId"])
        assert 3 <= len(operation["summary"]) <= 60
        assert operation["summary"][-1] in ".?"
        assert len(operation["tags"]) == 1
        assert operation["tags"][0] in {tag["name"] for tag in DOCUMENT["tags"]}

    def test_says_who_may_ask(self, method: str, path: str) -> None:
        security = OPERATIONS[method, path]["security"]
        assert security in ([], [{}, {"bearer": []}], [{"bearer": []}])

    def test_documents_success_and_every_refusal_that_can_come(
        self, method: str, path: str
    ) -> None:
        operation = OPERATIONS[method, path]
        statuses = set(operation["responses"])
        assert any(status.startswith("2") for status in statuses)
        expected = {"429", "500", "503", "422"}
        if operation["security"]:
            expected.add("401")
        if "{" in path:
            expected.add("404")
        if method in ("post", "put", "delete"):
            expected |= {"400", "413", "415"}
        assert expected <= statuses
        for status in statuses:
            answer = contract().resolve(operation["responses"][status])
            assert answer["description"]
            if status[0] in "45":
                assert set(answer["content"]) == {"application/problem+json"}

    def test_describes_every_parameter_with_schema(self, method: str, path: str) -> None:
        found = parameters(method, path)
        for parameter in found:
            assert parameter["description"], parameter
            assert parameter["schema"], parameter
        in_path = {p["name"] for p in found if p["in"] == "path"}
        assert in_path == set(re.findall(r"{(\w+)}", path))
        assert all(p["required"] for p in found if p["in"] == "path")
        names = [(p["in"], p["name"]) for p in found]
        assert len(names) == len(set(names))

    def test_takes_a_key_where_it_posts_to_a_match(self, method: str, path: str) -> None:
        names = {p["name"] for p in parameters(method, path)}
        wants = method == "post" and (method, path) not in UNSAFE
        assert ("Idempotency-Key" in names) == wants

    def test_describes_every_header_of_its_answers(self, method: str, path: str) -> None:
        for status, answer in OPERATIONS[method, path]["responses"].items():
            for name, header in contract().resolve(answer).get("headers", {}).items():
                assert contract().resolve(header)["description"], (status, name)
                assert contract().resolve(header)["schema"], (status, name)


def test_operation_ids_are_unique() -> None:
    ids = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(ids) == len(set(ids))


def test_every_reference_leads_somewhere_and_every_component_is_used() -> None:
    used = {node["$ref"] for _, node in walk(DOCUMENT) if isinstance(node, dict) and "$ref" in node}
    for reference in used:
        contract().resolve({"$ref": reference})
    there = {
        f"#/components/{kind}/{name}"
        for kind, named in DOCUMENT["components"].items()
        if kind != "securitySchemes"
        for name in named
    }
    everywhere = {f"#/components/headers/{name}" for name in EVERYWHERE}
    assert there - used - everywhere == {"#/components/responses/MethodNotAllowed"}


def test_every_tag_is_described_and_used() -> None:
    used = {tag for operation in OPERATIONS.values() for tag in operation["tags"]}
    assert [tag["name"] for tag in DOCUMENT["tags"] if not tag["description"]] == []
    assert {tag["name"] for tag in DOCUMENT["tags"]} == used


def test_every_link_leads_to_an_operation_with_parameters_that_it_has() -> None:
    by_id = {operation["operationId"]: place for place, operation in OPERATIONS.items()}
    for name, link in DOCUMENT["components"]["links"].items():
        method, path = by_id[link["operationId"]]
        assert set(link["parameters"]) <= {p["name"] for p in parameters(method, path)}, name


def test_names_of_members_are_snake_case() -> None:
    own = {*"ABCDEFG", "A+C", "B+D"}
    names = {
        name
        for path, node in walk(DOCUMENT["components"]["schemas"])
        if isinstance(node, dict) and path.endswith("/properties")
        for name in node
    }
    assert {name for name in names - own if not re.fullmatch("[a-z][a-z_]*", name)} == set()


def test_whole_numbers_in_queries_have_bounds() -> None:
    for method, path in OPERATIONS:
        for parameter in parameters(method, path):
            if parameter["in"] == "query" and parameter["schema"].get("type") == "integer":
                assert {"minimum", "maximum"} <= parameter["schema"].keys(), (path, parameter)
