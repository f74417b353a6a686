"""Positions for tests: one made to measure, and those of whole rounds in which anyone decides."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from bot.games.baohuang.actions import Move
from bot.games.baohuang.cards import card, high_to_low
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.view import Entry, View
from tests.games.baohuang.strategies import cards, seeded


def scene(hand: str, best: str = "", secret: str = "", **options: object) -> View:
    """Seat 0 to lead, or to beat a play of seat 4; simple rules unless told otherwise."""
    view = seeded(Rules.choose({"variant": "simple"} | options), 0).view(0)
    return replace(
        view,
        step="play",
        asked=(0,),
        hand=high_to_low(cards(hand)),
        counts=(len(cards(hand)), 20, 20, 20, 20),
        emperor=1,
        role="rebel",
        secret=card(secret) if secret else None,
        history=(Entry(4, high_to_low(cards(best))),) if best else (),
    )


def at_random(round_: Round, seat: int, chance: random.Random) -> str:
    """Any legal action, plays rather big, so that rounds are short."""
    chosen = max(chance.choices(round_.legal(seat), k=2), key=lambda one: 0 if isinstance(one, Move) else one.size)
    return chosen.text if isinstance(chosen, Move) else round_.pick(seat, chosen).text


def turns(
    rules: Rules, seed: int, choose: Callable[[Round, int, random.Random], str] = at_random
) -> Iterator[tuple[Round, int]]:
    """Every turn of a whole round: the round, and the seat that is going to act; all seats act as ``choose`` says."""
    round_, chance = seeded(rules, seed), random.Random(seed)
    while asked := round_.asked():
        seat = asked[0].seat
        yield round_, seat
        round_.act(seat, choose(round_, seat, chance))
