"""How likely plays hold, as far as a seat can tell from the cards that it does not see."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

import numpy as np

from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.games.baohuang.seats.kernel import JOKERS, Flags, Floats, Ints, spare_jokers
from bot.games.baohuang.seats.weights import Weights
from bot.games.baohuang.shuffle import DECK

MOST: Final = 16
"""The most cards of one rank in a play."""
_WIDE: Final = 6
"""Bigger groups are looked up as groups of so many: they hold as well."""
_SIZES: Final = np.arange(1, _WIDE + 1)[:, None, None]
_LIKELY: Final = np.float32(0.9999)
"""The most for what may be beaten: 1 says that it cannot."""
_BASE: Final = JOKERS + 1
_DEALT: Final = np.array([*[16] * SMALL_RANK, 4, 4])[:, None]
"""How many cards of each rank are in the deck."""


@cache
def _someone_has(cards: int, needed: int, sharers: int) -> float:
    """How likely one of the sharers has at least so many of some cards that are dealt among them."""
    if cards < needed or not sharers:
        return 0
    share = 1 / sharers
    fewer = sum(comb(cards, n) * share**n * (1 - share) ** (cards - n) for n in range(needed))
    return float(1 - fewer**sharers)


@cache
def _stands(ready: float) -> Floats:
    """How likely none of the sharers beats a play with some of so many cards: (needed - 1, sharers * 17 + cards)."""
    chances = [
        [1 - ready * _someone_has(cards, needed, sharers) for sharers in range(5) for cards in range(MOST + 1)]
        for needed in range(1, _WIDE + 1)
    ]
    return np.array(chances, dtype=np.float32)


class Chances:
    """How likely groups hold that the seats whose turn it is could play."""

    def __init__(self, unseen: Ints, others: Ints, weights: Weights) -> None:
        self.most = others.max(axis=0)
        self.sharers = (others > 0).sum(axis=0)
        self.bigs = unseen[BIG_RANK]
        self._smalls = unseen[SMALL_RANK]
        self.jokers = self._smalls + self.bigs
        self._by_jokers = _stands(weights.ready_jokers)
        base = self.sharers * (MOST + 1)
        stands = _stands(weights.ready)[:, base + unseen[:SMALL_RANK]]
        chance = np.empty_like(stands)
        chance[:, -1] = self._by_jokers[:, base + self.jokers]
        # The most cards of one higher rank; the last row is for plays of jokers alone.
        self._higher = np.zeros((SMALL_RANK + 1, len(self.most)), dtype=np.int64)
        for rank in reversed(range(SMALL_RANK - 1)):
            chance[:, rank] = chance[:, rank + 1] * stands[:, rank + 1]
            self._higher[rank] = np.maximum(self._higher[rank + 1], unseen[rank + 1])
        np.minimum(chance, _LIKELY, out=chance)
        chance[np.minimum(self._higher[:SMALL_RANK] + self.jokers, self.most) < _SIZES] = 1
        self._chance = chance.reshape(-1)
        self._place = np.arange(SMALL_RANK * len(self.most)).reshape(SMALL_RANK, -1)

    def groups(self, counts: Ints) -> Floats:
        """Of groups (..., ranks, rounds) of so many cards; exactly 1 where nobody can beat it."""
        found: Floats = self._chance[(np.minimum(np.maximum(counts, 1), _WIDE) - 1) * self._place.size + self._place]
        return found

    def safe(self, counts: Ints) -> Flags:
        """Which groups (ranks, rounds) of so many cards nobody can beat, whatever the others hold."""
        found: Flags = (self._higher[:SMALL_RANK] + self.jokers < counts) | (counts > self.most)
        return found

    def sure(self, ranked: Ints, small: Ints, big: Ints, overload: bool) -> Flags:
        """The same of plays (rows, ranks and one column for jokers alone, rounds); jokers: (rows, 1, rounds)."""
        spare = spare_jokers(overload)[((small * _BASE + big) * _BASE + self._smalls) * _BASE + self.bigs]
        found: Flags = (self._higher + spare < ranked) | (ranked + small + big > self.most)
        return found

    def one(self, rank: Ints, size: Ints) -> Floats:
        """Of one group in each round."""
        place = np.maximum(rank, 0) * len(rank) + np.arange(len(rank))
        found: Floats = self._chance[(np.minimum(np.maximum(size, 1), _WIDE) - 1) * self._place.size + place]
        return found

    def backed(self, small: Ints, big: Ints, overload: bool) -> Floats:
        """Of plays with so many jokers in them (rows, rounds), where they are not sure to."""
        base = self.sharers * (MOST + 1)
        if overload:
            needed = np.minimum(np.maximum(2 * small + 3 * big, 1), _WIDE)
            found = self._by_jokers[needed - 1, base + self.jokers]
        else:
            found = self._by_jokers[np.maximum(small, 1) - 1, base + self.bigs]
        likely: Floats = np.minimum(found, _LIKELY)
        return likely


def costs(hands: Ints, chances: Chances, weights: Weights) -> Floats:
    """(rounds,): what hands (12, rounds) cost in leads, less what their jokers are worth."""
    ranks = hands[:SMALL_RANK]
    price = (ranks > 0) * (1 - np.float32(weights.holding) * chances.groups(ranks))
    jokers = np.float32(weights.small) * hands[SMALL_RANK] + np.float32(weights.big) * hands[BIG_RANK]
    found: Floats = price.sum(axis=0) - jokers
    return found


def strength(hands: Ints, weights: Weights) -> Floats:
    """(rounds,): how good hands (12, rounds) are before the play step: what they cost, negated."""
    others = np.full((4, hands.shape[1]), DECK // 5)
    return -costs(hands, Chances(_DEALT - hands, others, weights), weights)
