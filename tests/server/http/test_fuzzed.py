"""Requests nobody thought of, made from `openapi.yaml`: no 500, no undocumented answer."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.http.contract import contract
from tests.server.http.house import House

ODD_HEADERS = st.dictionaries(
    st.sampled_from(
        [
            *("If-Match", "If-None-Match", "Idempotency-Key", "Accept", "Authorization"),
            *("Content-Type", "Last-Event-ID", "X-Request-Id", "Origin"),
        ]
    ),
    st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=30).map(str.strip),
    max_size=2,
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[House, str]:
    """A match in its second hand."""
    house = House(tmp_path_factory.mktemp("house"))
    match_id = house.match()
    house.play(match_id, until=lambda view: view["hand_number"] == 2)
    return house, match_id


DOCUMENT = schemathesis.openapi.from_dict(contract().document)
OPERATIONS = [result.ok() for result in DOCUMENT.get_all_operations() if hasattr(result, "ok")]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_whatever_is_asked_the_answer_is_documented(
    played: tuple[House, str], operation: Any
) -> None:
    house, match_id = played

    @settings(max_examples=12, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(), odd=ODD_HEADERS)
    def ask(case: Any, odd: dict[str, str]) -> None:
        parameters = case.path_parameters or {}
        if "match_id" in parameters:
            parameters["match_id"] = match_id
        headers = {**(case.headers or {}), **odd}
        if headers.get("Prefer"):
            headers["Prefer"] = "wait=1" if odd else "wait=soon"
        body = {} if type(case.body).__name__ == "NotSet" else {"json": case.body}
        answer = house.seat("A").ask(
            operation.method.upper(),
            case.formatted_path,
            query_string=case.query or {},
            headers=headers,
            **body,
        )
        assert answer.status_code < 500

    ask()
