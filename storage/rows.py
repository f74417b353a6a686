"""Rows as they go in and out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table that is open, or was."""

    id: int
    guild: int
    channel: int
    state: str
    """JSON; what it says is the caller's."""
    closed: float | None
    """When it was put away, in seconds since 1970: it had closed, and people had been shown that. Else None."""


@dataclass(frozen=True, slots=True)
class RunningRow:
    """A round in progress: what it started from, and what was done."""

    id: int
    table: int
    setup: str
    """JSON."""
    actions: tuple[tuple[int, str], ...]
    """Seat and text of each action, in order."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A ledger row to be: points of skill that a player gains or pays in a round."""

    user: int
    name: str
    kind: str
    """"round", "penalty" or "refund"; a player has at most one of each in a round."""
    amount: int


@dataclass(frozen=True, slots=True)
class Server:
    """What a server has chosen."""

    role: int | None = None
    """Who is called when a table looks for players; None is nobody."""
    cooldown: int = 3600
    """Seconds between two such calls."""
