"""What every operation asks of a request before its own work begins.

`operation` wraps a view: it checks what depends on the request alone (413, 415, 406), finds out
who asks (401), and hands both the context and the asker to the view.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, TypeAlias

from flask import Request, Response, request
from flask.globals import request_ctx
from werkzeug.datastructures import MIMEAccept

from texas42_server.asking import schemas
from texas42_server.asking.answers import JSON
from texas42_server.asking.asked import Asked
from texas42_server.asking.auth import token_needed
from texas42_server.asking.conditions import UNCONDITIONAL, Conditions, parse_conditions
from texas42_server.asking.problems import Problem, malformed
from texas42_server.asking.strictjson import Malformed
from texas42_server.edge.admission import asker_of, count
from texas42_server.edge.observing import ROUTE
from texas42_server.edge.receiving import RECEIVING, Receiving
from texas42_server.service import Context
from texas42_server.storage.players import Player

EXTENSION = "texas42"
"""Where the app keeps its `Context`, among Flask's extensions."""

CONFIG = "texas42.config"
"""Where it keeps its `Config`."""

MAX_BODY = 64 * 1024

Token: TypeAlias = Literal["needed", "welcome", "ignored"]
View: TypeAlias = Callable[..., Response]


def operation(
    token: Token = "welcome", produces: str = JSON, also: str | None = None
) -> Callable[[View], View]:
    """Wrap a view `(context, asker, **path)`; the asker is a `Player`, or `None` without token.

    `produces` is the media type of its answers, `also` a further one that may be asked for.
    """

    def wrap(view: View) -> View:
        @wraps(view)
        def checked(**path: Any) -> Response:
            here = request_ctx.request  # each use of `request` looks for it anew
            environ, extensions = here.environ, request_ctx.app.extensions
            environ[ROUTE] = here.url_rule.rule  # type: ignore[union-attr]
            if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
                _demand_json(here, extensions[RECEIVING])
            accept = environ.get("HTTP_ACCEPT")
            if accept is not None and "*/*" not in (accept, produces):
                _demand_acceptable(produces, also)
            context: Context = extensions[EXTENSION]
            asker = None
            if token != "ignored":
                asker = asker_of(context, environ)
                if asker is None and token == "needed":
                    raise token_needed()
            count(context, asker, environ)
            return view(context, asker, **path)

        return checked

    return wrap


def asked(player: Player) -> Asked:
    """The request at hand, for a use case that changes something."""
    here = request_ctx.request
    environ = here.environ
    return Asked(
        player,
        here.method,
        here.path,
        here.get_data(),
        tuple(here.args.items(multi=True)) if environ.get("QUERY_STRING") else (),
        environ.get("HTTP_IDEMPOTENCY_KEY"),
        environ.get("HTTP_IF_MATCH"),
        environ.get("HTTP_IF_NONE_MATCH"),
    )


def body_of(form: schemas.Form) -> dict[str, Any]:
    """The members of the request's body.

    Raises:
        Problem: 400 or 422.
    """
    return schemas.load(form, asked(_NOBODY).json())


def query_of(form: schemas.Form = schemas.NO_QUERY) -> dict[str, Any]:
    """The values of the request's query.

    Raises:
        Problem: 422.
    """
    if form is schemas.NO_QUERY and not request.environ.get("QUERY_STRING"):
        return {}
    return schemas.load_query(form, tuple(request.args.items(multi=True)))


def number_in_path(text: str) -> int:
    """A number in a path; whatever else stands there is found nowhere.

    Raises:
        Problem: 404.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 19) or text != str(int(text)):
        raise Problem(
            "not-found", "Numbers in this address are whole, written without leading zeros."
        )
    return int(text)


def conditions() -> Conditions:
    """The conditions of the request.

    Raises:
        Problem: 400.
    """
    environ = request.environ
    if_match, if_none_match = environ.get("HTTP_IF_MATCH"), environ.get("HTTP_IF_NONE_MATCH")
    if if_match is None and if_none_match is None:
        return UNCONDITIONAL
    try:
        return parse_conditions(if_match, if_none_match)
    except Malformed as cause:
        raise malformed(cause) from None


_NOBODY = Player(0, "")


def too_large() -> Problem:
    """413."""
    return Problem("too-large", f"A request body may have at most {MAX_BODY} bytes.")


def _demand_json(here: Request, receiving: Receiving) -> None:
    body = _received(here, receiving)
    if len(body) > MAX_BODY:
        raise too_large()
    if body and here.environ.get("CONTENT_TYPE") != JSON and here.mimetype != JSON:
        given = here.mimetype or "no Content-Type"
        raise Problem(
            "unsupported-media-type",
            f"The body must be JSON, sent as Content-Type: application/json (not {given});"
            " with curl: curl --json '{…}'.",
            {"Accept": JSON},
        )


def _received(here: Request, receiving: Receiving) -> bytes:
    """The body as it was sent; of a connection that broke off a part comes through as a whole."""
    environ = here.environ
    if environ.get("CONTENT_LENGTH", "0") == "0" and "HTTP_TRANSFER_ENCODING" not in environ:
        return here.get_data()
    with receiving.body(environ.get("REMOTE_ADDR", "")):
        body = here.get_data()
    # A chunked body tells no length, but whoever sends nothing would not have announced a body.
    if len(body) < (here.content_length or 1):
        raise Problem("malformed", "The body ended before all of it was there; nothing was done.")
    return body


def accepted_types() -> MIMEAccept:
    """The media types that the request accepts, whatever parameters they have.

    Only `q` counts: `application/json; charset=utf-8` asks for nothing else than we send.
    """
    given = request.accept_mimetypes
    return MIMEAccept([(value.partition(";")[0].strip(), quality) for value, quality in given])


def _demand_acceptable(*produces: str | None) -> None:
    accepted = accepted_types()
    offered = [media_type for media_type in produces if media_type is not None]
    if accepted and not any(map(accepted.quality, offered)):
        raise Problem(
            "not-acceptable",
            f"This address answers in {' or '.join(offered)}; let Accept include it, or leave"
            " Accept out.",
        )
