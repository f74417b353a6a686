"""The one queue through which the process writes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from typing import NamedTuple

import aiosqlite

from storage.errors import NotWritten


class Statement(NamedTuple):
    """One SQL statement with its values."""

    sql: str
    values: tuple[object, ...] = ()


class Written(NamedTuple):
    """What a statement did."""

    row: int
    """The id of the row it put in last."""
    changed: int
    """How many rows it changed."""


class WriteQueue:
    """Commits units of statements: those that wait together in one transaction, each unit whole or not at all."""

    def __init__(self, database: aiosqlite.Connection) -> None:
        self._database = database
        self._waiting: list[tuple[Sequence[Statement], asyncio.Future[list[Written]]]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run())

    async def write(self, unit: Sequence[Statement]) -> list[Written]:
        """Return when the unit is committed; raise NotWritten if nothing of it is in the database."""
        if self._closing:
            raise NotWritten("the database is closed")
        done: asyncio.Future[list[Written]] = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, done))
        self._wake.set()
        return await done

    async def close(self) -> None:
        """Write what waits, and end."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[tuple[Sequence[Statement], asyncio.Future[list[Written]]]]) -> None:
        # In one go, for which aiosqlite has no public way: thread and event loop would have to meet at each statement.
        results: list[list[Written] | Exception] = await self._database._execute(
            _transaction, self._database._conn, [unit for unit, _ in batch]
        )  # type: ignore[no-untyped-call]
        for (_, done), result in zip(batch, results, strict=True):
            if done.cancelled():
                continue
            if isinstance(result, Exception):
                failure = NotWritten(str(result))
                failure.__cause__ = result
                done.set_exception(failure)
            else:
                done.set_result(result)


def _transaction(database: sqlite3.Connection, units: list[Sequence[Statement]]) -> list[list[Written] | Exception]:
    """Commit units in one transaction; of each what it did, or why nothing of it is in the database."""
    try:
        database.execute("BEGIN IMMEDIATE")
        results = [_unit(database, unit) for unit in units]
        database.execute("COMMIT")
    except Exception as error:
        if database.in_transaction:  # SQLite may have rolled back itself
            with suppress(sqlite3.Error):
                database.execute("ROLLBACK")
        return [error] * len(units)
    return results


def _unit(database: sqlite3.Connection, unit: Sequence[Statement]) -> list[Written] | Exception:
    """Write one unit; what fails in it undoes it alone, unless it has ended the whole transaction."""
    database.execute("SAVEPOINT unit")
    try:
        written = [_statement(database, statement) for statement in unit]
    except Exception as error:  # also values that SQLite cannot hold
        if not database.in_transaction:  # on a full disk SQLite undoes the whole transaction itself
            raise
        database.execute("ROLLBACK TO unit")
        database.execute("RELEASE unit")
        return error
    database.execute("RELEASE unit")
    return written


def _statement(database: sqlite3.Connection, statement: Statement) -> Written:
    with closing(database.execute(statement.sql, statement.values)) as cursor:
        return Written(cursor.lastrowid or 0, cursor.rowcount)
