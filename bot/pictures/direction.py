"""Which way the parts of a line are written: a short form of the Unicode bidirectional algorithm, enough for names.

A part is handed on in reading order, the parts from left to right. Embeddings and overrides have no say: names that
hold them are shown without.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Final, Literal, TypedDict

from PIL import features

_SHAPES: Final = features.check("raqm")
"""Whether Pillow can shape and turn text by itself."""
_STRONG: Final = {"L": 0, "R": 1, "AL": 1}
_NUMBERS: Final = {"EN", "AN"}


class Steering(TypedDict, total=False):
    """What Pillow's text functions are told of a direction."""

    direction: Literal["ltr", "rtl"]


def steered(backwards: bool) -> Steering:
    """The direction of a run for Pillow, where it can heed one."""
    if not _SHAPES:
        return {}
    return {"direction": "rtl" if backwards else "ltr"}


def in_directions(text: str) -> list[tuple[str, bool]]:
    """The parts of a line as they stand from left to right, and whether each is written from right to left."""
    if text.isascii():
        return [(text, False)]
    levels = _levels(text)
    parts = [("".join(text[at] for at in places), level) for level, places in _grouped(levels)]
    for floor in range(max(levels, default=0), 0, -1):
        parts = [
            part
            for high, run in groupby(parts, key=lambda part: part[1] >= floor)
            for part in (reversed(list(run)) if high else run)
        ]
    return [(part if level % 2 == 0 or _SHAPES else part[::-1], level % 2 == 1) for part, level in parts]


def _grouped(levels: list[int]) -> list[tuple[int, list[int]]]:
    return [(level, list(places)) for level, places in groupby(range(len(levels)), key=levels.__getitem__)]


def _levels(text: str) -> list[int]:
    """The embedding level of each character: even from left to right, odd from right to left."""
    kinds = [unicodedata.bidirectional(mark) for mark in text]
    base = next((_STRONG[kind] for kind in kinds if kind in _STRONG), 0)
    levels: list[int | None] = []
    strong = base
    for kind in kinds:
        if kind in _STRONG:
            strong = _STRONG[kind]
            levels.append(1 if strong else 2 * base)
        elif kind in _NUMBERS:
            levels.append(2 if strong or base else 0)
        elif kind == "NSM" and levels:
            levels.append(levels[-1])
        else:
            levels.append(None)
    return _settle(levels, base)


def _settle(levels: list[int | None], base: int) -> list[int]:
    """Neutral characters go with their neighbours where both are of one direction, else with the line."""
    settled = [base if level is None else level for level in levels]
    for level, places in groupby(range(len(levels)), key=lambda at: levels[at] is None):
        if level:
            inside = list(places)
            # A number counts as right to left here, as do the letters of such a script.
            before = settled[inside[0] - 1] > 0 if inside[0] > 0 else bool(base)
            after = settled[inside[-1] + 1] > 0 if inside[-1] + 1 < len(levels) else bool(base)
            if before == after and not before and not base:
                fill = 0
            elif before and after and not base:
                fill = 1
            else:
                fill = base
            for at in inside:
                settled[at] = fill
    return settled
