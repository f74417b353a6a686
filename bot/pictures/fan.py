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
    sprites, language, cut, called = look.sprites, look.language, look.cut, look.called
    last, dim = group[-1], False
    tone = look.tone(last)
    if chosen:
        _draw_lifted(drawn, look, group, place, chosen)
        dim = not chosen[-1]
        top -= look.lift * chosen[-1]
    else:
        at, follows = left, False
        for card in group:
            # Of one rank, either all are held or none: only a called card may differ from the last.
            own = tone if called is None else look.tone(card)
            lay(drawn, sprites.card(card, language, cut, follows=follows, tone=own, dim=False), at, top)
            at += look.strip
            follows = True
    if len(group) > 1:
        foot = sprites.pill(len(group), last, cut, tone=tone, dim=dim)
    elif cut.pip and not tone and not slim:
        foot = sprites.pip(last, dim=dim)
    else:
        return
    gap = round(_FOOT_GAP * cut.share)
    right, bottom = left + look.width(len(group)) - gap, top + cut.size[1] - gap
    lay(drawn, foot, right - foot.width, bottom - foot.height)


def _draw_lifted(
    drawn: Image.Image, look: Look, group: Sequence[Card], place: tuple[int, int], chosen: Sequence[bool]
) -> None:
    """The cards of a group of which some are chosen.

    A card that lies higher than the one before it has felt behind its upper corner, one that lies lower has felt
    behind the lower corner.
    """
    left, top = place
    before = chosen[0]
    for number, card in enumerate(group):
        up = chosen[number]
        tone, at, height = look.tone(card), left + number * look.strip, top - look.lift * up
        follows = number > 0 and up <= before
        sprite = look.sprites.card(card, look.language, look.cut, follows=follows, tone=tone, dim=not up)
        lay(drawn, sprite, at, height)
        if up != before:
            corner = look.sprites.corner(card, look.language, look.cut, follows=up > before, tone=tone, dim=not up)
            lay(drawn, corner, at, height + sprite.height - corner.height)
        before = up
