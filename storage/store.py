"""What tables need kept. What came of their rounds is read by the modules beside this one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from storage import deals, rounds
from storage.access import Access
from storage.ledger import added
from storage.queue import Statement
from storage.rows import Entry, RunningRow, Server, TableRow, Wishes


class Store(Access):
    """Tables and their rounds, what was chosen, and notes. Times are seconds since 1970."""

    # Tables

    async def open_table(self, guild: int, channel: int, state: str) -> int:
        """Put in a new table; its number."""
        statement = Statement("INSERT INTO tables (guild, channel, state) VALUES (?, ?, ?)", (guild, channel, state))
        return (await self.write([statement]))[0].row

    async def save_table(self, table: int, state: str) -> None:
        """Put a table's state in place of the old one."""
        await self.write([_table_state(table, state)])

    async def penalise(
        self, table: int, state: str, *, guild: int, round_id: int, entries: Sequence[Entry], at: float
    ) -> None:
        """Save a table, and write ledger rows of its running round."""
        await self.write([_table_state(table, state), *added(guild, round_id, entries, at)])

    async def close_table(
        self, table: int, state: str, *, guild: int, round_id: int, entries: Sequence[Entry], at: float
    ) -> None:
        """Close a table; of a round that was running in it only these ledger rows remain."""
        await self.write(
            [
                _table_state(table, state),
                Statement("DELETE FROM running WHERE table_id = ?", (table,)),
                *added(guild, round_id, entries, at),
            ]
        )

    async def put_away(self, table: int, state: str, at: float) -> None:
        """Have done with a table: it has closed, and people have been shown that."""
        await self.write([Statement("UPDATE tables SET closed = ?, state = ? WHERE id = ?", (at, state, table))])

    async def table(self, table: int) -> TableRow | None:
        """The table with this number, whatever has become of it."""
        rows = await self.read("SELECT id, guild, channel, state, closed FROM tables WHERE id = ?", table)
        return TableRow(*rows[0]) if rows else None

    async def open_tables(self) -> list[TableRow]:
        """All tables that have not been put away, oldest first."""
        rows = await self.read("SELECT id, guild, channel, state, closed FROM tables WHERE closed IS NULL ORDER BY id")
        return [TableRow(*row) for row in rows]

    # Rounds

    async def begin_round(self, table: int, setup: str, state: str, *, at: float) -> int:
        """Put in a round that starts, with its table's state; the round's number."""
        start = Statement("INSERT INTO running (table_id, setup, started) VALUES (?, ?, ?)", (table, setup, at))
        return (await self.write([start, _table_state(table, state)]))[0].row

    async def append(self, round_id: int, number: int, seat: int, text: str, *, table: int, state: str | None) -> None:
        """Add an action to a running round, with its table's state where that changes with it."""
        action = Statement(
            "INSERT INTO actions (round, number, seat, text) VALUES (?, ?, ?, ?)", (round_id, number, seat, text)
        )
        await self.write([action] if state is None else [action, _table_state(table, state)])

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
        game: str,
        dealt: Sequence[Sequence[int]],
    ) -> None:
        """Put one packed row in place of a running round, with its ledger rows and its table's state after it.

        ``dealt`` counts, for each deal of the round and each seat, the cards of the game that everyone wants.
        """
        await self.write(
            [
                rounds.ended(round_id, record, table=table, guild=guild, entries=entries, at=at),
                Statement("DELETE FROM running WHERE id = ?", (round_id,)),
                *added(guild, round_id, entries, at),
                *deals.counted(game, dealt),
                _table_state(table, state),
            ]
        )

    async def record(self, round_id: int) -> dict[str, Any] | None:
        """``rounds.record``."""
        return await rounds.record(self, round_id)

    async def running_rounds(self) -> list[RunningRow]:
        """All rounds in progress."""
        actions: dict[int, list[tuple[int, str]]] = {}
        for round_id, seat, text in await self.read("SELECT round, seat, text FROM actions ORDER BY round, number"):
            actions.setdefault(round_id, []).append((seat, text))
        rounds = await self.read("SELECT id, table_id, setup FROM running ORDER BY id")
        return [RunningRow(number, table, setup, tuple(actions.get(number, ()))) for number, table, setup in rounds]

    # Skill

    async def sums(self, guild: int, users: Iterable[int]) -> dict[int, int]:
        """What the ledger of a server adds up to for each of these people; 0 for one whom it does not know."""
        wanted = list(users)
        rows = await self.read(
            "SELECT user, skill FROM players JOIN standings ON player = players.id JOIN boards ON boards.id = board"
            " WHERE scope = ? AND period = 'ever' AND user IN (SELECT value FROM json_each(?))",
            guild,
            json.dumps(wanted),
        )
        return {**dict.fromkeys(wanted, 0), **dict(rows)}

    # Settings

    async def server(self, guild: int) -> Server:
        """What a server has chosen."""
        rows = await self.read(
            "SELECT role, cooldown, language, rules, turn, stake, least, channels, weekly FROM servers WHERE guild = ?",
            guild,
        )
        if not rows:
            return Server()
        role, cooldown, language, rules, turn, stake, least, channels, weekly = rows[0]
        places = tuple(json.loads(channels))
        return Server(role, cooldown, language, json.loads(rules), turn, stake, least, places, weekly)

    async def set_server(self, guild: int, server: Server, *, told: int | None = None) -> None:
        """Keep what a server has chosen; raise NotWritten for a stake or a number of people out of bounds.

        ``told`` is the first second of a week of which the server needs no post any more, nor of those before it.
        """
        rules, channels = json.dumps(dict(server.rules)), json.dumps(server.channels)
        values = (server.role, server.cooldown, server.language, rules, server.turn, server.stake, server.least)
        await self.write(
            [
                Statement("INSERT OR IGNORE INTO servers (guild, cooldown) VALUES (?, ?)", (guild, server.cooldown)),
                Statement(
                    "UPDATE servers SET role = ?, cooldown = ?, language = ?, rules = ?, turn = ?, stake = ?,"
                    " least = ?, channels = ?, weekly = ?, weekly_done = ifnull(?, weekly_done) WHERE guild = ?",
                    (*values, channels, server.weekly, told, guild),
                ),
            ]
        )

    async def call_players(self, guild: int, now: float) -> bool:
        """Whether players may be called now; if so, the server's cooldown begins anew."""
        statement = Statement(
            "UPDATE servers SET called = ?1 WHERE guild = ?2 AND role IS NOT NULL"
            " AND (called IS NULL OR called + cooldown <= ?1)",
            (now, guild),
        )
        return (await self.write([statement]))[0].changed == 1

    async def wishes(self, user: int) -> Wishes:
        """What a person has chosen."""
        rows = await self.read(
            "SELECT language, hand_order, clockwise, hand_by_dm, pings FROM people WHERE user = ?", user
        )
        if not rows:
            return Wishes()
        language, order, clockwise, hand_by_dm, pings = rows[0]
        return Wishes(language, order, bool(clockwise), bool(hand_by_dm), bool(pings))

    async def set_wishes(self, user: int, wishes: Wishes) -> None:
        """Keep what a person has chosen."""
        values = (wishes.language, wishes.hand_order, int(wishes.clockwise), int(wishes.hand_by_dm), int(wishes.pings))
        await self.write(
            [
                Statement(
                    "INSERT OR REPLACE INTO people (user, language, hand_order, clockwise, hand_by_dm, pings)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (user, *values),
                )
            ]
        )

    async def note(self, name: str) -> str | None:
        """What has been noted under a name."""
        rows = await self.read("SELECT text FROM notes WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    async def set_note(self, name: str, text: str) -> None:
        """Note a text under a name, in place of what was there."""
        statement = Statement(
            "INSERT INTO notes (name, text) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET text = excluded.text",
            (name, text),
        )
        await self.write([statement])

    async def drop_note(self, name: str) -> None:
        """Have noted nothing under a name."""
        await self.write([Statement("DELETE FROM notes WHERE name = ?", (name,))])


def _table_state(table: int, state: str) -> Statement:
    return Statement("UPDATE tables SET state = ? WHERE id = ?", (state, table))
