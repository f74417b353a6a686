"""The fonts of all pictures: Noto Sans CJK for the words, and beside it what other scripts and emoji in names need."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files
from typing import Final

from PIL import ImageFont

_MAIN: Final = ("manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc")
_SIMPLIFIED_CHINESE: Final = 2
"""The face of the collection that holds the mainland forms of Chinese characters."""
_OTHERS: Final = "manimgx_fonts"
_UNASSIGNED: Final = "\U0010ffff"
"""A character that no font has: what is drawn for it stands for "missing"."""


@cache
def font(size: int, weight: int = 800) -> ImageFont.FreeTypeFont:
    """The main font at a size in pixels and a weight of 100 to 900; raise OSError if its file is missing or broken."""
    package, name = _MAIN
    face = ImageFont.truetype(str(files(package).joinpath(name)), size, index=_SIMPLIFIED_CHINESE)
    face.set_variation_by_axes([weight])
    return face


def font_version() -> str:
    """The version of the main font's package."""
    return version(_MAIN[0])


def in_fonts(text: str, size: int) -> list[tuple[str, ImageFont.FreeTypeFont]]:
    """A text cut into runs that one font each can draw; what no font has is left out.

    Accents that do not melt into a letter of the main font are left out too: it cannot stack them.
    """
    runs: list[tuple[str, ImageFont.FreeTypeFont]] = []
    for letter in text:
        mark = unicodedata.category(letter).startswith("M")
        face = runs[-1][1] if runs and (mark or _joins(letter, runs[-1][1])) else _face(letter, size)
        if face is None or (mark and face is font(size, 600)):
            continue
        if runs and runs[-1][1] is face:
            runs[-1] = (runs[-1][0] + letter, face)
        else:
            runs.append((letter, face))
    return runs


def known(letter: str, size: int) -> bool:
    """Whether some font has a character; a mark goes with the letter before it."""
    return unicodedata.category(letter).startswith("M") or _face(letter, size) is not None


def _joins(letter: str, face: ImageFont.FreeTypeFont) -> bool:
    """Whether a character stays in the run before it: spaces do, but for those of the emoji font, which are wide."""
    return letter.isspace() and face.getname()[0] != "Noto Emoji"


@lru_cache(maxsize=4096)
def _face(letter: str, size: int) -> ImageFont.FreeTypeFont | None:
    main = font(size, 600)
    if letter.isspace() or _has(main, letter):
        return main
    return next((face for face in (_other(name, size) for name in _others()) if _has(face, letter)), None)


def _has(face: ImageFont.FreeTypeFont, letter: str) -> bool:
    return bytes(face.getmask(letter)) != _missing(face)


@lru_cache(maxsize=256)
def _missing(face: ImageFont.FreeTypeFont) -> bytes:
    return bytes(face.getmask(_UNASSIGNED))


@cache
def _others() -> list[str]:
    """The files of the fonts of other scripts."""
    names = sorted(file.name for file in files(_OTHERS).iterdir() if file.name.endswith(".ttf"))
    return [name for name in names if "Italic" not in name]


@lru_cache(maxsize=128)
def _other(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(files(_OTHERS).joinpath(name)), size)
