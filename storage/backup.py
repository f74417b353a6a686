"""A copy of a database that is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from storage.database import NAMES, PATIENCE, check_log, is_ours
from storage.errors import DamagedDatabase, FileExists, ForeignDatabase, NoDatabase, StorageError, told_as_ours

COPIED: Final = "copied"
"""The note that a copy has."""
SPARE: Final = 1000
"""Numbers of tables and rounds that a copy leaves out: the database that it was made of may have given them."""


def back_up(source: Path, target: Path) -> None:
    """Copy a database of ours as it is at one moment, also while a bot works with it.

    The copy knows that it is one: it keeps no log, so that it is never mixed with that of another database; it has a
    note, COPIED, for whoever starts from it; and numbers of tables and rounds that may be given meanwhile are left out.

    It is checked, and has its name only when it is complete. Raise FileExists for a target that is there
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
        for suffix in ("", "-journal", "-wal", "-shm"):
            part.with_name(f"{part.name}{suffix}").unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    check_log(source)
    with told_as_ours(source), closing(_open(source, "ro")) as read, closing(_open(part, "rw")) as written:
        (mark,), (version,) = *read.execute("PRAGMA application_id"), *read.execute("PRAGMA user_version")
        names = {name for (name,) in read.execute(NAMES)}
        if not is_ours(mark, version, names):
            raise ForeignDatabase(f"{source} belongs to another program")
        with told_as_ours(part):
            read.backup(written)  # all pages in one step: one moment, whatever is written meanwhile
            ((found,),) = written.execute("PRAGMA quick_check(1)")
            if found != "ok":
                raise DamagedDatabase(f"{source}: {found}")
            if "notes" in names:
                written.execute("INSERT OR REPLACE INTO notes (name, text) VALUES (?, '')", (COPIED,))
            written.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name IN ('tables', 'running')", (SPARE,))
            written.execute("PRAGMA journal_mode = DELETE")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)


def _name(part: Path, target: Path) -> None:
    """Give the copy its name, unless somebody else has taken that meanwhile."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise FileExists(str(target)) from None
    except OSError:  # a file system without hard links
        part.rename(target)
