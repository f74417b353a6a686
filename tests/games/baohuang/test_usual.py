import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang import moves
from bot.games.baohuang.actions import PLAY, Move
from bot.games.baohuang.cards import spell
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.usual import MOST, usual
from tests.games.baohuang.scenes import scene, turns
from tests.games.baohuang.strategies import ALL_RULES, rule_sets


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=40)
def test_usual_plays_are_legal_and_as_many_as_there_is_room_for(rules: Rules, seed: int) -> None:
    for round_, seat in turns(rules, seed):
        view = round_.view(seat)
        every = [play for shape in moves.shapes(view) for play in moves.ways(view, shape)]
        found = usual(view)
        assert len(found) == len(set(found)) == min(MOST, len(every))
        for play in found:
            round_.check(seat, Move(PLAY, play).text)


@pytest.mark.parametrize(
    ("hand", "best", "expected"),
    [
        ("7s 7h 9s 9h 9d Jd Jc", "6s 6h", ["7s 7h", "Jc Jd", "9s 9h"]),
        ("X x 7s 9s 9h Ad", "8s", ["Ad", "9s", "x", "X"]),
        ("X 7s 7h 9s 9h 9d", "6s 6h 6d", ["9s 9h 9d", "X 7s 7h", "X 9s 9h"]),
        ("X 9s 9h", "8s 8h 8d", ["X 9s 9h"]),
        ("6s 6h 7s Ad", "", ["6s 6h", "7s", "Ad", "6s"]),
        ("6s 6h x", "", ["x 6s 6h", "6s 6h", "6s", "x", "x 6s"]),
        ("6s", "7s", []),
    ],
)
def test_order(hand: str, best: str, expected: list[str]) -> None:
    assert [spell(play) for play in usual(scene(hand, best))] == expected


def test_what_gives_a_secret_away_comes_last() -> None:
    plays = [spell(play) for play in usual(scene("x x* 7s", secret="x*"))]
    assert plays[-2:] == ["x*", "x* 7s"]
    assert set(plays) == {"x x* 7s", "x", "x 7s", "x x*", "7s", "x*", "x* 7s"}


def test_nothing_while_not_asked() -> None:
    round_, seat = next((round_, seat) for round_, seat in turns(ALL_RULES[0], 1) if round_.step == "play")
    assert usual(round_.view(seat))
    assert usual(round_.view((seat + 1) % 5)) == []
    assert usual(round_.view(None)) == []
