"""The Flask application: blueprints, and one way for every refusal to become a problem."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from texas42_server import mistakes, moments
from texas42_server.asking.answers import problem_answer
from texas42_server.asking.problems import Problem
from texas42_server.config import Config
from texas42_server.edge.admission import asker_of
from texas42_server.edge.intake import CONFIG, EXTENSION, MAX_BODY, too_large
from texas42_server.edge.observing import Observed
from texas42_server.edge.receiving import RECEIVING, Receiving
from texas42_server.edge.turns import InTurn
from texas42_server.operating import limits
from texas42_server.operating.limits import Limits
from texas42_server.operating.security import CrossOrigin, behind
from texas42_server.routes import BLUEPRINTS
from texas42_server.service import Context, Positions
from texas42_server.service.context import SHUFFLE, Shuffle
from texas42_server.storage.database import Database
from texas42_server.storage.driver import sqlite3
from texas42_server.storage.storage_errors import Busy, StorageError, storage_error
from texas42_server.waits.waiting import WAITS, Waits

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

_log = logging.getLogger(__name__)


def create_app(
    config: Config,
    shuffle: Shuffle = SHUFFLE,
    clock: Callable[[], int] = moments.now,
    random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    positions: Positions | None = None,
) -> Flask:
    """The server as a WSGI application.

    Chance and time come in by the door for tests; nothing served can set them.

    Args:
        config: what the operator chose.
        shuffle: puts a list into random order in place: tiles, and the lot for the first dealer.
        clock: milliseconds UTC.
        random_bytes: for match ids, invite codes and tokens.
        positions: the cache of replayed matches; by default one of the size that is configured.

    Raises:
        Unusable: the database cannot be opened.
    """
    app = Flask(__name__, static_folder=None)
    # One more than allowed, to see of a body of unknown length that it goes on.
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY + 1
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.url_map.merge_slashes = False
    database = Database(config.database, lock_timeout=config.lock_timeout)
    context = Context(
        database,
        shuffle,
        clock,
        random_bytes,
        positions or Positions(config.cached_matches),
        Limits(limits.chosen(config.limits)),
        private_webhooks=config.allow_private_webhooks,
        absent_after=config.absent_after * 1000,
    )
    app.extensions[EXTENSION] = context
    app.extensions[CONFIG] = config
    stopping = app.extensions["stopping"] = threading.Event()
    waits = app.extensions[WAITS] = Waits(database, stopping, config.waits)
    app.extensions[RECEIVING] = Receiving(config.bodies)
    context.metrics.count_waits(lambda: len(waits))
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.register_error_handler(Problem, problem_answer)
    app.register_error_handler(HTTPException, _framework)
    app.register_error_handler(StorageError, _storage)
    app.register_error_handler(sqlite3.Error, _driver)
    app.register_error_handler(Exception, _mistake)
    surrounded = _surrounded(app.wsgi_app, config, context)
    app.wsgi_app = surrounded  # type: ignore[assignment, method-assign]
    return app


def _surrounded(inner: WSGIApplication, config: Config, context: Context) -> WSGIApplication:
    """The application with what happens round every request."""
    observed: WSGIApplication = Observed(InTurn(inner), context.metrics)
    if config.cors_origins:
        observed = CrossOrigin(observed, config.cors_origins)
    return behind(config.proxy_hops, observed)


def _framework(error: HTTPException) -> Response:
    """What Flask and Werkzeug refuse by themselves, as a problem."""
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        detail = f"{request.method} is not allowed here; allowed: {allowed}."
        return problem_answer(Problem("method-not-allowed", detail, {"Allow": allowed}))
    if error.code == 404:
        return _nowhere()
    if error.code == 413:
        return problem_answer(too_large())
    if error.code is None or error.code >= 500:
        return problem_answer(Problem("internal", _NOTHING_CHANGED))
    return problem_answer(Problem("malformed", f"The request cannot be read: {error.description}"))


def _nowhere() -> Response:
    """401 before 404: a bad token is told everywhere."""
    try:
        asker_of(_context(), request.environ)
    except Problem as problem:
        return problem_answer(problem)
    except StorageError as failure:  # Flask asks no handler about what happens inside one
        return _storage(failure)
    detail = "Nothing is at this address; GET / lists what there is."
    return problem_answer(Problem("not-found", detail))


def _context() -> Context:
    context: Context = current_app.extensions[EXTENSION]
    return context


def _storage(error: StorageError) -> Response:
    """503: a full disk, like a lock held by others, may be otherwise at the next try."""
    if isinstance(error, Busy):
        _context().metrics.busy.inc()
    else:
        _log.error("storage failed: %s", error)
    return problem_answer(Problem("busy", str(error), {"Retry-After": str(error.retry_after)}))


def _driver(error: sqlite3.Error) -> Response:
    known = storage_error(error)
    return _mistake(error) if known is None else _storage(known)


def _mistake(error: Exception) -> Response:
    """A fault of ours."""
    mistakes.note(error)
    return problem_answer(Problem("internal", _NOTHING_CHANGED))


_NOTHING_CHANGED = (
    "The server made a mistake and changed nothing; its operator finds it in the log."
)
