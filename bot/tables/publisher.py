"""Shows one table: the newest state, one call at a time, again and again until Discord has taken it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from bot.tables.front import Change, Front, Unshown
from bot.tables.pace import Pace, Time
from storage.errors import StorageError

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)


class Publisher:
    """The one task that calls the front for a table."""

    def __init__(self, table: Table, front: Front, time: Time, pace: Pace) -> None:
        self._table = table
        self._front = front
        self._time = time
        self._pace = pace
        self._wake = asyncio.Event()
        self._stale = False
        self._nudged: Sequence[int] = ()
        self._coming: list[Change] = []
        self.changes: tuple[Change, ...] = ()
        """What took effect since the last confirmed show, fixed while a show is under way."""

    def note(self, change: Change) -> None:
        """Remember an action for the next show."""
        self._coming.append(change)

    def show(self) -> None:
        """Something has changed: show the table as soon as possible."""
        try:
            self._front.refresh(self._table)
        except Exception:
            log.exception("refreshing table %d failed", self._table.id)
        self._stale = True
        self._wake.set()

    def nudge(self, seats: Sequence[int]) -> None:
        """Ping these seats, unless the table changes before it is done."""
        self._nudged = seats
        self._wake.set()

    async def run(self, confirmed: Callable[[object], Awaitable[None]], failed: Callable[[], Awaitable[None]]) -> None:
        """Call the front until the table has closed and that is shown too.

        Report each confirmed position, and each failure.
        """
        wait = self._pace.retry
        while self._table.closed is None:
            await self._wake.wait()
            self._wake.clear()
            if self._table.closed is not None:
                break
            if self._stale:
                self._stale, self._nudged = False, ()
                self._take_changes()
                position = self._table.position
                begun = self._time.now()
                if await self._call(self._front.show(self._table)):
                    self.changes = ()
                    if await self._call(confirmed(position)):
                        wait = self._pace.retry
                        await self._rest(begun + self._pace.between)
                        continue
                else:
                    await failed()
                await self._time.wait(self._time.now() + wait, self._wake)
                wait = min(2 * wait, self._pace.retry_most)
                self.show()
            elif self._nudged:
                seats, self._nudged = self._nudged, ()
                await self._call(self._front.nudge(self._table, seats))
        self._take_changes()
        self._stale = True
        while self._stale:
            self._stale = False  # somebody may have their data deleted while it is on its way
            if not await self._call(self._front.closed(self._table)):
                self._stale = True
                await self._time.wait(self._time.now() + wait, asyncio.Event())
                wait = min(2 * wait, self._pace.retry_most)
        self.changes = ()

    async def _rest(self, until: float) -> None:
        """Show nothing before a time, unless the table closes: what happens meanwhile is shown in one."""
        while self._table.closed is None and self._time.now() < until:
            self._wake.clear()
            await self._time.wait(until, self._wake)
        self._wake.set()

    def _take_changes(self) -> None:
        self.changes = (*self.changes, *self._coming)
        self._coming.clear()

    async def _call(self, showing: Awaitable[None]) -> bool:
        """Whether the front did it. Its own mistakes must not stop a table either."""
        try:
            await showing
        except Unshown:
            return False
        except StorageError as error:
            log.error("showing table %d: not saved: %s", self._table.id, error)  # noqa: TRY400
            return False
        except Exception:
            log.exception("showing table %d failed", self._table.id)
            return False
        return True
