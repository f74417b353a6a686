"""All sprites by what they show, with their dimmed and tinted twins."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Final

import PIL
from PIL import Image

from bot.games.baohuang.cards import EMPEROR_CARD, KINDS, MARKED_SMALL_JOKER, SMALL_JOKER, Card
from bot.pictures import cardface, fittings
from bot.pictures.cache import cached
from bot.pictures.cardface import LARGE, SMALL, Cut
from bot.pictures.fonts import font_version
from bot.pictures.palette import DIM, TINT
from bot.texts import LANGUAGES, catalog, say

_LARGEST_SET: Final = 16
_SIGN_PLACE: Final = (10, 121)
_EMPTY_SIZE: Final = (640, 80)


class Sprites:
    """The sprites of one process: about 4 MB, and at most 15 MB, when every twin has been used.

    Making one reads the cache, or draws everything (a second or two) and writes the cache: do it off the event loop.
    Without a folder nothing is kept for the next start.
    """

    def __init__(self, folder: Path | None) -> None:
        self._images = cached(folder, _drawn_with(), draw_all) if folder else draw_all()
        self._twins: dict[tuple[str, bool, bool], Image.Image] = {}

    def __getitem__(self, name: str) -> Image.Image:
        """A sprite that has no twins, by its name in ``draw_all``."""
        return self._images[name]

    def card(self, card: Card, language: str, cut: Cut, *, follows: bool, called: bool, dim: bool) -> Image.Image:
        """A whole card, lying on the table or on the card it follows; tinted where it is a called one."""
        return self._twin(_card_name(card, language, cut, follows), called, dim)

    def pip(self, card: Card, *, called: bool, dim: bool) -> Image.Image:
        """The large suit or crown for the foot of a large card that is alone."""
        return self._twin(f"pip/{card}", called, dim)

    def pill(self, count: int, card: Card, cut: Cut, *, called: bool, dim: bool) -> Image.Image:
        """The count of a group, for the foot of its last card."""
        return self._twin(_pill_name(count, card, cut), called, dim)

    def _twin(self, name: str, called: bool, dim: bool) -> Image.Image:
        if not called and not dim:
            return self._images[name]
        key = (name, called, dim)
        image = self._twins.get(key)
        if image is None:
            image = self._images[name]
            if called:
                image = image.point(TINT)
                if name.startswith(f"card/{LARGE.name}/"):
                    image.paste(self._images["sign"], _SIGN_PLACE)
            self._twins[key] = image = image.point(DIM) if dim else image
        return image


def draw_all() -> dict[str, Image.Image]:
    """Every sprite by name, freshly drawn."""
    drawn = {"sign": cardface.draw_sign()} | fittings.draw_fittings()
    for language in LANGUAGES:
        drawn[f"empty/{language}"] = cardface.draw_words(say(language, "cards.none"), *_EMPTY_SIZE)
        for cut in (LARGE, SMALL):
            for card in range(KINDS):
                for follows in (False, True):
                    name = _card_name(card, language, cut, follows)
                    if name not in drawn:
                        drawn[name] = cardface.draw_card(card, language, cut, follows=follows)
    for card in range(KINDS):
        drawn[f"pip/{card}"] = cardface.draw_pip(card)
    for cut in (LARGE, SMALL):
        for card in (0, EMPEROR_CARD, MARKED_SMALL_JOKER):
            for count in range(2, _LARGEST_SET + 1):
                drawn[_pill_name(count, card, cut)] = cardface.draw_pill(count, cardface.paper(card), cut)
    return drawn


def _card_name(card: Card, language: str, cut: Cut, follows: bool) -> str:
    """Only jokers and marked cards differ by language."""
    name = f"card/{cut.name}/{card}/{'next' if follows else 'first'}"
    return f"{name}/{language}" if card >= SMALL_JOKER else name


def _pill_name(count: int, card: Card, cut: Cut) -> str:
    return f"pill/{cut.name}/{count}/{'-'.join(map(str, cardface.paper(card)))}"


def _drawn_with() -> str:
    """A sum that changes with all that the sprites depend on."""
    sources = sorted(file.name for file in files(__package__).iterdir() if file.name.endswith(".py"))
    code = [files(__package__).joinpath(name).read_text("utf-8") for name in sources]
    words = [f"{key}={text}" for language in LANGUAGES for key, text in catalog(language).items() if "cards." in key]
    return hashlib.sha256("\0".join([*code, *words, PIL.__version__, font_version()]).encode()).hexdigest()
