"""Statistics of all deals of this bot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from storage.access import Access
from storage.queue import Statement


def counted(game: str, dealt: Sequence[Sequence[int]]) -> Iterator[Statement]:
    """Statements that count deals: for each, how many of the cards that everyone wants each seat was dealt."""
    found = Counter((seat, wanted) for deal in dealt for seat, wanted in enumerate(deal))
    for (seat, wanted), times in found.items():
        yield Statement(
            "INSERT INTO deals (game, seat, wanted, deals) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (game, seat, wanted) DO UPDATE SET deals = deals + excluded.deals",
            (game, seat, wanted, times),
        )


async def statistics(access: Access, game: str) -> tuple[Mapping[int, int], ...]:
    """For each seat, how often it was dealt so many of the cards that everyone wants, in all rounds that ended."""
    rows = await access.read("SELECT seat, wanted, deals FROM deals WHERE game = ? ORDER BY seat, wanted", game)
    seats: dict[int, dict[int, int]] = {}
    for seat, wanted, times in rows:
        seats.setdefault(seat, {})[wanted] = times
    return tuple(seats[seat] for seat in sorted(seats))
