"""All faults by name, in the order in which they are run."""

from __future__ import annotations

from collections.abc import Callable

from faults.clocks import clocks
from faults.connections import connections
from faults.damage import damage
from faults.disk import disk
from faults.kills import kills
from faults.locked import locked
from faults.power import power
from faults.run import Report, Run
from faults.soak import soak
from faults.stopping import stopping
from faults.twins import twins
from faults.waiters import waiters

FAULTS: dict[str, Callable[[Run], Report]] = {
    "kills": kills,
    "power": power,
    "twins": twins,
    "disk": disk,
    "locked": locked,
    "damage": damage,
    "clocks": clocks,
    "stopping": stopping,
    "connections": connections,
    "waiters": waiters,
    "soak": soak,
}
