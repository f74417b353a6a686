"""Lines of text that are known only when a picture is drawn: names above all, of any script."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.direction import in_directions, steered
from bot.pictures.fonts import in_fonts, known
from bot.pictures.palette import Colour, shades
from bot.pictures.sheet import Sheet
from bot.texts import say

_LONGEST: Final = 64
"""Characters of a text that are looked at: no box holds more."""
_USUAL: Final = 40
"""The size of names, in pixels of an em."""
_ADDED: Final = re.compile("[\U0001f3fb-\U0001f3ff]|\u200d[\u2190-\u2bff\U0001f000-\U0001faff]")
"""What changes the emoji before it: a colour of skin, another emoji that is joined to it."""
_UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@lru_cache(maxsize=256)
def letter(text: str, size: int, width: int, colour: Colour, behind: Colour) -> Image.Image:
    """One line of text as a sprite, cut off with an ellipsis at a width; no part of it lies outside the sprite.

    The sprite is 1.4 times as high as the size (pixels of an em), and as wide as the text. There must be a ramp from
    ``behind`` to ``colour`` in the palette. The lines used last are kept: some 4 MB, and never more than 17.
    """
    shown = _fitted(_plain(text, size), size, width)
    mask = Image.new("L", (max(1, min(width, round(_length(shown, size)))), round(size * 1.4)))
    draw = ImageDraw.Draw(mask)
    left = 0.0
    for run, face, backwards in _runs(shown, size):
        draw.text((left, round(size * 1.08)), run, 255, face, anchor="ls", **steered(backwards))
        left += _run_length(run, face, backwards)
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


@lru_cache(maxsize=256)
def shows(text: str) -> bool:
    """Whether anything of a text can be drawn: it may hold only what no font has, or what leaves no ink."""
    return any(face.getmask(run).getbbox() for run, face, _ in _runs(_plain(text, _USUAL), _USUAL))


def seat_name(name: str, seat: int, language: str) -> str:
    """The name of who sits on a seat; its number, from 1, where nothing of the name shows."""
    return name if shows(name) else say(language, "picture.nameless", number=seat + 1)


def _plain(text: str, size: int) -> str:
    """A text as it is drawn: fancy letters as plain ones, of emoji joined into one the first.

    Controls and selectors go, and what no font has.
    """
    composed = _ADDED.sub("", unicodedata.normalize("NFC", text[:_LONGEST]))
    marks = "".join(_plain_mark(mark) for mark in composed)
    return "".join(mark for mark in marks if known(mark, size)).strip()


def _plain_mark(mark: str) -> str:
    kind = unicodedata.category(mark)
    if kind in _UNSEEN or "\ufe00" <= mark <= "\ufe0f":
        return ""
    return unicodedata.normalize("NFKC", mark) if kind.startswith("L") else mark


def _fitted(text: str, size: int, width: int) -> str:
    """A text, or as much of it as fits beside an ellipsis."""
    if _length(text, size) <= width:
        return text

    def length(count: int) -> int:
        return ceil(_length(f"{text[:count].rstrip()}…", size))

    count = bisect_right(range(len(text)), width, key=length) - 1
    return f"{text[: max(0, count)].rstrip()}…"


def _runs(text: str, size: int) -> list[tuple[str, ImageFont.FreeTypeFont, bool]]:
    """A text in runs of one font and one direction, from left to right; whether each is written from right to left."""
    return [
        (run, face, backwards)
        for part, backwards in in_directions(text)
        for run, face in (reversed(in_fonts(part, size)) if backwards else in_fonts(part, size))
    ]


def _length(text: str, size: int) -> float:
    return sum(_run_length(run, face, backwards) for run, face, backwards in _runs(text, size))


@lru_cache(maxsize=1024)
def _run_length(run: str, face: ImageFont.FreeTypeFont, backwards: bool) -> float:
    return face.getlength(run, **steered(backwards))
