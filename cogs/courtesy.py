"""Work that can wait lets those who wait for an answer go first."""

from __future__ import annotations

import asyncio
from typing import Final

CALM: Final = 0.01
"""Seconds that one turn of the event loop takes at most when nobody has to wait."""
LOOK: Final = 0.02
"""Seconds until the next look whether it is calm."""


class Courtesy:
    """Lets pieces of work begin one after the other, with time for the event loop between them.

    Each waits, but not longer than ``most`` seconds, for a moment in which the loop has little else to do.
    """

    def __init__(self, most: float) -> None:
        self._most = most
        self._lock = asyncio.Lock()

    async def turn(self) -> None:
        """Return when a piece of work may be done: at once, without awaiting anything else."""
        loop = asyncio.get_running_loop()
        async with self._lock:
            late = loop.time() + self._most
            while True:
                before = loop.time()
                await asyncio.sleep(0)
                if loop.time() - before <= CALM or loop.time() >= late:
                    return
                await asyncio.sleep(LOOK)
