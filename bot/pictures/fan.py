"""A group of cards of one rank, fanned out: each card but the last shows a strip, the last lies open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from bot.games.baohuang.cards import Card
from bot.pictures.cardface import Cut
from bot.pictures.sprites import Sprites

_FOOT_GAP: Final = 6


class Look(NamedTuple):
    """What the groups of one picture have in common."""

    sprites: Sprites
    language: str
    called: Card | None
    cut: Cut
    strip: int

    def width(self, size: int) -> int:
        """How wide a group of so many cards is."""
        return self.cut.size[0] + (size - 1) * self.strip


def draw_group(
    drawn: Image.Image, look: Look, group: Sequence[Card], place: tuple[int, int], bright: Sequence[bool]
) -> None:
    """Draw a group with its left upper corner at a place; cards that are not bright are dimmed."""
    sprites, language, called, cut, strip = look
    left, top = place
    for number, card in enumerate(group):
        sprite = sprites.card(card, language, cut, follows=number > 0, called=card == called, dim=not bright[number])
        drawn.paste(sprite, (left + number * strip, top))
    last, dim = group[-1], not bright[-1]
    if len(group) > 1:
        foot = sprites.pill(len(group), last, cut, called=last == called, dim=dim)
    elif cut.pip:
        foot = sprites.pip(last, called=last == called, dim=dim)
    else:
        return
    right, bottom = left + look.width(len(group)), top + cut.size[1]
    gap = round(_FOOT_GAP * cut.share)
    drawn.paste(foot, (right - foot.width - gap, bottom - foot.height - gap))
