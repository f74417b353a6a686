"""Pictures of hands and tables, drawn with Pillow from views.

Sprites are drawn once and kept; a picture is then a matter of pasting them and compressing.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bot.games.baohuang.cards import Card
from bot.pictures.hand import draw_hand
from bot.pictures.png import encode
from bot.pictures.sprites import Sprites
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
