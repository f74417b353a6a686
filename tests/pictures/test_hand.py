import io
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.games.baohuang.cards import KINDS, RANK, Card, card
from bot.pictures import Pictures
from bot.pictures.hand import MARGIN, PICTURE_WIDTH, arrange
from bot.pictures.palette import BLUE, CARD, FELT, GOLD, INK, RED
from bot.pictures.sprites import Sprites
from bot.texts import LANGUAGES
from tests.pictures.reading import DECKS, Reader, cards, decode, hands

APPROVED = Path(__file__).parent / "approved"
ALIKE = 22
"""Parts of 255 by which a spot of 12 x 12 pixels may differ: another weight of the font stays far below, while the most
similar wrong card, a club for a spade, lies above."""
KING = card("Ks")
FULL_HAND = cards(
    "X X X* x x* 2s 2h 2c 2c As Ah Ad Ks Ks Kh Kc Qh Qd Jc Jd Jd Ts Ts Tc 9h 9d 8s 8h 8c 7d 7d 7d 6h 6c 6d"
)
CALLED_HAND = cards("2d Ah Ah Ks Ks Ks Kh Kd Qs Jh Jc Ts Td 9c 9c 9c 7s 6h")


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
def test_groups_lie_whole_in_order_and_within_the_picture(sizes: list[int]) -> None:
    rows, strip = arrange(sizes)
    assert [group for first, last in rows for group in range(first, last)] == list(range(len(sizes)))
    assert 46 <= strip <= 60
    for first, last in rows:
        row = sizes[first:last]
        assert sum(96 + (size - 1) * strip for size in row) + MARGIN * (len(row) + 1) <= PICTURE_WIDTH
    assert len(rows) <= (3 if sum(sizes) <= 34 else 4)


def test_all_kinds_together(pictures: Pictures, readers: dict[str, Reader]) -> None:
    seen = readers["zh-CN"].read(pictures.hand(range(KINDS), "zh-CN"))
    assert sorted(one.card for one in seen) == list(range(KINDS))


@pytest.mark.parametrize(
    ("name", "hand", "language", "called"),
    [("full-en", FULL_HAND, "en", None), ("full-zh", FULL_HAND, "zh-CN", None), ("called", CALLED_HAND, "en", KING)],
)
def test_pictures_look_as_approved(
    pictures: Pictures, name: str, hand: list[Card], language: str, called: Card | None
) -> None:
    with Image.open(APPROVED / f"{name}.png") as approved:
        assert _difference(pictures.hand(hand, language, called), approved) < ALIKE
        place = hand.index(card("Ts"))
        wrong = [*hand[:place], card("Tc"), *hand[place + 1 :]]
        assert _difference(pictures.hand(wrong, language, called), approved) > ALIKE


def _difference(png: bytes, approved: Image.Image) -> int:
    drawn = Image.open(io.BytesIO(png)).convert("RGB")
    if drawn.size != approved.size:
        return 255
    spots = ImageChops.difference(drawn.reduce(12), approved.convert("RGB").reduce(12))
    return max(spots.tobytes())


def _colours(png: bytes) -> Counter[tuple[int, int, int]]:
    picture = decode(png)
    return Counter({picture.palette[index]: n for index, n in Counter(picture.pixels).items()})
