"""How fast a table goes, and the time it goes by."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

LOOK: Final = 60
"""Seconds after which who waits looks at the clock again: it may have been set, or the machine may have slept."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Every waiting time of a table, in seconds."""

    ready: float = 60
    """To get ready for the next round, after a round; then the seat becomes free."""
    idle: float = 1800
    """Without anything happening between rounds; then the table closes."""
    lost: float = 6 * 3600
    """While a table cannot be shown; then it closes, unscored, so that its people are not held for ever. Longer than
    Discord's outages, and than a moderator needs to give a permission back."""
    nudge: float = 10
    """Into a turn; then who has not acted is pinged."""
    mask: tuple[float, float] = (2, 4)
    """A masked action takes effect this long after its turn began, drawn at random for each turn."""
    between: float = 1.2
    """From one show of a table to the next: a channel takes about five messages and edits in five seconds."""
    together: float = 0.5
    """What AI seats do in a row waits no longer than this for the rest of it, so that it is shown in one."""
    requests: float = 48
    """In any second, of those that count against Discord's global limit of 50."""
    letter: float = 60
    """From one edit of a hand sent by direct message to the next, while its owner also has it in the channel."""
    retry: float = 5
    """Before another try where Discord or the disk failed; doubled with each failure of Discord's in a row."""
    retry_most: float = 300
    """The longest wait before another try."""


class Time(Protocol):
    """Now, and waiting: tests drive it by hand."""

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        ...

    async def wait(self, until: float | None, wake: asyncio.Event) -> None:
        """Return at the time ``until`` (None is never), or as soon as ``wake`` is set."""
        ...


class SystemTime:
    """The time of the machine."""

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()

    async def wait(self, until: float | None, wake: asyncio.Event) -> None:
        """Return at the time ``until`` (None is never), or as soon as ``wake`` is set."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(None if until is None else min(max(0.0, until - self.now()), LOOK)):
                    await wake.wait()
                    return
            if until is not None and until <= self.now():
                return
