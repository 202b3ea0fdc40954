"""What to do about each problem: the second half of its page."""

from __future__ import annotations

REMEDIES: dict[str, str] = {
    "malformed": "Mend what the detail names and send the request again. JSON here is strict: one "
    "value, double quotes, no name twice, no `NaN`. Header values are quoted where their standard "
    'quotes them: `If-Match: "57-A-0.1.0"`, `Idempotency-Key: "a1b2"`.',
    "unauthenticated": "Check the token: it begins with `t42_` and has 47 characters. If it was "
    "renewed, use the new one. If it is lost, register another name; nobody can bring it back.",
    "forbidden": "Look at `you` in the view: it names your seat, or is null for a spectator. For a "
    "seat that is not kept for you, ask the match's owner for its code.",
    "not-found": "Check the address. `GET /` lists what there is; `GET /me/matches` lists your "
    "matches. A match that is not listed is found by its whole id alone.",
    "method-not-allowed": "Use one of the methods in `Allow`.",
    "not-acceptable": "Leave `Accept` out, or let it include the type that the detail names.",
    "name-taken": "Register another name. If it is yours, use the token that you were given then.",
    "seat-taken": "Fetch the view and take a seat whose `player` is null, or watch.",
    "already-seated": "Play on your seat. To change seats before the first deal, give yours back "
    "first: `DELETE /matches/{id}/seats/{seat}`.",
    "match-started": "Play on, or let another take over: "
    "`POST /matches/{id}/seats/{seat}/replacement`.",
    "match-not-started": "Wait until every seat is taken: `GET /matches/{id}` with `Prefer: "
    "wait=60` and `If-None-Match` answers when something has happened.",
    "match-over": "Read the hands (`GET /matches/{id}/hands`), or start again with the same rules: "
    "`POST /matches/{id}/rematch`.",
    "not-your-turn": "Wait: `GET /me/matches?turn=mine` with `Prefer: wait=60` answers when one "
    "of your matches waits for you.",
    "too-early": "Wait until `not_before`. Meanwhile the players of a match can remind the one on "
    "turn, once a day: `POST /matches/{id}/reminder`.",
    "stale-version": "Fetch the view, look at what has happened, and decide again with its new "
    "`ETag`. If your own move may have arrived before, send it again with the same "
    "`Idempotency-Key`: it is then not done twice.",
    "too-large": "Send only the members that the request has.",
    "unsupported-media-type": "Send `Content-Type: application/json`. With curl, write `--json` in "
    "place of `-d`.",
    "validation": "Mend each member that `errors` names. Which there are, of what kind and within "
    "which bounds, is said by `/docs`.",
    "illegal-move": "Choose from `legal_moves`; it lists exactly what would be accepted now. The "
    "rule is found in the rules page by its number.",
    "idempotency-key-reused": "Use a new key for a new request, and the old key only to send the "
    "very same request again.",
    "quota-exceeded": "Wait as many seconds as `Retry-After` says. So as not to come here again, "
    "look at `RateLimit` in every answer: once `r` is 0, wait `t` seconds. Prefer waiting "
    "(`Prefer: wait=60`) to asking again and again.",
    "internal": "Try again with the same `Idempotency-Key`. If it stays so, tell the operator the "
    "answer's `X-Request-Id`.",
    "unreadable-match": "Tell the server's operator the answer's `X-Request-Id`. Who sits in the "
    "match, or owns it, may give it up: `POST /matches/{id}/close`.",
    "busy": "Try again after `Retry-After` seconds, with the same `Idempotency-Key`.",
}
"""By slug; a test holds that there is one for each."""
