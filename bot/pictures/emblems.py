"""The shapes that no font has: sceptre, sword and crown, as polygons over a unit square."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

from PIL import ImageDraw

from bot.pictures.palette import BLUE_INK, GOLD_INK, INK, PALE, PILL, RED, Colour

Point: TypeAlias = tuple[float, float]
Shape: TypeAlias = tuple[Sequence[Point], Colour]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""


def _disc(x: float, y: float, radius: float) -> list[Point]:
    turns = [math.tau * step / 32 for step in range(32)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _tilt(shapes: Sequence[Shape]) -> list[Shape]:
    """Shapes drawn upright, leaning 40 degrees to the right about the middle of the square."""
    sine, cosine = math.sin(math.radians(40)), math.cos(math.radians(40))
    return [
        ([(0.5 + (x - 0.5) * cosine - (y - 0.5) * sine, 0.5 + (x - 0.5) * sine + (y - 0.5) * cosine) for x, y in p], c)
        for p, c in shapes
    ]


SCEPTRE: Final = _tilt(
    [
        ([(0.44, 0.30), (0.56, 0.30), (0.56, 1.12), (0.44, 1.12)], GOLD_INK),
        ([(0.36, 0.44), (0.64, 0.44), (0.64, 0.52), (0.36, 0.52)], GOLD_INK),
        (_disc(0.5, 1.12, 0.10), GOLD_INK),
        ([(0.45, -0.18), (0.55, -0.18), (0.55, 0.10), (0.45, 0.10)], GOLD_INK),
        ([(0.36, -0.10), (0.64, -0.10), (0.64, -0.01), (0.36, -0.01)], GOLD_INK),
        (_disc(0.5, 0.22, 0.23), GOLD_INK),
        (_disc(0.5, 0.22, 0.15), RED),
    ]
)
SWORD: Final = _tilt(
    [
        ([(0.5, -0.20), (0.62, -0.04), (0.62, 0.72), (0.38, 0.72), (0.38, -0.04)], BLUE_INK),
        ([(0.20, 0.70), (0.80, 0.70), (0.80, 0.82), (0.20, 0.82)], GOLD_INK),
        ([(0.43, 0.80), (0.57, 0.80), (0.57, 1.06), (0.43, 1.06)], GOLD_INK),
        (_disc(0.5, 1.10, 0.11), GOLD_INK),
    ]
)

LOCK: Final[Sequence[Shape]] = (
    (_disc(0.5, 0.38, 0.36), INK),
    (_disc(0.5, 0.38, 0.21), PALE),
    ([(0.29, 0.38), (0.71, 0.38), (0.71, 0.60), (0.29, 0.60)], PALE),
    ([(0.08, 0.46), (0.92, 0.46), (0.92, 1.0), (0.08, 1.0)], INK),
    (_disc(0.5, 0.66, 0.09), PALE),
    ([(0.46, 0.66), (0.54, 0.66), (0.54, 0.86), (0.46, 0.86)], PALE),
)
"""On a six that must be held."""
HOE: Final = _tilt(
    [
        ([(0.46, 0.0), (0.56, 0.0), (0.56, 1.15), (0.46, 1.15)], PILL),
        ([(-0.02, -0.06), (0.60, -0.14), (0.62, 0.06), (0.10, 0.12)], PALE),
    ]
)


def crown(body: Colour) -> list[Shape]:
    """The crown of a joker, in its colour."""
    return [
        ([(0.14, 0.90), (0.04, 0.34), (0.30, 0.54), (0.5, 0.16), (0.70, 0.54), (0.96, 0.34), (0.86, 0.90)], body),
        ([(0.14, 0.78), (0.86, 0.78), (0.86, 0.90), (0.14, 0.90)], body),
        *((_disc(x, y, 0.075), PILL) for x, y in ((0.06, 0.30), (0.5, 0.13), (0.94, 0.30))),
    ]


def draw_shapes(draw: ImageDraw.ImageDraw, shapes: Sequence[Shape], box: Box) -> None:
    """Draw shapes with their unit square laid over a box."""
    left, top, right, bottom = box
    for points, colour in shapes:
        draw.polygon([(left + x * (right - left), top + y * (bottom - top)) for x, y in points], fill=colour)
