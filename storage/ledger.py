"""Rows of the ledger that rounds bring. Sums and ranks follow by triggers, in the same transaction (migration 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storage.queue import Statement
from storage.rows import Entry


def added(guild: int, round_id: int, entries: Sequence[Entry], at: float) -> Iterator[Statement]:
    """Statements that add rows of a round."""
    for entry in entries:
        yield known(entry.user, entry.name)
        yield Statement(
            "INSERT INTO ledger"
            " (player, guild, round, kind, seat, role, place, points, amount, overall, rounds, at, counts_at)"
            " SELECT id, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?3 = 'round', ?10, ?10 FROM players WHERE user = ?11",
            (
                guild,
                round_id,
                entry.kind,
                entry.seat,
                entry.role,
                entry.place,
                entry.points,
                entry.amount,
                entry.overall,
                at,
                entry.user,
            ),
        )


def known(user: int, name: str) -> Statement:
    """The statement after which somebody is a player, under this name."""
    return Statement(
        "INSERT INTO players (user, name) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET name = excluded.name",
        (user, name),
    )
