"""Draws the sprites of the table that are no cards: rows, badges, a card's back, a hoe, an arrow."""

from __future__ import annotations

from typing import Final

from PIL import Image

from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.pictures.emblems import HOE, draw_shapes
from bot.pictures.palette import (
    BACK,
    BADGE,
    BLUE,
    BLUE_INK,
    CARD,
    FELT,
    GOLD,
    GOLD_INK,
    INK,
    MIST,
    PALE,
    PANEL,
    PILL,
    Colour,
)
from bot.pictures.sheet import Sheet
from bot.pictures.words import rank_word
from bot.texts import LANGUAGES, say

ROW_SIZE: Final = (1072, 126)
TALL_ROW_SIZE: Final = (1072, 194)
"""A row with a small hand below its first lines."""
SLIM_ROW_SIZE: Final = (1072, 82)
"""A row of a leaderboard."""
LOUD_SIZE: Final = (112, 50)
COUNTER_SIZE: Final = (1072, 92)
COUNTER_LEFT: Final = 128
COUNTER_CELL: Final = 78
"""Where in the counter of cards the first rank begins, and how wide each is."""
_BADGE_SIZE: Final = (84, 84)
_BADGES: Final[tuple[tuple[str, Colour, Colour], ...]] = (
    ("emperor", GOLD, GOLD_INK),
    ("guard", BLUE, BLUE_INK),
    ("rebel", PALE, INK),
    ("unknown", BADGE, PALE),
)


def draw_fittings() -> dict[str, Image.Image]:
    """``row``, ``row/lit``, both ``/tall`` and ``/slim`` too, ``badge/ROLE/LANGUAGE`` (a role or unknown), ``back`` ...

    ``loud`` is what few cards are written on, ``counter/LANGUAGE`` what the cards not yet seen are counted on; ``hoe``
    and ``arrow`` are as they are named.
    """
    drawn = {
        "row": _draw_row(ROW_SIZE, PANEL),
        "row/lit": _draw_row(ROW_SIZE, PILL),
        "row/tall": _draw_row(TALL_ROW_SIZE, PANEL),
        "row/lit/tall": _draw_row(TALL_ROW_SIZE, PILL),
        "row/slim": _draw_row(SLIM_ROW_SIZE, PANEL),
        "row/lit/slim": _draw_row(SLIM_ROW_SIZE, PILL),
    }
    for language in LANGUAGES:
        drawn[f"counter/{language}"] = _draw_counter(language)
        for role, face, ink in _BADGES:
            drawn[f"badge/{role}/{language}"] = _draw_badge(say(language, f"cards.badge.{role}"), face, ink)
    back = Sheet(32, 44, PANEL)
    back.panel((0, 0, 32, 44), BACK, CARD, 2.5, 5)
    width, height = LOUD_SIZE
    loud = Sheet(width, height, PANEL)
    loud.panel((0, 0, width, height), BACK, BACK, 0, 14)
    loud.panel((10, 7, 36, 43), BACK, CARD, 3, 5)
    hoe = Sheet(54, 54, PANEL)
    draw_shapes(hoe.draw, HOE, hoe.scaled((6, 6, 48, 48)))
    arrow = Sheet(20, 28, PANEL)
    draw_shapes(arrow.draw, [(((0, 0), (1, 0.5), (0, 1)), PILL)], arrow.scaled((1, 1, 19, 27)))
    return drawn | {"back": back.shrink(), "loud": loud.shrink(), "hoe": hoe.shrink(), "arrow": arrow.shrink()}


def _draw_row(size: tuple[int, int], edge: Colour) -> Image.Image:
    width, height = size
    sheet = Sheet(width, height, FELT)
    sheet.panel((0, 0, width, height), PANEL, edge, 5, 20)
    return sheet.shrink()


def _draw_badge(word: str, face: Colour, ink: Colour) -> Image.Image:
    width, height = _BADGE_SIZE
    sheet = Sheet(width, height, PANEL)
    sheet.panel((0, 0, width, height), face, face, 0, 18)
    sheet.glyph(word, (14, 13, width - 14, height - 13), ink)
    return sheet.shrink()


def _draw_counter(language: str) -> Image.Image:
    width, height = COUNTER_SIZE
    sheet = Sheet(width, height, FELT)
    sheet.panel((0, 0, width, height), PANEL, PANEL, 0, 20)
    sheet.text(say(language, "picture.unseen"), (16, 36, COUNTER_LEFT - 8, 56), MIST)
    for place in range(BIG_RANK + 1):
        rank, left = BIG_RANK - place, COUNTER_LEFT + place * COUNTER_CELL
        word = rank_word(rank, language)
        if rank >= SMALL_RANK:
            word = say(language, "cards.index.big_joker" if rank == BIG_RANK else "cards.index.small_joker")
        sheet.text(word, (left + 4, 9, left + COUNTER_CELL - 4, 31), PALE)
    return sheet.shrink()
