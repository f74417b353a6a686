"""What the strong player answers before the play step: by how rounds are likely to go after each answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from bot.games.baohuang import moves
from bot.games.baohuang.actions import REVEAL, RISE, SOLO, Move
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.seats import answers
from bot.games.baohuang.seats.bars import RISE as RISE_BAR
from bot.games.baohuang.seats.beliefs import believed
from bot.games.baohuang.seats.chances import strength
from bot.games.baohuang.seats.deals import Sight
from bot.games.baohuang.seats.kernel import NOBODY, SEATS, Batch, Flags, Floats
from bot.games.baohuang.seats.search import play_on
from bot.games.baohuang.seats.weights import WEIGHTS, Weights
from bot.games.baohuang.shuffle import COPIES
from bot.games.baohuang.view import View

_DEALS: Final = 64
_HORIZON: Final = 25
_EVIDENCE: Final = 1.0
"""How many standard errors the bolder answer must be better by."""
_CAUTION: Final = 8
"""How many points an open solo must be better by: people stand together against it better than rule players."""


def answer(view: View, seed: int, weights: Weights = WEIGHTS) -> Move:
    """What a seat answers; it must be asked before the play step."""
    may = moves.answers(view)
    rng = np.random.default_rng(seed)
    bold: Floats
    if Move(SOLO) in may:
        bold = _alone(view, weights, rng)
    elif Move(REVEAL) in may:
        bold = _revealed(view, weights, rng)
    elif Move(RISE) in may:
        bold = _risen(view, weights, rng)
    else:
        return answers.answer(view, weights)
    least = _CAUTION if Move(SOLO) in may else 0
    better = bold.mean() > least + _EVIDENCE * bold.std(ddof=1) / len(bold) ** 0.5
    verbs = {SOLO, REVEAL, RISE}
    return next(move for move in may if (move.verb in verbs) == better)


def _alone(view: View, weights: Weights, rng: np.random.Generator) -> Floats:
    """How much more the seat of a view gets in an open solo, deal by deal."""
    assert view.seat is not None
    alone = replace(view, step="declare", emperor=view.seat, role="emperor", solo="open")
    gain = _points(Sight(alone, weights), weights, rng)
    if view.seat == view.emperor:
        called = view.rules.variant.guard_card
        if called is None:
            called = answers.call(view)
        hidden = Hand(view.hand).kinds[called] == (1 if view.rules.variant.guard_card else COPIES)
        hides = replace(
            view,
            step="declare",
            role="emperor",
            solo="hidden" if hidden else None,
            secret=called if hidden else None,
            called=called if view.rules.variant.guard_card is None else None,
        )
        gain -= _points(Sight(hides, weights), weights, rng)
    return gain


def _points(sight: Sight, weights: Weights, rng: np.random.Generator) -> Floats:
    found: Floats = play_on(believed(sight, _DEALS, rng), weights, _HORIZON)[sight.seat]
    return found


def _revealed(view: View, weights: Weights, rng: np.random.Generator) -> Floats:
    """How much more a guard gets that declares itself."""
    deals = believed(Sight(view, weights), _DEALS, rng)
    declared = deals.take(np.arange(_DEALS))
    _tell(declared, np.ones(_DEALS, dtype=np.bool_))
    return _gain(declared, deals, view, weights)


def _risen(view: View, weights: Weights, rng: np.random.Generator) -> Floats:
    """How much more a rebel gets that rises, where the others rise with strong hands."""
    assert view.seat is not None
    deals = believed(Sight(view, weights), _DEALS, rng)
    strong = np.stack([strength(hands, weights) > RISE_BAR for hands in deals.hands])
    deals.rose = strong & (deals.emperor != SEATS) & (deals.guard != SEATS) & (view.seat != SEATS)
    risen = deals.take(np.arange(_DEALS))
    risen.rose[view.seat] = True
    for batch in (deals, risen):
        _tell(batch, batch.rose.sum(axis=0) >= 2)
    return _gain(risen, deals, view, weights)


def _tell(batch: Batch, which: Flags) -> None:
    """Make known who the guard is, and double, in some rounds."""
    batch.known |= which
    batch.secret_seat = np.where(which, NOBODY, batch.secret_seat)
    batch.multiplier = np.where(which, 2, batch.multiplier)


def _gain(bold: Batch, shy: Batch, view: View, weights: Weights) -> Floats:
    assert view.seat is not None
    found: Floats = play_on(bold, weights, _HORIZON)[view.seat] - play_on(shy, weights, _HORIZON)[view.seat]
    return found
