"""The tables, in numbered steps, and the triggers that keep the log append-only."""

from __future__ import annotations

APPLICATION_ID = 0x74343264
"""`t42d`, in the file's header, where `file(1)` finds it."""

_FIRST = """
CREATE TABLE players (
    key INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    token BLOB NOT NULL UNIQUE,
    next_token BLOB UNIQUE,
    created INTEGER NOT NULL
) STRICT;
CREATE TABLE matches (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (key),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE listing (
    match INTEGER PRIMARY KEY REFERENCES matches (key),
    id TEXT NOT NULL,
    name TEXT,
    owner TEXT NOT NULL,
    preset TEXT NOT NULL,
    listed INTEGER NOT NULL,
    status TEXT NOT NULL,
    turn TEXT,
    turn_since INTEGER,
    head INTEGER NOT NULL,
    marks TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT;
CREATE INDEX listing_lobby ON listing (status, match) WHERE listed = 1;
CREATE TABLE listing_seats (
    match INTEGER NOT NULL REFERENCES listing (match),
    seat TEXT NOT NULL,
    person TEXT,
    kept INTEGER NOT NULL,
    status TEXT NOT NULL,
    waiting_since INTEGER,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX listing_seats_person ON listing_seats (person, status, match);
CREATE INDEX listing_seats_waiting ON listing_seats (person, waiting_since, match)
    WHERE waiting_since IS NOT NULL;
CREATE TABLE invites (
    match INTEGER NOT NULL REFERENCES matches (key),
    seat TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE keys (
    key BLOB NOT NULL PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    match INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_at ON keys (at);
"""

_WEBHOOKS = """
CREATE TABLE webhooks (
    person TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    secret TEXT NOT NULL,
    created INTEGER NOT NULL,
    off INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE deliveries (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,
    type TEXT NOT NULL,
    match INTEGER,
    seq INTEGER,
    hand INTEGER,
    reminder INTEGER NOT NULL,
    created INTEGER NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    answer INTEGER,
    attempts INTEGER NOT NULL,
    tried INTEGER,
    due INTEGER,
    leased INTEGER
) STRICT;
CREATE INDEX deliveries_due ON deliveries (due, key) WHERE due IS NOT NULL;
CREATE INDEX deliveries_leased ON deliveries (person, leased) WHERE leased IS NOT NULL;
CREATE INDEX deliveries_person ON deliveries (person, key);
"""

_ABSENCE = """
CREATE TABLE asks (
    match INTEGER NOT NULL REFERENCES matches (key),
    seat TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (match, seat, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE offers (
    match INTEGER NOT NULL REFERENCES matches (key),
    seq INTEGER NOT NULL,
    seat TEXT NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE reminders (
    match INTEGER NOT NULL REFERENCES matches (key),
    at INTEGER NOT NULL,
    player TEXT NOT NULL,
    told INTEGER NOT NULL,
    PRIMARY KEY (match, at, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE rematches (
    match INTEGER NOT NULL PRIMARY KEY REFERENCES matches (key),
    rematch INTEGER NOT NULL UNIQUE REFERENCES matches (key)
) STRICT, WITHOUT ROWID;
"""

_CODES = """
ALTER TABLE invites RENAME TO invites_before;
CREATE TABLE invites (
    match INTEGER NOT NULL REFERENCES matches (key),
    seat TEXT NOT NULL,
    seq INTEGER NOT NULL,
    code TEXT NOT NULL,
    PRIMARY KEY (match, seat, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO invites SELECT match, seat, 1, code FROM invites_before;
DROP TABLE invites_before;
"""

_SMALL_KEYS = """
ALTER TABLE keys RENAME TO keys_before;
CREATE TABLE keys (
    key BLOB NOT NULL PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    match INTEGER NOT NULL,
    first INTEGER NOT NULL,
    further INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO keys SELECT key, substr(fingerprint, 1, 8), match, first, last - first, at
    FROM keys_before ORDER BY key;
DROP TABLE keys_before;
"""

_DIGESTS = """
ALTER TABLE events RENAME TO events_before;
CREATE TABLE events (
    match INTEGER NOT NULL REFERENCES matches (key),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO events SELECT match, seq, at, body, log_digest(match, at, CAST(body AS BLOB))
    FROM events_before ORDER BY match, seq;
DROP TABLE events_before;
"""

_SEALS = """
CREATE TABLE seals (
    match INTEGER NOT NULL REFERENCES matches (key),
    hand INTEGER NOT NULL,
    secret BLOB NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (match, hand)
) STRICT, WITHOUT ROWID;
"""

_SMALLER_KEYS = """
ALTER TABLE keys RENAME TO keys_before;
CREATE TABLE keys (
    key BLOB NOT NULL PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    match INTEGER NOT NULL,
    first INTEGER NOT NULL,
    further INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO keys
    SELECT substr(key, 1, 8), substr(fingerprint, 1, 4), match, first, further, at
    FROM keys_before ORDER BY key;
DROP TABLE keys_before;
"""

MIGRATIONS: tuple[str, ...] = (
    _FIRST,
    _WEBHOOKS,
    _ABSENCE,
    _CODES,
    _SMALL_KEYS,
    _DIGESTS,
    _SEALS,
    _SMALLER_KEYS,
)
"""Step n is `MIGRATIONS[n - 1]`. A step that was ever released is never changed.

`log_digest(match, at, body)` is a function that the events of a match are told to in their order;
it answers with the digest that goes with each (`digests`).
"""

SCHEMA_VERSION = len(MIGRATIONS)

_REFUSE = "BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"
GUARDS: dict[str, str] = {
    "events_no_update": f"CREATE TRIGGER events_no_update BEFORE UPDATE ON events {_REFUSE}",
    "events_no_delete": f"CREATE TRIGGER events_no_delete BEFORE DELETE ON events {_REFUSE}",
    "events_dense": "CREATE TRIGGER events_dense BEFORE INSERT ON events"
    " WHEN NEW.seq IS NOT"
    " (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE match = NEW.match)"
    " BEGIN SELECT RAISE(ABORT, 'seq must follow the last one'); END",
    "matches_no_update": f"CREATE TRIGGER matches_no_update BEFORE UPDATE ON matches {_REFUSE}",
    "matches_no_delete": f"CREATE TRIGGER matches_no_delete BEFORE DELETE ON matches {_REFUSE}",
    "matches_new": "CREATE TRIGGER matches_new BEFORE INSERT ON matches"
    " WHEN EXISTS (SELECT 1 FROM matches WHERE key = NEW.key OR id = NEW.id)"
    f" {_REFUSE}",
}
"""The triggers that keep the log append-only, by name; put back at every start if one is gone."""
