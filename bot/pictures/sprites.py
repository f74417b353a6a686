"""All sprites by what they show, with their dimmed and tinted twins."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Final

import PIL
from PIL import Image

from bot.games.baohuang.cards import EMPEROR_CARD, KINDS, MARKED_SMALL_JOKER, SMALL_JOKER, Card
from bot.pictures import cardface
from bot.pictures.cache import cached
from bot.pictures.fonts import font_version
from bot.pictures.palette import DIM, TINT
from bot.texts import LANGUAGES, catalog, say

_SOURCES: Final = ("cardface.py", "emblems.py", "fonts.py", "palette.py", "sprites.py")
_LARGEST_SET: Final = 16
_SIGN_PLACE: Final = (10, 121)
EMPTY_SIZE: Final = (640, 80)


class Sprites:
    """The sprites of one process: about 4 MB, and 12 MB when every twin has been used.

    Making one reads the cache, or draws everything (a second or so) and writes the cache: do it off the event loop.
    Without a folder nothing is kept for the next start.
    """

    def __init__(self, folder: Path | None) -> None:
        self._images = cached(folder, _drawn_with(), draw_all) if folder else draw_all()
        self._twins: dict[tuple[str, bool, bool], Image.Image] = {}

    def card(self, card: Card, language: str, *, follows: bool, called: bool, dim: bool) -> Image.Image:
        """A whole card, lying on felt or on the card it follows; tinted and signed where it is a called one."""
        return self._twin(card_name(card, language, follows), called, dim)

    def pip(self, card: Card, *, called: bool, dim: bool) -> Image.Image:
        """The large suit or crown for the foot of a card that is alone."""
        return self._twin(f"pip/{card}", called, dim)

    def pill(self, count: int, card: Card, *, called: bool, dim: bool) -> Image.Image:
        """The count of a group, for the foot of its last card."""
        return self._twin(f"pill/{count}/{_paper_name(card)}", called, dim)

    def empty(self, language: str) -> Image.Image:
        """The words that stand for a hand without cards."""
        return self._images[f"empty/{language}"]

    def _twin(self, name: str, called: bool, dim: bool) -> Image.Image:
        if not called and not dim:
            return self._images[name]
        key = (name, called, dim)
        image = self._twins.get(key)
        if image is None:
            image = self._images[name]
            if called:
                image = image.point(TINT)
                if name.startswith("card/"):
                    image.paste(self._images["sign"], _SIGN_PLACE)
            self._twins[key] = image = image.point(DIM) if dim else image
        return image


def draw_all() -> dict[str, Image.Image]:
    """Every sprite by name, freshly drawn."""
    drawn = {"sign": cardface.draw_sign()}
    for card in range(KINDS):
        drawn[f"pip/{card}"] = cardface.draw_pip(card)
        for language in LANGUAGES:
            for follows in (False, True):
                name = card_name(card, language, follows)
                if name not in drawn:
                    drawn[name] = cardface.draw_card(card, language, follows=follows)
    for card in (0, EMPEROR_CARD, MARKED_SMALL_JOKER):
        for count in range(2, _LARGEST_SET + 1):
            drawn[f"pill/{count}/{_paper_name(card)}"] = cardface.draw_pill(count, cardface.paper(card))
    for language in LANGUAGES:
        drawn[f"empty/{language}"] = cardface.draw_words(say(language, "cards.none"), *EMPTY_SIZE)
    return drawn


def card_name(card: Card, language: str, follows: bool) -> str:
    """The name of a card's sprite; only jokers and marked cards differ by language."""
    return f"card/{card}/{'next' if follows else 'first'}" + (f"/{language}" if card >= SMALL_JOKER else "")


def _paper_name(card: Card) -> str:
    return "-".join(map(str, cardface.paper(card)))


def _drawn_with() -> str:
    """A sum that changes with all that the sprites depend on."""
    room = files(__package__ or __name__)
    words = [f"{key}={text}" for language in LANGUAGES for key, text in catalog(language).items() if "cards." in key]
    parts = [*(room.joinpath(name).read_text("utf-8") for name in _SOURCES), *words, PIL.__version__, font_version()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
