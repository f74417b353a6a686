"""The picture of a hand: groups by rank in rows, a rank never split over two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations, pairwise
from typing import Final

from PIL import Image

from bot.games.baohuang.cards import Card
from bot.pictures.cardface import LARGE
from bot.pictures.fan import Look, draw_group
from bot.pictures.png import canvas
from bot.pictures.sprites import Sprites
from bot.pictures.words import in_order

PICTURE_WIDTH: Final = 1100
MARGIN: Final = 16
"""Felt around the cards, and the least between two rows or two groups."""
_WIDEST_GAP: Final = 50
_WIDEST_STRIP: Final = 60
_NARROWEST_STRIP: Final = 46
"""What a covered card must show of itself: its index."""
_EASY_STRIP: Final = 54
"""A hand that would show less than this takes another row, up to three."""
_WIDTH, _HEIGHT = LARGE.size
_SPACE: Final = PICTURE_WIDTH - 2 * MARGIN


def draw_hand(
    sprites: Sprites, cards: Iterable[Card], language: str, called: Card | None, chosen: Iterable[Card] | None
) -> Image.Image:
    """The canvas of a hand, 1100 pixels wide; see ``Pictures.hand``."""
    groups = in_order(cards, called)
    if not groups:
        return _draw_empty(sprites, language)
    split, strip = arrange([len(group) for group in groups])
    look = Look(sprites, language, called, LARGE, strip)
    drawn = canvas(PICTURE_WIDTH, MARGIN + len(split) * (_HEIGHT + MARGIN))
    picked = None if chosen is None else Counter(chosen)
    top = MARGIN
    for first, last in split:
        row = groups[first:last]
        spare = _SPACE - sum(look.width(len(group)) for group in row)
        gap = min(_WIDEST_GAP, spare // max(1, len(row) - 1))
        left = 1 + MARGIN
        for group in row:
            draw_group(drawn, look, group, (left, top), _bright(group, picked))
            left += look.width(len(group)) + gap
        top += _HEIGHT + MARGIN
    return drawn


def arrange(sizes: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
    """How groups of these sizes lie: each row as a range of groups, and the strip of a covered card in pixels.

    As few rows as show an easy strip, at most three; more only where not even the narrowest strip fits in three.
    """
    rows = 1
    while True:
        split = _split(sizes, rows)
        strip = min(_fitting_strip(sizes[first:last]) for first, last in split)
        if rows == len(sizes) or strip >= (_EASY_STRIP if rows < 3 else _NARROWEST_STRIP):
            return split, strip
        rows += 1


def _split(sizes: Sequence[int], rows: int) -> list[tuple[int, int]]:
    """The groups in so many rows, in order, with the longest row as short as it can be."""
    reach = [0, *accumulate((size - 1) * _EASY_STRIP + _WIDTH + MARGIN for size in sizes)]

    def longest(cuts: tuple[int, ...]) -> int:
        return max(reach[last] - reach[first] for first, last in pairwise((0, *cuts, len(sizes))))

    cuts = min(combinations(range(1, len(sizes)), rows - 1), key=longest)
    return list(pairwise((0, *cuts, len(sizes))))


def _fitting_strip(sizes: Sequence[int]) -> int:
    """The widest strip with which a row of groups fits; less than the narrowest where it does not."""
    room = _SPACE - len(sizes) * _WIDTH - (len(sizes) - 1) * MARGIN
    covered = sum(sizes) - len(sizes)
    if room < 0:
        return 0
    return _WIDEST_STRIP if covered == 0 else min(_WIDEST_STRIP, room // covered)


def _bright(group: Sequence[Card], chosen: Counter[Card] | None) -> list[bool]:
    """Which cards of a group stand out: all where nothing is chosen, else the last copies of each chosen card."""
    if chosen is None:
        return [True] * len(group)
    later = Counter(group)
    bright = []
    for card in group:
        bright.append(later[card] <= chosen[card])
        later[card] -= 1
    return bright


def _draw_empty(sprites: Sprites, language: str) -> Image.Image:
    words = sprites[f"empty/{language}"]
    drawn = canvas(PICTURE_WIDTH, words.height + 2 * MARGIN)
    drawn.paste(words, (1 + (PICTURE_WIDTH - words.width) // 2, MARGIN))
    return drawn
