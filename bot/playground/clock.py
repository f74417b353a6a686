"""The time of the look-alike: the system's, or one that is moved by hand."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """A clock in seconds from some start, and a way to wait for it."""

    def now(self) -> float:
        """Seconds since a fixed start; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return once that many seconds have passed on this clock."""
        ...


class SystemClock:
    """Time as it passes."""

    def now(self) -> float:
        """Seconds of the system's monotonic clock."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait that long."""
        await asyncio.sleep(seconds)


class HandClock:
    """Time that stands still until ``advance`` is called, so that fifteen minutes need no waiting."""

    def __init__(self) -> None:
        self._now = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Seconds advanced so far."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Return once ``advance`` has moved the clock that far."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        future = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._now + seconds, future))
        await future

    def advance(self, seconds: float) -> None:
        """Move the clock and wake who has slept long enough."""
        self._now += seconds
        due = [future for until, future in self._sleepers if until <= self._now]
        self._sleepers = [(until, future) for until, future in self._sleepers if until > self._now]
        for future in due:
            if not future.done():
                future.set_result(None)
