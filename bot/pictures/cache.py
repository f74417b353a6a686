"""Keeps drawn sprites in one file, and draws them anew when the file is missing, stale or broken.

The file is one line of JSON (what it was drawn with, the sum of the rest, each sprite's name and size), then the
pixels of all sprites one after the other, compressed.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from PIL import Image

_log = logging.getLogger(__name__)

FILE: Final = "sprites.bin"
"""The name of the file in the cache's folder."""
_LARGEST: Final = 32 * 1024 * 1024
"""Bytes of pixels that a file may unpack to; what claims more is broken."""


def cached(folder: Path, drawn_with: str, draw: Callable[[], Mapping[str, Image.Image]]) -> Mapping[str, Image.Image]:
    """The sprites (mode L) of a folder's file if it was drawn with the same, else newly drawn ones, then written there.

    A folder that is missing is made; one that cannot be written is only logged.
    """
    file = folder / FILE
    try:
        return _unpack(file.read_bytes(), drawn_with)
    except FileNotFoundError:
        pass
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error) as problem:
        _log.info("Drawing the sprites anew: %s", problem)
    images = draw()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _replace(file, _pack(images, drawn_with))
    except OSError as problem:
        _log.warning("The sprites cannot be kept in %s: %s", folder, problem)
    return images


def _pack(images: Mapping[str, Image.Image], drawn_with: str) -> bytes:
    pixels = b"".join(image.tobytes() for image in images.values())
    sizes = {name: image.size for name, image in images.items()}
    head = {"drawn_with": drawn_with, "sum": hashlib.sha256(pixels).hexdigest(), "sizes": sizes}
    return json.dumps(head).encode() + b"\n" + zlib.compress(pixels)


def _unpack(data: bytes, drawn_with: str) -> dict[str, Image.Image]:
    first, _, packed = data.partition(b"\n")
    head = json.loads(first)
    if head["drawn_with"] != drawn_with:
        raise ValueError("they were drawn by another version")
    pixels = zlib.decompressobj().decompress(packed, _LARGEST)
    if hashlib.sha256(pixels).hexdigest() != head["sum"]:
        raise ValueError("the file is damaged")
    images: dict[str, Image.Image] = {}
    start = 0
    for name, (width, height) in head["sizes"].items():
        images[name] = Image.frombytes("L", (width, height), pixels[start : start + width * height])
        start += width * height
    return images


def _replace(file: Path, data: bytes) -> None:
    """Write a file whole or not at all, also beside another process that does the same."""
    handle, name = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as temporary:
            temporary.write(data)
        Path(name).replace(file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
