"""An open database: the one door to the file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import aiosqlite

from storage.database import PATIENCE, connect, take_lease
from storage.errors import StorageError, told_as_ours
from storage.queue import Statement, WriteQueue, Written

T = TypeVar("T")

TRIES: Final = 20
"""How often emptying the log is tried before it is left to go on by itself."""
AGAIN: Final = 1
"""Seconds for which it is tried so often, and then between one try and the next."""


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
        self._emptying: asyncio.Task[None] | None = None

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
        if self._emptying is not None:
            self._emptying.cancel()
            await asyncio.gather(self._emptying, return_exceptions=True)
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

        It cannot be done while somebody reads the file: where that takes long, it is tried again until it is done.
        Writing goes on meanwhile.
        """
        for _ in range(TRIES):
            if await self._emptied():
                return
            await asyncio.sleep(AGAIN / TRIES)
        if self._emptying is None or self._emptying.done():
            self._emptying = asyncio.create_task(self._keep_emptying())

    async def _keep_emptying(self) -> None:
        emptied = False
        while not emptied:
            await asyncio.sleep(AGAIN)
            with suppress(StorageError):  # such as a disk that is full just now
                emptied = await self._emptied()

    async def _emptied(self) -> bool:
        with told_as_ours(self._path):
            # In one go, for which aiosqlite has no public way: nothing else is to be written without patience.
            emptied: bool = await self._writer._execute(_empty, self._writer._conn)  # type: ignore[no-untyped-call]
            return emptied


def _empty(database: sqlite3.Connection) -> bool:
    """Empty the log of a database, unless somebody reads it now; whether that was done."""
    database.execute("PRAGMA busy_timeout = 0")
    try:
        ((busy, _, _),) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        database.execute(f"PRAGMA busy_timeout = {1000 * PATIENCE}")
    return not busy


def _at_once(database: sqlite3.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    database.execute("BEGIN")
    try:
        return work(database)
    finally:
        database.execute("ROLLBACK")
