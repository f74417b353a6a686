import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.games.baohuang.cards import Card
from bot.pictures import Pictures
from bot.pictures.bands import band, join
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
from bot.pictures.png import canvas
from bot.texts import LANGUAGES
from tests.pictures.reading import decode, hands
from tests.pictures.test_approved import PICTURES


def agreed(png: bytes) -> None:
    """Two decoders see the same; one of them checks every length and sum, the other every warning."""
    width, height, pixels, palette = decode(png)
    colours = b"".join([bytes(palette[index]) for index in pixels])
    with Image.open(io.BytesIO(png)) as image:
        image.verify()
    with Image.open(io.BytesIO(png)) as image:
        assert (image.format, image.mode, image.size) == ("PNG", "P", (width, height))
        assert "transparency" not in image.info
        assert image.convert("RGB").tobytes() == colours


@settings(max_examples=15)
@given(hand=hands(), language=st.sampled_from(LANGUAGES))
def test_two_decoders_agree_on_every_hand(pictures: Pictures, hand: list[Card], language: str) -> None:
    agreed(pictures.hand(hand, language))


@pytest.mark.parametrize("name", PICTURES)
def test_two_decoders_agree_on_every_kind_of_picture(pictures: Pictures, name: str) -> None:
    agreed(PICTURES[name][0](pictures, "Ts"))


@given(pieces=st.lists(st.tuples(st.integers(1, 40), st.binary(min_size=1, max_size=200)), min_size=1, max_size=9))
def test_bands_put_together_are_one_picture(pieces: list[tuple[int, bytes]]) -> None:
    """Each piece is a height, and colours that are repeated to fill its band."""
    width, drawn, wanted = 37, [], b""
    for height, colours in pieces:
        indices = bytes(one % len(COLOURS) for one in colours) * (width * height)
        pixels = indices[: width * height]
        canvas_ = canvas(width, height)
        canvas_.paste(Image.frombytes("L", (width, height), pixels), (1, 0))
        drawn.append(band(canvas_))
        wanted += pixels
    assert decode(join(width, drawn)).pixels == wanted


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
