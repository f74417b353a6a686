"""What the rule player goes by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices, in leads: to get rid of a group that never holds costs 1. Tuned by playing against itself."""

    holding: float = 1.3
    """What a group that holds is better than one that does not."""
    small: float = 0.64
    big: float = 1.69
    """What a joker is worth in the hand."""
    lead: float = 0.45
    """What winning a trick is worth."""
    take: float = 0.5
    """What it is worth that an opponent does not win it."""
    siege: float = 5.0
    """How many times as much, to the four, where the emperor is in open solo: whoever of them is out first has won."""
    race: float = 0.76
    race_from: float = 1.5
    """What each lead counts more that the rest of the hand needs less than so many."""
    danger: float = 1.25
    feed: float = 0.6
    """What it costs, and is worth, that an opponent or a partner can go out on this play."""
    ready: float = 0.91
    """How likely a seat that can beat a play without jokers does so."""
    ready_jokers: float = 0.35
    """How likely a seat spends jokers on that."""
    low: float = 0.02
    """What each rank lower is better to lead."""
    crossed: float = 1.0
    """How much less likely a seat is the guard for each time it beat the emperor, as a logarithm."""
    doubt: float = 0.3
    """How likely there is no guard, beside a seat that may be it, in the eyes of rebels."""


WEIGHTS: Final = Weights()
"""Those in use."""
