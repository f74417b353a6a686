"""The parts of a picture that are no seat's row: the line above the rows, the counter of cards, felt."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple, Protocol

from PIL import Image

from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.pictures.fittings import ROW_SIZE
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.lettering import chip, letter
from bot.pictures.palette import BADGE, BLUE, BLUE_INK, CARD, FELT, GOLD, GOLD_INK, INK, MIST, PALE, PANEL, PILL, Colour
from bot.pictures.png import canvas
from bot.pictures.row import MARGIN
from bot.pictures.sprites import Sprites
from bot.pictures.words import rank_word
from bot.texts import say

CHIP_COLOURS: Final[dict[str, tuple[Colour, Colour]]] = {
    "solo": (GOLD_INK, GOLD),
    "called": (BLUE_INK, BLUE),
    "fact": (PALE, BADGE),
    "multiplier": (INK, PILL),
}
"""The ink and the face of each style of chip."""
_CELL: Final = 78
_LABEL_WIDTH: Final = ROW_SIZE[0] - 12 * _CELL - 16


class Part(Hashable, Protocol):
    """A band of a picture as plain values, by which it is found again once drawn."""

    def draw(self, sprites: Sprites) -> Image.Image:
        """Its canvas, as wide as the picture."""
        ...


class Felt(NamedTuple):
    """Bare felt."""

    height: int

    def draw(self, sprites: Sprites) -> Image.Image:  # noqa: ARG002 - a part like the others
        """See ``Part``."""
        return canvas(PICTURE_WIDTH, self.height)


class Head(NamedTuple):
    """Chips in a line, and words at its right end."""

    chips: tuple[tuple[str, str], ...]
    """Each one's words and style, a key of CHIP_COLOURS."""
    right: str = ""

    def draw(self, sprites: Sprites) -> Image.Image:  # noqa: ARG002 - a part like the others
        """See ``Part``."""
        drawn = canvas(PICTURE_WIDTH, 50)
        end = PICTURE_WIDTH - 2 * MARGIN
        if self.right:
            words = letter(self.right, 32, 300, CARD, FELT)
            end -= words.width
            drawn.paste(words, (1 + end, 0))
            end -= MARGIN
        left = MARGIN
        for words_, style in self.chips:
            if end - left > 80:
                ink, face = CHIP_COLOURS[style]
                sign = chip(words_, 30, end - left, ink, face, FELT)
                drawn.paste(sign, (1 + left, 0))
                left += sign.width + 10
        return drawn


class Counter(NamedTuple):
    """How many cards of each rank are not yet seen."""

    language: str
    counts: tuple[int, ...]
    """By rank, from low to high."""

    def draw(self, sprites: Sprites) -> Image.Image:
        """See ``Part``."""
        drawn = canvas(PICTURE_WIDTH, ROW_SIZE[1] - 34)
        row = sprites["row"]
        height = drawn.height - 8
        drawn.paste(row.crop((0, 0, row.width, height - 24)), (1 + MARGIN, 0))
        drawn.paste(row.crop((0, row.height - 24, row.width, row.height)), (1 + MARGIN, height - 24))
        label = letter(say(self.language, "picture.unseen"), 28, _LABEL_WIDTH - 6, MIST, PANEL)
        drawn.paste(label, (1 + MARGIN + 14, 22))
        left = 1 + MARGIN + 8 + _LABEL_WIDTH
        for rank in range(BIG_RANK, -1, -1):
            count = self.counts[rank]
            name = rank_word(rank, self.language)
            if rank >= SMALL_RANK:
                name = say(self.language, "cards.index.big_joker" if rank == BIG_RANK else "cards.index.small_joker")
            _centre(drawn, letter(str(count), 38, _CELL - 4, PILL if count else MIST, PANEL), left, 31)
            _centre(drawn, letter(name, 28, _CELL - 4, MIST, PANEL), left, 2)
            left += _CELL
        return drawn


def _centre(drawn: Image.Image, sprite: Image.Image, left: int, top: int) -> None:
    drawn.paste(sprite, (left + (_CELL - sprite.width) // 2, top))
