"""Turns for requests that count against the bot's global limit: never more of them in any second than Discord takes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from typing import Final

SECOND: Final = 1
"""How long a request counts after its end."""


class Budget:
    """Lets requests go in the order in which they came, so many at most in any second.

    When Discord counts one is not known, only that it lies between its beginning and its end here: each counts for all
    of that time and a second more.
    """

    def __init__(self, per_second: int) -> None:
        self._left = per_second
        self._number = 0
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, *, later: bool = False) -> AsyncIterator[None]:
        """Around a request: wait until it may go; with ``later`` it lets all others go first."""
        loop = asyncio.get_running_loop()
        if self._left:
            self._left -= 1
        else:
            turn: asyncio.Future[None] = loop.create_future()
            self._number += 1
            heappush(self._waiting, (later, self._number, turn))
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._give()
                raise
        try:
            yield
        finally:
            loop.call_later(SECOND, self._give)

    def _give(self) -> None:
        """Give a turn that is free to the next who waits."""
        while self._waiting:
            turn = heappop(self._waiting)[2]
            if not turn.done():  # whoever waited may have been cancelled
                turn.set_result(None)
                return
        self._left += 1
