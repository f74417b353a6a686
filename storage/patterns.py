"""Patterns by which score farming shows, in the newest rounds of a server: for moderators to look at, no proof.

Rounds that do not count for the server or are void are left out.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final, NamedTuple

from storage.access import Access

ROUNDS: Final = 300
"""The newest rounds that are looked at."""
MANY: Final = 10
"""The fewest rounds that make a pattern."""
MOSTLY: Final = 0.8
"""The part of somebody's rounds, quits or a flow that makes one."""
CHANCE: Final = 12
"""How far from half a flow is: the square of wins less losses, over all. By chance, one pair of 1,900 is beyond."""
SHORT: Final = 120
"""Seconds below which a round is very short: dealing and declaring alone take half of that."""
QUITS: Final = 3
"""The fewest quits that make a pattern."""
EVIDENCE: Final = 10
"""The newest rounds that are named."""


@dataclass(frozen=True, slots=True)
class Involved:
    """Somebody in a pattern."""

    user: int | None
    """None for somebody who has had their name deleted."""
    name: str
    """Empty for somebody who has had it deleted."""
    points: int
    """What the rounds of the pattern brought them, penalties left out."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One finding, with the evidence."""

    kind: str
    """"circle": the same few people mostly play with each other alone; "flow": the first wins nearly always where the
    second loses; "short": the first plays many very short rounds; "quits": the first quits rounds which then bring the
    second points and themselves a loss."""
    people: tuple[Involved, ...]
    often: int
    """The rounds that show it."""
    of: int
    """The rounds that could have: for a circle, all rounds of the one of them who plays most with others besides."""
    rounds: tuple[int, ...]
    """The numbers of the newest that show it."""


_SQL: Final = f"""
WITH recent AS MATERIALIZED (
    SELECT id, ended - started AS seconds FROM rounds WHERE guild = ?
    AND NOT EXISTS (SELECT 1 FROM voided WHERE round = rounds.id) ORDER BY ended DESC LIMIT {ROUNDS}
)
SELECT round, seconds, player, points, kind = 'penalty' FROM recent CROSS JOIN ledger ON ledger.round = recent.id
WHERE kind IN ('round', 'penalty') AND act IS NULL AND amount IS NOT NULL"""


@dataclass(slots=True)
class _Round:
    """A round as it is looked at."""

    id: int
    seconds: float | None
    points: dict[int, int] = field(default_factory=dict)
    """By player."""
    quit: set[int] = field(default_factory=set)


class _Found(NamedTuple):
    kind: str
    players: tuple[int, ...]
    shown: list[_Round]
    of: int


async def patterns(access: Access, guild: int) -> tuple[Pattern, ...]:
    """What is to be seen in the newest rounds of a server; the clearest of each kind first."""
    rounds: dict[int, _Round] = {}
    for number, seconds, player, points, penalty in await access.read(_SQL, guild):
        one = rounds.setdefault(number, _Round(number, seconds))
        if penalty:
            one.quit.add(player)
        else:
            one.points[player] = points
    found = _look(list(rounds.values()))
    players = {player for one in found for player in one.players}
    rows = await access.read(
        "SELECT id, user, name FROM players WHERE id IN (SELECT value FROM json_each(?))", json.dumps(sorted(players))
    )
    names = {player: (user, name) for player, user, name in rows}
    return tuple(_pattern(one, names) for one in found)


def _pattern(found: _Found, names: Mapping[int, tuple[int, str]]) -> Pattern:
    people = []
    for player in found.players:
        user, name = names.get(player, (None, ""))
        people.append(Involved(user, name, sum(one.points.get(player, 0) for one in found.shown)))
    newest = sorted((one.id for one in found.shown), reverse=True)[:EVIDENCE]
    return Pattern(found.kind, tuple(people), len(found.shown), found.of, tuple(newest))


def _look(rounds: Sequence[_Round]) -> list[_Found]:
    often = Counter(player for one in rounds for player in one.points)
    found = [*_circles(rounds, often), *_flows(rounds, often), *_shorts(rounds, often), *_quits(rounds)]
    return sorted(found, key=lambda one: (one.kind, -len(one.shown), one.players))


def _circles(rounds: Sequence[_Round], often: Mapping[int, int]) -> Iterator[_Found]:
    circles: dict[tuple[int, ...], list[_Round]] = defaultdict(list)
    for one in rounds:
        circles[tuple(sorted(one.points))].append(one)
    for players, shown in circles.items():
        most = max((often[player] for player in players), default=0)
        if len(shown) >= max(MANY, MOSTLY * most):
            yield _Found("circle", players, shown, most)


def _flows(rounds: Sequence[_Round], often: Mapping[int, int]) -> Iterator[_Found]:
    flows: dict[tuple[int, int], list[_Round]] = defaultdict(list)
    for one in rounds:
        played = [(player, points) for player, points in one.points.items() if often[player] >= MANY]
        won = [player for player, points in played if points > 0]
        lost = [player for player, points in played if points < 0]
        for pair in product(won, lost):
            flows[pair].append(one)
    for (winner, loser), shown in flows.items():
        met = len(shown) + len(flows.get((loser, winner), ()))
        if met >= MANY and len(shown) >= MOSTLY * met and (2 * len(shown) - met) ** 2 >= CHANCE * met:
            yield _Found("flow", (winner, loser), shown, met)


def _shorts(rounds: Sequence[_Round], often: Mapping[int, int]) -> Iterator[_Found]:
    shorts: dict[int, list[_Round]] = defaultdict(list)
    for one in rounds:
        if one.seconds is not None and one.seconds < SHORT:
            for player in one.points:
                shorts[player].append(one)
    for player, shown in shorts.items():
        if len(shown) >= MANY:
            yield _Found("short", (player,), shown, often[player])


def _quits(rounds: Sequence[_Round]) -> Iterator[_Found]:
    quits = Counter(player for one in rounds for player in one.quit)
    favours: dict[tuple[int, int], list[_Round]] = defaultdict(list)
    for one in rounds:
        for player in one.quit:
            if one.points.get(player, 0) < 0:
                for other, points in one.points.items():
                    if points > 0:
                        favours[player, other].append(one)
    for (player, other), shown in favours.items():
        if len(shown) >= max(QUITS, MOSTLY * quits[player]):
            yield _Found("quits", (player, other), shown, quits[player])
