"""Ranks and leaderboards: of a server, or over all of them; ever, or of a week, month or season.

Skill is what the ledger adds up to, so 0 where a player begins. Equal values have equal ranks, and the next one is as
much worse as there are equal ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from storage.access import Access
from storage.periods import Period

ALL: Final = 0
"""The scope that is all servers; that of one server is its id."""
LEAST_ROUNDS: Final = 10
"""Who has fewer is not ranked by the share won (migration 4)."""


class Measure(StrEnum):
    """By what players are ranked."""

    SKILL = "skill"
    """Of a period: what it has brought."""
    POINTS = "points"
    SHARE = "share"
    """The share of rounds won, with at least LEAST_ROUNDS."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands on a leaderboard."""

    rank: int | None
    """None for one who has too few rounds for it."""
    user: int
    name: str
    skill: int
    points: int
    rounds: int
    won: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard."""

    rows: tuple[Standing, ...]
    players: int
    """How many are ranked."""
    own: Standing | None
    """Where whoever asks stands; None for one who has not played there."""


async def standing(
    access: Access, user: int, scope: int = ALL, *, period: Period = Period.EVER, by: Measure = Measure.SKILL, at: float
) -> Standing | None:
    """Where a player stands in the period that a moment is in; None for one who has not played in it."""
    board = await _board(access, scope, period, at)
    return None if board is None else await _own(access, scope, board, by, user)


async def players(access: Access, scope: int, *, period: Period, by: Measure, at: float) -> int:
    """How many players are ranked in the period that a moment is in."""
    board = await _board(access, scope, period, at)
    return 0 if board is None else await _above(access, scope, board, by, None)


async def leaderboard(
    access: Access,
    scope: int,
    *,
    period: Period,
    by: Measure,
    at: float,
    first: int = 0,
    size: int = 10,
    own: int | None = None,
) -> Leaderboard:
    """The rows from number ``first`` (from 0) of the period that a moment is in, and that of the user ``own``."""
    board = await _board(access, scope, period, at)
    if board is None:
        return Leaderboard((), 0, None)
    # By page: the number of rows that are surely above it, and a value which none of them is at or below.
    skipped, top = await _near(access, board, by, first) if scope == ALL else (0, None)
    found = await access.read(
        f"SELECT {by}, user, name, skill, points, rounds, won FROM (SELECT board, player FROM standings"
        f" WHERE board = ? AND {by} <= ifnull(?, 9e18) ORDER BY {by} DESC, player LIMIT ? OFFSET ?)"
        f" JOIN standings USING (board, player) JOIN players ON players.id = player ORDER BY {by} DESC, player",
        board,
        top,
        size,
        first - skipped,
    )
    rows: list[Standing] = []
    rank, last = 0, None
    for number, (value, *rest) in enumerate(found, first + 1):
        if value != last:
            rank = number if rows else 1 + await _above(access, scope, board, by, value)
            last = value
        rows.append(Standing(rank, *rest))
    mine = None if own is None else await _own(access, scope, board, by, own)
    return Leaderboard(tuple(rows), await _above(access, scope, board, by, None), mine)


async def _board(access: Access, scope: int, period: Period, at: float) -> int | None:
    rows = await access.read(
        "SELECT id FROM boards WHERE scope = ? AND period = ? AND since = ?", scope, period, period.since(at)
    )
    return rows[0][0] if rows else None


async def _own(access: Access, scope: int, board: int, by: Measure, user: int) -> Standing | None:
    rows = await access.read(
        f"SELECT {by}, user, name, skill, points, rounds, won FROM players JOIN standings ON player = players.id"
        " WHERE user = ? AND board = ?",
        user,
        board,
    )
    if not rows:
        return None
    value, *rest = rows[0]
    return Standing(None if value is None else 1 + await _above(access, scope, board, by, value), *rest)


async def _above(access: Access, scope: int, board: int, by: Measure, value: int | None) -> int:
    """How many players have more than a value; all that are ranked, for None."""
    values: tuple[Any, ...]
    if scope == ALL:
        sql, values = "SELECT ifnull(sum(players), 0) FROM counts WHERE board = ? AND measure = ? AND value > ?", (by,)
    else:
        sql, values = f"SELECT count(*) FROM standings WHERE board = ? AND {by} > ?", ()
    rows = await access.read(sql, board, *values, -(2**63) if value is None else value)
    return int(rows[0][0])


async def _near(access: Access, board: int, by: Measure, first: int) -> tuple[int, int | None]:
    """The value of the row of a number, and how many rows are above all that have it."""
    rows = await access.read(
        "SELECT above, value FROM (SELECT value, players, sum(players) OVER (ORDER BY value DESC) - players AS above"
        " FROM counts WHERE board = ? AND measure = ?) WHERE above + players > ? LIMIT 1",
        board,
        by,
        first,
    )
    return rows[0] if rows else (0, None)
