import io

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.games.baohuang.cards import Card
from bot.pictures import Pictures
from bot.pictures.palette import (
    BLUE,
    BLUE_INK,
    BRIGHT,
    CARD,
    COLOURS,
    DIM,
    EDGE,
    FELT,
    GOLD,
    GOLD_INK,
    INK,
    PILL,
    RED,
    TINT,
    quantize,
)
from bot.texts import LANGUAGES
from tests.pictures.reading import decode, hands


@settings(max_examples=25)
@given(hand=hands(), language=st.sampled_from(LANGUAGES))
def test_two_decoders_agree_on_every_picture(pictures: Pictures, hand: list[Card], language: str) -> None:
    png = pictures.hand(hand, language)
    width, height, pixels, palette = decode(png)
    colours = bytes(value for index in pixels for value in palette[index])
    with Image.open(io.BytesIO(png)) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", (width, height))
        assert "transparency" not in image.info
        assert image.convert("RGB").tobytes() == colours


def test_the_palette_fits_and_felt_comes_first() -> None:
    assert len(COLOURS) == 2 * len(BRIGHT) <= 256
    assert COLOURS[0] == FELT


def test_recolouring_leads_to_colours_of_the_palette() -> None:
    assert {DIM[index] for index in range(1, len(BRIGHT))} == set(range(len(BRIGHT) + 1, len(COLOURS)))
    assert all(TINT[index] < len(BRIGHT) for index in range(len(BRIGHT)))
    assert DIM[0] == TINT[0] == 0


def test_main_colours_are_kept_exactly_and_others_nearly() -> None:
    image = Image.new("RGB", (len(BRIGHT), 1))
    image.putdata(BRIGHT)
    brought = [BRIGHT[index] for index in quantize(image).tobytes()]
    assert {FELT, CARD, INK, RED, GOLD, GOLD_INK, BLUE, BLUE_INK, PILL, EDGE} <= set(brought)
    assert all(
        abs(a - b) <= 8 for one, other in zip(BRIGHT, brought, strict=True) for a, b in zip(one, other, strict=True)
    )
