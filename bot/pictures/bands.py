"""Pictures put together of bands, each as wide as the picture and compressed by itself.

A band is a finished part of a PNG file, so one that has not changed costs no drawing and no compressing: only the sum
over all bytes must be put together from the sums of the bands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from isal import isal_zlib
from PIL import Image

from bot.pictures.png import chunk, wrap

_MODULUS: Final = 65521
"""Of Adler-32, the sum at the end of a zlib stream."""
_START: Final = chunk(b"IDAT", b"\x78\x01")
_LAST_BLOCK: Final = b"\x03\x00"


class Band(NamedTuple):
    """A part of a picture over its whole width."""

    data: bytes
    """Its PNG chunk."""
    height: int
    length: int
    """Bytes before they were compressed."""
    adler: int


def band(drawn: Image.Image) -> Band:
    """A canvas (see ``png``) as a band."""
    raw = drawn.tobytes()
    packer = isal_zlib.compressobj(1, isal_zlib.DEFLATED, -isal_zlib.MAX_WBITS)
    packed = packer.compress(raw) + packer.flush(isal_zlib.Z_FULL_FLUSH)
    return Band(chunk(b"IDAT", packed), drawn.height, len(raw), isal_zlib.adler32(raw))


def join(width: int, bands: Iterable[Band]) -> bytes:
    """The PNG file of bands of one width, from the top down."""
    low, high, height = 1, 0, 0
    chunks = [_START]
    for one in bands:
        first, second = one.adler & 0xFFFF, one.adler >> 16
        high = (high + second + one.length * (low - 1)) % _MODULUS
        low = (low + first - 1) % _MODULUS
        height += one.height
        chunks.append(one.data)
    chunks.append(chunk(b"IDAT", _LAST_BLOCK + (high << 16 | low).to_bytes(4, "big")))
    return wrap(width, height, chunks)
