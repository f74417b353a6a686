from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures import Pictures, Track, describe_curve
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.palette import CARD, COLOURS, FELT, PILL, Colour
from bot.texts import LANGUAGES
from tests.pictures.reading import Decoded, decode

DAY = 86400
PLOT = (166, 112, 1050, 520)
"""Where the lines are, with their legend left out."""


def heights(picture: Decoded, colour: Colour) -> list[float]:
    """How far down the pixels of a colour lie in the plot, column by column from the left, where there are any."""
    left, top, right, bottom = PLOT
    index = COLOURS.index(colour)
    found = []
    for column in range(left, right):
        rows = [y for y in range(top, bottom) if picture.pixels[y * PICTURE_WIDTH + column] == index]
        if rows:
            found.append(sum(rows) / len(rows))
    return found


def test_a_line_goes_where_the_skill_went(pictures: Pictures) -> None:
    steps = [(0.0, 1600), (10.0 * DAY, 2600), (20.0 * DAY, 1100)]
    picture = decode(pictures.curve([Track("here", steps)], "en"))
    line = heights(picture, PILL)
    top = min(line)
    peak = line.index(top)
    assert abs(peak - len(line) / 2) < 12, "half the time is in the middle"
    up, down = line[:peak], line[peak:]
    assert all(later <= earlier + 1 for earlier, later in pairwise(up))
    assert all(later >= earlier - 1 for earlier, later in pairwise(down))
    rise, fall = line[0] - top, line[-1] - top
    assert rise / fall == pytest.approx(1000 / 1500, abs=0.05)
    assert not heights(picture, CARD), "there is no second line"


def test_two_lines_share_one_scale(pictures: Pictures) -> None:
    tracks = [Track("here", [(0, 1600), (DAY, 3600)]), Track("all", [(0, 1600), (DAY, 2600)])]
    picture = decode(pictures.curve(tracks, "en"))
    gold, white = heights(picture, PILL), heights(picture, CARD)
    assert (white[-1] - gold[-1]) / (gold[0] - gold[-1]) == pytest.approx(1 / 2, abs=0.05)


def test_a_curve_in_words() -> None:
    steps = [(0.0, 1600), (10.0 * DAY, 1450), (20.0 * DAY, 2700)]
    words = describe_curve([Track("Here", steps), Track("All", steps[:1])], "en")
    assert words.splitlines() == [
        "Here, 1970-01-01 to 1970-01-21: skill 1600 → 2700 (Postgraduate), lowest 1450, highest 2700.",
        "All, 1970-01-01 to 1970-01-01: skill 1600 → 1600 (Undergraduate), lowest 1600, highest 1600.",
    ]


values = st.one_of(st.integers(-50, 3000), st.integers(-(10**9), 10**9))
tracks = st.lists(
    st.lists(st.tuples(st.floats(0, 4e9), values), min_size=1, max_size=200).map(sorted), min_size=1, max_size=2
)


@settings(max_examples=40, deadline=None)
@given(tracks, st.sampled_from(LANGUAGES))
def test_no_curve_leaves_its_place(pictures: Pictures, found: list[list[tuple[float, int]]], language: str) -> None:
    names = ("This server", "All servers")
    picture = decode(pictures.curve([Track(*one) for one in zip(names, found, strict=False)], language))
    assert picture.height < picture.width == PICTURE_WIDTH
    edge = [
        picture.pixels[y * PICTURE_WIDTH + x] for y in range(picture.height) for x in (*range(14), *range(1087, 1100))
    ]
    assert set(edge) == {COLOURS.index(FELT)}
    assert len(describe_curve([Track(*one) for one in zip(names, found, strict=False)], language)) <= 1000
