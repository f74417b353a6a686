"""Typed cards found in a hand, and plays written so that they can be typed."""

from __future__ import annotations

from typing import Final

from bot.games.baohuang.cards import BIG_RANK, OF_RANK, RANK, SMALL_RANK, TEXT, UNMARKED, Card, high_to_low, suit
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.plays import Shape, pick, shape_of
from bot.games.baohuang.reading import GUARD, Asked, Want, beginnings, is_play
from bot.games.baohuang.usual import MOST, shapes, usual
from bot.games.baohuang.view import View
from bot.games.base import Illegal

_NAMES: Final = tuple(text.replace("x", "SJ").replace("X", "BJ").replace("T", "10") for text in TEXT)
"""How each kind is written: as in records, but without the x, which could be a times sign."""
_RANK_NAMES: Final = tuple(_NAMES[kinds[0]].removesuffix("s") for kinds in OF_RANK)


def resolve(asked: Asked, view: View) -> tuple[Card, ...]:
    """The cards of the viewer's hand that were asked for, from high to low.

    Of equal cards those that give a secret away go last, the others in the order s h c d. Raises Illegal for cards that
    are no play or not held. Whether they beat the last play is for the round to say.
    """
    asked = _known(asked, view)
    if not is_play(asked):
        raise Illegal("play_mixed")
    hand = Hand(view.hand)
    cards: list[Card] = []
    for want in sorted(asked, key=lambda want: (not want.marked, want.suit is None)):
        taken = [card for card in _in_order(hand, want.rank, view.secret) if _fits(card, want)][: asked[want]]
        if len(taken) < asked[want]:
            raise Illegal("cards_short", card=_name(want), held=sum(_fits(card, want) for card in view.hand))
        hand.remove(taken)
        cards += taken
    return high_to_low(cards)


def write(cards: tuple[Card, ...], view: View) -> str:
    """The text, at most 100 characters, that is read back to this play of the viewer's hand.

    Suits and marks are written only where the system would choose others of equal cards.
    """
    shape = shape_of(cards)
    if shape is None or pick(Hand(view.hand), shape, view.secret) != high_to_low(cards):
        return " ".join(_NAMES[card] for card in high_to_low(cards))
    words = [_RANK_NAMES[BIG_RANK]] * shape.big + [_RANK_NAMES[SMALL_RANK]] * shape.small
    if shape.ranked:
        name = _RANK_NAMES[shape.rank]
        words.append((" " if len(name) > 1 else "").join([name] * shape.ranked))
    return " ".join(words)


def matches(text: str, view: View) -> list[tuple[Card, ...]]:
    """At most MOST legal plays that fit a text typed so far, the best first; no text gives the usual plays."""
    if not text.strip():
        return usual(view)
    possible = shapes(view)
    readings = beginnings(text)
    found: dict[tuple[Card, ...], None] = {}
    for exact in (True, False):
        for asked in readings:
            size = sum(asked.values())
            for shape in possible:
                if (shape.size == size) is exact and len(found) < MOST and (cards := _completed(asked, shape, view)):
                    found[cards] = None
    return list(found)


def _completed(asked: Asked, shape: Shape, view: View) -> tuple[Card, ...] | None:
    """The play of a shape that has all that was asked for, if the hand can make one."""
    missing = {BIG_RANK: shape.big, SMALL_RANK: shape.small} | ({shape.rank: shape.ranked} if shape.ranked else {})
    try:
        whole = _known(asked, view)
        for want, count in whole.items():
            missing[want.rank] = missing.get(want.rank, 0) - count
        if min(missing.values()) < 0:
            return None
        for rank, count in missing.items():
            want = Want(rank, None, marked=False)
            whole[want] = whole.get(want, 0) + count
        return resolve(whole, view)
    except Illegal:
        return None


def _known(asked: Asked, view: View) -> Asked:
    """The same with the guard card of the variant; raise Illegal where it has none."""
    guard_card = view.rules.variant.guard_card
    if guard_card is not None:
        twin = Want(RANK[guard_card], suit(guard_card), marked=True)
        return {twin if want.rank == GUARD else want: count for want, count in asked.items()}
    if any(want.rank == GUARD for want in asked):
        raise Illegal("guard_card_none")
    return dict(asked)


def _in_order(hand: Hand, rank: int, secret: Card | None) -> list[Card]:
    """The cards of a rank in the order in which the system plays them, the last copy of the secret kind last."""
    kinds = OF_RANK[rank]
    cards = [kind for kind in kinds for _ in range(hand.kinds[kind] - (kind == secret))]
    if secret is not None and secret in kinds and hand.kinds[secret]:
        cards.append(secret)
    return cards


def _fits(card: Card, want: Want) -> bool:
    return RANK[card] == want.rank and want.suit in (None, suit(card)) and (UNMARKED[card] != card or not want.marked)


def _name(want: Want) -> str:
    """How what was asked for is written."""
    if want.suit is None and not want.marked:
        return _RANK_NAMES[want.rank]
    return next(_NAMES[kind] for kind in reversed(OF_RANK[want.rank]) if _fits(kind, want))
