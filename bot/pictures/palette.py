"""The one palette that all sprites share, and the ways to recolour a sprite by a table of indices.

Every colour of the design is in it exactly, and between two colours that meet at an edge a few steps, so that
antialiased edges survive. Index 0 is the felt: a fresh canvas is felt, and its zero column is PNG filter "none".
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from PIL import Image

Colour: TypeAlias = tuple[int, int, int]

FELT: Final[Colour] = (24, 74, 56)
CARD: Final[Colour] = (252, 252, 248)
EDGE: Final[Colour] = (142, 152, 152)
INK: Final[Colour] = (20, 22, 28)
RED: Final[Colour] = (206, 16, 32)
GOLD: Final[Colour] = (255, 214, 92)
GOLD_INK: Final[Colour] = (146, 94, 0)
BLUE: Final[Colour] = (200, 221, 255)
BLUE_INK: Final[Colour] = (20, 70, 165)
PILL: Final[Colour] = (255, 204, 60)
PANEL: Final[Colour] = (37, 92, 72)
MIST: Final[Colour] = (158, 184, 172)
BADGE: Final[Colour] = (64, 112, 93)
PALE: Final[Colour] = (214, 224, 217)
BACK: Final[Colour] = (168, 34, 44)
ROSE: Final[Colour] = (246, 150, 138)

_RAMPS: Final[tuple[tuple[Colour, Colour, int], ...]] = (
    (CARD, INK, 6),
    (CARD, RED, 6),
    (BLUE, INK, 6),
    (BLUE, RED, 6),
    (CARD, EDGE, 2),
    (BLUE, BLUE_INK, 5),
    (GOLD, RED, 5),
    (GOLD, GOLD_INK, 5),
    (GOLD, INK, 3),
    (PILL, INK, 4),
    (RED, GOLD_INK, 2),
    (FELT, CARD, 5),
    (FELT, EDGE, 2),
    (FELT, BLUE_INK, 2),
    (FELT, GOLD_INK, 2),
    (CARD, BLUE_INK, 2),
    (CARD, GOLD_INK, 2),
    (PANEL, CARD, 5),
    (PANEL, PILL, 5),
    (PANEL, MIST, 4),
    (FELT, PANEL, 1),
    (FELT, PILL, 2),
    (PANEL, GOLD, 1),
    (PANEL, BLUE, 1),
    (PANEL, PALE, 1),
    (PALE, INK, 4),
    (BADGE, PALE, 4),
    (BACK, CARD, 4),
    (PANEL, BACK, 1),
    (PALE, RED, 4),
    (PANEL, ROSE, 4),
)


@cache
def shades(low: Colour, high: Colour) -> bytes:
    """Turns a mask, 0 to 255, into a sprite that goes from one colour to another; raise KeyError for no such ramp."""
    steps = {(one, other): steps for one, other, steps in _RAMPS}[low, high]
    indices = [BRIGHT.index(colour) for colour in _ramp(low, high, steps)]
    return bytes(indices[round(cover * (steps + 1) / 255)] for cover in range(256))


def _mix(low: Colour, high: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return red, green, blue


def _ramp(low: Colour, high: Colour, steps: int) -> list[Colour]:
    """The colours from one to another, both included."""
    return [_mix(low, high, step / (steps + 1)) for step in range(steps + 2)]


BRIGHT: Final[tuple[Colour, ...]] = tuple(dict.fromkeys([FELT, *(c for ramp in _RAMPS for c in _ramp(*ramp))]))
"""The colours that sprites are drawn in, by index."""

_SHADE: Final[Colour] = (18, 52, 41)
COLOURS: Final[tuple[Colour, ...]] = (*BRIGHT, *(c if c == FELT else _mix(c, _SHADE, 0.45) for c in BRIGHT))
"""The whole palette: the bright colours, then each of them dimmed."""

DIM: Final = bytes(index + len(BRIGHT) if 0 < index < len(BRIGHT) else index for index in range(256))
"""Recolours a sprite to its dimmed twin."""


def _tint(*ramps: tuple[Colour, Colour, Colour, Colour, int]) -> bytes:
    """Recolours each ramp (from, to) to another one (from, to) of as many steps."""
    table = bytearray(range(256))
    for low, high, other_low, other_high, steps in ramps:
        for before, after in zip(_ramp(low, high, steps), _ramp(other_low, other_high, steps), strict=True):
            table[BRIGHT.index(before)] = _nearest(after)
    return bytes(table)


def _nearest(colour: Colour) -> int:
    return min(range(len(BRIGHT)), key=lambda i: sum((a - b) ** 2 for a, b in zip(BRIGHT[i], colour, strict=True)))


TINT: Final = _tint(
    (CARD, INK, BLUE, INK, 6),
    (CARD, RED, BLUE, RED, 6),
    (CARD, EDGE, BLUE, BLUE_INK, 2),
    (FELT, EDGE, FELT, BLUE_INK, 2),
)
"""Recolours a plain card to the blue of a called card."""
HELD: Final = _tint((CARD, INK, PALE, INK, 6), (CARD, RED, PALE, RED, 6), (CARD, EDGE, PALE, EDGE, 2))
"""Recolours a plain card to the grey of a six that must be held."""


def quantize(image: Image.Image) -> Image.Image:
    """An RGB image in mode L whose values are indices of the nearest bright colours."""
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in BRIGHT for value in colour])
    indexed = image.quantize(palette=palette, dither=Image.Dither.NONE)
    return Image.frombytes("L", indexed.size, indexed.tobytes())
