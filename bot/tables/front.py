"""What a table needs from those who show it to people."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from bot.tables.table import Table


class By(StrEnum):
    """On whose account an action was taken."""

    PERSON = "person"
    """By the seat's player, now or in advance."""
    FORCED = "forced"
    """By the system: there was nothing else to do (auto-pass)."""
    AUTOPILOT = "autopilot"
    """By the system: the seat is on autopilot, or its time ran out."""
    AI = "ai"
    """By an AI seat, or by the AI that plays on for somebody who left."""


class Change(NamedTuple):
    """An action that took effect: for which seat, its text (which need not be public), and by whom."""

    seat: int
    text: str
    by: By


class Unshown(Exception):
    """Discord has not taken what should be shown; the table is parked until it does."""


class Front(Protocol):
    """Shows tables. A table calls it from one task, never twice at a time, and never while it holds its lock.

    Only ``refresh`` is called at any time.
    """

    def refresh(self, table: Table) -> None:
        """Begin to bring up to date what nobody waits for: it must not be held up by what ``show`` waits for."""
        ...

    async def show(self, table: Table) -> None:
        """Bring all that people see up to date; return when the public part is confirmed, raise Unshown if it is not.

        Read the table as it is now; what has changed meanwhile brings another call. Deadlines start, and cards are
        dealt after the salt parts were public, only when this has returned.
        """
        ...

    async def nudge(self, table: Table, seats: Sequence[int]) -> None:
        """Ping the people of these seats: it is their turn and they have not acted."""
        ...

    async def closed(self, table: Table) -> None:
        """Show that the table has closed, and why: ``table.closed``; raise Unshown if that must be tried again.

        Nothing but this is called for a table from then on.
        """
        ...
