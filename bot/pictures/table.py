"""The picture of a table: five rows, one a seat, and above them what holds for the whole round."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from PIL import Image

from bot.games.baohuang.cards import Card
from bot.games.baohuang.view import View
from bot.pictures.cardface import SMALL
from bot.pictures.fan import Look, draw_group
from bot.pictures.fittings import ROW_SIZE
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.lettering import letter
from bot.pictures.palette import CARD, FELT, MIST, PANEL, PILL, Colour
from bot.pictures.png import canvas
from bot.pictures.sprites import Sprites
from bot.pictures.words import card_word, in_order
from bot.texts import say

FEW_CARDS: Final = 10
"""A seat with so many cards or fewer shows them loudly."""
_MARGIN: Final = 14
_ROW_STEP: Final = ROW_SIZE[1] + 8
_HEAD: Final = 50
_NAME_LEFT: Final = 134
_PLAY_LEFT: Final = 490
_PLAY_WIDTH: Final = 526
_HOE_LEFT: Final = 1024
_STRIP: Final = 34
_GROUP_GAP: Final = 12
_MOST_GROUPS: Final = 7
"""More ranks than this, as a packet might hold, lie in one fan."""


def draw_table(
    sprites: Sprites, view: View, names: Sequence[str], language: str, autopilot: Container[int]
) -> Image.Image:
    """The canvas of a table; see ``Pictures.table``."""
    head = _head(view, language)
    top = _MARGIN + (_HEAD if head else 0)
    drawn = canvas(PICTURE_WIDTH, top + len(view.counts) * _ROW_STEP + _MARGIN - 8)
    if head:
        drawn.paste(letter(head, 32, PICTURE_WIDTH - 4 * _MARGIN, CARD, FELT), (2 * _MARGIN, _MARGIN - 2))
    for seat, name in enumerate(names):
        row = _Row(drawn, sprites, view, language, seat, top + seat * _ROW_STEP)
        row.draw_seat(name, on_autopilot=seat in autopilot)
        row.draw_play()
    return drawn


def _head(view: View, language: str) -> str:
    """What is public about the round as a whole."""
    parts = [say(language, f"board.solo_{view.solo}")] if view.solo else []
    if view.called is not None:
        parts.append(say(language, "board.called", card=card_word(view.called, language)))
    parts += [say(language, f"board.{key}") for key in ("open_guard", "rebellion") if getattr(view, key)]
    if view.multiplier > 1:
        parts.append(say(language, "board.multiplier", multiplier=view.multiplier))
    return " · ".join(parts)


class _Row(NamedTuple):
    """The row of one seat, while it is drawn."""

    drawn: Image.Image
    sprites: Sprites
    view: View
    language: str
    seat: int
    top: int

    def draw_seat(self, name: str, *, on_autopilot: bool) -> None:
        """Who sits here: role, name, and cards left or finishing place."""
        asked = self.seat in self.view.asked
        place = self.view.places[self.seat]
        self._paste(self.sprites["row/asked" if asked else "row"], _MARGIN, 0)
        self._paste(self.sprites[f"badge/{self._role()}/{self.language}"], 34, 21)
        if self.seat in self.view.rose:
            self._paste(self.sprites["hoe"], _HOE_LEFT, 35)
        self._write(name, 40, (_NAME_LEFT, 8), CARD if place is None else MIST)
        remarks = [say(self.language, "cards.asked")] if asked else []
        if on_autopilot:
            remarks.append(say(self.language, "board.autopilot"))
        if place is None:
            count = self.view.counts[self.seat]
            self._paste(self.sprites["back"], _NAME_LEFT, 71)
            self._write(str(count), 42, (_NAME_LEFT + 46, 59), PILL if count <= FEW_CARDS else CARD)
        else:
            remarks.insert(0, say(self.language, f"board.place.{place}"))
        left = _NAME_LEFT + (120 if place is None else 0)
        self._write(" · ".join(remarks), 30, (left, 70), PILL)

    def draw_play(self) -> None:
        """What lies before the seat: its last play or pass in this trick; in the throne step the packet."""
        view = self.view
        cards: Sequence[Card] | None = {entry.seat: entry.cards for entry in view.trick}.get(self.seat)
        if view.step == "throne":
            cards = view.packet if self.seat == view.holder else None
        elif self.seat in view.asked:
            cards = None
        if cards is None:
            return
        if not cards:
            self._write(say(self.language, "board.passed"), 42, (_PLAY_LEFT, 33), MIST)
            return
        if view.best is not None and view.best.seat == self.seat:
            self._paste(self.sprites["arrow"], _PLAY_LEFT - 34, 49)
        groups = in_order(cards, view.called)
        if len(groups) > _MOST_GROUPS:
            groups = [[card for group in groups for card in group]]
        covered = len(cards) - len(groups)
        room = _PLAY_WIDTH - len(groups) * (SMALL.size[0] + _GROUP_GAP)
        look = Look(self.sprites, self.language, view.called, SMALL, min(_STRIP, room // max(1, covered)))
        left = _PLAY_LEFT
        for group in groups:
            draw_group(self.drawn, look, group, (1 + left, self.top + 8), [True] * len(group))
            left += look.width(len(group)) + _GROUP_GAP

    def _role(self) -> str:
        """The seat's role as far as it is public."""
        view = self.view
        if self.seat == view.emperor:
            return "emperor"
        if self.seat == view.guard:
            return "guard"
        return "unknown" if view.guard is None and view.solo is None else "rebel"

    def _paste(self, sprite: Image.Image, left: int, down: int) -> None:
        self.drawn.paste(sprite, (1 + left, self.top + down))

    def _write(self, text: str, size: int, place: tuple[int, int], colour: Colour) -> None:
        left, down = place
        room = _PLAY_WIDTH if left >= _PLAY_LEFT else _PLAY_LEFT - 46 - left
        self._paste(letter(text, size, room, colour, PANEL), left, down)
