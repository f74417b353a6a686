"""All sprites by what they show, with their dimmed and tinted twins."""

from __future__ import annotations

import hashlib
from enum import IntEnum
from importlib.resources import files
from pathlib import Path
from typing import Final

import PIL
from PIL import Image

from bot.games.baohuang.cards import EMPEROR_CARD, KINDS, MARKED_SMALL_JOKER, SMALL_JOKER, Card
from bot.pictures import cardface, fittings, tiles
from bot.pictures.cache import cached
from bot.pictures.cardface import LARGE, RADIUS, SMALL, Cut
from bot.pictures.emblems import LOCK, SWORD
from bot.pictures.fonts import font_version
from bot.pictures.palette import BLUE, DIM, HELD, PALE, TINT
from bot.texts import LANGUAGES, catalog, say

MOST_BYTES: Final = 25_000_000
"""What the sprites of a process take at most."""
_LARGEST_SET: Final = 16
_SIGN_PLACES: Final = ((10, 121), (10, 152))
_EMPTY_SIZE: Final = (640, 80)


class Tone(IntEnum):
    """What sets a card apart by the colour of its paper and a sign under its suit."""

    PLAIN = 0
    CALLED = 1
    HELD = 2
    """A six that must be held."""
    CALLED_HELD = 3


_PAPERS: Final = {Tone.CALLED: TINT, Tone.HELD: HELD, Tone.CALLED_HELD: TINT}
_SIGNS: Final = {Tone.CALLED: ("sword",), Tone.HELD: ("lock",), Tone.CALLED_HELD: ("sword", "lock/called")}


class Sprites:
    """The sprites of one process: 4 MB, 11 with every twin that play needs, never over MOST_BYTES.

    Making one reads the cache, or draws everything (a second or two) and writes the cache: do it off the event loop.
    Without a folder nothing is kept for the next start.
    """

    def __init__(self, folder: Path | None) -> None:
        self._images = cached(folder, drawn_with(), draw_all) if folder else draw_all()
        self._twins: dict[tuple[object, ...], Image.Image] = {}

    @property
    def size(self) -> int:
        """Bytes of all sprites, of twins those that have been used."""
        images = {id(image): image for image in (*self._images.values(), *list(self._twins.values()))}
        return sum(image.width * image.height for image in images.values())

    def __getitem__(self, name: str) -> Image.Image:
        """A sprite that has no twins, by its name in ``draw_all``."""
        return self._images[name]

    def card(self, card: Card, language: str, cut: Cut, *, follows: bool, tone: Tone, dim: bool) -> Image.Image:
        """A whole card, lying on the table or on the card it follows; tinted where it is a called or a held one."""
        key = (card, language if card >= SMALL_JOKER else "", cut.name, follows, tone, dim)
        image = self._twins.get(key)
        if image is None:
            image = self._images[_card_name(card, language, cut, follows)]
            if tone:
                image = image.point(_PAPERS[tone])
                if cut is LARGE:
                    for place, sign in zip(_SIGN_PLACES, _SIGNS[tone], strict=False):
                        image.paste(self._images[sign], place)
            self._twins[key] = image = image.point(DIM) if dim else image
        return image

    def corner(self, card: Card, language: str, cut: Cut, *, follows: bool, tone: Tone, dim: bool) -> Image.Image:
        """The lower left corner of that card: where a card is lifted, what lies there is not what lies at its top."""
        key = (card, language if card >= SMALL_JOKER else "", cut.name, follows, tone, dim, "corner")
        image = self._twins.get(key)
        if image is None:
            whole = self.card(card, language, cut, follows=follows, tone=tone, dim=dim)
            side = round(RADIUS * cut.share)
            self._twins[key] = image = whole.crop((0, whole.height - side, side, whole.height))
        return image

    def pip(self, card: Card, *, dim: bool) -> Image.Image:
        """The large suit or crown for the foot of a large card that is alone and plain."""
        return self._twin(f"pip/{card}", Tone.PLAIN, dim)

    def pill(self, count: int, card: Card, cut: Cut, *, tone: Tone, dim: bool) -> Image.Image:
        """The count of a group, for the foot of its last card."""
        return self._twin(_pill_name(count, card, cut), tone, dim)

    def _twin(self, name: str, tone: Tone, dim: bool) -> Image.Image:
        if not tone and not dim:
            return self._images[name]
        key = (name, tone, dim)
        image = self._twins.get(key)
        if image is None:
            image = self._images[name]
            image = image.point(_PAPERS[tone]) if tone else image
            self._twins[key] = image = image.point(DIM) if dim else image
        return image


def draw_all() -> dict[str, Image.Image]:
    """Every sprite by name, freshly drawn."""
    drawn = fittings.draw_fittings() | tiles.draw_tiles()
    drawn["sword"] = cardface.draw_sign(SWORD, BLUE)
    drawn["lock"] = cardface.draw_sign(LOCK, PALE)
    drawn["lock/called"] = cardface.draw_sign(LOCK, BLUE)
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


def drawn_with() -> str:
    """A sum that changes with all that the sprites depend on: code, words, Pillow and font."""
    sources = sorted(file.name for file in files(__package__).iterdir() if file.name.endswith(".py"))
    code = [files(__package__).joinpath(name).read_text("utf-8") for name in sources]
    words = [
        f"{language} {key}={text}"
        for language in LANGUAGES
        for key, text in sorted(catalog(language).items())
        if key.startswith(("cards.", "picture."))
    ]
    return hashlib.sha256("\0".join([*code, *words, PIL.__version__, font_version()]).encode()).hexdigest()
