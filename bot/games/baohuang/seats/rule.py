"""The rule player in one seat, and the same one with mistakes."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.games.baohuang.plays import Shape
from bot.games.baohuang.seats import policy, style
from bot.games.baohuang.seats.deals import Sight
from bot.games.baohuang.seats.search import shape_at
from bot.games.baohuang.seats.weights import WEIGHTS, Weights
from bot.games.baohuang.view import View

MISTAKE: Final = 0.6
"""How far an easy player is off, in leads, when it judges a play or its hand."""


def decide(view: View, weights: Weights = WEIGHTS) -> Shape | None:
    """What the seat of a view in its turn plays; None is a pass."""
    return shape_at(style.decide(Sight(view, weights).position(), weights), 0)


def slip(view: View, seed: int, weights: Weights = WEIGHTS) -> Shape | None:
    """What a player plays that misjudges what choices are worth, but nothing that is plain to see."""
    rng = np.random.default_rng(seed)
    found, value, passes = style.choices(Sight(view, weights).position(), weights)
    value += np.where(np.abs(value) < policy.GOES_OUT / 2, rng.normal(0, MISTAKE, value.shape), 0)
    return shape_at(policy.choose(found, value, passes), 0)
