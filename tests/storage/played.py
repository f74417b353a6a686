"""Rounds put into a database, as tables put them there."""

from __future__ import annotations

from collections.abc import Sequence

from storage.rows import Entry
from storage.store import Store

ROLES = ("emperor", "guard", "rebel", "rebel", "rebel")
MONDAY = 1_796_601_600.0
"""2026-12-07 00:00 UTC."""


def entry(
    user: int,
    kind: str,
    seat: int,
    points: int,
    *,
    stake: int | None = 10,
    overall: bool = True,
    role: str | None = None,
    place: int | None = None,
) -> Entry:
    """A ledger row of "p" and the user's number; a stake of None does not count for the server."""
    amount = None if stake is None else points * stake
    return Entry(user, f"p{user}", kind, seat, points, amount, points * 10 if overall else None, role, place)


async def begin(store: Store, guild: int = 1, at: float = MONDAY) -> tuple[int, int]:
    """A round that starts at a new table; the numbers of both."""
    table = await store.open_table(guild, 2, "{}")
    return table, await store.begin_round(table, "{}", "{}", at=at)


async def play(
    store: Store,
    points: Sequence[tuple[int, int]],
    *,
    guild: int = 1,
    at: float = MONDAY,
    seconds: float = 600,
    stake: int | None = 10,
    overall: bool = True,
    quits: Sequence[int] = (),
) -> int:
    """A round that ends with these users and points, by seat; those who quit paid for it. The round's number."""
    table, number = await begin(store, guild, at - seconds)
    fines = [entry(user, "penalty", 0, -40, stake=stake, overall=overall) for user in quits]
    await store.penalise(table, "{}", guild=guild, round_id=number, entries=fines, at=at - 1)
    order = sorted(range(len(points)), key=lambda seat: -points[seat][1])
    rows = [
        entry(user, "round", seat, score, stake=stake, overall=overall, role=ROLES[seat], place=1 + order.index(seat))
        for seat, (user, score) in enumerate(points)
    ]
    record = {"seats": [f"p{user}" for user, _ in points]}
    await store.end_round(
        number, record, table=table, state="{}", guild=guild, entries=rows, at=at, game="g", dealt=((1, 2), (1, 0))
    )
    return number
