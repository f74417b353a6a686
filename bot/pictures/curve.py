"""The picture of skill over time: a line for each skill, across the levels that it has passed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from bot.games.baohuang.scoring import level, thresholds
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.lettering import letter
from bot.pictures.palette import CARD, FELT, MIST, PANEL, PILL, Colour, shades
from bot.pictures.png import canvas
from bot.pictures.result import figure
from bot.pictures.row import MARGIN
from bot.texts import say

Point: TypeAlias = tuple[float, float]

HEIGHT: Final = 600
_PANEL: Final = (MARGIN, MARGIN, PICTURE_WIDTH - MARGIN, HEIGHT - MARGIN)
_LEFT, _RIGHT = 166, 1050
_TOP, _BOTTOM = 112, HEIGHT - 86
"""What the lines lie in."""
_LEGEND_TOP: Final = 26
_LEGEND_WIDTH: Final = 510
_SIZE: Final = 32
"""Of what is written beside the lines, in pixels of an em."""
_APART: Final = 46
"""Pixels from one such word to the next."""
_FEWEST: Final = 100
"""The least range of values: a smaller one would look like more than it is."""
_STYLES: Final[tuple[tuple[Colour, int], ...]] = ((PILL, 6), (CARD, 10))
"""Colour and width of the lines; the second lies below, wide enough to be seen there."""
_FINE: Final = 2
"""How many times larger lines are drawn, to be shrunk."""


class Track(NamedTuple):
    """A skill over time."""

    name: str
    steps: Sequence[tuple[float, int]]
    """Moments, in seconds since 1970, and the value from then on; at least one."""

    @property
    def now(self) -> int:
        """The newest value."""
        return self.steps[-1][1]


def draw_curve(tracks: Sequence[Track], language: str) -> Image.Image:
    """The canvas (see ``png``) of one track or two."""
    drawn = canvas(PICTURE_WIDTH, HEIGHT)
    panel = _Ink()
    panel.draw.rounded_rectangle([side * _FINE for side in _PANEL], 20 * _FINE, 255)
    panel.lay(drawn, FELT, PANEL)
    scale = _Scale.of(tracks)
    _draw_grid(drawn, scale, [point for track in tracks for point in _along(scale.points(track))], language)
    for number, (track, (colour, width)) in reversed(list(enumerate(zip(tracks, _STYLES, strict=False)))):
        ink, left = _Ink(), _PANEL[0] + 24 + number * _LEGEND_WIDTH
        points = scale.points(track)
        ink.line(points, width)
        ink.dot(points[-1], width + 3)
        ink.line([(left, _LEGEND_TOP + 29), (left + 44, _LEGEND_TOP + 29)], width)
        ink.lay(drawn, PANEL, colour)
        words = letter(f"{track.name} · {figure(track.now)}", 38, _LEGEND_WIDTH - 80, CARD, PANEL)
        drawn.paste(words, (1 + left + 60, _LEGEND_TOP))
    first, last = (letter(_day(at), _SIZE, 300, MIST, PANEL) for at in (scale.first, scale.last))
    drawn.paste(first, (1 + _LEFT, _BOTTOM + 12))
    if _day(scale.last) != _day(scale.first):
        drawn.paste(last, (1 + _RIGHT - last.width, _BOTTOM + 12))
    return drawn


def describe_curve(tracks: Sequence[Track], language: str) -> str:
    """The picture of skill over time in words: for each track where it began, how far it went, and where it is."""
    return "\n".join(_describe_track(track, language) for track in tracks)


def _describe_track(track: Track, language: str) -> str:
    values = [value for _, value in track.steps]
    return say(
        language,
        "rank.curve",
        name=track.name,
        first=_day(track.steps[0][0]),
        last=_day(track.steps[-1][0]),
        before=figure(values[0]),
        after=figure(track.now),
        low=figure(min(values)),
        high=figure(max(values)),
        level=say(language, f"level.{level(track.now)}"),
    )


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


class _Scale(NamedTuple):
    """What moments and values lie where."""

    first: float
    last: float
    low: int
    high: int

    @classmethod
    def of(cls, tracks: Sequence[Track]) -> _Scale:
        """The scale on which all tracks have room."""
        moments = [at for track in tracks for at, _ in track.steps]
        values = [value for track in tracks for _, value in track.steps]
        low, high = min(values), max(values)
        edge = max(_FEWEST - (high - low), (high - low) // 8) // 2 + 1
        return cls(min(moments), max(moments), low - edge, high + edge)

    def height(self, value: int) -> float:
        """How far down a value lies."""
        return _BOTTOM - (value - self.low) / (self.high - self.low) * (_BOTTOM - _TOP)

    def points(self, track: Track) -> list[Point]:
        """Where a track goes along; where all is of one moment, step by step from side to side."""
        span, steps = self.last - self.first, max(1, len(track.steps) - 1)
        shares = [(at - self.first) / span if span else number / steps for number, (at, _) in enumerate(track.steps)]
        return [
            (_LEFT + share * (_RIGHT - _LEFT), self.height(value))
            for share, (_, value) in zip(shares, track.steps, strict=True)
        ]


def _along(points: Sequence[Point]) -> list[Point]:
    """Points along a line, close to each other."""
    found = [points[-1]]
    for (x, y), (other_x, other_y) in pairwise(points):
        steps = 1 + int(hypot(other_x - x, other_y - y) / 8)
        found += [(x + (other_x - x) * step / steps, y + (other_y - y) * step / steps) for step in range(steps)]
    return found


def _draw_grid(drawn: Image.Image, scale: _Scale, taken: Sequence[Point], language: str) -> None:
    """Where levels begin, and round values, as far as there is room for their words; levels come first.

    The word of a level stands where the lines, of which ``taken`` are points, leave the most room for it.
    """
    ink = _Ink()
    begins = [(value, say(language, f"level.{name}")) for name, value in reversed(thresholds(scale.low, scale.high))]
    heights: list[float] = []
    for value, name in (*begins, *((value, "") for value in _round_values(scale.low, scale.high))):
        height = scale.height(value)
        if any(abs(height - other) < _APART for other in heights):
            continue
        heights.append(height)
        for left in range(_LEFT, _RIGHT, 26):
            ink.line([(left, height), (left + (16 if name else 3), height)], 2)
        number = letter(figure(value), _SIZE, _LEFT - 3 * MARGIN, MIST, PANEL)
        drawn.paste(number, (1 + _LEFT - 16 - number.width, round(height) - 24))
        if name:
            word = letter(name, _SIZE, 400, MIST, PANEL)
            lefts = range(_LEFT + 10, _RIGHT - word.width, 20)
            places = [(left, round(height) + down) for down in (-43, 0) for left in lefts]
            near = [(x, y) for x, y in taken if abs(y - height) < _APART]
            left, top = min(places, key=lambda place: _hits(near, place, word.width))
            drawn.paste(word, (1 + left, top))
    ink.lay(drawn, PANEL, MIST)


def _hits(taken: Sequence[Point], place: tuple[int, int], width: int) -> int:
    """How many points lie in a word, or so close that a line there would touch it."""
    left, top = place
    return sum(left - 10 < x < left + width + 10 and top < y < top + _APART for x, y in taken)


def _round_values(low: int, high: int) -> range:
    """Some round values between two, from low to high."""
    sizes = (first * 10**zeros for zeros in range(20) for first in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size <= 7)
    return range(low // step * step + step, high, step)


class _Ink:
    """What is drawn in one colour, larger, to be laid on a picture with smooth edges."""

    def __init__(self) -> None:
        self._mask = Image.new("L", (PICTURE_WIDTH * _FINE, HEIGHT * _FINE))
        self.draw = ImageDraw.Draw(self._mask)

    def line(self, points: Sequence[Point], width: int) -> None:
        """A line along points, with round corners and ends."""
        self.draw.line([(x * _FINE, y * _FINE) for x, y in points], 255, width * _FINE)
        for point in points:
            self.dot(point, width / 2)

    def dot(self, point: Point, radius: float) -> None:
        """A filled circle."""
        self.draw.circle((point[0] * _FINE, point[1] * _FINE), radius * _FINE, 255)

    def lay(self, drawn: Image.Image, behind: Colour, colour: Colour) -> None:
        """Paste it on a canvas, whose colour there is ``behind``."""
        cover = self._mask.reduce(_FINE)
        drawn.paste(cover.point(shades(behind, colour)), (1, 0), cover.point(lambda value: 255 * (value > 0)))
