"""The use cases of the server: the only package that imports both the engine and the store."""

from texas42_server.service.absence import (
    Offer,
    Reminder,
    ask_replacement,
    cancel_match,
    close_match,
    send_reminder,
)
from texas42_server.service.context import Context
from texas42_server.service.lists import lobby, mine, summarise
from texas42_server.service.matches import create_match, leave_seat, move, take_seat
from texas42_server.service.notifying import message, worth_telling
from texas42_server.service.positions import Position, Positions
from texas42_server.service.reading import (
    entry,
    feed,
    find,
    follow,
    hand,
    hands,
    look,
    preset,
    rules,
)
from texas42_server.service.recording import record
from texas42_server.service.refusals import CONFLICTS, ILLEGAL_MOVES
from texas42_server.service.rematch import rematch
from texas42_server.service.sealing import seal
from texas42_server.service.shown import Shown
from texas42_server.service.unreadable import Buried
from texas42_server.service.webhook import (
    deliveries,
    put_webhook,
    remove_webhook,
    try_webhook,
    webhook,
)
from texas42_server.service.writing import Done

__all__ = [
    "CONFLICTS",
    "ILLEGAL_MOVES",
    "Buried",
    "Context",
    "Done",
    "Offer",
    "Position",
    "Positions",
    "Reminder",
    "Shown",
    "ask_replacement",
    "cancel_match",
    "close_match",
    "create_match",
    "deliveries",
    "entry",
    "feed",
    "find",
    "follow",
    "hand",
    "hands",
    "leave_seat",
    "lobby",
    "look",
    "message",
    "mine",
    "move",
    "preset",
    "put_webhook",
    "record",
    "rematch",
    "remove_webhook",
    "rules",
    "seal",
    "send_reminder",
    "summarise",
    "take_seat",
    "try_webhook",
    "webhook",
    "worth_telling",
]
