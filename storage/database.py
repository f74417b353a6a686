"""Opening the database file: the lease, the checks, the migrations."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Set
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import aiosqlite

from storage import earlier
from storage.errors import (
    DamagedDatabase,
    ForeignDatabase,
    LeaseTaken,
    Locked,
    NewerDatabase,
    StorageError,
    StrayLog,
    told_as_ours,
)

MARK: Final = int.from_bytes(b"BaoH", "big")
"""The ``application_id`` of a database of ours."""
MARKED_SINCE: Final = 3
"""The first version that has the mark."""
OLDEST_TABLES: Final = {"tables", "running", "actions", "rounds", "players", "ledger", "servers", "people"}
"""The tables of the versions without the mark."""
NAMES: Final = "SELECT name FROM sqlite_master"
LOGGED: Final = b"\x02\x02"
"""Bytes 18 and 19 of a database that keeps a write-ahead log."""
PATIENCE: Final = 1
"""Seconds to wait for another program that has locked the database: whoever clicked waits meanwhile."""

CACHE: Final = 32_000
"""Kilobytes of pages that a connection keeps at most: the upper ones of all indexes over a million players."""


def take_lease(path: Path) -> sqlite3.Connection:
    """Keep every other process off a database until the connection is closed or this process ends.

    The lease is a lock on a small file beside the database, by whatever name that is reached, which the operating
    system gives up with the process.
    Raise LeaseTaken where somebody else has it, StorageError where it cannot be had.
    """
    lease = None
    try:
        with told_as_ours(path):
            lease = sqlite3.connect(f"{path.resolve()}.lease", timeout=0, isolation_level=None)
            lease.execute("BEGIN EXCLUSIVE")
    except StorageError as error:
        if lease:
            lease.close()
        if isinstance(error, Locked):
            raise LeaseTaken(f"{path} is in use by another process") from None
        raise
    return lease


async def connect(path: Path, *, writes: bool) -> aiosqlite.Connection:
    """A connection, made for the one writer or for readers.

    For the writer, the file is checked before anything is changed in it. Raise a StorageError that says what is wrong.
    """
    check_log(path)
    with told_as_ours(path):
        # aiosqlite's thread, when it cannot open the file, outlives the event loop and prints a traceback.
        await asyncio.to_thread(lambda: sqlite3.connect(path).close())
        database = await aiosqlite.connect(path, isolation_level=None, timeout=PATIENCE)
    try:
        with told_as_ours(path):
            await database.execute(f"PRAGMA cache_size = -{CACHE}")
            if writes:
                await _check(database, path)
                await database.execute("PRAGMA journal_mode = WAL")
                await database.execute("PRAGMA synchronous = FULL")
                await database.execute("PRAGMA foreign_keys = ON")
                await database.execute("PRAGMA recursive_triggers = ON")  # so that they see what a REPLACE removes
                await database.execute("PRAGMA secure_delete = ON")  # what a person has deleted is to be gone
                await _migrate(database)
                await database.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")  # also where we died meanwhile
            else:
                await database.execute("PRAGMA query_only = ON")
    except BaseException:
        await database.close()
        raise
    return database


def check_log(path: Path) -> None:
    """Raise StrayLog where a write-ahead log lies beside a file that does not keep one.

    It was left there by another database, and SQLite would write it into this one: a copy keeps none (``back_up``), and
    neither does a file that is not there.
    """
    log = Path(f"{path.resolve()}-wal")
    try:
        if log.stat().st_size == 0:
            return
        with path.open("rb") as file:
            keeps_one = file.read(20)[18:] == LOGGED
    except FileNotFoundError:
        keeps_one = not log.exists()
    except OSError:
        return  # SQLite says what is wrong
    if not keeps_one:
        raise StrayLog(str(log))


def is_ours(mark: int, version: int, names: Set[str]) -> bool:
    """Whether a database with this ``application_id``, ``user_version`` and NAMES is one of ours."""
    return mark == MARK or (mark == 0 and 0 < version < MARKED_SINCE and names >= OLDEST_TABLES)


async def _check(database: aiosqlite.Connection, path: Path) -> None:
    """Raise ForeignDatabase, NewerDatabase or DamagedDatabase for what must not be written to."""
    version = await _value(database, "PRAGMA user_version")
    names = {name for (name,) in await database.execute_fetchall(NAMES)}
    mark = await _value(database, "PRAGMA application_id")
    new = (mark, version, names) == (0, 0, set())
    if not new and not is_ours(mark, version, names):
        raise ForeignDatabase(f"{path} belongs to another program")
    if version > len(migrations()):
        raise NewerDatabase(f"the database has version {version}, this program knows {len(migrations())}")
    found = await _value(database, "PRAGMA quick_check(1)")
    if found != "ok":
        raise DamagedDatabase(f"{path}: {found}")


async def _migrate(database: aiosqlite.Connection) -> None:
    """Apply the migrations that the database does not have yet, all in one transaction.

    ``PRAGMA user_version`` holds the number of the last one applied. Where there is none to apply, what would keep us
    from writing is found out all the same: by a write, since a transaction can be begun in a file that is read-only.
    """
    version = await _value(database, "PRAGMA user_version")
    await database.execute(f"PRAGMA user_version = {version}")
    missing = migrations()[version:]
    if not missing:
        return
    for name, arguments, function in earlier.FUNCTIONS:
        await database.create_function(name, arguments, function)
    steps = "; ".join((*missing, f"PRAGMA user_version = {version + len(missing)}"))
    try:
        await database.executescript(f"BEGIN IMMEDIATE; {steps}; COMMIT;")
    except sqlite3.Error:
        await database.rollback()
        raise


async def _value(database: aiosqlite.Connection, sql: str) -> Any:
    (row,) = await database.execute_fetchall(sql)
    return row[0]


def migrations() -> list[str]:
    """The scripts of the folder ``migrations``, in the order of their numbers, which run from 1 without a gap."""
    found = sorted(
        (file for file in files(__package__).joinpath("migrations").iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [file.read_text("utf-8") for file in found]
