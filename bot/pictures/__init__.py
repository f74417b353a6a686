"""Pictures of hands and tables, drawn with Pillow from views.

Sprites are drawn once and kept; a picture is then a matter of pasting them and compressing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from pathlib import Path

from bot.games.baohuang.cards import Card
from bot.games.baohuang.view import View
from bot.pictures.hand import draw_hand
from bot.pictures.png import encode
from bot.pictures.sprites import Sprites
from bot.pictures.table import draw_table
from bot.pictures.words import card_word, describe_cards, describe_hand, rank_word
from bot.texts import language as served

__all__ = ["Pictures", "card_word", "describe_cards", "describe_hand", "rank_word"]


class Pictures:
    """Draws pictures; may be shared by threads.

    Making one reads the sprites from a folder, or draws them (a second or so) where they are not there or not usable
    and keeps them there: do it off the event loop. A picture then takes about a millisecond.
    """

    def __init__(self, cache: Path | None) -> None:
        self._sprites = Sprites(cache)

    def hand(
        self,
        cards: Iterable[Card],
        locale: str | None,
        called: Card | None = None,
        chosen: Iterable[Card] | None = None,
    ) -> bytes:
        """A hand as an opaque PNG, 1100 pixels wide.

        Cards lie in groups by rank, from high to low. Copies of a called card are tinted like a guard card. Where
        cards of the hand are chosen, all others are dimmed.
        """
        return encode(draw_hand(self._sprites, cards, served(locale), called, chosen))

    def table(self, view: View, names: Sequence[str], locale: str | None, autopilot: Container[int] = ()) -> bytes:
        """The table as everyone may see it, as an opaque PNG, 1100 pixels wide; ``names`` are those of the seats.

        A row a seat: role as far as public, hoe where it rose, name, cards left, what it played last in this trick.
        """
        return encode(draw_table(self._sprites, view, names, served(locale), autopilot))
