"""Weeks, months and seasons, in UTC; migration 4 puts ledger rows into the same ones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum


class Period(StrEnum):
    """What a leaderboard is of."""

    EVER = "ever"
    WEEK = "week"
    """From Monday."""
    MONTH = "month"
    SEASON = "season"
    """Three months, from January, April, July and October."""

    def since(self, at: float) -> int:
        """The first second of the period that a moment is in; 0 for all time."""
        day = datetime.fromtimestamp(at, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        match self:
            case Period.EVER:
                return 0
            case Period.WEEK:
                first = day - timedelta(days=day.weekday())
            case Period.MONTH:
                first = day.replace(day=1)
            case Period.SEASON:
                first = day.replace(day=1, month=(day.month - 1) // 3 * 3 + 1)
        return int(first.timestamp())

    def before(self, at: float) -> int:
        """The first second of the period before the one that a moment is in; 0 for all time."""
        since = self.since(at)
        return self.since(since - 1) if since else 0
