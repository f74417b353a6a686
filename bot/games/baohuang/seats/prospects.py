"""What rounds are worth as they stand, without playing them on: where rollouts of the strong player stop."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.games.baohuang.seats.chances import Chances
from bot.games.baohuang.seats.kernel import NOBODY, SEATS, Batch, Floats
from bot.games.baohuang.seats.weights import Weights

# How much the logarithm of the odds to be out before somebody else grows by each of these. Fitted (logistic regression)
# to 205,000 pairs of seats in 4,500 rounds of rule players.
_GROUP: Final = -0.38
_HOLDS: Final = 0.67
"""By a group that holds."""
_SURE: Final = 0.26
"""By one that nobody can beat, besides."""
_SMALL: Final = 0.52
_BIG: Final = 0.99
_CARD: Final = -0.042
_LAST: Final = 0.36
"""By having played last, or leading."""


def expected(batch: Batch, weights: Weights) -> Floats:
    """(5, rounds): about how many points each seat will get, by what all hands are like and who is out."""
    rounds = np.arange(len(batch))
    hands = batch.hands.transpose(1, 0, 2).reshape(batch.hands.shape[1], -1)
    others = np.tile(batch.sizes, 5).reshape(5, 5, -1)
    others[SEATS[:, 0], SEATS[:, 0]] = 0
    chances = Chances(np.tile(batch.hands.sum(axis=0), 5) - hands, others.reshape(5, -1), weights)
    ranks = hands[:SMALL_RANK]
    holds = chances.groups(ranks)
    groups = ((_GROUP + _HOLDS * holds + _SURE * (holds == 1)) * (ranks > 0)).sum(axis=0)
    ahead = groups + _SMALL * hands[SMALL_RANK] + _BIG * hands[BIG_RANK]
    ahead = ahead.reshape(5, -1) + _CARD * batch.sizes
    ahead[batch.best_seat, rounds] += _LAST
    inside = batch.place == 0
    out = (~inside).sum(axis=0)
    # By seat, then by who may be out before it.
    before = 1 / (1 + np.exp(ahead[:, None] - ahead))
    before *= inside & inside[:, None] & (SEATS[:, :, None] != SEATS[:, 0, None])
    place = np.where(inside, 1 + out + before.sum(axis=1), batch.place)
    emperors, guards = batch.emperor == SEATS, batch.guard == SEATS
    emperor = (place * emperors).sum(axis=0)
    pair = (6 - emperor - (place * guards).sum(axis=0)) * batch.multiplier
    hidden = np.clip(3 * (2 - emperor), -3, 3) * batch.multiplier
    first = np.prod(1 - before[batch.emperor, :, rounds], axis=1)
    alone = np.where(batch.open_solo, 12 * first - 6, hidden)
    gain = np.where(batch.guard == NOBODY, alone, pair)
    shares = np.select([emperors, guards], [np.where(batch.guard == NOBODY, 4, 2), 1], -1)
    found: Floats = gain * shares
    return found
