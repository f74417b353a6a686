"""Weeks of a server, and where they are to be told of."""

from __future__ import annotations

from dataclasses import dataclass

from storage.access import Access
from storage.periods import Period
from storage.queue import Statement
from storage.ranks import Leaderboard, Measure, leaderboard


@dataclass(frozen=True, slots=True)
class Week:
    """What was played in a week."""

    since: int
    rounds: int
    """All that ended, whether they count or not."""
    best: Leaderboard
    """The first by points."""


@dataclass(frozen=True, slots=True)
class Due:
    """A server that is to be told of a week, and the channel for it."""

    guild: int
    channel: int
    since: int
    """The first second of the week, in seconds since 1970."""


async def week(access: Access, guild: int, at: float, *, size: int = 10) -> Week:
    """The week of a server that a moment is in."""
    since = Period.WEEK.since(at)
    rows = await access.read(
        "SELECT count(*) FROM rounds WHERE guild = ? AND ended >= ? AND ended < ?", guild, since, since + 7 * 86400
    )
    best = await leaderboard(access, guild, period=Period.WEEK, by=Measure.POINTS, at=since, size=size)
    return Week(since, rows[0][0], best)


async def due(access: Access, now: float) -> tuple[Due, ...]:
    """The servers that have chosen a channel and have not been told of the week before this one.

    Where the clock was ahead for a time, it may be that they have been told of weeks that are still to come.
    """
    since = Period.WEEK.before(now)
    rows = await access.read(
        "SELECT guild, weekly FROM servers WHERE weekly IS NOT NULL"
        " AND ifnull(weekly_done, 0) NOT BETWEEN ?1 AND ?1 + 7 * 86400 ORDER BY guild",
        since,
    )
    return tuple(Due(guild, channel, since) for guild, channel in rows)


async def told(access: Access, week: Due) -> None:
    """Have told a server of a week."""
    await access.write([Statement("UPDATE servers SET weekly_done = ? WHERE guild = ?", (week.since, week.guild))])
