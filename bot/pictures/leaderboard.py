"""The picture of a page of a leaderboard: a row for each player, below them the one of whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from PIL import Image

from bot.pictures.fittings import SLIM_ROW_SIZE
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.lettering import letter, shows
from bot.pictures.palette import CARD, MIST, PANEL, PILL
from bot.pictures.parts import Felt, Part
from bot.pictures.png import canvas, lay
from bot.pictures.result import Line
from bot.pictures.row import MARGIN
from bot.pictures.sprites import Sprites
from bot.texts import say

_GAP: Final = 6
_RANK_LEFT: Final = 34
_RANK_WIDTH: Final = 126
_NAME_LEFT: Final = 172
_NAME_WIDTH: Final = 372
_LEVEL_LEFT: Final = 558
_LEVEL_WIDTH: Final = 288
_VALUE_RIGHT: Final = 1064
_VALUE_WIDTH: Final = 212
_BEST: Final = 3
"""The ranks that are shown in gold."""
_MOST_LARGE: Final = {"rank": 4, "value": 8}
"""Characters that there is room for in large figures."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player on a leaderboard."""

    rank: int | None
    """None for one who has too few rounds to be ranked."""
    name: str
    level: str
    """One of ``scoring.LEVELS``."""
    rounds: int
    value: str
    """What players are ranked by here, in words."""
    own: bool = False
    """Whether it is whoever asks."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A page of a leaderboard."""

    title: str
    rows: Sequence[Ranked]
    own: Ranked | None = None
    """Whoever asks, where that is none of the rows."""


def ranking_parts(ranking: Ranking, language: str) -> list[Part]:
    """The picture of a page from the top down."""
    own: list[Part] = [Felt(12), _row(ranking.own, language)] if ranking.own else []
    rows = [_row(row, language) for row in ranking.rows]
    return [Felt(MARGIN - 6), Line(ranking.title, 40, PILL, 64), *rows, *own, Felt(MARGIN - _GAP)]


def describe_row(row: Ranked, name: str, language: str) -> str:
    """A row in words, with the name as it is given."""
    key = "leaderboard.unranked" if row.rank is None else "leaderboard.row"
    said = {"name": name, "level": say(language, f"level.{row.level}"), "rounds": row.rounds, "value": row.value}
    return say(language, key, rank=row.rank, **said)


def name_of(row: Ranked, language: str) -> str:
    """The name of a player, or that there is none to be seen."""
    return row.name if shows(row.name) else say(language, "leaderboard.nameless")


def _row(row: Ranked, language: str) -> _Row:
    return _Row(language, row.rank, name_of(row, language), row.level, row.rounds, row.value, row.own)


class _Row(NamedTuple):
    """A row as plain values."""

    language: str
    rank: int | None
    name: str
    level: str
    rounds: int
    value: str
    own: bool

    def draw(self, sprites: Sprites) -> Image.Image:
        """See ``Part``."""
        drawn = canvas(PICTURE_WIDTH, SLIM_ROW_SIZE[1] + _GAP)

        lay(drawn, sprites["row/lit/slim" if self.own else "row/slim"], 1 + MARGIN, 0)
        rank, top = self._figures("rank", "–" if self.rank is None else str(self.rank), _RANK_WIDTH)
        lay(drawn, rank, 1 + _RANK_LEFT, top)
        lay(drawn, letter(self.name, 40, _NAME_WIDTH, CARD, PANEL), 1 + _NAME_LEFT, 11)
        lines = (
            say(self.language, f"level.{self.level}"),
            say(self.language, "leaderboard.rounds", rounds=self.rounds),
        )
        for number, words in enumerate(lines):
            line = letter(words, 28, _LEVEL_WIDTH, MIST, PANEL)
            lay(drawn, line.crop((0, 5, line.width, 38)), 1 + _LEVEL_LEFT, 7 + 34 * number)
        value, top = self._figures("value", self.value, _VALUE_WIDTH)
        lay(drawn, value, 1 + _VALUE_RIGHT - value.width, top)
        return drawn

    def _figures(self, what: str, words: str, room: int) -> tuple[Image.Image, int]:
        """Figures, smaller where they are many, and how far down they stand."""
        large = len(words) <= _MOST_LARGE[what]
        first = what == "rank" and self.rank is not None and self.rank <= _BEST
        return letter(words, 44 if large else 30, room, PILL if first else CARD, PANEL), 10 if large else 20
