"""The addresses of the server, one module per resource."""

from flask import Blueprint

from texas42_server.routes.absence import absence
from texas42_server.routes.contract import contract
from texas42_server.routes.lists import lists
from texas42_server.routes.matches import matches
from texas42_server.routes.operating import operating
from texas42_server.routes.players import accounts
from texas42_server.routes.portable import portable
from texas42_server.routes.records import records
from texas42_server.routes.rules import rules
from texas42_server.routes.seals import seals
from texas42_server.routes.status import status
from texas42_server.routes.webhook import webhook

BLUEPRINTS: tuple[Blueprint, ...] = (
    absence,
    contract,
    lists,
    matches,
    operating,
    accounts,
    portable,
    records,
    rules,
    seals,
    status,
    webhook,
)

__all__ = ["BLUEPRINTS"]
