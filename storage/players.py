"""People as players: all that is kept on one, and its deletion.

A player is a number. The Discord id and the name that go with it have one row, and go with that.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from storage.access import Access
from storage.packing import unpack
from storage.queue import Statement

_BOARDS: Final = """
SELECT boards.id AS board, players.id AS player, scope, period, since FROM players CROSS JOIN boards
WHERE user = ?1 AND scope IN (SELECT 0 UNION SELECT guild FROM ledger WHERE ledger.player = players.id)"""
"""The leaderboards on which a person can be."""
_PARTS: Final = {
    "player": "SELECT user AS discord_id, name FROM players WHERE user = ?1",
    "settings": "SELECT language, hand_order, clockwise, hand_by_dm, pings FROM people WHERE user = ?1",
    "skill": (
        "SELECT scope AS server, period, since, skill AS sum, points, rounds, won"
        f" FROM ({_BOARDS}) CROSS JOIN standings USING (board, player) ORDER BY scope, period, since"
    ),
    "ledger": (
        "SELECT ledger.at, ledger.guild AS server, ledger.kind, ledger.round, seat, role, place, points,"
        " ledger.amount AS of_server, overall AS over_all, reason"
        " FROM players JOIN ledger ON ledger.player = players.id LEFT JOIN acts ON acts.id = act WHERE user = ?1"
        " ORDER BY ledger.id"
    ),
    "done_as_moderator": (
        "SELECT at, guild AS server, kind, round, amount, reason FROM players JOIN acts ON moderator = players.id"
        " WHERE user = ?1 ORDER BY acts.id"
    ),
}
_RECORDS: Final = """
SELECT rounds.id, count(*), sum(other.seat < own.seat), record
FROM players JOIN ledger AS own ON own.player = players.id JOIN rounds ON rounds.id = own.round
    JOIN ledger AS other ON other.round = own.round AND other.kind = 'round' AND other.act IS NULL
WHERE user = ?1 AND own.kind = 'round' AND own.act IS NULL AND own.seat IS NOT NULL GROUP BY rounds.id"""
"""The rounds of a person, how many people played them, and how many of these have their part of the salt before."""
_BETWEEN: Final = re.compile(r"\|(?=[0-9]{17,20}(?:[:|]|$))")
"""Between the parts of a salt (RECORD.md)."""


async def export(access: Access, user: int) -> dict[str, list[dict[str, Any]]]:
    """All that is kept on a person, as JSON: for each kind of thing, its rows.

    Tables hold the names and ids of those at them besides, and forget them when they have closed and shown that.
    """

    def look(database: sqlite3.Connection) -> tuple[dict[str, list[dict[str, Any]]], list[tuple[int, int, int, bytes]]]:
        found = {}
        for part, sql in _PARTS.items():
            rows = database.execute(sql, (user,))
            columns = [column[0] for column in rows.description]
            found[part] = [dict(zip(columns, row, strict=True)) for row in rows]
        return found, database.execute(_RECORDS, (user,)).fetchall()

    found, records = await access.at_once(look)
    found["shuffle"] = await asyncio.to_thread(_shuffled, records)
    return found


def _shuffled(records: Sequence[tuple[int, int, int, bytes]]) -> list[dict[str, Any]]:
    """What somebody added to the shuffle of each round; where words of people look like more parts, the whole salt."""
    found = []
    for number, people, part, packed in records:
        try:
            salt = unpack(packed)["salt"]
        except (ValueError, KeyError):
            continue  # a damaged record must not keep the rest from them
        parts = _BETWEEN.split(salt)
        found.append({"round": number, "salt": parts[part] if len(parts) == people else salt})
    return found


async def forget(access: Access, user: int) -> None:
    """Delete a person's id and name, settings and ranks; what others won and lost with them stands.

    Whoever calls this sees to it that they are at no table. If they come back, they are another player.
    """
    await access.write(
        [
            Statement(
                f"DELETE FROM standings WHERE (board, player) IN (SELECT board, player FROM ({_BOARDS}))", (user,)
            ),
            Statement("DELETE FROM tallies WHERE player = (SELECT id FROM players WHERE user = ?)", (user,)),
            Statement("DELETE FROM players WHERE user = ?", (user,)),
            Statement("DELETE FROM people WHERE user = ?", (user,)),
        ]
    )
    await access.empty_log()


async def seats_in(access: Access, user: int, rounds: Iterable[int]) -> dict[int, int]:
    """The seat that a person had in each of these rounds that are over, as far as they played them."""
    rows = await access.read(
        "SELECT round, seat FROM json_each(?) AS wanted JOIN ledger ON round = wanted.value"
        " WHERE player = (SELECT id FROM players WHERE user = ?) AND kind = 'round' AND act IS NULL"
        " AND seat IS NOT NULL",
        json.dumps(list(rounds)),
        user,
    )
    return dict(rows)
