"""Actions in parts and as text: a verb, then its cards if any (RECORD.md, "Actions")."""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.games.baohuang.cards import SMALL_JOKER, Card, card, high_to_low, spell
from bot.games.base import Malformed

CLAIM: Final = "claim"
YIELD: Final = "yield"
SOLO: Final = "solo"
NO_SOLO: Final = "no_solo"
CALL: Final = "call"
REVEAL: Final = "reveal"
RISE: Final = "rise"
STAY: Final = "stay"
PLAY: Final = "play"
PASS: Final = "pass"

BARE: Final = (CLAIM, YIELD, SOLO, NO_SOLO, REVEAL, RISE, STAY, PASS)
"""The verbs that stand alone."""


class Move(NamedTuple):
    """An action in parts: the verb, and the cards of a play from high to low, or the called card."""

    verb: str
    cards: tuple[Card, ...] = ()

    @property
    def text(self) -> str:
        """The text of the action."""
        return f"{self.verb} {spell(self.cards)}" if self.cards else self.verb


_BARE: Final = {verb: Move(verb) for verb in BARE}


def parse(text: str) -> Move:
    """The action that a text means: one verb, then its cards in any order, all separated by single spaces.

    Raises Malformed for anything else, and for a call of a joker or a marked card.
    """
    verb, space, argument = text.partition(" ")
    if verb in _BARE:
        if space:
            raise Malformed("action_argument", verb=verb)
        return _BARE[verb]
    if verb not in (PLAY, CALL):
        raise Malformed("action_unknown", text=text)
    if not argument:
        raise Malformed("action_cards", verb=verb)
    cards = high_to_low([card(word) for word in argument.split(" ")])
    if verb == CALL and (len(cards) != 1 or cards[0] >= SMALL_JOKER):
        raise Malformed("call_card")
    return Move(verb, cards)
