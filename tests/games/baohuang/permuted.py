"""The same round with other hidden cards."""

from __future__ import annotations

import random

from bot.games.baohuang.cards import EMPEROR_CARD, Card
from bot.games.baohuang.game import SeededRound
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.round import Round
from bot.games.base import GameError


def hidden(round_: Round, dealt: list[list[Card]], seat: int) -> list[Card]:
    """The cards dealt to a seat that it still holds, but for those that all have seen."""
    seen = [EMPEROR_CARD] + [entry.added for entry in round_.throne if entry.deal == round_.deal and entry.seat == seat]
    left = Hand(dealt[seat])
    for entry in round_.history:
        if entry.seat == seat:
            left.remove([card for card in entry.cards if left.kinds[card]])
    return [card for card in left.cards() if card not in seen]


def swapped(round_: SeededRound, among: list[int], rng: random.Random) -> Round | None:
    """The same actions after a deal in which hidden cards of these seats have changed places, if that can be."""
    deals = [[list(hand) for hand in round_.deals(number)] for number in range(round_.deal + 1)]
    last = deals[-1]
    for _ in range(rng.randint(1, 6)):
        one, other = rng.sample(among, 2)
        ours, theirs = hidden(round_, last, one), hidden(round_, last, other)
        if ours and theirs:
            mine, its = rng.choice(ours), rng.choice(theirs)
            last[one][last[one].index(mine)] = its
            last[other][last[other].index(its)] = mine
    again = Round(round_.rules, round_.first_seat, deals.__getitem__)
    try:
        for action in round_.actions:
            again.act(*action)
    except GameError:
        return None
    return again
