"""The font of all pictures: Noto Sans CJK, Simplified Chinese, from the package manimgx-fonts-cjk."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Final

from PIL import ImageFont

_PACKAGE: Final = "manimgx_fonts_cjk"
_FILE: Final = "NotoSansCJK-VF.otf.ttc"
_SIMPLIFIED_CHINESE: Final = 2
"""The face of the collection that holds the mainland forms of Chinese characters."""


@cache
def font(size: int, weight: int = 800) -> ImageFont.FreeTypeFont:
    """The font at a size in pixels and a weight of 100 to 900; raise OSError if the font file is missing or broken."""
    face = ImageFont.truetype(str(files(_PACKAGE).joinpath(_FILE)), size, index=_SIMPLIFIED_CHINESE)
    face.set_variation_by_axes([weight])
    return face


def font_version() -> str:
    """The version of the font package."""
    return version(_PACKAGE)
