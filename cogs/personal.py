"""What people have chosen for themselves, remembered so that answers need not wait for the disk."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import Final, TypeVar

from storage.errors import StorageError
from storage.rows import Wishes
from storage.store import Store

log = logging.getLogger(__name__)

Kept = TypeVar("Kept")

REMEMBERED: Final = 10_000
"""People whose wishes are remembered."""
LOW_FIRST: Final = "low_first"
"""The order of a hand from low to high; the usual one is from high to low."""


class Personal:
    """The wishes of people; all that reads or changes them goes through here."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[int, Wishes] = OrderedDict()
        self._heard: OrderedDict[int, str] = OrderedDict()
        """The locales of those who have asked for something since the start."""

    async def of(self, user_id: int) -> Wishes:
        """What a person has chosen; the usual where that cannot be read."""
        if user_id in self._known:
            self._known.move_to_end(user_id)
            return self._known[user_id]
        try:
            found = await self._store.wishes(user_id)
        except StorageError as error:
            log.error("what somebody has chosen cannot be read: %s", error)  # noqa: TRY400
            return Wishes()
        # What was kept while this was read is newer.
        return self._known.get(user_id) or _remember(self._known, user_id, found)

    async def language(self, user_id: int) -> str | None:
        """The language for what a person has not asked for: chosen, or that of their Discord where it is known."""
        return (await self.of(user_id)).language or self._heard.get(user_id)

    def hear(self, user_id: int, locale: str) -> None:
        """Remember the language of somebody's Discord, which is told when they ask for something."""
        _remember(self._heard, user_id, locale)

    async def keep(self, user_id: int, wishes: Wishes) -> None:
        """Keep what a person has chosen; raise NotWritten."""
        await self._store.set_wishes(user_id, wishes)
        _remember(self._known, user_id, wishes)

    def forget(self, user_id: int) -> None:
        """Remember nothing of a person."""
        self._known.pop(user_id, None)
        self._heard.pop(user_id, None)


def _remember(among: OrderedDict[int, Kept], user_id: int, kept: Kept) -> Kept:
    among[user_id] = kept
    among.move_to_end(user_id)
    if len(among) > REMEMBERED:
        among.popitem(last=False)
    return kept
