"""Actions as text: a verb, then its cards if any (RECORD.md, "Actions")."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.games.baohuang import choices
from bot.games.baohuang.cards import SMALL_JOKER, Card, card, high_to_low, spell
from bot.games.base import Malformed

PLAY: Final = "play"
PASS: Final = "pass"
BARE: Final = frozenset(verb for verbs in (*choices.VERBS.values(), (PASS,)) for verb in verbs if verb != choices.CALL)
"""The verbs that stand alone."""


class Move(NamedTuple):
    """An action in parts: the verb, and the cards of a play from high to low, or the called card."""

    verb: str
    cards: tuple[Card, ...] = ()

    @property
    def text(self) -> str:
        """The text of the action."""
        return f"{self.verb} {spell(self.cards)}" if self.cards else self.verb


def parse(text: str) -> Move:
    """The action that a text means: one verb, then its cards in any order, all separated by single spaces.

    Raises Malformed for anything else, and for a call of a joker or a marked card.
    """
    verb, space, argument = text.partition(" ")
    if verb in BARE:
        if space:
            raise Malformed("action_argument", verb=verb)
        return Move(verb)
    if verb not in (PLAY, choices.CALL):
        raise Malformed("action_unknown", text=text)
    if not argument:
        raise Malformed("action_cards", verb=verb)
    cards = high_to_low([card(word) for word in argument.split(" ")])
    if verb == choices.CALL and (len(cards) != 1 or cards[0] >= SMALL_JOKER):
        raise Malformed("call_card")
    return Move(verb, cards)
