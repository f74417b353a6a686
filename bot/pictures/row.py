"""The row of one seat in the picture of a table or of a moment."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image

from bot.games.baohuang.cards import Card
from bot.pictures.cardface import SMALL
from bot.pictures.fan import Look, draw_group
from bot.pictures.fittings import ROW_SIZE, TALL_ROW_SIZE
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.lettering import chip, letter
from bot.pictures.palette import BACK, BADGE, CARD, INK, MIST, PALE, PANEL, PILL, Colour
from bot.pictures.png import canvas, lay
from bot.pictures.sprites import Sprites
from bot.pictures.tiles import END_WIDTH, HEAD_WIDTH, SIGN_SIZE, tile_signs
from bot.pictures.words import in_order
from bot.texts import say

FEW_CARDS: Final = 10
"""A seat with so many cards or fewer shows them loudly."""
MARGIN: Final = 14
"""Felt left and right of rows."""
ROW_GAP: Final = 8
_NAME_LEFT: Final = 134
_NAME_WIDTH: Final = 312
_CHIPS_LEFT: Final = 258
_PLAY_LEFT: Final = 490
_PLAY_WIDTH: Final = 526
_HOE_LEFT: Final = 1024
_STRIP: Final = 34
_NARROWEST_STRIP: Final = 24
"""Where a covered card would show less, as in a set of sixteen with all jokers, a play is drawn as tiles."""
_GROUP_GAP: Final = 12
_MOST_GROUPS: Final = 7
"""More ranks than this, as a packet might hold, lie in one fan."""
_TILES_LEFT: Final = 28
_TILES_TOP: Final = 120
_TILES_WIDTH: Final = PICTURE_WIDTH - 2 * _TILES_LEFT
_TILE_GAPS: Final = (3, 14)
"""The least and the most between two tiles."""


class Row(NamedTuple):
    """What a row shows."""

    language: str
    name: str
    role: str
    """emperor, guard, rebel or unknown."""
    left: int
    """Cards left."""
    place: int | None = None
    """The finishing place of a seat that is out."""
    rose: bool = False
    ai: str | None = None
    """What is said of a seat that an AI plays, since its name says that already: how well."""
    skill: str | None = None
    """What a person is by their skill; left out where there is no room for it."""
    autopilot: bool = False
    asked: bool = False
    lit: bool = False
    """Whether the row has a bright edge."""
    best: bool = False
    """Whether its play is the one to beat."""
    play: tuple[Card, ...] = ()
    """The cards that lie before the seat."""
    said: str | None = None
    """Words that stand there in place of cards."""
    called: Card | None = None
    hand: tuple[Card, ...] | None = None
    """A hand that lies open below, from high to low; None where it is closed."""

    def draw(self, sprites: Sprites) -> Image.Image:
        """The canvas of the row with the gap below it."""
        tall = self.hand is not None
        height = (TALL_ROW_SIZE if tall else ROW_SIZE)[1]
        drawn = canvas(PICTURE_WIDTH, height + ROW_GAP)
        lay(drawn, sprites[f"row{'/lit' * self.lit}{'/tall' * tall}"], 1 + MARGIN, 0)
        pen = _Pen(drawn, sprites, self, -2 if tall else 0)
        pen.draw_seat()
        pen.draw_play()
        if self.hand:
            pen.draw_hand(self.hand)
        return drawn


class _Pen(NamedTuple):
    """A row while it is drawn."""

    drawn: Image.Image
    sprites: Sprites
    row: Row
    down: int

    def draw_seat(self) -> None:
        """Who sits here: role, name, and cards left or finishing place."""
        row, language = self.row, self.row.language
        self._paste(self.sprites[f"badge/{row.role}/{language}"], 34, 21)
        if row.rose:
            self._paste(self.sprites["hoe"], _HOE_LEFT, 35)
        self._write(row.name, 40, (_NAME_LEFT, 8), CARD if row.place is None else MIST, _NAME_WIDTH)
        if row.place is not None:
            self._write(say(language, f"board.place.{row.place}"), 42, (_NAME_LEFT, 59), PILL, 120)
        elif row.left <= FEW_CARDS:
            self._paste(self.sprites["loud"], _NAME_LEFT, 66)
            count = letter(str(row.left), 44, 64, CARD, BACK)
            self._paste(count.crop((0, 12, count.width, 53)), _NAME_LEFT + 74 - count.width // 2, 71)
        else:
            self._paste(self.sprites["back"], _NAME_LEFT, 71)
            self._write(str(row.left), 42, (_NAME_LEFT + 46, 59), CARD, 70)
        left = _CHIPS_LEFT
        for word, ink, face in (
            (row.ai, PALE, BADGE),
            (say(language, "picture.auto") if row.autopilot else None, PALE, BADGE),
            (say(language, "cards.asked") if row.asked else None, INK, PILL),
        ):
            if word is not None:
                sign = chip(word, 28, _PLAY_LEFT - 8 - left, ink, face, PANEL)
                self._paste(sign, left, 72)
                left += sign.width + 6
        if row.skill is not None:
            room = _PLAY_LEFT - 8 - left
            if left == _CHIPS_LEFT or letter(row.skill, 28, _PLAY_LEFT, MIST, PANEL).width <= room:
                self._write(row.skill, 28, (left, 72), MIST, room)

    def draw_play(self) -> None:
        """What lies before the seat, or what it did."""
        row = self.row
        if row.said is not None:
            self._write(row.said, 42, (_PLAY_LEFT, 33), PILL if row.lit else MIST, _PLAY_WIDTH)
        if not row.play:
            return
        if row.best:
            self._paste(self.sprites["arrow"], _PLAY_LEFT - 34, 49)
        groups = in_order(row.play, row.called)
        if len(groups) > _MOST_GROUPS:
            groups = [[card for group in groups for card in group]]
        covered = len(row.play) - len(groups)
        room = _PLAY_WIDTH - len(groups) * (SMALL.size[0] + _GROUP_GAP)
        strip = min(_STRIP, room // max(1, covered))
        if strip < _NARROWEST_STRIP:
            self._draw_tiles(row.play, _PLAY_LEFT, 30, _PLAY_WIDTH)
            return
        look = Look(self.sprites, row.language, SMALL, strip, row.called)
        left = _PLAY_LEFT
        for group in groups:
            draw_group(self.drawn, look, group, (1 + left, self.down + 10), None)
            left += look.width(len(group)) + _GROUP_GAP

    def draw_hand(self, hand: tuple[Card, ...]) -> None:
        """The small hand below."""
        self._draw_tiles(hand, _TILES_LEFT, _TILES_TOP - self.down, _TILES_WIDTH)

    def _draw_tiles(self, cards: tuple[Card, ...], left: int, top: int, room: int) -> None:
        tiles = tile_signs(cards, self.row.called)
        wide = sum(HEAD_WIDTH + (len(signs) + 1) // 2 * SIGN_SIZE[0] + END_WIDTH for _, signs in tiles)
        least, most = _TILE_GAPS
        gap = max(least, min(most, (room - wide) // max(1, len(tiles) - 1)))
        for rank, signs in tiles:
            self._paste(self.sprites[f"tile/{rank}/{self.row.language}"], left, top)
            left += HEAD_WIDTH
            columns = (len(signs) + 1) // 2
            for number, sign in enumerate([*signs, *["sign/blank"] * (2 * columns - len(signs))]):
                lower, column = divmod(number, columns)
                self._paste(self.sprites[sign], left + column * SIGN_SIZE[0], top + lower * SIGN_SIZE[1])
            left += columns * SIGN_SIZE[0]
            self._paste(self.sprites["tile/end"], left, top)
            left += END_WIDTH + gap

    def _paste(self, sprite: Image.Image, left: int, down: int) -> None:
        lay(self.drawn, sprite, 1 + left, self.down + down)

    def _write(self, text: str, size: int, place: tuple[int, int], colour: Colour, room: int) -> None:
        self._paste(letter(text, size, room, colour, PANEL), *place)
