"""Turns for requests that count against the bot's global limit: never more of them at once than Discord takes."""

from __future__ import annotations

import asyncio
from heapq import heappop, heappush
from typing import Final

AT_ONCE: Final = 8
"""How many may go at the same moment after a quiet time."""


class Budget:
    """Lets so many requests a second go, in the order in which they came."""

    def __init__(self, per_second: float) -> None:
        self._rate = per_second
        self._left: float = AT_ONCE
        self._counted = 0.0
        self._number = 0
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []

    async def turn(self, *, later: bool = False) -> None:
        """Return when a request may go; with ``later`` it lets all others go first."""
        if not self._waiting and self._take():
            return
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._number += 1
        heappush(self._waiting, (later, self._number, turn))
        if len(self._waiting) == 1:
            self._look_again(loop)
        await turn

    def _take(self) -> bool:
        now = asyncio.get_running_loop().time()
        self._left = min(AT_ONCE, self._left + (now - self._counted) * self._rate)
        self._counted = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _look_again(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.call_later(max(0.0, (1 - self._left) / self._rate), self._give, loop)

    def _give(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            if self._waiting[0][2].done():  # whoever waited was cancelled
                heappop(self._waiting)
            elif self._take():
                heappop(self._waiting)[2].set_result(None)
            else:
                self._look_again(loop)
                return
