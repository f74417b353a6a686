"""Small hands for a picture that shows five: of each rank one tile, the rank once and beside it a sign for every card.

A tile is a head, columns of two signs one above the other, and an end, pasted side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PIL import Image

from bot.games.baohuang.cards import (
    BIG_RANK,
    EMPEROR_CARD,
    MARKED_HEART_2,
    MARKED_SMALL_JOKER,
    RANK,
    SMALL_JOKER,
    SMALL_RANK,
    Card,
    suit,
)
from bot.pictures.emblems import SCEPTRE, SWORD, crown, draw_shapes
from bot.pictures.palette import BLUE, CARD, GOLD, INK, PANEL, RED, TINT, Colour
from bot.pictures.sheet import Sheet
from bot.pictures.words import SUIT_SIGNS, in_order, rank_word
from bot.texts import LANGUAGES, say

TILE_HEIGHT: Final = 66
HEAD_WIDTH: Final = 32
SIGN_SIZE: Final = (20, TILE_HEIGHT // 2)
END_WIDTH: Final = 5
_RADIUS: Final = 8


def draw_tiles() -> dict[str, Image.Image]:
    """``tile/RANK/LANGUAGE`` (a head), ``tile/end``, ``sign/blank``, and the signs that ``tile_signs`` names."""
    drawn = {"sign/blank": Sheet(*SIGN_SIZE, CARD).shrink()}
    for language in LANGUAGES:
        for rank in range(BIG_RANK + 1):
            drawn[f"tile/{rank}/{language}"] = _draw_head(rank, language)
    for card in (*range(4), SMALL_JOKER, SMALL_JOKER + 1, MARKED_HEART_2, MARKED_SMALL_JOKER, EMPEROR_CARD):
        drawn[_sign(card)] = sign = _draw_sign(card)
        if suit(card) is not None:
            drawn[f"{_sign(card)}/called"] = sign.point(TINT)
    end = Sheet(END_WIDTH, TILE_HEIGHT, PANEL)
    end.panel((-20, 0, END_WIDTH, TILE_HEIGHT), CARD, CARD, 0, _RADIUS)
    return drawn | {"tile/end": end.shrink()}


def tile_signs(cards: Iterable[Card], called: Card | None = None) -> list[tuple[int, list[str]]]:
    """A hand as its tiles show it: each rank from high to low, and the names of the signs of its cards."""
    return [
        (RANK[group[0]], [_sign(card) + ("/called" if card == called else "") for card in group])
        for group in in_order(cards, called)
    ]


def _sign(card: Card) -> str:
    """The name of the sign that tells this card from others of its rank."""
    place = suit(card)
    return f"sign/{card if place is None or card == MARKED_HEART_2 else place}"


def _draw_head(rank: int, language: str) -> Image.Image:
    sheet = Sheet(HEAD_WIDTH, TILE_HEIGHT, PANEL)
    sheet.panel((0, 0, HEAD_WIDTH + 20, TILE_HEIGHT), CARD, CARD, 0, _RADIUS)
    if rank >= SMALL_RANK:
        word = say(language, "cards.index.big_joker" if rank == BIG_RANK else "cards.index.small_joker")
        for letter, (top, bottom) in zip(word, ((5, 32), (35, 62)), strict=True):
            sheet.glyph(letter, (3, top, HEAD_WIDTH - 2, bottom), RED if rank == BIG_RANK else INK)
    else:
        sheet.text(rank_word(rank, language), (3, 13, HEAD_WIDTH - 1, 53), INK)
    return sheet.shrink()


def _draw_sign(card: Card) -> Image.Image:
    width, height = SIGN_SIZE
    face: Colour = GOLD if card == EMPEROR_CARD else BLUE if card in (MARKED_HEART_2, MARKED_SMALL_JOKER) else CARD
    sheet = Sheet(width, height, face)
    box = sheet.scaled((2, 7, width - 2, height - 9))
    place = suit(card)
    ink = RED if place in (1, 3) or RANK[card] == BIG_RANK else INK
    if card == EMPEROR_CARD:
        draw_shapes(sheet.draw, SCEPTRE, box)
    elif card == MARKED_SMALL_JOKER:
        draw_shapes(sheet.draw, SWORD, box)
    elif place is None:
        draw_shapes(sheet.draw, crown(ink), box)
    else:
        sheet.glyph(SUIT_SIGNS[place], (1, 6, width - 1, height - 6), ink)
    return sheet.shrink()
