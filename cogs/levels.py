"""The skill levels of the people at tables (RULES.md, "Skill levels")."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from bot.games.baohuang.scoring import level
from bot.tables.state import SKILL_START
from bot.tables.table import Table
from storage.store import Store


class _Known(NamedTuple):
    """The skill of some people in the server of their table."""

    when: Hashable
    sums: Mapping[int, int]
    """What the ledger adds up to, by the ids of people."""


def _when(table: Table) -> Hashable:
    """Changes with all that the levels at a table depend on."""
    return table.number, frozenset(seat.present.id for seat in table.seats if seat.present)


class Levels:
    """What everyone at a table is by the skill of its server, as it was after the last round."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, _Known] = {}
        self._dropped = 0
        """How often something was dropped: what is being read meanwhile may be out of date."""

    async def look_up(self, table: Table) -> None:
        """Read what has changed, after each round and where somebody has sat down; what is known then is of now.

        Of a table that has closed nothing is kept.
        """
        while table.closed is None and ((known := self._known.get(table.id)) is None or known.when != _when(table)):
            when, dropped = _when(table), self._dropped
            people = {seat.present.id for seat in table.seats if seat.present}
            sums = await self._store.sums(table.guild, people) if people else {}
            if dropped == self._dropped and table.closed is None:
                self._known[table.id] = _Known(when, sums)

    def of(self, table: Table) -> dict[int, str]:
        """For each seat with somebody on it the one of ``scoring.LEVELS``, as far as it has been looked up."""
        known = self._known.get(table.id)
        sums = known.sums if known else {}
        return {
            number: level(SKILL_START + sums[seat.present.id])
            for number, seat in enumerate(table.seats)
            if seat.present and seat.present.id in sums
        }

    def drop(self, table: Table) -> None:
        """Know nothing more of a table: it has closed, or what was known is out of date."""
        self._known.pop(table.id, None)
        self._dropped += 1
