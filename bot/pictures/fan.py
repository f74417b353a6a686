"""A group of cards of one rank, fanned out: each card but the last shows a strip, the last lies open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from bot.games.baohuang.cards import RANK, Card
from bot.pictures.cardface import Cut
from bot.pictures.png import lay
from bot.pictures.sprites import Sprites, Tone
from bot.pictures.words import SIX

_FOOT_GAP: Final = 6


class Look(NamedTuple):
    """What the groups of one picture have in common."""

    sprites: Sprites
    language: str
    cut: Cut
    strip: int
    called: Card | None = None
    held: bool = False
    """Whether sixes must be held."""
    lift: int = 0
    """How much higher than others a chosen card lies."""

    def width(self, size: int) -> int:
        """How wide a group of so many cards is."""
        return self.cut.size[0] + (size - 1) * self.strip

    def tone(self, card: Card) -> Tone:
        """How a card is set apart."""
        held = self.held and RANK[card] == SIX
        if card == self.called:
            return Tone.CALLED_HELD if held else Tone.CALLED
        return Tone.HELD if held else Tone.PLAIN


def draw_group(
    drawn: Image.Image,
    look: Look,
    group: Sequence[Card],
    place: tuple[int, int],
    chosen: Sequence[bool] | None = None,
    *,
    slim: bool = False,
) -> None:
    """Draw a group with its left upper corner at a place; where cards are chosen, they are lifted, the others dimmed.

    A slim group will be partly covered by what is drawn next, so nothing stands at its foot.
    """
    left, top = place
    lifts = [look.lift * one for one in chosen] if chosen else [0] * len(group)
    dims = [not one for one in chosen] if chosen else [False] * len(group)
    sprites, language, cut, strip = look.sprites, look.language, look.cut, look.strip
    tone, below = Tone.PLAIN, False
    marked = look.called is not None or look.held
    at = left
    for number, card in enumerate(group):
        tone = look.tone(card) if marked else tone
        dim, up = dims[number], lifts[number]
        # A card that lies higher than the one before it has felt behind its upper corner, and a card at its lower one.
        before = lifts[number - 1] if below else up
        sprite = sprites.card(card, language, cut, follows=below and up <= before, tone=tone, dim=dim)
        lay(drawn, sprite, at, top - up)
        if up != before:
            corner = sprites.corner(card, language, cut, follows=up > before, tone=tone, dim=dim)
            lay(drawn, corner, at, top - up + cut.size[1] - corner.height)
        below = True
        at += strip
    last, dim, up = group[-1], dims[-1], lifts[-1]
    if len(group) > 1:
        foot = sprites.pill(len(group), last, cut, tone=tone, dim=dim)
    elif cut.pip and not tone and not slim:
        foot = sprites.pip(last, dim=dim)
    else:
        return
    gap = round(_FOOT_GAP * cut.share)
    right, bottom = at - strip + cut.size[0] - gap, top - up + cut.size[1] - gap
    lay(drawn, foot, right - foot.width, bottom - foot.height)
