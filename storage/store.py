"""Everything the bot keeps: all SQL is behind these methods."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import aiosqlite

from storage.database import connect, take_lease
from storage.errors import DamagedDatabase, told_as_ours
from storage.queue import Statement, WriteQueue
from storage.rows import Entry, RunningRow, Server, TableRow


class Store:
    """An open database, of which this process is the only user. Times are seconds since 1970."""

    def __init__(
        self, path: Path, lease: sqlite3.Connection, writer: aiosqlite.Connection, reader: aiosqlite.Connection
    ) -> None:
        self._path = path
        self._lease = lease
        self._writer = writer
        self._reader = reader
        self._queue = WriteQueue(writer)

    @classmethod
    async def open(cls, path: Path) -> Store:
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

    # Tables

    async def open_table(self, guild: int, channel: int, state: str) -> int:
        """Put in a new table; its number."""
        statement = Statement("INSERT INTO tables (guild, channel, state) VALUES (?, ?, ?)", (guild, channel, state))
        return (await self._queue.write([statement]))[0].row

    async def save_table(self, table: int, state: str) -> None:
        """Put a table's state in place of the old one."""
        await self._queue.write([_table_state(table, state)])

    async def penalise(
        self, table: int, state: str, *, guild: int, round_id: int, entries: Sequence[Entry], at: float
    ) -> None:
        """Save a table, and write ledger rows of its running round."""
        await self._queue.write([_table_state(table, state), *_ledger(guild, round_id, entries, at)])

    async def close_table(
        self, table: int, state: str, *, guild: int, round_id: int, entries: Sequence[Entry], at: float
    ) -> None:
        """Close a table; of a round that was running in it only these ledger rows remain."""
        await self._queue.write(
            [
                _table_state(table, state),
                Statement("DELETE FROM running WHERE table_id = ?", (table,)),
                *_ledger(guild, round_id, entries, at),
            ]
        )

    async def put_away(self, table: int, at: float) -> None:
        """Have done with a table: it has closed, and people have been shown that."""
        await self._queue.write([Statement("UPDATE tables SET closed = ? WHERE id = ?", (at, table))])

    async def table(self, table: int) -> TableRow | None:
        """The table with this number, whatever has become of it."""
        rows = await self._read("SELECT id, guild, channel, state, closed FROM tables WHERE id = ?", table)
        return TableRow(*rows[0]) if rows else None

    async def open_tables(self) -> list[TableRow]:
        """All tables that have not been put away, oldest first."""
        rows = await self._read("SELECT id, guild, channel, state, closed FROM tables WHERE closed IS NULL ORDER BY id")
        return [TableRow(*row) for row in rows]

    # Rounds

    async def begin_round(self, table: int, setup: str, state: str) -> int:
        """Put in a round that starts, with its table's state; the round's number."""
        start = Statement("INSERT INTO running (table_id, setup) VALUES (?, ?)", (table, setup))
        return (await self._queue.write([start, _table_state(table, state)]))[0].row

    async def append(self, round_id: int, number: int, seat: int, text: str, *, table: int, state: str | None) -> None:
        """Add an action to a running round, with its table's state where that changes with it."""
        action = Statement(
            "INSERT INTO actions (round, number, seat, text) VALUES (?, ?, ?, ?)", (round_id, number, seat, text)
        )
        await self._queue.write([action] if state is None else [action, _table_state(table, state)])

    async def end_round(
        self,
        round_id: int,
        record: Mapping[str, Any],
        *,
        table: int,
        state: str,
        guild: int,
        entries: Sequence[Entry],
        at: float,
    ) -> None:
        """Put one packed row in place of a running round, with its ledger rows and its table's state after it."""
        packed = zlib.compress(json.dumps(record, separators=(",", ":")).encode())
        await self._queue.write(
            [
                Statement("DELETE FROM running WHERE id = ?", (round_id,)),
                Statement(
                    "INSERT INTO rounds (id, table_id, ended, record) VALUES (?, ?, ?, ?)",
                    (round_id, table, at, packed),
                ),
                *_ledger(guild, round_id, entries, at),
                _table_state(table, state),
            ]
        )

    async def running_rounds(self) -> list[RunningRow]:
        """All rounds in progress."""
        actions: dict[int, list[tuple[int, str]]] = {}
        for round_id, seat, text in await self._read("SELECT round, seat, text FROM actions ORDER BY round, number"):
            actions.setdefault(round_id, []).append((seat, text))
        rounds = await self._read("SELECT id, table_id, setup FROM running ORDER BY id")
        return [RunningRow(number, table, setup, tuple(actions.get(number, ()))) for number, table, setup in rounds]

    async def record(self, round_id: int) -> dict[str, Any] | None:
        """The record of a round that is over; None if there is none."""
        rows = await self._read("SELECT record FROM rounds WHERE id = ?", round_id)
        if not rows:
            return None
        try:
            record: dict[str, Any] = json.loads(zlib.decompress(rows[0][0]))
        except (zlib.error, ValueError) as error:
            raise DamagedDatabase(f"round {round_id}: {error}") from error
        return record

    # Skill

    async def sums(self, guild: int, users: Iterable[int]) -> dict[int, int]:
        """What the ledger of a server adds up to for each of these people; 0 for one whom it does not know."""
        wanted = list(users)
        rows = await self._read(
            "SELECT user, sum(amount) FROM players JOIN ledger ON player = players.id"
            " WHERE guild = ? AND user IN (SELECT value FROM json_each(?)) GROUP BY user",
            guild,
            json.dumps(wanted),
        )
        return {**dict.fromkeys(wanted, 0), **dict(rows)}

    # Settings

    async def server(self, guild: int) -> Server:
        """What a server has chosen."""
        rows = await self._read("SELECT role, cooldown FROM servers WHERE guild = ?", guild)
        return Server(*rows[0]) if rows else Server()

    async def set_server(self, guild: int, server: Server) -> None:
        """Keep what a server has chosen."""
        statement = Statement(
            "INSERT INTO servers (guild, role, cooldown) VALUES (?, ?, ?)"
            " ON CONFLICT (guild) DO UPDATE SET role = excluded.role, cooldown = excluded.cooldown",
            (guild, server.role, server.cooldown),
        )
        await self._queue.write([statement])

    async def call_players(self, guild: int, now: float) -> bool:
        """Whether players may be called now; if so, the server's cooldown begins anew."""
        statement = Statement(
            "UPDATE servers SET called = ?1 WHERE guild = ?2 AND role IS NOT NULL"
            " AND (called IS NULL OR called + cooldown <= ?1)",
            (now, guild),
        )
        return (await self._queue.write([statement]))[0].changed == 1

    async def hand_by_dm(self, user: int) -> bool:
        """Whether somebody wants the hand in a DM; everyone does who has not said otherwise."""
        rows = await self._read("SELECT hand_by_dm FROM people WHERE user = ?", user)
        return bool(rows[0][0]) if rows else True

    async def set_hand_by_dm(self, user: int, wanted: bool) -> None:
        """Keep whether somebody wants the hand in a DM."""
        statement = Statement(
            "INSERT INTO people (user, hand_by_dm) VALUES (?, ?)"
            " ON CONFLICT (user) DO UPDATE SET hand_by_dm = excluded.hand_by_dm",
            (user, int(wanted)),
        )
        await self._queue.write([statement])

    async def note(self, name: str) -> str | None:
        """What has been noted under a name."""
        rows = await self._read("SELECT text FROM notes WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    async def set_note(self, name: str, text: str) -> None:
        """Note a text under a name, in place of what was there."""
        statement = Statement(
            "INSERT INTO notes (name, text) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text",
            (name, text),
        )
        await self._queue.write([statement])

    async def drop_note(self, name: str) -> None:
        """Have noted nothing under a name."""
        await self._queue.write([Statement("DELETE FROM notes WHERE name = ?", (name,))])

    async def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with told_as_ours(self._path):
            return [tuple(row) for row in await self._reader.execute_fetchall(sql, values)]


def _table_state(table: int, state: str) -> Statement:
    return Statement("UPDATE tables SET state = ? WHERE id = ?", (state, table))


def _ledger(guild: int, round_id: int, entries: Sequence[Entry], at: float) -> Iterable[Statement]:
    for entry in entries:
        yield Statement(
            "INSERT INTO players (user, name) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET name = excluded.name",
            (entry.user, entry.name),
        )
        yield Statement(
            "INSERT INTO ledger (player, guild, round, kind, amount, at)"
            " SELECT id, ?, ?, ?, ?, ? FROM players WHERE user = ?",
            (guild, round_id, entry.kind, entry.amount, at, entry.user),
        )
