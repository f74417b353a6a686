"""What the rule player answers before the play step: by how good its hand is."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.games.baohuang import moves
from bot.games.baohuang.actions import CALL, CLAIM, NO_SOLO, REVEAL, RISE, SOLO, STAY, YIELD, Move
from bot.games.baohuang.cards import Card
from bot.games.baohuang.choices import CALLED, callable_cards
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.seats import bars
from bot.games.baohuang.seats.chances import strength
from bot.games.baohuang.seats.weights import WEIGHTS, Weights
from bot.games.baohuang.view import View

_BARS: Final = (
    (CLAIM, YIELD, bars.CLAIM),
    (SOLO, NO_SOLO, bars.SOLO),
    (REVEAL, STAY, bars.REVEAL),
    (RISE, STAY, bars.RISE),
)


def answer(view: View, weights: Weights = WEIGHTS, mistake: float = 0.0) -> Move:
    """What a seat that is asked before the play step answers; a mistake is added to how good its hand seems."""
    if view.step == "call":
        return Move(CALL, (call(view),))
    may = moves.answers(view)
    for bold, shy, bar in _BARS:
        if Move(bold) in may and Move(shy) in may:
            hand = np.array(Hand(view.hand).ranks)[:, None]
            return Move(bold if strength(hand, weights)[0] + mistake >= bar else shy)
    return may[0]


def call(view: View) -> Card:
    """The card to call: the highest of which three are held, for a guard with a high card; else the highest of four."""
    hand = Hand(view.hand)
    may = callable_cards(hand)
    return next((card for card in may if hand.kinds[card] == CALLED), may[0])
