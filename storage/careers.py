"""What a player has done: results by role, places, best and worst, and skill over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from storage.access import Access
from storage.ranks import ALL

MOST_STEPS: Final = 200
"""Points of a curve."""


@dataclass(frozen=True, slots=True)
class Played:
    """Rounds, and how many of them were won."""

    rounds: int
    won: int


@dataclass(frozen=True, slots=True)
class Career:
    """The rounds of a player that count."""

    roles: Mapping[str, Played]
    """By role; "" for rounds of which it is not known."""
    places: Mapping[int, int]
    """How often the player came in at each place."""
    best: int | None
    """The most points of a round; None without one."""
    worst: int | None
    """The fewest."""

    @property
    def rounds(self) -> int:
        """How many there are."""
        return sum(role.rounds for role in self.roles.values())

    @property
    def place(self) -> float | None:
        """The average place; None where none is known."""
        times = sum(self.places.values())
        return sum(place * often for place, often in self.places.items()) / times if times else None


@dataclass(frozen=True, slots=True)
class Step:
    """A moment, and the sum of the ledger then."""

    at: float
    skill: int


async def career(access: Access, user: int, scope: int = ALL) -> Career:
    """The rounds of a player that count in a server, or over all."""
    rows = await access.read(
        "SELECT role, place, points, tallies.rounds FROM tallies JOIN players ON players.id = player"
        " WHERE user = ? AND scope = ? AND tallies.rounds > 0",
        user,
        scope,
    )
    roles: dict[str, Played] = {}
    places: dict[int, int] = {}
    for role, place, points, rounds in rows:
        before = roles.get(role, Played(0, 0))
        roles[role] = Played(before.rounds + rounds, before.won + rounds * (points > 0))
        if place:
            places[place] = places.get(place, 0) + rounds
    points = [row[2] for row in rows]
    return Career(roles, places, max(points, default=None), min(points, default=None))


async def curve(access: Access, user: int, scope: int = ALL) -> tuple[Step, ...]:
    """A player's skill over time: at most about MOST_STEPS steps, of as many changes each, and the newest one."""
    of_scope, amount = ("", "overall") if scope == ALL else ("AND guild = ?2", "amount")
    rows = await access.read(
        f"SELECT at, skill FROM (SELECT at, sum({amount}) OVER changes AS skill, row_number() OVER changes AS number,"
        f" count(*) OVER () AS steps FROM ledger WHERE player = (SELECT id FROM players WHERE user = ?1) {of_scope}"
        f" AND {amount} IS NOT NULL WINDOW changes AS (ORDER BY id))"
        f" WHERE number = steps OR number % (1 + steps / {MOST_STEPS}) = 0",
        user,
        *(() if scope == ALL else (scope,)),
    )
    return tuple(Step(*row) for row in rows)
