from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.baohuang import moves
from bot.games.baohuang.cards import spell
from bot.games.baohuang.reading import GUARD, LONGEST, Asked, called, parse
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.typed import matches, resolve, write
from bot.games.baohuang.view import View
from bot.games.base import GameError, Illegal, Malformed
from tests.games.baohuang.scenes import scene, turns
from tests.games.baohuang.strategies import ALL_RULES, cards, rule_sets


def short(asked: Asked) -> str:
    """What is asked for, card by card: as in records, G for the guard card."""
    assert GUARD == 12
    words = [
        "6789TJQKA2xXG"[rank] + ("" if suit is None else "shcd"[suit]) + "*" * (marked and rank != GUARD)
        for (rank, suit, marked), count in asked.items()
        for _ in range(count)
    ]
    return " ".join(sorted(words))


UNDERSTOOD = {
    "JJJ": "J J J",
    "3J": "J J J",
    "J*3": "J J J",
    "J * 3": "J J J",
    "Jx3": "J J J",
    "J×3": "J J J",
    "3*J": "J J J",
    "jjj": "J J J",
    "ＪＪＪ": "J J J",
    "Ｊ＊３": "J J J",
    "J J, J": "J J J",
    "J、J、J": "J J J",
    "三个J": "J J J",
    "三张J": "J J J",
    "J三张": "J J J",
    "J 3张": "J J J",
    "仨J": "J J J",
    "4个9": "9 9 9 9",
    "9 x 4": "9 9 9 9",
    "4 9": "9 9 9 9",
    "对9": "9 9",
    "一对9": "9 9",
    "两个9": "9 9",
    "99": "9 9",
    "29": "9 9",
    "2J": "J J",
    "22": "2 2",
    "10 10": "T T",
    "1010": "T T",
    "310": "T T T",
    "3 10": "T T T",
    "116": "6 6 6 6 6 6 6 6 6 6 6",
    "十六个6": "6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6",
    "大王77": "7 7 X",
    "X77": "7 7 X",
    "77X": "7 7 X",
    "X 77": "7 7 X",
    "小王 888": "8 8 8 x",
    "小鬼888": "8 8 8 x",
    "x77": "7 7 x",
    "ｘ７７": "7 7 x",
    "bj sj 9999": "9 9 9 9 X x",
    "BJSJ9": "9 X x",
    "big joker, small joker 2": "2 X x",
    "大鬼和小鬼": "X x",
    "大小王": "X x",
    "大小小AA": "A A X x x",
    "小777": "7 7 7 x",
    "7777带大王": "7 7 7 7 X",
    "小王挂88": "8 8 x",
    "9\ufe0f\u20e39\ufe0f\u20e3": "9 9",
    "❤️K": "Kh",
    "两个大王": "X X",
    "大王×2": "X X",
    "大王*3": "X X X",
    "X*3": "X X X",
    "3X": "X X X",
    "xx": "x x",
    "x2": "2 x",
    "X2": "2 X",
    "22X": "2 2 X",
    "2xx": "2 x x",
    "2 2 x x": "2 2 x x",
    "X x 2": "2 X x",
    "Jx": "J x",
    "Ks Ks Kd": "Kd Ks Ks",
    "ks ks kd": "Kd Ks Ks",
    "♠K♠K♦K": "Kd Ks Ks",
    "K♠ K♠ K♦": "Kd Ks Ks",
    "K♠️ K♠️ K♦️": "Kd Ks Ks",
    "黑桃K 黑桃K 方片K": "Kd Ks Ks",
    "方块10 梅花10 草花10": "Tc Tc Td",
    "红桃2 红心2": "2h 2h",
    "3Ks": "Ks Ks Ks",
    "9h 9*3": "9 9 9 9h",
    "10s": "Ts",
    "2h* 2": "2 2h*",
    "x* 77": "7 7 x*",
    "X*": "X*",
    "X*77": "7 7 X*",
    "SJ* 7": "7 x*",
    "皇牌 77": "7 7 X*",
    "emperor card": "X*",
    "侍卫牌77": "7 7 G",
    "Guard card + 2": "2 G",
}


@pytest.mark.parametrize("text", UNDERSTOOD)
def test_understood(text: str) -> None:
    assert short(parse(text)) == UNDERSTOOD[text]


NOT_UNDERSTOOD = {
    "J3": "3",
    "3": "3",
    "345": "345",
    "16": "16",
    "1": "1",
    "0J": "0J",
    "17J": "17J",
    "J*17": "*17",
    "JJJ*3": "*3",
    "J hello": "hello",
    "Joker": "Joker",
    "99 jokers": "jokers",
    "五个大王": "五个大王",
    "xxxxx": "xxxxx",
    "9s*5": "*5",
    "X*X*": "*",
    "9*": "*",
    "9个": "个",
    "6000": "000",
    "侍卫": "侍卫",
    "\x00": "\x00",
    "@everyone": "@everyone",
    "𝟙𝟙x": "11x",
}


@pytest.mark.parametrize("text", NOT_UNDERSTOOD)
def test_not_understood(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse(text)
    assert (refused.value.code, refused.value.values) == ("card_text", {"part": NOT_UNDERSTOOD[text]})


@pytest.mark.parametrize(
    "text", ["9x9", "9x8", "2x2", "2X", "2x", "X*2", "大王*2", "大王x2", "2大王", "3xJ", "9*10", "6*7"]
)
def test_two_meanings_are_refused(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse(text)
    assert (refused.value.code, refused.value.values) == ("card_text_ambiguous", {"part": text})


@pytest.mark.parametrize("text", ["", "  ", ",", "\u200b"])
def test_no_text_is_refused(text: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse(text)
    assert refused.value.code == "card_text_empty"


@pytest.mark.parametrize("part", ["9x", "x", "9", "♠9", "J*", "ﷺ", "10 ", "*", "2h*2x"])
def test_long_text_is_refused_unread(part: str) -> None:
    with pytest.raises(Malformed) as refused:
        parse(part * 6000)
    assert refused.value.code == "card_text_long"


@given(st.text("23469xX*×10TJsh♠ 个对王大小红桃,", max_size=LONGEST))
def test_fuzzed_text_is_read_or_refused(text: str) -> None:
    try:
        asked = parse(text)
    except GameError:
        asked = {}
    assert all(count > 0 for count in asked.values())
    matches(text, scene("X* X x x* 2h 2h 2s 9h 9h 9s 9c Jd Jd Th 6s"))


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        resolve(parse(text), scene("X x 2h 9s"))
    except GameError:
        return


RESOLVED = [
    ("9s 9h 9h 9d", "99", "", "9s 9h"),
    ("9s 9h 9h 9d", "99", "9d", "9s 9h"),
    ("9s 9h 9h 9d", "99", "9s", "9h 9h"),
    ("9s 9h 9h 9d", "999", "9h", "9s 9h 9d"),
    ("9s 9h 9h 9d", "9999", "9s", "9s 9h 9h 9d"),
    ("9s 9h 9h 9d", "9s 9", "9s", "9s 9h"),
    ("9s 9h 9h 9d", "9d 9h 9", "", "9s 9h 9d"),
    ("x x* 7s 7d", "小王 7", "x*", "x 7s"),
    ("x x* 7s 7d", "侍卫牌 7d", "x*", "x* 7d"),
    ("x x* 7s 7d", "sj sj", "x*", "x x*"),
    ("x* 7s", "x", "x*", "x*"),
    ("X X* 7s", "X7", "", "X 7s"),
    ("X X* 7s", "皇牌7", "", "X* 7s"),
    ("2h 2h* 2d", "2h", "2h*", "2h"),
    ("2h 2h* 2d", "2 2", "2h*", "2h 2d"),
]


@pytest.mark.parametrize(("hand", "text", "secret", "expected"), RESOLVED)
def test_resolved_from_the_hand(hand: str, text: str, secret: str, expected: str) -> None:
    assert spell(resolve(parse(text), scene(hand, secret=secret))) == expected


REFUSED = [
    ("9s 9h Jd", "999", "cards_short", {"card": "9", "held": 2}),
    ("9s 9h Jd", "9s 9s", "cards_short", {"card": "9s", "held": 1}),
    ("9s 9h Jd", "10h", "cards_short", {"card": "10h", "held": 0}),
    ("9s 9h 9d", "9s 999", "cards_short", {"card": "9", "held": 3}),
    ("X 9s", "皇牌", "cards_short", {"card": "BJ*", "held": 0}),
    ("9s 9h Jd", "9 J", "play_mixed", {}),
    ("2s x*", "侍卫牌 x", "cards_short", {"card": "SJ", "held": 1}),
]


@pytest.mark.parametrize(("hand", "text", "code", "values"), REFUSED)
def test_refused_by_the_hand(hand: str, text: str, code: str, values: dict[str, object]) -> None:
    with pytest.raises(Illegal) as refused:
        resolve(parse(text), scene(hand))
    assert (refused.value.code, refused.value.values) == (code, values)


def test_guard_card_is_that_of_the_variant() -> None:
    asked = parse("侍卫牌")
    assert resolve(asked, scene("x* 2h*")) == cards("x*")
    assert resolve(asked, scene("x* 2h*", variant="rizhao")) == cards("2h*")
    with pytest.raises(Illegal) as refused:
        resolve(asked, scene("2h", variant="classic"))
    assert refused.value.code == "guard_card_none"


@given(rule_sets(), st.integers(0, 2**32))
def test_every_legal_play_can_be_typed(rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for round_, seat in turns(rules, seed):
        view = round_.view(seat)
        every = [play for shape in moves.shapes(view) for play in moves.ways(view, shape)]
        for play in chance.sample(every, min(2, len(every))):
            check_typed(play, view)


def check_typed(play: tuple[int, ...], view: View) -> None:
    text = write(play, view)
    assert len(text) <= 100
    assert resolve(parse(text), view) == play
    assert resolve(parse(text.lower()), view) == play
    assert matches(text, view)[0] == play


@given(st.integers(0, 2**32), st.data())
def test_any_choice_of_suits_can_be_typed(seed: int, data: st.DataObject) -> None:
    view = next(round_.view(seat) for round_, seat in turns(ALL_RULES[0], seed) if round_.step == "play")
    rank = data.draw(st.sampled_from("6789TJQKA2"))
    held = [card for card in view.hand if spell([card])[0] in (rank, "x", "X")]
    play = tuple(card for card in held if data.draw(st.booleans()))
    if play:
        assert resolve(parse(write(play, view)), view) == play


def test_matches_while_typing() -> None:
    view = scene("X x 2h 2h 9s 9h 9d Jd Jc Jh Jh Th", secret="")
    assert spell(matches("9", view)[0]) == "9s"
    assert [spell(play) for play in matches("9d 9", view)][:2] == ["9s 9d", "9s 9h 9d"]
    assert all(Counter(spell(play))["J"] >= 2 for play in matches("JJ", view))
    assert {spell(play) for play in matches("2X", view)} >= {"X 2h"}
    assert matches("K", view) == []
    assert matches("hello", view) == []
    assert matches("9" * 6000, view) == []
    assert matches("红", view) == matches("", view)
    assert matches("  ", view) == matches("", view)
    assert matches("侍卫牌", view) == []
    assert matches("侍卫牌", scene("2h", variant="classic")) == []


def test_matches_are_legal_now() -> None:
    assert [spell(play) for play in matches("J", scene("X 9s Jd Jc Ah", "Th Th"))] == ["Jc Jd", "X Jc"]
    assert matches("9", scene("X 9s Jd Jc Ah", "Th Th")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2d", "2d"), ("方块2", "2d"), ("♦2", "2d"), ("2♦️", "2d"), ("红桃K", "Kh"), ("10s", "Ts")],
)
def test_called_card(text: str, expected: str) -> None:
    assert spell([called(text)]) == expected


@pytest.mark.parametrize("text", ["2", "X", "2d 2d", "2h*", "皇牌", "2d 3d", "", "d", "侍卫牌"])
def test_not_a_called_card(text: str) -> None:
    with pytest.raises(Malformed):
        called(text)
