"""Sums and ranks held against the ledger that they follow from, and made anew from it."""

from __future__ import annotations

import sqlite3
from typing import Final

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


def wrong(database: sqlite3.Connection) -> dict[str, int]:
    """How many rows of each derived table are not what the ledger gives; empty if all is right."""
    found = {}
    for table, (kept, right) in _KEPT.items():
        ((rows,),) = database.execute(
            f"SELECT (SELECT count(*) FROM (SELECT * FROM ({kept}) EXCEPT SELECT * FROM ({right})))"
            f" + (SELECT count(*) FROM (SELECT * FROM ({right}) EXCEPT SELECT * FROM ({kept})))"
        )
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
