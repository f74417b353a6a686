"""How many jokers chance deals: what the statistics of all deals are held against."""

from __future__ import annotations

from math import comb, sqrt
from typing import Final

JOKERS: Final = 8
_CARDS: Final = 168
_HANDS: Final = (34, 34, 34, 33, 33)
"""The sizes of the five hands: 8 jokers of 168 cards are dealt to them."""


def chance(jokers: int) -> float:
    """The chance that a hand gets so many jokers, for a seat that is dealt to first as often as any other."""
    return sum(_share(size, jokers) for size in _HANDS) / len(_HANDS)


def bounds() -> tuple[float, float]:
    """How many jokers the smaller and the larger hands get on average."""
    return JOKERS * min(_HANDS) / _CARDS, JOKERS * max(_HANDS) / _CARDS


def strays(deals: int) -> float:
    """How far the average number of jokers of a seat strays from that in 19 of 20 cases, after so many deals."""
    share = JOKERS / _CARDS
    spread = max(_HANDS) * share * (1 - share) * (_CARDS - max(_HANDS)) / (_CARDS - 1)
    return 1.96 * sqrt(spread / deals)


def _share(size: int, jokers: int) -> float:
    return comb(JOKERS, jokers) * comb(_CARDS - JOKERS, size - jokers) / comb(_CARDS, size)
