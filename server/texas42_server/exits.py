"""What `t42-server` ends with: one status per kind of failure, and how a failure is told."""

from __future__ import annotations

import sys
from enum import IntEnum
from typing import NoReturn

import click

from texas42_server.storage import storage_errors


class Exit(IntEnum):
    """The exit statuses of `t42-server`."""

    OK = 0
    FAILED = 1
    """The server did not come to answer, or ended by itself."""
    USAGE = 2
    """A wrong option, or a wrong `T42_…` in the environment."""
    MISSING_FOLDER = 3
    READ_ONLY = 4
    NOT_A_DATABASE = 5
    """No SQLite file, a damaged one, or another program's."""
    NEWER_DATABASE = 6
    BUSY = 7
    """Another process keeps the database locked."""
    STORAGE = 8
    """The disk failed or is full."""
    PORT_TAKEN = 9
    CANNOT_LISTEN = 10
    """The address is unknown, not this machine's, or not allowed."""
    DAMAGED = 11
    """Something in the database, the backup or the exported match is bad."""
    ALREADY_THERE = 12
    """The file, the match or a player of this name is there, and nothing is overwritten."""
    IN_USE = 13
    """A server has the database open."""
    NOT_FOUND = 14
    """There is no such file or match."""


STORAGE_EXITS: dict[type[storage_errors.StorageError], Exit] = {
    storage_errors.MissingFolder: Exit.MISSING_FOLDER,
    storage_errors.ReadOnly: Exit.READ_ONLY,
    storage_errors.NotADatabase: Exit.NOT_A_DATABASE,
    storage_errors.NewerDatabase: Exit.NEWER_DATABASE,
    storage_errors.Busy: Exit.BUSY,
    storage_errors.StorageFailure: Exit.STORAGE,
    storage_errors.Damaged: Exit.DAMAGED,
    storage_errors.AlreadyThere: Exit.ALREADY_THERE,
    storage_errors.InUse: Exit.IN_USE,
    storage_errors.MissingFile: Exit.NOT_FOUND,
}


def of_storage(error: storage_errors.StorageError) -> Exit:
    """The exit status for what a database refused."""
    return STORAGE_EXITS[type(error)]


def fail(detail: str, status: Exit) -> NoReturn:
    """Tell what is wrong, and end."""
    click.echo(f"t42-server: {detail}", err=True)
    sys.exit(status)
