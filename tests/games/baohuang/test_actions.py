"""Actions, rules and cards as text and JSON; the shuffle."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.baohuang import cards as cards_module
from bot.games.baohuang.actions import PLAY, parse
from bot.games.baohuang.cards import EMPEROR_CARD, KINDS, MARKED_HEART_2, MARKED_SMALL_JOKER, TEXT, high_to_low, spell
from bot.games.baohuang.game import GAME
from bot.games.baohuang.rules import CLASSIC, RIZHAO, SIMPLE, Rules, Variant
from bot.games.baohuang.shuffle import deal, deck
from bot.games.base import Malformed, Setup
from tests.games.baohuang.strategies import cards, rule_sets


def test_every_card_reads_back() -> None:
    assert [cards_module.card(text) for text in TEXT] == list(range(KINDS))
    assert [cards_module.suit(cards_module.card(text)) for text in ("6s", "Th", "2h*", "Kd", "x*", "X")] == [
        0,
        1,
        1,
        3,
        None,
        None,
    ]


@pytest.mark.parametrize("text", ["", "10s", "6S", "7", "*", "6s*", "2s*", "xx", "X *", "６s"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(Malformed, match="card"):
        cards_module.card(text)


def test_reading_order() -> None:
    assert spell(high_to_low(cards("6d X* 2h* x 2d 6s X 2s x*"))) == "X X* x x* 2s 2d 2h* 6s 6d"


@given(st.lists(st.integers(0, KINDS - 1), min_size=1, max_size=24))
def test_a_play_reads_back_whatever_the_order(kinds: list[int]) -> None:
    move = parse(f"play {spell(kinds)}")
    assert move.verb == PLAY
    assert Counter(move.cards) == Counter(kinds)
    assert parse(move.text) == move


@pytest.mark.parametrize("verb", ["claim", "yield", "solo", "no_solo", "reveal", "rise", "stay", "pass"])
def test_bare_verbs(verb: str) -> None:
    assert parse(verb).text == verb
    with pytest.raises(Malformed, match="action_argument"):
        parse(f"{verb} 7s")


@pytest.mark.parametrize(
    "text",
    ["", " ", "play", "play ", "play  7s", "play 7s ", "Play 7s", "call", "call x", "call 7s 7s", "call 2h*", "7s"],
)
def test_malformed_actions(text: str) -> None:
    with pytest.raises(Malformed):
        parse(text)


@given(st.text(max_size=30))
def test_any_text_is_an_action_or_malformed(text: str) -> None:
    try:
        move = parse(text)
    except Malformed:
        return
    assert parse(move.text) == move


@given(rule_sets())
def test_rules_read_back(rules: Rules) -> None:
    assert Rules.parse(rules.json()) == rules


def test_defaults() -> None:
    assert GAME.rules({}) == Rules(CLASSIC, grab=True).json()
    assert GAME.rules({"variant": "simple"}) == Rules(SIMPLE, rebellion=True).json()
    assert GAME.rules({"variant": "rizhao", "grab": True}) == Rules(RIZHAO, grab=True, rebellion=True).json()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"variant": "bridge"}, "variant"),
        ({"variant": 1}, "variant"),
        ({"variant": "classic", "rebellion": True}, "option_not_offered"),
        ({"variant": "rizhao", "overload": True}, "option_not_offered"),
        ({"grab": 1}, "option_value"),
        ({"jokers": True}, "option_unknown"),
    ],
)
def test_rules_that_are_not_allowed(options: dict[str, object], code: str) -> None:
    with pytest.raises(Malformed, match=code):
        GAME.rules(options)


def test_rules_of_a_round_are_complete() -> None:
    for key in Rules(SIMPLE).json():
        rules = Rules(SIMPLE).json()
        del rules[key]
        with pytest.raises(Malformed, match="option_missing"):
            GAME.start(Setup(rules, 0, bytes(32), ""))


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup(Rules(SIMPLE).json(), 5, bytes(32), ""), "setup_first_seat"),
        (Setup(Rules(SIMPLE).json(), 0, bytes(31), ""), "setup_secret"),
        (Setup(Rules(SIMPLE).json(), 0, bytes(32), "\ud800"), "setup_salt"),
    ],
)
def test_setups_that_are_none(setup: Setup, code: str) -> None:
    with pytest.raises(Malformed, match=code):
        GAME.start(setup)


@pytest.mark.parametrize(
    ("variant", "marked"),
    [(CLASSIC, {EMPEROR_CARD}), (SIMPLE, {EMPEROR_CARD, MARKED_SMALL_JOKER}), (RIZHAO, {EMPEROR_CARD, MARKED_HEART_2})],
)
def test_the_deck(variant: Variant, marked: set[int]) -> None:
    found = Counter(deck(variant))
    assert sum(found.values()) == 168
    assert {kind for kind in found if kind >= 42} == marked
    twins = Counter(cards_module.UNMARKED[kind] for kind in deck(variant))
    assert set(twins.values()) == {4}
    assert len(twins) == 42


def slow_deal(secret: bytes, salt: str, number: int, first_seat: int) -> list[list[int]]:
    """The deal of the classic game, step by step as the record's page has it."""
    key = hashlib.sha256(secret + salt.encode("utf-8") + f"/{number}".encode()).digest()
    words: list[int] = []
    for k in range(60):
        block = hashlib.sha256(key + k.to_bytes(8, "big")).digest()
        words += [int.from_bytes(block[start : start + 8], "big") for start in (0, 8, 16, 24)]
    pile = list(deck(CLASSIC))
    for i in range(167, 0, -1):
        while words[0] >= 2**64 // (i + 1) * (i + 1):
            words.pop(0)
        j = words.pop(0) % (i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    hands: list[list[int]] = [[], [], [], [], []]
    for t, one in enumerate(pile):
        hands[(first_seat + t) % 5].append(one)
    return hands


@given(
    st.binary(min_size=32, max_size=32),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.integers(0, 2),
    st.integers(0, 4),
)
def test_the_shuffle_is_the_one_of_the_record(secret: bytes, salt: str, number: int, first_seat: int) -> None:
    dealt = deal(CLASSIC, secret, salt, number, first_seat)
    assert list(dealt) == slow_deal(secret, salt, number, first_seat)
    assert [len(dealt[(first_seat + turn) % 5]) for turn in range(5)] == [34, 34, 34, 33, 33]
