"""The strong player: it plays the likeliest choices on in deals that may be, and leaves the rule move on evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.games.baohuang.plays import NO_RANK, Shape
from bot.games.baohuang.seats import policy, style
from bot.games.baohuang.seats.beliefs import believed
from bot.games.baohuang.seats.deals import Sight
from bot.games.baohuang.seats.kernel import Batch, Floats, Ints, Plays
from bot.games.baohuang.seats.policy import GOES_OUT
from bot.games.baohuang.seats.prospects import expected
from bot.games.baohuang.seats.weights import WEIGHTS, Weights
from bot.games.baohuang.view import View


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is played on for one decision: counts, so that it can be repeated."""

    challengers: int = 6
    """How many choices are tried besides the rule move."""
    deals: int = 40
    horizon: int = 20
    """How many turns are played on before what came of it is judged."""
    evidence: float = 1.0
    """How many standard errors the gain over the rule move must exceed."""


BUDGET: Final = Budget()


def play_on(batch: Batch, weights: Weights, turns: int) -> Floats:
    """(5, rounds): the points of each seat, or how many are likely, when rule players play on for so many turns."""
    points = np.zeros((5, len(batch)))
    running = np.arange(len(batch))
    for turn in range(turns + 1):
        if batch.over.any():
            points[:, running[batch.over]] = batch.scores()[:, batch.over]
            running, batch = running[~batch.over], batch.take(~batch.over)
        if not len(batch):
            return points
        if turn < turns:
            batch.play(policy.decide(batch, weights, policy.FEW_ROWS))
    points[:, running] = expected(batch, weights)
    return points


def decide(view: View, seed: int, weights: Weights = WEIGHTS, budget: Budget = BUDGET) -> Shape | None:
    """What the seat of a view in its turn plays; None is a pass."""
    rng = np.random.default_rng(seed)
    sight = Sight(view, weights)
    found, value, passes = style.choices(sight.position(), weights)
    choices = _choices(value.reshape(-1), bool(passes[0]))[: budget.challengers + 1]
    plays = policy.pick(policy.repeat(found, len(choices)), choices)
    chosen = 0
    if len(choices) > 1 and value.max() < GOES_OUT / 2:
        deals = believed(sight, budget.deals, rng)
        many = deals.take(np.tile(np.arange(budget.deals), len(choices)))
        many.play(Plays(*(np.repeat(part, budget.deals) for part in plays)))
        points = play_on(many, weights, budget.horizon)[view.seat].reshape(len(choices), -1)
        gains = points - points[0]
        best = int(gains.mean(axis=1).argmax())
        error = gains[best].std(ddof=1) / budget.deals**0.5
        if gains[best].mean() > budget.evidence * error:
            chosen = best
    return shape_at(plays, chosen)


def _choices(value: Floats, passes: bool) -> Ints:
    """Places in flattened options, the rule move first; -1 is a pass. Plays that nobody makes are left out."""
    worth = {int(place): float(value[place]) for place in np.flatnonzero(value > -GOES_OUT)}
    if passes:
        worth[-1] = 0.0
    return np.array(sorted(worth, key=lambda place: -worth[place]), dtype=np.int64)


def shape_at(plays: Plays, at: int) -> Shape | None:
    """One of some plays; None is a pass."""
    rank, ranked, small, big = (int(part[at]) for part in plays)
    if not ranked + small + big:
        return None
    return Shape(rank if ranked else NO_RANK, ranked, small, big)
