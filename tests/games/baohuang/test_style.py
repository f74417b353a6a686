"""AI seats do nothing that people would call absurd; ``tests/bench/seats`` counts over many more decisions."""

import random

import pytest

from bot.games.baohuang.game import GAME
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from tests.games.baohuang.absurdities import absurd
from tests.games.baohuang.scenes import turns
from tests.games.baohuang.strategies import rules

KINDS = (
    rules("classic", "grab"),
    rules("simple", "rebellion"),
    rules("rizhao", "rebellion"),
    rules("simple", "overload", "hold_sixes"),
)


def by_normal(round_: Round, seat: int, _: random.Random) -> str:
    return round_.forced(seat) or GAME.decide(round_.view(seat), "normal", 0)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.variant.name)
def test_nothing_absurd_is_done(kind: Rules) -> None:
    for seed in range(2):
        for count, (round_, seat) in enumerate(turns(kind, 5000 + seed, by_normal)):
            view = round_.view(seat)
            # The strong player thinks long.
            for level in ("normal", "strong") if count % 16 == 0 and round_.forced(seat) is None else ("normal",):
                assert absurd(view, GAME.decide(view, level, seed)) == []
