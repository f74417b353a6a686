"""The parts of a picture that are no seat's row: the line above the rows, the counter of cards, felt."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NamedTuple, Protocol

from PIL import Image

from bot.pictures.fittings import COUNTER_CELL, COUNTER_LEFT, COUNTER_SIZE
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.lettering import chip, letter
from bot.pictures.palette import BADGE, BLUE, BLUE_INK, CARD, FELT, GOLD, GOLD_INK, INK, MIST, PALE, PANEL, PILL, Colour
from bot.pictures.png import canvas, lay
from bot.pictures.row import MARGIN
from bot.pictures.sprites import Sprites

CHIP_COLOURS: Final[dict[str, tuple[Colour, Colour]]] = {
    "solo": (GOLD_INK, GOLD),
    "called": (BLUE_INK, BLUE),
    "fact": (PALE, BADGE),
    "multiplier": (INK, PILL),
}
"""The ink and the face of each style of chip."""


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
        drawn = canvas(PICTURE_WIDTH, COUNTER_SIZE[1] + 8)
        lay(drawn, sprites[f"counter/{self.language}"], 1 + MARGIN, 0)
        left = 1 + MARGIN + COUNTER_LEFT
        for count in reversed(self.counts):
            number = letter(str(count), 38, COUNTER_CELL, PILL if count else MIST, PANEL)
            lay(drawn, number, left + (COUNTER_CELL - number.width) // 2, 37)
            left += COUNTER_CELL
        return drawn
