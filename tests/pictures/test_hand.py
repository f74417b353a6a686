import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.cards import KINDS, RANK, Card, card
from bot.pictures import Pictures
from bot.pictures.hand import MARGIN, PICTURE_WIDTH, arrange
from bot.pictures.palette import BLUE, CARD, FELT, GOLD, INK, RED
from bot.pictures.sprites import Sprites
from bot.pictures.words import in_order
from bot.texts import LANGUAGES
from tests.pictures.reading import DECKS, Reader, Seen, cards, decode, hands, places


@pytest.fixture(scope="module")
def readers(sprites: Sprites) -> dict[str, Reader]:
    return {language: Reader(sprites, language) for language in LANGUAGES}


@settings(max_examples=60)
@given(hand=hands(), language=st.sampled_from(LANGUAGES))
def test_every_card_drawn_is_the_card_held(
    pictures: Pictures, readers: dict[str, Reader], hand: list[Card], language: str
) -> None:
    png = pictures.hand(hand, language)
    seen = readers[language].read(png)
    assert Counter(one.card for one in seen) == Counter(hand)
    assert [RANK[one.card] for one in seen] == sorted((RANK[one] for one in hand), reverse=True)
    assert not any(one.dim for one in seen)
    width, height, _, _ = decode(png)
    assert width == PICTURE_WIDTH
    assert height < width
    assert len(png) <= 60_000


@settings(max_examples=30)
@given(data=st.data())
def test_chosen_cards_alone_stay_bright(pictures: Pictures, readers: dict[str, Reader], data: st.DataObject) -> None:
    hand = data.draw(hands())
    chosen = data.draw(st.lists(st.sampled_from(hand), unique_by=id, max_size=16)) if hand else []
    chosen = list((Counter(chosen) & Counter(hand)).elements())
    seen = readers["en"].read(pictures.hand(hand, "en", chosen=chosen))
    assert Counter(one.card for one in seen) == Counter(hand)
    assert Counter(one.card for one in seen if not one.dim) == Counter(chosen)


@settings(max_examples=20)
@given(hand=st.lists(st.sampled_from(DECKS["classic"]), min_size=1, max_size=45), called=st.integers(0, 39))
def test_called_cards_are_tinted_and_last_of_their_rank(
    pictures: Pictures, sprites: Sprites, hand: list[Card], called: Card
) -> None:
    hand = [*hand[:40], called]
    seen = Reader(sprites, "zh-CN", called).read(pictures.hand(hand, "zh-CN", called=called))
    assert Counter(one.card for one in seen) == Counter(hand)
    assert all(one.called == (one.card == called) for one in seen)
    rank = [one.called for one in seen if RANK[one.card] == RANK[called]]
    assert rank == sorted(rank)


@pytest.mark.parametrize("variant", ["simple", "rizhao"])
def test_a_marked_card_lies_last_and_open(pictures: Pictures, variant: str) -> None:
    deck = DECKS[variant]
    hand = [one for one in deck if RANK[one] >= 9][-20:]
    colours = _colours(pictures.hand(hand, "en"))
    assert colours[GOLD] > 5_000, "the emperor card does not lie open"
    assert colours[BLUE] > 5_000, "the guard card does not lie open"


def test_main_colours_are_exact_and_of_the_right_suit(sprites: Sprites, pictures: Pictures) -> None:
    for kind in range(40):
        colours = _colours(pictures.hand([kind], "en"))
        own, other = (RED, INK) if kind % 4 in {1, 3} else (INK, RED)
        assert colours[own] > 800
        assert other not in colours
        assert colours[CARD] > 5_000
        assert colours[FELT] > 100_000


def test_a_hand_without_cards_says_so(pictures: Pictures) -> None:
    said = {language: decode(pictures.hand([], language)) for language in LANGUAGES}
    assert said["en"].pixels != said["zh-CN"].pixels
    assert all(picture.width == PICTURE_WIDTH and any(picture.pixels) for picture in said.values())


def test_locales_are_served_in_their_language(pictures: Pictures) -> None:
    jokers = [card("X"), card("x")]
    assert pictures.hand(jokers, "zh-TW") == pictures.hand(jokers, "zh-CN") != pictures.hand(jokers, "en-GB")
    assert pictures.hand(jokers, None) == pictures.hand(jokers, "en")


@given(sizes=st.lists(st.integers(1, 16), min_size=1, max_size=12).filter(lambda sizes: sum(sizes) <= 45))
def test_groups_lie_whole_in_order_in_three_rows_within_the_picture(sizes: list[int]) -> None:
    rows = arrange(sizes, [size == 1 for size in sizes])
    assert [group for row in rows for group in range(row.first, row.last)] == list(range(len(sizes)))
    assert len(rows) <= 3
    for row in rows:
        assert row.strip <= 60
        inside = sizes[row.first : row.last]
        assert row.strip >= (36 if row.slim else 46)
        wide = [96 + (size - 1) * row.strip for size in inside]
        if not row.slim:
            assert sum(wide) + row.gap * (len(inside) - 1) + 2 * MARGIN <= PICTURE_WIDTH


def test_ordinary_hands_show_their_indices_whole() -> None:
    for seed in range(300):
        hand = random.Random(seed).sample(DECKS["classic"], 40)
        sizes = [len(group) for group in in_order(hand)]
        assert not any(row.slim for row in arrange(sizes, [size == 1 for size in sizes]))


@settings(max_examples=20)
@given(hand=hands(), language=st.sampled_from(LANGUAGES))
def test_a_hand_is_shown_from_low_to_high_where_asked_for(
    pictures: Pictures, readers: dict[str, Reader], hand: list[Card], language: str
) -> None:
    seen = readers[language].read(pictures.hand(hand, language, low_first=True))
    assert Counter(one.card for one in seen) == Counter(hand)
    assert [RANK[one.card] for one in seen] == sorted(RANK[one] for one in hand)


@pytest.mark.parametrize(
    ("text", "held"),
    [("2s 6h 6c", True), ("X* x Ks 6h", True), ("6s 6h", False), ("X* x 6s 6h", False), ("2s 7h", False)],
)
def test_sixes_carry_a_lock_until_they_are_the_last(
    pictures: Pictures, sprites: Sprites, text: str, held: bool
) -> None:
    hand = cards(text)
    free, locked = pictures.hand(hand, "en"), pictures.hand(hand, "en", hold_sixes=True)
    assert (free != locked) == held
    assert Counter(one.card for one in Reader(sprites, "en", held=held).read(locked)) == Counter(hand)
    assert len(places(decode(locked), sprites["lock"])) == (hand.count(card("6h")) + hand.count(card("6c"))) * held


def test_a_six_that_is_called_and_held_carries_both_signs(pictures: Pictures, sprites: Sprites) -> None:
    picture = decode(pictures.hand(cards("2s 6h"), "en", card("6h"), hold_sixes=True))
    assert len(places(picture, sprites["sword"])) == len(places(picture, sprites["lock/called"])) == 1


@settings(max_examples=20)
@given(data=st.data())
def test_chosen_cards_lie_higher(pictures: Pictures, sprites: Sprites, data: st.DataObject) -> None:
    hand = data.draw(hands().filter(bool))
    one = data.draw(st.sampled_from(hand))
    plain, chosen = (decode(png) for png in (pictures.hand(hand, "en"), pictures.hand(hand, "en", chosen=[one])))
    index = Reader(sprites, "en").known[Seen(one, called=False, dim=False)]
    [(top, left)] = places(chosen, index)
    assert (top + 14, left) in places(plain, index)


def test_all_kinds_together(pictures: Pictures, readers: dict[str, Reader]) -> None:
    seen = readers["zh-CN"].read(pictures.hand(range(KINDS), "zh-CN"))
    assert sorted(one.card for one in seen) == list(range(KINDS))


def _colours(png: bytes) -> Counter[tuple[int, int, int]]:
    picture = decode(png)
    return Counter({picture.palette[index]: n for index, n in Counter(picture.pixels).items()})
