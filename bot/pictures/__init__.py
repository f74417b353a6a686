"""Pictures of hands, tables, results, moments of a replay, leaderboards and skill over time, drawn with Pillow.

Sprites are drawn once and kept; a picture is then a matter of pasting them and compressing. Beside each picture there
is a function that says the same in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from bot.games.baohuang.cards import Card
from bot.games.baohuang.view import View
from bot.pictures.bands import Band, band, join
from bot.pictures.curve import Track, describe_curve, draw_curve
from bot.pictures.describe import describe_moment, describe_ranking, describe_result, describe_table
from bot.pictures.hand import PICTURE_WIDTH, draw_hand
from bot.pictures.leaderboard import Ranked, Ranking, ranking_parts
from bot.pictures.parts import Part
from bot.pictures.png import encode
from bot.pictures.result import Ended, Player, result_parts
from bot.pictures.sprites import Sprites
from bot.pictures.table import Moment, Shown, moment_parts, table_parts
from bot.pictures.words import card_word, describe_cards, describe_hand, rank_word
from bot.texts import language as served

__all__ = [
    "Ended",
    "Moment",
    "Pictures",
    "Player",
    "Ranked",
    "Ranking",
    "Shown",
    "Track",
    "card_word",
    "describe_cards",
    "describe_curve",
    "describe_hand",
    "describe_moment",
    "describe_ranking",
    "describe_result",
    "describe_table",
    "rank_word",
]

_KEPT_BANDS: Final = 256
"""Rows of tables that are kept compressed, a few kB each: 2 MB at most."""


class Pictures:
    """Draws pictures, each an opaque PNG, 1100 pixels wide; may be shared by threads.

    Making one reads the sprites from a folder, or draws them (a second or so) where they are not there or not usable
    and keeps them there: do it off the event loop. A picture then takes about a millisecond.
    """

    def __init__(self, cache: Path | None) -> None:
        self.sprites = Sprites(cache)
        self._band = lru_cache(maxsize=_KEPT_BANDS, typed=True)(self._draw_band)

    def hand(
        self,
        cards: Iterable[Card],
        locale: str | None,
        called: Card | None = None,
        chosen: Iterable[Card] | None = None,
        *,
        low_first: bool = False,
        hold_sixes: bool = False,
    ) -> bytes:
        """A hand.

        Cards lie in groups by rank, from high to low or from low to high. Copies of a called card are tinted like a
        guard card. Where cards of the hand are chosen, they are lifted and all others dimmed. Where sixes are held to
        the last (``hold_sixes``), those that may not be played yet carry a lock.
        """
        drawn = draw_hand(
            self.sprites, cards, served(locale), called, chosen, low_first=low_first, hold_sixes=hold_sixes
        )
        return encode(drawn)

    def table(self, view: View, shown: Shown) -> bytes:
        """The table as far as a view tells of it.

        A row a seat: role as far as public, hoe where it rose, name, cards left, what it played last in this trick.
        """
        return self._join(table_parts(view, shown))

    def moment(self, view: View, shown: Shown, moment: Moment) -> bytes:
        """One moment of a replay: the table, the hands that are open, and what has just been done."""
        return self._join(moment_parts(view, shown, moment))

    def result(self, ended: Ended, locale: str | None) -> bytes:
        """The result of a round, by place: role, name, points, skill; above who won, below what decided it."""
        return self._join(result_parts(ended, served(locale)))

    def ranking(self, ranking: Ranking, locale: str | None) -> bytes:
        """A page of a leaderboard of ten rows at most: ranks, names, levels, and what players are ranked by."""
        return self._join(ranking_parts(ranking, served(locale)))

    def curve(self, tracks: Sequence[Track], locale: str | None) -> bytes:
        """Skill over time, one line or two; it takes some twenty milliseconds."""
        return encode(draw_curve(tracks, served(locale)))

    def _join(self, parts: Iterable[Part]) -> bytes:
        return join(PICTURE_WIDTH, [self._band(part) for part in parts])

    def _draw_band(self, part: Part) -> Band:
        return band(part.draw(self.sprites))
