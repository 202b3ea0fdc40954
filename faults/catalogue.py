"""All faults by name, in the order in which they are run."""

from __future__ import annotations

from collections.abc import Callable

from faults.damage import damage
from faults.disk import disk
from faults.kills import kills
from faults.locked import locked
from faults.run import Report, Run
from faults.twins import twins

FAULTS: dict[str, Callable[[Run], Report]] = {
    "kills": kills,
    "twins": twins,
    "disk": disk,
    "locked": locked,
    "damage": damage,
}
