"""Draws the sprites of cards: four times too large, then shrunk and brought to the shared palette.

A card in a fan shows its left strip, so rank over suit stand there; the last card of a group lies open and has room
for an emblem, and for the count or a large suit at its foot. All measures are pixels of the finished picture.
"""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from bot.games.baohuang.cards import (
    BIG_RANK,
    EMPEROR_CARD,
    MARKED_HEART_2,
    MARKED_SMALL_JOKER,
    RANK,
    Card,
    suit,
)
from bot.pictures.emblems import SCEPTRE, SWORD, Box, crown, draw_shapes
from bot.pictures.fonts import font
from bot.pictures.palette import (
    BLUE,
    BLUE_INK,
    CARD,
    EDGE,
    FELT,
    GOLD,
    GOLD_INK,
    INK,
    PILL,
    RED,
    Colour,
    quantize,
)
from bot.pictures.words import SUIT_SIGNS, mark, rank_word
from bot.texts import say

WIDTH: Final = 96
HEIGHT: Final = 204
PILL_SIZE: Final = (84, 46)
PIP_SIZE: Final = (72, 76)
SIGN_SIZE: Final = (30, 30)

_SCALE: Final = 4
_RADIUS: Final = 10
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


def draw_card(card: Card, language: str, *, follows: bool) -> Image.Image:
    """A whole card, lying on felt or, where it follows another in its group, on that one."""
    sheet = _Sheet(WIDTH, HEIGHT, FELT)
    face, edge = _MARKED.get(card, (CARD, EDGE))
    if follows:
        sheet.panel((-WIDTH, 0, WIDTH / 2, HEIGHT), CARD, EDGE, 1.5, _RADIUS)
    sheet.panel((0, 0, WIDTH, HEIGHT), face, edge, 4 if card in _MARKED else 1.5, _RADIUS)
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
    return sheet.shrink()


def _column(sheet: _Sheet, word: str, colour: Colour) -> None:
    """A word of two characters, one above the other, in the strip of a card."""
    for letter, (top, bottom) in zip(word, ((12, 56), (66, 110)), strict=True):
        sheet.glyph(letter, (7, top, 46, bottom), colour)


def draw_pip(card: Card) -> Image.Image:
    """The large suit or crown at the foot of a card that is alone in its group."""
    width, height = PIP_SIZE
    sheet = _Sheet(width, height, paper(card))
    place = suit(card)
    if place is None:
        draw_shapes(sheet.draw, crown(ink(card)), sheet.scaled((6, 8, width - 6, height - 8)))
    else:
        sheet.glyph(SUIT_SIGNS[place], (3, 4, width - 3, height - 4), ink(card))
    return sheet.shrink()


def draw_pill(count: int, face: Colour) -> Image.Image:
    """The count of a group, lying on a face."""
    width, height = PILL_SIZE
    sheet = _Sheet(width, height, face)
    sheet.panel((1, 1, width - 1, height - 1), PILL, INK, 3, (height - 2) / 2)
    sheet.glyph("×", (12, 14, 31, 33) if count < 10 else (8, 15, 24, 31), INK)
    sheet.text(str(count), (36, 7, 72, 39) if count < 10 else (27, 7, 75, 39), INK)
    return sheet.shrink()


def draw_sign() -> Image.Image:
    """The sword under the suit of a called card."""
    width, height = SIGN_SIZE
    sheet = _Sheet(width, height, BLUE)
    draw_shapes(sheet.draw, SWORD, sheet.scaled((4, 4, width - 4, height - 5)))
    return sheet.shrink()


def draw_words(words: str, width: int, height: int) -> Image.Image:
    """A line of text on the felt, as large as fits."""
    sheet = _Sheet(width, height, FELT)
    sheet.text(words, (0, height * 0.2, width, height * 0.8), CARD)
    return sheet.shrink()


class _Sheet:
    """A drawing at four times its size."""

    def __init__(self, width: int, height: int, behind: Colour) -> None:
        self.size = (width, height)
        self.image = Image.new("RGB", (width * _SCALE, height * _SCALE), behind)
        self.draw = ImageDraw.Draw(self.image)

    def scaled(self, box: Box) -> Box:
        left, top, right, bottom = box
        return (left * _SCALE, top * _SCALE, right * _SCALE, bottom * _SCALE)

    def panel(self, box: Box, fill: Colour, edge: Colour, edge_width: float, radius: float) -> None:
        left, top, right, bottom = self.scaled(box)
        self.draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius * _SCALE, fill, edge, round(edge_width * _SCALE)
        )

    def text(self, text: str, box: Box, colour: Colour) -> None:
        """Text with capitals as high as the box, centred, condensed where the box is too narrow for it."""
        left, top, right, bottom = self.scaled(box)
        face = font(round((bottom - top) / 0.733))
        from_left, from_top, from_right, from_bottom = face.getbbox(text, anchor="ls")
        mask = Image.new("L", (round(from_right - from_left), round(from_bottom - from_top)))
        ImageDraw.Draw(mask).text((-from_left, -from_top), text, 255, face, anchor="ls")
        if mask.width > right - left:
            mask = mask.resize((round(right - left), mask.height), Image.Resampling.LANCZOS)
        self.image.paste(colour, (round((left + right - mask.width) / 2), round(bottom + from_top)), mask)

    def glyph(self, letter: str, box: Box, colour: Colour) -> None:
        """One character's ink, centred and as large as the box allows."""
        left, top, right, bottom = self.scaled(box)
        face = font(round(1.4 * (bottom - top)))
        mask, _ = face.getmask2(letter, "L")
        shape = Image.frombytes("L", mask.size, bytes(mask))
        shape = shape.crop(shape.getbbox())
        share = min((right - left) / shape.width, (bottom - top) / shape.height)
        shape = shape.resize((round(shape.width * share), round(shape.height * share)), Image.Resampling.LANCZOS)
        place = (round((left + right - shape.width) / 2), round((top + bottom - shape.height) / 2))
        self.image.paste(colour, place, shape)

    def shrink(self) -> Image.Image:
        return quantize(self.image.resize(self.size, Image.Resampling.BOX))
