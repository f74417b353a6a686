"""An open database: the one door to the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import aiosqlite

from storage.database import connect, take_lease
from storage.errors import told_as_ours
from storage.queue import Statement, WriteQueue, Written

T = TypeVar("T")


class Access:
    """An open database, of which this process is the only user. Only the modules of this room read and write by it."""

    def __init__(
        self, path: Path, lease: sqlite3.Connection, writer: aiosqlite.Connection, reader: aiosqlite.Connection
    ) -> None:
        self._path = path
        self._lease = lease
        self._writer = writer
        self._reader = reader
        self._queue = WriteQueue(writer)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open a database file, made or brought up to date where needed.

        Raise a StorageError that says what is wrong; then nothing has been changed.
        """
        lease = take_lease(path)
        try:
            writer = await connect(path, writes=True)
            try:
                reader = await connect(path, writes=False)
            except BaseException:
                await writer.close()
                raise
        except BaseException:
            lease.close()
            raise
        return cls(path, lease, writer, reader)

    async def close(self) -> None:
        """Write what waits, close the file and give up the lease."""
        await self._queue.close()
        await self._reader.close()
        await self._writer.close()
        self._lease.close()

    async def read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query, as of what is committed."""
        with told_as_ours(self._path):
            return [tuple(row) for row in await self._reader.execute_fetchall(sql, values)]

    async def at_once(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What ``work`` makes of its queries, all of which see the same moment. It runs in another thread."""
        with told_as_ours(self._path):
            # aiosqlite has no public way to run several statements in one go.
            found: T = await self._reader._execute(_at_once, self._reader._conn, work)  # type: ignore[no-untyped-call]
            return found

    async def write(self, unit: Sequence[Statement]) -> list[Written]:
        """Commit statements, all or none; raise NotWritten if nothing of them is in the database."""
        return await self._queue.write(unit)

    async def empty_log(self) -> None:
        """Empty the write-ahead log, in which what has been deleted can still be read.

        Where somebody else reads the file for long, it is left as it is, and goes when the file is closed.
        """
        with told_as_ours(self._path):
            await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")


def _at_once(database: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    database.execute("BEGIN")
    try:
        return work(database)
    finally:
        database.execute("ROLLBACK")
