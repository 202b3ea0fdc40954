"""`/metrics`: for the operator's Prometheus alone."""

from __future__ import annotations

import hmac

from flask import Blueprint, Response, current_app, request

from texas42_server.asking.answers import answer
from texas42_server.asking.problems import Problem
from texas42_server.config import Config
from texas42_server.edge.admission import wrong_token
from texas42_server.edge.intake import CONFIG, operation, query_of
from texas42_server.operating.metrics import MEDIA_TYPE
from texas42_server.operating.security import is_this_machine
from texas42_server.service import Context

operating = Blueprint("operating", __name__)


@operating.get("/metrics")
@operation(token="ignored", produces="text/plain")
def metrics(context: Context, _: None) -> Response:
    """Counters of this process, to programs on this machine or with the operator's token."""
    config: Config = current_app.extensions[CONFIG]
    environ = request.environ
    authorization = environ.get("HTTP_AUTHORIZATION")
    if authorization is not None:
        expected = f"Bearer {config.metrics_token}".encode()
        if not config.metrics_token or not hmac.compare_digest(
            authorization.encode("latin-1", "replace"), expected
        ):
            raise wrong_token(context, environ)
    elif not is_this_machine(environ, config.proxy_hops):
        raise Problem(
            "forbidden",
            "Metrics are for the operator: from this machine, or with the token that is set as"
            " T42_METRICS_TOKEN.",
        )
    query_of()
    return answer(context.metrics.text(), ("Cache-Control", "no-store"), media_type=MEDIA_TYPE)
