"""Who asks, and whether that address or player may go on asking: 401 and 429."""

from __future__ import annotations

from typing import TYPE_CHECKING

from texas42_server.asking.auth import invalid_token, presented_hash
from texas42_server.asking.preferences import preferred_wait
from texas42_server.asking.problems import Problem
from texas42_server.edge.observing import HEADERS, ROUTE
from texas42_server.operating.limits import Standing, neighbourhood, policy_of_change
from texas42_server.service import Context
from texas42_server.storage import players
from texas42_server.storage.players import Player

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def asker_of(context: Context, environ: WSGIEnvironment) -> Player | None:
    """The player whose token came along.

    Raises:
        Problem: 401 for a token that is nobody's, 429 for any after too many of those.
    """
    authorization = environ.get("HTTP_AUTHORIZATION")
    if authorization is None:
        return None
    limits, address = context.limits, environ.get("REMOTE_ADDR", "")
    try:
        token = presented_hash(authorization)
    except Problem as problem:
        raise wrong_token(context, environ, problem) from None
    _hold(limits.token_standing(address, token), context, environ)
    player = players.by_token(context.database, token)
    if player is None:
        limits.forget(address, token)
        raise wrong_token(context, environ)
    limits.token_worked(address, token)
    return player


def wrong_token(
    context: Context, environ: WSGIEnvironment, problem: Problem | None = None
) -> Problem:
    """The 401 for a wrong token, counted.

    Raises:
        Problem: 429 after too many of those.
    """
    address = neighbourhood(environ.get("REMOTE_ADDR", ""))
    _hold(context.limits.take("failed-tokens", address), context, environ)
    return problem or invalid_token()


def count(context: Context, asker: Player | None, environ: WSGIEnvironment) -> None:
    """Count what costs: every change, and every wait or stream that is asked for.

    Raises:
        Problem: 429.
    """
    if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
        policy = policy_of_change(environ[ROUTE])
    elif (
        preferred_wait(environ.get("HTTP_PREFER")) is not None
        or "event-stream" in environ.get("HTTP_ACCEPT", "").lower()
    ):
        policy = "waits"
    else:
        return
    who = neighbourhood(environ.get("REMOTE_ADDR", "")) if asker is None else asker.key
    _hold(context.limits.take(policy, who), context, environ)


def _hold(standing: Standing | None, context: Context, environ: WSGIEnvironment) -> None:
    """Let the answer tell what is left; refuse where nothing is."""
    if standing is None:
        return
    environ[HEADERS] = standing.headers()
    if standing.allowed:
        return
    context.metrics.refused.inc()
    policy = standing.policy
    raise Problem(
        "quota-exceeded",
        f"The limit {policy.name} is {policy.quota} in {policy.window} seconds for each"
        f" {policy.per}: {policy.covers}. Go on in {standing.reset} seconds.",
        {"Retry-After": str(standing.reset)},
        violated_policies=[policy.name],
    )
