"""What a seat may answer before the play step: throne, solo, call, declarations.

``refusal`` holds each rule once; what is legal is what it does not refuse.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.games.baohuang.actions import CALL, CLAIM, NO_SOLO, REVEAL, RISE, SOLO, STAY, YIELD, Move
from bot.games.baohuang.cards import OF_RANK, SMALL_JOKER, Card
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.shuffle import COPIES
from bot.games.base import Illegal

VERBS: Final = {"throne": (CLAIM, YIELD), "solo": (SOLO, NO_SOLO), "call": (CALL,), "declare": (STAY, REVEAL, RISE)}
"""What can be said in each step before the play step, by some seat."""
_MOVES: Final = {step: [Move(verb) for verb in verbs] for step, verbs in VERBS.items()}
CALLED: Final = COPIES - 1
"""How many of a card the emperor must hold to call it."""


class Stand(NamedTuple):
    """What decides the answers of one seat that is asked before the play step."""

    step: str
    rules: Rules
    hand: Hand
    again: bool
    """Whether it has held the emperor card before in this deal (throne)."""
    guard: bool
    """Whether it is the guard (declarations)."""


def callable_cards(hand: Hand) -> tuple[Card, ...]:
    """The cards of which a hand holds three or four identical ones, highest first, in a rank in the order s h c d."""
    return tuple(
        card for rank in reversed(range(SMALL_JOKER // 4)) for card in OF_RANK[rank] if hand.kinds[card] >= CALLED
    )


def can_call(hand: Hand) -> bool:
    """Whether a hand holds three or four identical cards, jokers aside."""
    return max(hand.kinds[:SMALL_JOKER]) >= CALLED


def must_claim(hand: Hand) -> bool:
    """Whether a classic hand leaves no choice the second time: it can call, and holds no four identical cards."""
    return max(hand.kinds[:SMALL_JOKER]) == CALLED


def refusal(stand: Stand, move: Move) -> Illegal | None:
    """Why a seat may not answer this, or None if it may."""
    step, rules, hand, again, guard = stand
    verb = move.verb
    guard_card = rules.variant.guard_card
    if verb not in VERBS.get(step, ()):
        return Illegal("wrong_step")
    if verb == CLAIM and guard_card is None and not can_call(hand):
        return Illegal("claim_needs_three")
    if verb == YIELD and guard_card is None and again and must_claim(hand):
        return Illegal("yield_must_claim")
    if verb == SOLO and not (rules.grab or guard_card is None or hand.kinds[guard_card]):
        return Illegal("solo_needs_guard_card")
    if verb == CALL and move.cards[0] not in callable_cards(hand):
        return Illegal("call_needs_three")
    if verb == REVEAL and not guard:
        return Illegal("reveal_not_guard")
    if verb == RISE and not rules.rebellion:
        return Illegal("rise_not_played")
    if verb == RISE and guard:
        return Illegal("rise_guard")
    return None


def legal(stand: Stand) -> list[Move]:
    """All that a seat may answer."""
    if stand.step == "call":
        return [Move(CALL, (card,)) for card in callable_cards(stand.hand)]
    return [move for move in _MOVES[stand.step] if refusal(stand, move) is None]


def autopilot(stand: Stand) -> Move:
    """What autopilot answers (RULES.md, "Autopilot"): yield where it may, no solo, the highest call, no declaration."""
    may = legal(stand)
    return next((move for move in may if move.verb in (YIELD, NO_SOLO, STAY)), may[0])


def added(hand: Hand) -> Card:
    """The card that a seat adds to the packet: its highest below the jokers, of several suits the first of s h c d."""
    return next(card for rank in reversed(range(SMALL_JOKER // 4)) for card in OF_RANK[rank] if hand.kinds[card])
