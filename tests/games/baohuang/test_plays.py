"""What beats what, and which plays a hand has, against the twin."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.baohuang import plays
from bot.games.baohuang.actions import PASS, PLAY, Move
from bot.games.baohuang.cards import RANK, RANKS, Card
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.plays import NO_RANK, Shape
from bot.games.baohuang.rules import SIMPLE, Rules
from bot.games.baohuang.shuffle import deck
from tests.games.baohuang import twin
from tests.games.baohuang.strategies import cards

POSITIONS = Path(__file__).parent / "positions"
DECK = deck(SIMPLE)


def shape(text: str) -> Shape:
    """The shape of a play in the twin's letters."""
    small, big = text.count("x"), text.count("X")
    ranked = text.replace("x", "").replace("X", "")
    return Shape(RANKS.index(ranked[0]) if ranked else NO_RANK, len(ranked), small, big)


def letters(shape: Shape) -> str:
    return (RANKS[shape.rank] * shape.ranked if shape.ranked else "") + "x" * shape.small + "X" * shape.big


def hand_of(text: str) -> Hand:
    """A hand of the twin's letters, the suits as they come."""
    kinds = []
    for letter in sorted(set(text)):
        suits = [kind for kind in DECK if RANK[kind] == twin.height(letter)]
        kinds += suits[: text.count(letter)]
    return Hand(kinds)


@pytest.mark.parametrize(
    ("new", "old"),
    [("8888", "7777"), ("Xxxx", "AAAA"), ("x777", "6666"), ("X7777", "x6666"), ("x", "2"), ("X", "x"), ("2", "A")],
)
def test_examples_of_the_rules(new: str, old: str) -> None:
    assert plays.beats(shape(new), shape(old), False)
    assert not plays.beats(shape(old), shape(new), False)


@pytest.mark.parametrize(("new", "old"), [("9999", "x888"), ("X", "X"), ("XX", "Xx"), ("77", "8"), ("777", "77")])
def test_what_does_not_beat(new: str, old: str) -> None:
    assert not plays.beats(shape(new), shape(old), False)


OVERLOADS = (
    "XXxx>Xx XXxxx>XX XXX>Xx Xxx>xx Xxxx>Xx XXXxx>Xxx XX8888>X7777 XXXx88>Xx777 XX>X xxx>X X>x xx>x XX88>X77 8>7"
)
NO_OVERLOADS = "Xx>X X>X xxxx>X XX>x xxx>x 88>7 Xxx>X XXX>X"


@pytest.mark.parametrize("pair", OVERLOADS.split())
def test_what_overload_allows(pair: str) -> None:
    new, old = pair.split(">")
    assert plays.beats(shape(new), shape(old), True)


@pytest.mark.parametrize("pair", NO_OVERLOADS.split())
def test_what_overload_does_not_allow(pair: str) -> None:
    new, old = pair.split(">")
    assert not plays.beats(shape(new), shape(old), True)


def few(most: int, jokers: int) -> list[str]:
    """All plays of at most so many sevens, eights or nines and so many of each joker."""
    return [
        rank * number + "x" * small + "X" * big
        for rank, number in [("", 0), *product("789", range(1, most + 1))]
        for small, big in product(range(jokers + 1), repeat=2)
        if number + small + big
    ]


def test_beating_agrees_with_the_twin_for_all_small_plays() -> None:
    for new, old in product(few(4, 4), repeat=2):
        assert plays.beats(shape(new), shape(old), False) == twin.follows(new, old), (new, old)


def test_overload_agrees_with_the_twin_for_all_small_plays() -> None:
    for new, old in product(few(2, 4), few(2, 2)):
        assert plays.beats(shape(new), shape(old), True) == twin.overloads(new, old), (new, old)


def test_the_twin_agrees_with_itself() -> None:
    for new, old in product(few(2, 2), few(1, 1)):
        assert twin.overloads(new, old) == twin.by_permutation(new, old), (new, old)


@pytest.mark.parametrize("file", sorted(POSITIONS.glob("*.txt")), ids=lambda file: file.stem)
def test_number_of_legal_plays(file: Path) -> None:
    positions = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert positions
    for line in positions:
        hand, old, options, number = (part.strip() for part in line.split("|"))
        rules = Rules(SIMPLE, **dict.fromkeys(options.split(), True))
        assert len(plays.legal(hand_of(hand), shape(old) if old else None, rules)) == int(number), line


some_hands = st.lists(st.sampled_from(DECK), min_size=1, max_size=24).filter(
    lambda kinds: all(kinds.count(kind) <= DECK.count(kind) for kind in kinds)
)
some_rules = st.builds(Rules, st.just(SIMPLE), overload=st.booleans(), hold_sixes=st.booleans())
some_plays = st.builds(
    lambda rank, small, big: rank + "x" * small + "X" * big or "7",
    st.builds(lambda rank, number: rank * number, st.sampled_from(RANKS), st.integers(0, 6)),
    st.integers(0, 3),
    st.integers(0, 3),
)


@given(some_hands, st.none() | some_plays, some_rules)
def test_legal_plays_are_those_of_the_twin(kinds: list[Card], old: str | None, rules: Rules) -> None:
    hand = Hand(kinds)
    found = plays.legal(hand, shape(old) if old else None, rules)
    options = {name for name in ("overload", "hold_sixes") if getattr(rules, name)}
    as_letters = "".join("6789TJQKA2xX"[RANK[kind]] for kind in kinds)
    right = twin.legal(as_letters, old or "", options)
    assert sorted("".join(sorted(letters(one))) for one in found) == sorted("".join(sorted(one)) for one in right)


@given(st.data(), some_hands, st.none() | some_plays, some_rules)
def test_exactly_the_legal_plays_are_accepted(
    data: st.DataObject, kinds: list[Card], old: str | None, rules: Rules
) -> None:
    hand, against = Hand(kinds), shape(old) if old else None
    chosen = tuple(data.draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=6)))
    shaped = plays.shape_of(chosen)
    accepted = plays.refusal(hand, against, rules, Move(PLAY, chosen)) is None
    legal = plays.legal(hand, against, rules)
    assert accepted == (shaped in legal and all(chosen.count(kind) <= kinds.count(kind) for kind in chosen))
    for one in legal:
        for secret in (None, kinds[0]):
            for way in plays.ways(hand, one, secret):
                assert plays.shape_of(way) == one
                assert plays.refusal(hand, against, rules, Move(PLAY, way)) is None


@given(some_hands, some_rules)
def test_whoever_leads_has_a_play(kinds: list[Card], rules: Rules) -> None:
    hand = Hand(kinds)
    assert plays.leads(hand, rules)
    refusal = plays.refusal(hand, None, rules, Move(PASS))
    assert refusal is not None
    assert refusal.code == "pass_lead"


@pytest.mark.parametrize(
    ("played", "code"),
    [("7s 8s", "play_mixed"), ("9s", "play_not_held"), ("7s 7s", "play_not_held"), ("8s 8h", "play_count")],
)
def test_refusals_say_why(played: str, code: str) -> None:
    hand = Hand(cards("7s 7h 8s 8h x"))
    refusal = plays.refusal(hand, shape("777"), Rules(SIMPLE), Move(PLAY, cards(played)))
    assert refusal is not None
    assert refusal.code == code


def test_too_low_and_held_sixes_are_refused() -> None:
    hand = Hand(cards("6s 6h 8s x"))
    low = plays.refusal(hand, shape("9"), Rules(SIMPLE), Move(PLAY, cards("8s")))
    held = plays.refusal(hand, None, Rules(SIMPLE, hold_sixes=True), Move(PLAY, cards("6s 6h x")))
    assert low is not None
    assert low.code == "play_too_low"
    assert held is not None
    assert held.code == "play_sixes"


def test_equal_cards_go_in_the_order_of_suits_and_the_secret_last() -> None:
    hand = Hand(cards("2d 2c 2h* 2h 2s X X* x* x"))
    assert plays.pick(hand, Shape(9, 3, 0, 0)) == cards("2s 2h 2h*")
    assert plays.pick(hand, Shape(9, 4, 0, 0), secret=cards("2h*")[0]) == cards("2s 2h 2c 2d")
    assert plays.pick(hand, Shape(9, 5, 0, 0), secret=cards("2h*")[0]) == cards("2s 2h 2c 2d 2h*")
    assert plays.pick(hand, Shape(9, 1, 1, 1), secret=cards("x*")[0]) == cards("X x 2s")


def test_the_last_copy_of_a_called_card_is_the_secret() -> None:
    hand, secret = Hand(cards("7s 7s 7s 7s 7h 7d")), cards("7s")[0]
    assert plays.pick(hand, Shape(1, 4, 0, 0), secret) == cards("7s 7s 7s 7h")
    assert plays.pick(hand, Shape(1, 5, 0, 0), secret) == cards("7s 7s 7s 7h 7d")
    usual, open_way = plays.ways(hand, Shape(1, 5, 0, 0), secret)
    assert not plays.gives_away(hand, secret, usual)
    assert sorted(open_way) == sorted(cards("7s 7s 7s 7s 7h"))
    assert plays.gives_away(hand, secret, open_way)
    assert len(plays.ways(hand, Shape(1, 3, 0, 0), secret)) == 1
    assert len(plays.ways(hand, Shape(1, 6, 0, 0), secret)) == 1
