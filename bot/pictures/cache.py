"""Keeps drawn sprites in one file, and draws them anew when the file is missing, stale or broken.

The file's first line is a sum over what the sprites were drawn with and the rest of the file; its second line is JSON,
each sprite's name and size; then follow the pixels of all sprites one after the other, compressed.
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


def cached(folder: Path, drawn_with: str, draw: Callable[[], Mapping[str, Image.Image]]) -> Mapping[str, Image.Image]:
    """The sprites (mode L) of a folder's file if it was drawn with the same, else newly drawn ones, then written there.

    A folder that is missing is made; one that cannot be used is only logged.
    """
    file = folder / FILE
    try:
        seal, _, packed = file.read_bytes().partition(b"\n")
        if seal == _seal(drawn_with, packed):
            return _unpack(packed)
        _log.info("The sprites in %s are old or damaged: drawing them anew", folder)
    except FileNotFoundError:
        pass
    except OSError as problem:
        _log.warning("The sprites in %s cannot be read: %s", folder, problem)
    images = draw()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        packed = _pack(images)
        _replace(file, _seal(drawn_with, packed) + b"\n" + packed)
    except OSError as problem:
        _log.warning("The sprites cannot be kept in %s: %s", folder, problem)
    return images


def _seal(drawn_with: str, packed: bytes) -> bytes:
    return hashlib.sha256(drawn_with.encode() + b"\n" + packed).hexdigest().encode()


def _pack(images: Mapping[str, Image.Image]) -> bytes:
    sizes = {name: image.size for name, image in images.items()}
    return json.dumps(sizes).encode() + b"\n" + zlib.compress(b"".join(image.tobytes() for image in images.values()))


def _unpack(packed: bytes) -> dict[str, Image.Image]:
    sizes, _, compressed = packed.partition(b"\n")
    pixels = zlib.decompress(compressed)
    images: dict[str, Image.Image] = {}
    start = 0
    for name, (width, height) in json.loads(sizes).items():
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
