"""Ranks and leaderboards: of a server, or over all of them; ever, or of a week, month or season.

Skill is what the ledger adds up to, so 0 where a player begins. Equal values have equal ranks, and the next one is as
much worse as there are equal ones.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

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

    def look(database: sqlite3.Connection) -> Standing | None:
        board = _Board.find(database, scope, period, by, at)
        return board and board.own(user)

    return await access.at_once(look)


async def players(access: Access, scope: int, *, period: Period, by: Measure, at: float) -> int:
    """How many players are ranked in the period that a moment is in."""

    def look(database: sqlite3.Connection) -> int:
        board = _Board.find(database, scope, period, by, at)
        return board.above(None) if board else 0

    return await access.at_once(look)


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

    def look(database: sqlite3.Connection) -> Leaderboard:
        board = _Board.find(database, scope, period, by, at)
        if board is None:
            return Leaderboard((), 0, None)
        return Leaderboard(board.page(first, size), board.above(None), None if own is None else board.own(own))

    return await access.at_once(look)


class _Board(NamedTuple):
    """A leaderboard by a measure, at one moment."""

    database: sqlite3.Connection
    scope: int
    id: int
    by: Measure

    @classmethod
    def find(cls, database: sqlite3.Connection, scope: int, period: Period, by: Measure, at: float) -> _Board | None:
        """The leaderboard of the period that a moment is in, if anybody has played in it."""
        row = database.execute(
            "SELECT id FROM boards WHERE scope = ? AND period = ? AND since = ?", (scope, period, period.since(at))
        ).fetchone()
        return cls(database, scope, row[0], by) if row else None

    def own(self, user: int) -> Standing | None:
        """Where a player stands."""
        row = self.database.execute(
            f"SELECT {self.by}, user, name, skill, points, rounds, won FROM players JOIN standings"
            " ON player = players.id WHERE user = ? AND board = ?",
            (user, self.id),
        ).fetchone()
        if row is None:
            return None
        value, *rest = row
        return Standing(None if value is None else 1 + self.above(value), *rest)

    def page(self, first: int, size: int) -> tuple[Standing, ...]:
        """The rows from a number on."""
        skipped, top = self._near(first) if self.scope == ALL else (0, None)
        found = self.database.execute(
            f"SELECT {self.by}, user, name, skill, points, rounds, won FROM (SELECT board, player FROM standings"
            f" WHERE board = ? AND {self.by} <= ifnull(?, 9e18) ORDER BY {self.by} DESC, player LIMIT ? OFFSET ?)"
            f" JOIN standings USING (board, player) JOIN players ON players.id = player"
            f" ORDER BY {self.by} DESC, player",
            (self.id, top, size, first - skipped),
        )
        rows: list[Standing] = []
        rank, last = 0, None
        for number, (value, *rest) in enumerate(found.fetchall(), first + 1):
            if value != last:
                rank, last = number if rows else 1 + self.above(value), value
            rows.append(Standing(rank, *rest))
        return tuple(rows)

    def above(self, value: int | None) -> int:
        """How many players have more than a value; all that are ranked, for None."""
        least = -(2**63) if value is None else value
        if self.scope == ALL:
            sql = "SELECT ifnull(sum(players), 0) FROM counts WHERE board = ? AND measure = ? AND value > ?"
            (count,) = self.database.execute(sql, (self.id, self.by, least)).fetchone()
        else:
            sql = f"SELECT count(*) FROM standings WHERE board = ? AND {self.by} > ?"
            (count,) = self.database.execute(sql, (self.id, least)).fetchone()
        return int(count)

    def _near(self, first: int) -> tuple[int, int | None]:
        """How many rows are above all that are equal to the one of a number, and its value."""
        row: tuple[int, int] | None = self.database.execute(
            "SELECT above, value"
            " FROM (SELECT value, players, sum(players) OVER (ORDER BY value DESC) - players AS above"
            " FROM counts WHERE board = ? AND measure = ?) WHERE above + players > ? LIMIT 1",
            (self.id, self.by, first),
        ).fetchone()
        return row or (0, None)
