"""One exit status for every kind of refusal, and none forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from texas42_client.errors import ApiProblem
from texas42_client.exits import MEANINGS, OF_PROBLEM, ExitStatus, status_for_problem

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
SLUGS_OF_HTTP = re.findall(
    r"\S+",
    """
malformed unauthenticated forbidden not-found method-not-allowed too-large unsupported-media-type
not-acceptable validation not-your-turn match-not-started match-over seat-taken already-seated
name-taken stale-version illegal-move idempotency-key-reused quota-exceeded busy
""",
)


@pytest.mark.parametrize("slug", SLUGS_OF_HTTP)
def test_every_problem_has_its_exit_status(slug):
    assert slug in OF_PROBLEM


def test_every_problem_of_the_published_contract_has_its_exit_status():
    slugs = set(re.findall(r"/problems/([a-z]+(?:-[a-z]+)*)", CONTRACT.read_text(encoding="utf-8")))
    assert slugs
    assert slugs <= set(OF_PROBLEM)


def test_no_two_kinds_of_refusal_share_a_status():
    assert len(set(OF_PROBLEM.values())) == len(OF_PROBLEM)


def test_every_status_has_a_meaning_and_fits_into_a_shell():
    assert set(MEANINGS) == set(ExitStatus)
    assert all(0 <= status < 256 for status in ExitStatus)


def test_an_unknown_problem_is_judged_by_its_class():
    assert status_for_problem("odd", 500) is ExitStatus.SERVER_ERROR
    assert status_for_problem("odd", 409) is ExitStatus.BAD_ANSWER


def test_a_problem_knows_its_rule_and_its_wrong_members():
    illegal = ApiProblem("illegal-move", 422, "No", "Follow.", {"rule": "R4.4"})
    assert (illegal.exit_status, illegal.rule) == (ExitStatus.ILLEGAL_MOVE, "R4.4")
    errors = [{"pointer": "/name", "detail": "is missing"}]
    invalid = ApiProblem("validation", 422, "No", None, {"errors": errors})
    assert invalid.errors == [("/name", "is missing")]
    assert ApiProblem("validation", 422, "No", None, {"errors": "odd"}).errors == []
