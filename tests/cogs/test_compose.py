"""Any legal play is put together by at most four choices, whatever the view."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang import moves
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.usual import usual
from cogs.compose import PARTS, Chosen, Composer, parse, value_of
from tests.games.baohuang.strategies import played, rule_sets


@settings(max_examples=60)
@given(rules=rule_sets(), seed=st.integers(0, 2**32), count=st.integers(8, 300))
def test_any_legal_play_is_reached(rules: Rules, seed: int, count: int) -> None:
    round_ = played(rules, seed, count)
    if not round_.asked():
        return
    view = round_.view(round_.asked()[0].seat)
    composer = Composer(view)
    if not composer.legal:
        return
    start = composer.chosen(usual(view)[0])
    shapes = moves.shapes(view)
    for shape in random.Random(seed).sample(shapes, min(30, len(shapes))):
        for away, cards in enumerate(moves.ways(view, shape)):
            chosen, taps = start, 0
            for part in PARTS:
                lines = composer.values(part, chosen.shape)
                assert len(lines) <= 25, "a menu has 25 lines"
                assert len({value_of(part, line) for line in lines}) == len(lines)
                assert any(value_of(part, line) == value_of(part, chosen.shape) for line in lines)
                line = next(line for line in lines if value_of(part, line) == value_of(part, shape))
                if line != chosen.shape:
                    chosen, taps = Chosen(line, chosen.away), taps + 1
            if composer.switchable(shape) and chosen.away != bool(away):
                chosen, taps = Chosen(chosen.shape, bool(away)), taps + 1
            assert composer.has(chosen)
            assert composer.cards(chosen) == cards
            assert taps <= 4, "and Play is the fifth"
            assert parse(chosen.code()) == chosen
            assert len(f"bh/choose_jokers/{2**63}/99999.99999/{chosen.code()}") <= 100
