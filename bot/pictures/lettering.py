"""Lines of text that are known only when a picture is drawn: names above all, of any script."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.direction import in_directions, steered
from bot.pictures.fonts import in_fonts
from bot.pictures.palette import Colour, shades
from bot.pictures.sheet import Sheet

_LONGEST: Final = 64
"""Characters of a text that are looked at: no box holds more."""
_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@lru_cache(maxsize=256)
def letter(text: str, size: int, width: int, colour: Colour, behind: Colour) -> Image.Image:
    """One line of text as a sprite, cut off with an ellipsis at a width; no part of it lies outside the sprite.

    The sprite is 1.4 times as high as the size (pixels of an em), and as wide as the text. There must be a ramp from
    ``behind`` to ``colour`` in the palette. The lines used last are kept: some 4 MB, and never more than 17.
    """
    shown = "".join(_plain(mark) for mark in unicodedata.normalize("NFC", text[:_LONGEST])).strip()
    if _length(shown, size) > width:
        while shown and _length(shown + "…", size) > width:
            shown = shown[:-1].rstrip()
        shown += "…"
    mask = Image.new("L", (max(1, min(width, round(_length(shown, size)))), round(size * 1.4)))
    draw = ImageDraw.Draw(mask)
    left = 0.0
    for run, face, backwards in _runs(shown, size):
        draw.text((left, round(size * 1.08)), run, 255, face, anchor="ls", **steered(backwards))
        left += face.getlength(run, **steered(backwards))
    return mask.point(shades(behind, colour))


@lru_cache(maxsize=256)
def chip(text: str, size: int, width: int, ink: Colour, face: Colour, behind: Colour) -> Image.Image:
    """One line of text on a rounded face, as a sprite no wider than a width; see ``letter``."""
    padding = size // 3
    words = letter(text, size, width - 2 * padding, ink, face)
    sheet = Sheet(words.width + 2 * padding, words.height, behind)
    sheet.panel((0, 0, *sheet.size), face, face, 0, size // 3)
    drawn = sheet.shrink()
    drawn.paste(words, (padding, 0))
    return drawn


def _plain(mark: str) -> str:
    """A character as it is drawn: fancy letters as plain ones; no controls, joiners, variation selectors."""
    kind = unicodedata.category(mark)
    if kind in _UNSEEN or "\ufe00" <= mark <= "\ufe0f":
        return ""
    return unicodedata.normalize("NFKC", mark) if kind.startswith("L") else mark


def _runs(text: str, size: int) -> list[tuple[str, ImageFont.FreeTypeFont, bool]]:
    """A text in runs of one font and one direction, from left to right; whether each is written from right to left."""
    return [
        (run, face, backwards)
        for part, backwards in in_directions(text)
        for run, face in (reversed(in_fonts(part, size)) if backwards else in_fonts(part, size))
    ]


def _length(text: str, size: int) -> float:
    return sum(face.getlength(run, **steered(backwards)) for run, face, backwards in _runs(text, size))
