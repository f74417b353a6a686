"""A copy of a database that is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.database import NAMES, PATIENCE, is_ours
from storage.errors import DamagedDatabase, FileExists, ForeignDatabase, NoDatabase, StorageError, told_as_ours


def back_up(source: Path, target: Path) -> None:
    """Copy a database of ours as it is at one moment, also while a bot works with it.

    The copy is checked, and has its name only when it is complete. Raise FileExists for a target that is there
    already, which is left alone; NoDatabase, ForeignDatabase, DamagedDatabase, or another StorageError.
    """
    if not source.exists():
        raise NoDatabase(f"{source} does not exist")
    if os.path.lexists(target):
        raise FileExists(str(target))
    part = target.with_name(f"{target.name}.part")
    try:
        part.open("xb").close()
    except FileExistsError:
        raise FileExists(str(part)) from None
    except OSError as error:
        raise StorageError(f"{part}: {error.strerror}") from error
    try:
        _copy(source, part)
        _name(part, target)
    finally:
        for left in (part, part.with_name(f"{part.name}-journal")):
            left.unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    with told_as_ours(source), closing(_open(source, "ro")) as read, closing(_open(part, "rw")) as written:
        (mark,), (version,) = *read.execute("PRAGMA application_id"), *read.execute("PRAGMA user_version")
        if not is_ours(mark, version, {name for (name,) in read.execute(NAMES)}):
            raise ForeignDatabase(f"{source} belongs to another program")
        with told_as_ours(part):
            read.backup(written)  # all pages in one step: one moment, whatever is written meanwhile
            ((found,),) = written.execute("PRAGMA quick_check(1)")
        if found != "ok":
            raise DamagedDatabase(f"{source}: {found}")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE)


def _name(part: Path, target: Path) -> None:
    """Give the copy its name, unless somebody else has taken that meanwhile."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise FileExists(str(target)) from None
    except OSError:  # a file system without hard links
        part.rename(target)
