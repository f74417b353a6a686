"""The picture of a hand: groups by rank in at most three rows, a rank never split over two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from PIL import Image

from bot.games.baohuang.cards import Card
from bot.pictures.cardface import LARGE
from bot.pictures.fan import Look, draw_group
from bot.pictures.png import canvas
from bot.pictures.sprites import Sprites
from bot.pictures.words import in_order, mark, must_hold_sixes

PICTURE_WIDTH: Final = 1100
MARGIN: Final = 16
"""Felt around the cards, and the least between two rows or two groups."""
_LIFT: Final = 14
"""How much higher chosen cards lie; less than the margin."""
_WIDEST_GAP: Final = 50
_CLOSE_GAP: Final = 8
_WIDEST_STRIP: Final = 60
_NARROW_STRIP: Final = 46
"""What a covered card shows of itself so that its index is whole. """
_EASY_STRIP: Final = 54
"""A hand that would show less than this takes another row, up to three."""
_SLIM: Final = 50
"""What shows of a card that is alone in its rank and partly covered by the next group."""
_WIDTH, _HEIGHT = LARGE.size
_SPACE: Final = PICTURE_WIDTH - 2 * MARGIN
_MOST_ROWS: Final = 3


class Row(NamedTuple):
    """A row of a hand: groups ``first`` to ``last`` (not included), and the strip of a covered card in pixels."""

    first: int
    last: int
    strip: int
    gap: int = MARGIN
    """The least felt between two groups."""
    slim: bool = False
    """Whether plain cards that are alone in their rank are partly covered by the next group."""


def draw_hand(
    sprites: Sprites,
    cards: Iterable[Card],
    language: str,
    called: Card | None,
    chosen: Iterable[Card] | None,
    *,
    low_first: bool = False,
    hold_sixes: bool = False,
) -> Image.Image:
    """The canvas of a hand, 1100 pixels wide; see ``Pictures.hand``."""
    groups = in_order(cards, called)
    if not groups:
        return _draw_empty(sprites, language)
    held = hold_sixes and must_hold_sixes(groups)
    if low_first:
        groups.reverse()
    plain = [len(group) == 1 and group[0] != called and mark(group[0]) is None for group in groups]
    rows = arrange([len(group) for group in groups], plain)
    drawn = canvas(PICTURE_WIDTH, MARGIN + len(rows) * (_HEIGHT + MARGIN))
    picked = None if chosen is None else Counter(chosen)
    top = MARGIN
    for row in rows:
        look = Look(sprites, language, LARGE, row.strip, called, held, _LIFT)
        inside = groups[row.first : row.last]
        steps = _steps([len(group) for group in inside], plain[row.first : row.last], row)
        gap = 0 if row.slim else min(_WIDEST_GAP - row.gap, (_SPACE - sum(steps)) // max(1, len(inside) - 1))
        left = 1 + MARGIN
        for group, step in zip(inside, steps, strict=True):
            draw_group(drawn, look, group, (left, top), _chosen(group, picked), slim=step < _WIDTH)
            left += step + gap
        top += _HEIGHT + MARGIN
    return drawn


def arrange(sizes: Sequence[int], plain: Sequence[bool]) -> list[Row]:
    """How groups of these sizes lie: as few rows as show an easy strip, and three at most.

    Where a hand of very many cards needs it, each row has the widest strip that it allows: its groups may lie closer,
    and of single cards only an index may show where they are plain (neither marked nor called).
    """
    for count in range(1, min(_MOST_ROWS, len(sizes)) + 1):
        split = _split(sizes, count)
        strip = min(_fitting_strip(sizes[first:last]) for first, last in split)
        if strip >= (_EASY_STRIP if count < _MOST_ROWS else _NARROW_STRIP) or count == len(sizes):
            return [Row(first, last, strip) for first, last in split]
    return max(
        (
            [_widest_row(sizes, plain, first, last) for first, last in ((0, one), (one, two), (two, len(sizes)))]
            for one in range(1, len(sizes) - 1)
            for two in range(one + 1, len(sizes))
        ),
        key=lambda rows: min(row.strip for row in rows),
    )


def _split(sizes: Sequence[int], count: int) -> list[tuple[int, int]]:
    """The groups in so many rows (1 to 3), in order, with the longest row as short as it can be."""
    end = len(sizes)
    reach = [0, *accumulate((size - 1) * _EASY_STRIP + _WIDTH + MARGIN for size in sizes)]
    whole = reach[end]
    if count == 1:
        return [(0, end)]
    if count == 2:
        _, cut = min((max(reach[cut], whole - reach[cut]), cut) for cut in range(1, end))
        return [(0, cut), (cut, end)]
    best, one, two = whole, 1, 2
    for first in range(1, end - 1):
        if reach[first] >= best:
            break
        for second in range(first + 1, end):
            longest = max(reach[first], reach[second] - reach[first], whole - reach[second])
            if longest < best:
                best, one, two = longest, first, second
    return [(0, one), (one, two), (two, end)]


def _fitting_strip(sizes: Sequence[int]) -> int:
    """The widest strip with which a row of groups fits; less than the narrow one where it does not."""
    room = _SPACE - len(sizes) * _WIDTH - (len(sizes) - 1) * MARGIN
    covered = sum(sizes) - len(sizes)
    if room < 0:
        return 0
    return _WIDEST_STRIP if covered == 0 else min(_WIDEST_STRIP, room // covered)


def _widest_row(sizes: Sequence[int], plain: Sequence[bool], first: int, last: int) -> Row:
    """A row with the widest strip that it allows: closer or slim only where indices would not be whole otherwise."""
    covered = sum(sizes[first:last]) - (last - first)
    for gap, slim in ((MARGIN, False), (_CLOSE_GAP, False), (_CLOSE_GAP, True)):
        bare = Row(first, last, 0, gap, slim)
        room = _SPACE - sum(_steps(sizes[first:last], plain[first:last], bare))
        row = bare._replace(strip=min(_WIDEST_STRIP, room // max(1, covered)))
        if row.strip >= _NARROW_STRIP:
            break
    return row


def _steps(sizes: Sequence[int], plain: Sequence[bool], row: Row) -> list[int]:
    """How far the groups of a row reach, each to where the next one may begin; the last to its own end."""
    steps = [_WIDTH + (size - 1) * row.strip + row.gap for size in sizes]
    if row.slim:
        steps = [_SLIM if single else step for single, step in zip(plain, steps, strict=True)]
    steps[-1] = _WIDTH + (sizes[-1] - 1) * row.strip
    return steps


def _chosen(group: Sequence[Card], chosen: Counter[Card] | None) -> list[bool] | None:
    """Which cards of a group are chosen: the last copies of each chosen card; None where nothing is."""
    if chosen is None:
        return None
    later = Counter(group)
    picked = []
    for card in group:
        picked.append(later[card] <= chosen[card])
        later[card] -= 1
    return picked


def _draw_empty(sprites: Sprites, language: str) -> Image.Image:
    words = sprites[f"empty/{language}"]
    drawn = canvas(PICTURE_WIDTH, words.height + 2 * MARGIN)
    drawn.paste(words, (1 + (PICTURE_WIDTH - words.width) // 2, MARGIN))
    return drawn
