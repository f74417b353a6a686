"""Opening the database file: the lease, the checks, the migrations."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from pathlib import Path

import aiosqlite

from storage.errors import LeaseTaken, NewerDatabase, NotADatabase, StorageError


def take_lease(path: Path) -> sqlite3.Connection:
    """Keep every other process off a database until the connection is closed or this process ends.

    The lease is a lock on a small file beside the database, by whatever name that is reached, which the operating
    system gives up with the process.
    Raise LeaseTaken where somebody else has it.
    """
    lease = None
    try:
        lease = sqlite3.connect(f"{path.resolve()}.lease", timeout=0, isolation_level=None)
        lease.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if lease:
            lease.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            raise LeaseTaken(f"{path} is in use by another process") from None
        raise StorageError(f"{path}: {error}") from error
    return lease


async def connect(path: Path, *, writes: bool) -> aiosqlite.Connection:
    """A connection, made for the one writer or for readers; raise NotADatabase or StorageError."""
    try:
        database = await aiosqlite.connect(path, isolation_level=None)
    except sqlite3.Error as error:
        raise StorageError(f"{path}: {error}") from error
    try:
        if writes:
            await database.execute("PRAGMA journal_mode = WAL")
            await database.execute("PRAGMA synchronous = FULL")
            await database.execute("PRAGMA foreign_keys = ON")
        else:
            await database.execute("PRAGMA query_only = ON")
    except sqlite3.Error as error:
        await database.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise NotADatabase(f"{path} is not an SQLite database") from None
        raise StorageError(f"{path}: {error}") from error
    return database


async def migrate(database: aiosqlite.Connection) -> None:
    """Apply the migrations that the database does not have yet, each in a transaction of its own.

    ``PRAGMA user_version`` holds the number of the last one applied. Raise NewerDatabase where it has one that this
    version does not know.
    """
    scripts = migrations()
    row = await (await database.execute("PRAGMA user_version")).fetchone()
    version = row[0] if row else 0
    if version > len(scripts):
        raise NewerDatabase(f"the database has version {version}, this program knows {len(scripts)}")
    for number, script in enumerate(scripts[version:], version + 1):
        try:
            await database.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")
        except sqlite3.Error as error:
            await database.rollback()
            raise StorageError(f"migration {number}: {error}") from error


def migrations() -> list[str]:
    """The scripts of the folder ``migrations``, in the order of their numbers, which run from 1 without a gap."""
    found = sorted(
        (file for file in files(__package__).joinpath("migrations").iterdir() if file.name.endswith(".sql")),
        key=lambda file: file.name,
    )
    return [file.read_text("utf-8") for file in found]
