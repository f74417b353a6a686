"""Sums and ranks held against the ledger that they follow from, and made anew from it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from storage.database import PATIENCE
from storage.errors import told_as_ours

_STANDINGS: Final = """
SELECT scope, period, since, player, sum(skill) AS skill, sum(points) AS points, sum(rounds) AS rounds, sum(won) AS won
FROM dated_effects GROUP BY scope, period, since, player"""
_TALLIES: Final = """
SELECT player, scope, ifnull(role, '') AS role, ifnull(place, 0) AS place, points * rounds AS points,
    sum(rounds) AS rounds
FROM effects WHERE rounds <> 0
GROUP BY player, scope, ifnull(role, ''), ifnull(place, 0), points * rounds HAVING sum(rounds) <> 0"""
_COUNTS: Final = """
SELECT board, measure, value, count(*) AS players FROM measured
WHERE board IN (SELECT id FROM boards WHERE scope = 0) GROUP BY board, measure, value"""
_KEPT: Final = {
    "standings": (
        "SELECT scope, period, since, player, skill, points, rounds, won"
        " FROM standings JOIN boards ON boards.id = board",
        _STANDINGS,
    ),
    "tallies": ("SELECT player, scope, role, place, points, rounds FROM tallies", _TALLIES),
    "counts": ("SELECT board, measure, value, players FROM counts", _COUNTS),
}


def mend(path: Path) -> bool:
    """Make all derived tables anew if they are not what the ledger gives; whether they were right.

    Whoever calls this has the lease. It takes half a minute for 100,000 players. Raise a StorageError.
    """
    with told_as_ours(path), closing(sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)) as database:
        right = not wrong(database)
        if not right:
            rebuild(database)
    return right


def wrong(database: sqlite3.Connection) -> dict[str, int]:
    """How many rows of each derived table are not what the ledger gives; empty if all is right."""
    found = {}
    for table, (kept, right) in _KEPT.items():
        database.execute(f"CREATE TEMP TABLE expected AS {right}")
        ((rows,),) = database.execute(
            f"SELECT (SELECT count(*) FROM ({kept} EXCEPT SELECT * FROM expected))"
            f" + (SELECT count(*) FROM (SELECT * FROM expected EXCEPT {kept}))"
        )
        database.execute("DROP TABLE expected")
        if rows:
            found[table] = rows
    return found


def rebuild(database: sqlite3.Connection) -> None:
    """Make all derived tables anew, in one transaction. The connection is in autocommit mode."""
    triggers = list(
        database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'standings'")
    )
    steps = [
        *(f"DROP TRIGGER {name}" for name, _ in triggers),
        "DELETE FROM counts",
        "DELETE FROM tallies",
        "DELETE FROM standings",
        "DELETE FROM boards",
        f"CREATE TEMP TABLE summed AS {_STANDINGS}",
        "INSERT INTO boards (scope, period, since) SELECT DISTINCT scope, period, since FROM summed",
        "INSERT INTO standings (board, player, skill, points, rounds, won)"
        " SELECT boards.id, player, skill, points, rounds, won FROM summed JOIN boards USING (scope, period, since)"
        " ORDER BY boards.id, player",
        "DROP TABLE summed",
        f"INSERT INTO tallies {_TALLIES}",
        f"INSERT INTO counts {_COUNTS}",
        *(sql for _, sql in triggers),
    ]
    database.execute("BEGIN IMMEDIATE")
    try:
        for step in steps:
            database.execute(step)
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
