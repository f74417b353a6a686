"""The one queue through which the process writes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
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
        results: list[list[Written] | Exception] = []
        try:
            await self._database.execute("BEGIN IMMEDIATE")
            for unit, _ in batch:
                results.append(await self._unit(unit))
            await self._database.execute("COMMIT")
        except Exception as error:
            results = [error] * len(batch)
            await self._roll_back()
        for (_, done), result in zip(batch, results, strict=True):
            if done.cancelled():
                continue
            if isinstance(result, Exception):
                failure = NotWritten(str(result))
                failure.__cause__ = result
                done.set_exception(failure)
            else:
                done.set_result(result)

    async def _unit(self, unit: Sequence[Statement]) -> list[Written] | Exception:
        """Write one unit; what fails in it undoes it alone, unless it has ended the whole transaction."""
        await self._database.execute("SAVEPOINT unit")
        try:
            written = [await self._statement(statement) for statement in unit]
        except Exception as error:  # also values that SQLite cannot hold
            if not self._database.in_transaction:  # on a full disk SQLite undoes the whole transaction itself
                raise
            await self._database.execute("ROLLBACK TO unit")
            await self._database.execute("RELEASE unit")
            return error
        await self._database.execute("RELEASE unit")
        return written

    async def _statement(self, statement: Statement) -> Written:
        async with self._database.execute(statement.sql, statement.values) as cursor:
            return Written(cursor.lastrowid or 0, cursor.rowcount)

    async def _roll_back(self) -> None:
        if self._database.in_transaction:  # SQLite may have rolled back itself
            try:
                await self._database.execute("ROLLBACK")
            except sqlite3.Error:
                return
