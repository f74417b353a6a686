"""Scores of a round, who won it, and skill levels (RULES.md, "Score", "Skill levels")."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

Solo: TypeAlias = Literal["open", "hidden"]
Winner: TypeAlias = Literal["emperor", "rebels", "draw"]

_LEVELS: Final = (
    ("primary", 0),
    ("middle", 200),
    ("high", 500),
    ("college", 960),
    ("undergraduate", 1600),
    ("postgraduate", 2600),
    ("doctor", 4200),
    ("postdoc", 6400),
    ("lecturer", 9800),
    ("associate_professor", 15000),
    ("professor", 22600),
    ("doctoral_advisor", 34000),
    ("master", 51200),
    ("grandmaster", 80000),
)
LEVELS: Final = ("kindergarten", *(level for level, _ in _LEVELS))
"""All skill levels from low to high."""


def level(skill: int) -> str:
    """The one of LEVELS that a skill value stands for.

    >>> level(-1), level(0), level(1600), level(80000)
    ('kindergarten', 'primary', 'undergraduate', 'grandmaster')
    """
    return LEVELS[bisect_right(_LEVELS, skill, key=lambda entry: entry[1])]


def next_level(skill: int) -> tuple[str, int] | None:
    """The level above that of a skill value, and how much is missing; None on the highest.

    >>> next_level(-10), next_level(1600), next_level(80000)
    (('primary', 10), ('postgraduate', 1000), None)
    """
    return next(((name, least - skill) for name, least in _LEVELS if least > skill), None)


def thresholds(low: int, high: int) -> list[tuple[str, int]]:
    """The levels that begin between two skill values, and where, from low to high."""
    return [(name, least) for name, least in _LEVELS if low < least < high]


def scores(
    places: Sequence[int], emperor: int, guard: int | None, solo: Solo | None, multiplier: int
) -> tuple[int, ...]:
    """Points of each seat, from the finishing place (1 to 5) of each; ``guard`` is None exactly in a solo.

    They sum to zero. The multiplier, 1 or 2, does not touch an open solo.
    """
    place = places[emperor]
    if guard is not None:
        gain = 6 - (place + places[guard])
        shares = {emperor: 2 * gain, guard: gain}
        rebel = -gain
    else:
        gain = (6 if place == 1 else -6) if solo == "open" else {1: 3, 2: 0}.get(place, -3)
        shares = {emperor: 4 * gain}
        rebel = -gain
    factor = 1 if solo == "open" else multiplier
    return tuple(factor * shares.get(seat, rebel) for seat in range(5))


def winner(emperor_score: int) -> Winner:
    """Who won a round, which the emperor's points say."""
    return "draw" if emperor_score == 0 else "emperor" if emperor_score > 0 else "rebels"
