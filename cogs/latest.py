"""Doing something again and again to the newest state, never twice at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

from storage.errors import StorageError

log = logging.getLogger(__name__)

Key = TypeVar("Key", bound=Hashable)

PARTING: Final = 2
"""Seconds that work under way gets when all stops."""


class Latest(Generic[Key]):
    """Runs its work for a key when called; calls during a run bring one more run, however many they are.

    The work looks at the state as it is then, so that what came in between is never sent.
    """

    def __init__(self, work: Callable[[Key], Awaitable[None]]) -> None:
        self._work = work
        self._stale: set[Key] = set()
        self._running: dict[Key, asyncio.Task[None]] = {}

    def call(self, key: Key) -> None:
        """Run the work for this key soon."""
        self._stale.add(key)
        if key not in self._running:
            self._running[key] = asyncio.create_task(self._run(key))

    async def _run(self, key: Key) -> None:
        try:
            while key in self._stale:
                self._stale.discard(key)
                try:
                    await self._work(key)
                except StorageError as error:
                    log.error("not saved: %s", error)  # noqa: TRY400
                except Exception:
                    log.exception("could not show the newest state")
        finally:
            del self._running[key]

    async def quiet(self, key: Key) -> None:
        """Return when no work for this key is under way."""
        while (running := self._running.get(key)) is not None:
            await asyncio.wait({running})

    async def stop(self) -> None:
        """Begin nothing more; return when nothing runs, which is within seconds."""
        self._stale.clear()
        running = set(self._running.values())
        if running:
            _, late = await asyncio.wait(running, timeout=PARTING)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
