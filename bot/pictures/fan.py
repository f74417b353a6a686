"""A group of cards of one rank, fanned out: each card but the last shows a strip, the last lies open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from bot.games.baohuang.cards import RANK, Card
from bot.pictures.cardface import Cut
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
    sprites, language, cut, strip, _, _, lift = look
    left, top = place
    picked = chosen or [False] * len(group)
    dims = [not one for one in chosen] if chosen is not None else picked
    height = cut.size[1]
    for number, card in enumerate(group):
        tone, dim, up = look.tone(card), dims[number], lift if picked[number] else 0
        after = number > 0
        level = after and picked[number] == picked[number - 1]
        at = left + number * strip
        first = after and picked[number] and not level
        sprite = sprites.card(card, language, cut, follows=after and not first, tone=tone, dim=dim)
        drawn.paste(sprite, (at, top - up))
        if after and not level and lift:
            corner = sprites.corner(card, language, cut, follows=first, tone=tone, dim=dim)
            drawn.paste(corner, (at, top - up + height - corner.height))
    last, dim, up = group[-1], dims[-1], lift if picked[-1] else 0
    tone = look.tone(last)
    if len(group) > 1:
        foot = sprites.pill(len(group), last, cut, tone=tone, dim=dim)
    elif cut.pip and not tone and not slim:
        foot = sprites.pip(last, dim=dim)
    else:
        return
    right, bottom = left + look.width(len(group)), top - up + height
    gap = round(_FOOT_GAP * cut.share)
    drawn.paste(foot, (right - foot.width - gap, bottom - foot.height - gap))
