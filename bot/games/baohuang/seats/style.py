"""What a good player never does, whatever it may be worth: people would call it absurd.

These rules hold for decisions only. Simulated players go by what plays are worth, and do such things hardly ever.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.games.baohuang.cards import RANKS, SMALL_RANK
from bot.games.baohuang.seats import policy
from bot.games.baohuang.seats.chances import Chances
from bot.games.baohuang.seats.kernel import SEATS, Batch, Flags, Floats, Plays
from bot.games.baohuang.seats.policy import BETWEEN, GOES_OUT, NEAR, Options
from bot.games.baohuang.seats.weights import Weights

_LOW: Final = slice(0, RANKS.index("T") + 1)
"""The low ranks."""
_HIGH: Final = slice(RANKS.index("K"), SMALL_RANK)
_MANY: Final = 3
"""With so many low groups left the end of the hand is far."""
_BIG_GROUP: Final = 4


def choices(batch: Batch, weights: Weights) -> tuple[Options, Floats, Flags]:
    """What ``policy.values`` gives, with -inf for what would be absurd; and where passing is worth a look."""
    found, value = policy.values(batch, weights, policy.ALL_ROWS)
    turn = _Turn(batch, found, value, weights)
    absurd = np.where(batch.leads(), turn.absurd_leads(), turn.absurd_answers()) & (value < GOES_OUT / 2)
    passes = ~batch.leads() & ~turn.must_play()
    absurd &= passes | (found.legal & ~absurd).any(axis=(0, 1))
    return found, np.where(absurd, -np.inf, value), passes


def decide(batch: Batch, weights: Weights) -> Plays:
    """What the rule player does in each round."""
    return policy.choose(*choices(batch, weights))


class _Turn:
    """The turns of many rounds; plays are (rows, columns, rounds), as in ``Options``."""

    def __init__(self, batch: Batch, found: Options, value: Floats, weights: Weights) -> None:
        self.batch = batch
        ranked, small, big, self.legal = found
        rounds = np.arange(len(batch))
        own = batch.hands[batch.turn, :, rounds].T
        self.ranks = own[:SMALL_RANK]
        others = np.where(batch.turn == SEATS, 0, batch.sizes)
        self.big = np.broadcast_to(big > 0, self.legal.shape)
        self.jokers = np.broadcast_to(small + big > 0, self.legal.shape)
        self.size = ranked + small + big
        self.sure = Chances(batch.hands.sum(axis=0) - own, others, weights).sure(ranked, small, big, batch.overload)
        self.plain = self.legal & ~self.jokers
        self.whole = self.plain.copy()
        self.whole[:, :SMALL_RANK] &= ranked[:, :SMALL_RANK] == self.ranks
        versus = policy.against(batch, weights)
        self.opponents = (versus == 1) & (others > 0)
        self.partners = (versus == 0) & (others > 0)
        self.low_group = self.whole[:, _LOW].any(axis=(0, 1))
        inside = np.where(batch.sizes > 0, batch.sizes, NEAR + 1)
        self.calm = (inside.min(axis=0) > NEAR) & ~(value > GOES_OUT / 2).any(axis=(0, 1))
        low = self.ranks[_LOW] > 0
        left = np.repeat(low.sum(axis=0)[None], SMALL_RANK + 1, axis=0)
        left[_LOW] -= low
        self.far = self.calm & (left >= _MANY)

    def _part_of_many(self) -> Flags:
        """Less than the whole of a big group."""
        found = self.plain & ~self.whole
        found[:, :SMALL_RANK] &= self.ranks >= _BIG_GROUP
        return found

    def absurd_leads(self) -> Flags:
        single = self.plain & (self.size == 1)
        found: Flags = self.jokers & self.far
        found[:, _HIGH] |= single[:, _HIGH] & self.far[_HIGH]
        found[:, _LOW] |= self._part_of_many()[:, _LOW] & self.calm & self.low_group
        # Who has one card left goes out on a single.
        one = self.batch.sizes == 1
        feeds = (self.opponents & one).any(axis=0)
        helps = (self.partners & one).any(axis=0) & ~feeds & (self.whole & (self.size == 1))[:, _LOW].any(axis=(0, 1))
        highest = np.where(single.any(axis=0), np.arange(SMALL_RANK + 1)[:, None], -1).max(axis=0)
        better = (self.whole & (self.size > 1)).any(axis=(0, 1)) | (np.arange(SMALL_RANK + 1)[:, None] < highest)
        found |= feeds & (self.size == 1) & ~self.sure & better
        found |= helps & (self.size != 1)
        return found

    def absurd_answers(self) -> Flags:
        rank, ranked, small, big = self.batch.best
        low = (small + big == 0) & (rank < _LOW.stop)
        found: Flags = self.big & self.far & low & (ranked < _BIG_GROUP)
        found |= self.jokers & self.far & self.low_group
        lone = ((self.ranks == 1) & (np.arange(SMALL_RANK)[:, None] > rank)).any(axis=0)
        found |= self._part_of_many() & (low & (ranked == 1) & lone & self.calm)
        return found

    def must_play(self) -> Flags:
        """Where an opponent wins the trick, unless another opponent does, and to beat it costs nothing or is urgent."""
        batch = self.batch
        best, rounds = batch.best_seat, np.arange(len(batch))
        between = BETWEEN[:, batch.turn, best] & (batch.sizes > 0)
        alone = self.opponents[best, rounds] & ~(between & ~self.opponents).any(axis=0)
        last = (batch.sizes[best, rounds] == 1) & self.plain.any(axis=(0, 1))
        found: Flags = alone & (last | self.low_group)
        return found
