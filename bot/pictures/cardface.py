"""Draws the sprites of cards: four times too large, then shrunk and brought to the shared palette.

A card in a fan shows its left strip, so rank over suit stand there; the last card of a group lies open and has room
for an emblem, and for the count or a large suit at its foot. All measures are pixels of the finished picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from bot.games.baohuang.cards import (
    BIG_RANK,
    EMPEROR_CARD,
    MARKED_HEART_2,
    MARKED_SMALL_JOKER,
    RANK,
    Card,
    suit,
)
from bot.pictures.emblems import SCEPTRE, SWORD, Box, Shape, crown, draw_shapes
from bot.pictures.palette import (
    BLUE,
    BLUE_INK,
    CARD,
    EDGE,
    FELT,
    GOLD,
    GOLD_INK,
    INK,
    PANEL,
    PILL,
    RED,
    Colour,
)
from bot.pictures.sheet import Sheet
from bot.pictures.words import SUIT_SIGNS, mark, rank_word
from bot.texts import say


class Cut(NamedTuple):
    """How much of a card is drawn, on what, and how large."""

    name: str
    height: int
    behind: Colour
    share: float
    pill_share: float
    pip: bool
    """Whether a card that is alone has room for a large suit."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the finished card."""
        return round(WIDTH * self.share), round(self.height * self.share)


WIDTH: Final = 96
LARGE: Final = Cut("large", 204, FELT, 1, 1, pip=True)
"""A card of a hand."""
SMALL: Final = Cut("small", 176, PANEL, 0.62, 0.7, pip=False)
"""A card on the table."""

PILL_SIZE: Final = (84, 46)
PIP_SIZE: Final = (72, 76)
SIGN_SIZE: Final = (30, 30)

RADIUS: Final = 10
_INDEX: Final[Box] = (5, 10, 46, 63)
"""Where the rank stands: between its top and its baseline."""
_SUIT: Final[Box] = (6, 77, 45, 119)
_LABEL: Final[Box] = (53, 13, 88, 50)
_EMBLEM: Final[Box] = (51, 64, 89, 106)
_CROWN: Final[Box] = (62, 12, 92, 42)
"""Right of the widest strip, so that only the last card of a group shows it."""
_MARKED: Final = {
    EMPEROR_CARD: (GOLD, GOLD_INK),
    MARKED_SMALL_JOKER: (BLUE, BLUE_INK),
    MARKED_HEART_2: (BLUE, BLUE_INK),
}


def ink(card: Card) -> Colour:
    """Red for hearts, diamonds and big jokers, else black."""
    return RED if suit(card) in {1, 3} or RANK[card] == BIG_RANK else INK


def paper(card: Card) -> Colour:
    """The colour of the card's face."""
    return _MARKED.get(card, (CARD, EDGE))[0]


def draw_card(card: Card, language: str, cut: Cut, *, follows: bool) -> Image.Image:
    """A whole card, lying on the table or, where it follows another in its group, on that one."""
    sheet = Sheet(WIDTH, cut.height, cut.behind)
    face, edge = _MARKED.get(card, (CARD, EDGE))
    if follows:
        sheet.panel((-WIDTH, 0, WIDTH / 2, cut.height), CARD, EDGE, 1.5, RADIUS)
    sheet.panel((0, 0, WIDTH, cut.height), face, edge, 4 if card in _MARKED else 1.5, RADIUS)
    place = suit(card)
    if place is None:
        word = say(language, "cards.index.big_joker" if RANK[card] == BIG_RANK else "cards.index.small_joker")
        _column(sheet, word, ink(card))
    else:
        sheet.text(rank_word(RANK[card], language), _INDEX, ink(card))
        sheet.glyph(SUIT_SIGNS[place], _SUIT, ink(card))
    key = mark(card)
    if key is not None:
        sheet.glyph(say(language, f"cards.index.{key}"), _LABEL, edge)
        draw_shapes(sheet.draw, SCEPTRE if card == EMPEROR_CARD else SWORD, sheet.scaled(_EMBLEM))
    elif place is None:
        draw_shapes(sheet.draw, crown(ink(card)), sheet.scaled(_CROWN))
    return sheet.shrink(cut.share)


def _column(sheet: Sheet, word: str, colour: Colour) -> None:
    """A word of two characters, one above the other, in the strip of a card."""
    for letter, (top, bottom) in zip(word, ((12, 56), (66, 110)), strict=True):
        sheet.glyph(letter, (7, top, 46, bottom), colour)


def draw_pip(card: Card) -> Image.Image:
    """The large suit or crown at the foot of a card that is alone in its group."""
    width, height = PIP_SIZE
    sheet = Sheet(width, height, paper(card))
    place = suit(card)
    if place is None:
        draw_shapes(sheet.draw, crown(ink(card)), sheet.scaled((6, 8, width - 6, height - 8)))
    else:
        sheet.glyph(SUIT_SIGNS[place], (3, 4, width - 3, height - 4), ink(card))
    return sheet.shrink()


def draw_pill(count: int, face: Colour, cut: Cut) -> Image.Image:
    """The count of a group, lying on a face."""
    width, height = PILL_SIZE
    sheet = Sheet(width, height, face)
    sheet.panel((1, 1, width - 1, height - 1), PILL, INK, 3, (height - 2) / 2)
    sheet.glyph("×", (12, 14, 31, 33) if count < 10 else (8, 15, 24, 31), INK)
    sheet.text(str(count), (36, 7, 72, 39) if count < 10 else (27, 7, 75, 39), INK)
    return sheet.shrink(cut.pill_share)


def draw_sign(shapes: Sequence[Shape], face: Colour) -> Image.Image:
    """What lies under the suit of a card: the sword of a called one, the lock of a six that must be held."""
    width, height = SIGN_SIZE
    sheet = Sheet(width, height, face)
    draw_shapes(sheet.draw, shapes, sheet.scaled((4, 4, width - 4, height - 5)))
    return sheet.shrink()


def draw_words(words: str, width: int, height: int) -> Image.Image:
    """A line of text on the felt, as large as fits."""
    sheet = Sheet(width, height, FELT)
    sheet.text(words, (0, height * 0.2, width, height * 0.8), CARD)
    return sheet.shrink()
