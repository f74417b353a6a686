"""A PNG writer for canvases whose bytes are the raw stream of a PNG already.

A canvas is a Pillow image in mode L, one column wider than the picture: its values are palette indices, and column 0,
never drawn in, holds each line's PNG filter byte (0, none).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Final

from isal import isal_zlib
from PIL import Image

from bot.pictures.palette import COLOURS


def chunk(kind: bytes, data: bytes) -> bytes:
    """One chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind)))


_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_PALETTE: Final = chunk(b"PLTE", bytes(value for colour in COLOURS for value in colour))
_END: Final = chunk(b"IEND", b"")


def canvas(width: int, height: int) -> Image.Image:
    """A fresh canvas of felt for a picture of that many pixels; x = 1 is the picture's first column."""
    return Image.new("L", (width + 1, height))


def lay(drawn: Image.Image, sprite: Image.Image, left: int, top: int) -> None:
    """Paste a sprite on a canvas or another sprite; what would lie outside is cut off.

    It does what ``Image.paste`` does, without looking into what both are, which takes longer than to paste.
    """
    width, height = sprite.size
    drawn.im.paste(sprite.im, (left, top, left + width, top + height))


def encode(drawn: Image.Image) -> bytes:
    """The PNG file (8-bit palette, opaque) of a canvas."""
    return wrap(drawn.width - 1, drawn.height, [chunk(b"IDAT", isal_zlib.compress(drawn.tobytes(), 1))])


def wrap(width: int, height: int, data: Iterable[bytes]) -> bytes:
    """The PNG file of a picture's data chunks."""
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join([_SIGNATURE, chunk(b"IHDR", header), _PALETTE, *data, _END])
