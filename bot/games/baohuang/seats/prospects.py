"""What rounds are worth as they stand, without playing them on: where rollouts of the strong player stop."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.games.baohuang.seats.chances import Chances, costs
from bot.games.baohuang.seats.kernel import NOBODY, SEATS, Batch, Floats
from bot.games.baohuang.seats.weights import Weights

_SPREAD: Final = 1.5
"""By so many leads a hand must be better to be out first in about three rounds of four."""
_LEAD: Final = 1.0
"""How many leads it is worth to be the last to have played, or to lead."""


def expected(batch: Batch, weights: Weights) -> Floats:
    """(5, rounds): about how many points each seat will get, by what all hands cost and who is out."""
    rounds = np.arange(len(batch))
    hands = batch.hands.transpose(1, 0, 2).reshape(batch.hands.shape[1], -1)
    others = np.tile(batch.sizes, 5).reshape(5, 5, -1)
    others[SEATS[:, 0], SEATS[:, 0]] = 0
    chances = Chances(np.tile(batch.hands.sum(axis=0), 5) - hands, others.reshape(5, -1), weights)
    price = costs(hands, chances, weights).reshape(5, -1)
    price[batch.best_seat, rounds] -= _LEAD
    inside = batch.place == 0
    out = (~inside).sum(axis=0)
    # By seat, then by who may be out before it.
    before = 1 / (1 + np.exp((price - price[:, None]) / _SPREAD))
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
