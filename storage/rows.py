"""Rows as they go in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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
    """A ledger row to be: what a round brings a person, or what the person pays for leaving it."""

    user: int
    name: str
    kind: str
    """"round", "penalty" or "refund"; a player has at most one of each in a round."""
    seat: int
    points: int
    amount: int | None
    """What that is in the skill of the server; None where it does not count there."""
    overall: int | None
    """The same for the skill over all servers, ten times the points."""
    role: str | None = None
    place: int | None = None
    """Of the result of a round: the role in it, and the place."""


@dataclass(frozen=True, slots=True)
class Server:
    """What a server has chosen."""

    role: int | None = None
    """Who is called when a table looks for players; None is nobody."""
    cooldown: int = 3600
    """Seconds between two such calls."""
    language: str | None = None
    """Of all that is public; None is that of whoever opens a table, and Discord's setting of the server elsewhere."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    """Variant and options of its tables, as far as chosen; JSON."""
    turn: int = 45
    """Turn time in seconds."""
    stake: int = 10
    """What a point is worth in its skill, 1 to 100."""
    least: int = 3
    """How many people make a round count for its skill, 2 to 5."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened; empty is everywhere."""
    weekly: int | None = None
    """The channel that is told of each week; None is none."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a person has chosen."""

    language: str | None = None
    """None is the language of their Discord."""
    hand_order: str | None = None
    """How their hand is sorted; None is the usual way."""
    clockwise: bool = True
    """Whether the seats after theirs are shown clockwise."""
    hand_by_dm: bool = True
    pings: bool = True
    """Whether they are pinged when it is their turn."""
