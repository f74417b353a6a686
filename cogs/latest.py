"""Doing something again and again to the newest state, never twice at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)


class Latest:
    """Runs its work when called; calls during a run bring one more run, however many they are.

    The work looks at the state as it is then, so that what came in between is never sent.
    """

    def __init__(self, work: Callable[[], Awaitable[None]]) -> None:
        self._work = work
        self._stale = False
        self._task: asyncio.Task[None] | None = None

    def call(self) -> None:
        """Run the work soon."""
        self._stale = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._stale:
            self._stale = False
            try:
                await self._work()
            except Exception:
                log.exception("could not show the newest state")

    def stop(self) -> None:
        """Run no more."""
        self._stale = False
        if self._task is not None:
            self._task.cancel()
