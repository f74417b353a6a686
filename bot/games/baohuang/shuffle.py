"""The shuffle that anyone can repeat (RECORD.md, "The shuffle")."""

from __future__ import annotations

import struct
from functools import cache
from hashlib import sha256
from typing import Final

from bot.games.baohuang.cards import BIG_JOKER, EMPEROR_CARD, RANKS, SMALL_JOKER, UNMARKED, Card
from bot.games.baohuang.rules import Variant

COPIES: Final = 4
"""How many cards of each suit and rank, and of each joker."""
DECK: Final = 168
"""Number of cards dealt."""

_cut = struct.Struct(">4Q").unpack
_LIMITS: Final = tuple(2**64 // (i + 1) * (i + 1) for i in range(DECK))


@cache
def deck(variant: Variant) -> tuple[Card, ...]:
    """All cards in order, unshuffled; a marked card is the first of its four."""
    cards = [kind for kind in (*range(len(RANKS) * 4), SMALL_JOKER, BIG_JOKER) for _ in range(COPIES)]
    for marked in (variant.guard_card, EMPEROR_CARD):
        if marked is not None:
            cards[cards.index(UNMARKED[marked])] = marked
    return tuple(cards)


def deal(variant: Variant, secret: bytes, salt: str, number: int, first_seat: int) -> tuple[list[Card], ...]:
    """The hands of the five seats, in the order dealt, for the deal of this number (0, then 1, ... after redeals)."""
    cards = list(deck(variant))
    key = sha256(secret + salt.encode() + b"/%d" % number).digest()
    i = DECK - 1
    block = 0
    while i:
        for word in _cut(sha256(key + block.to_bytes(8, "big")).digest()):
            if i and word < _LIMITS[i]:  # else one of the few words that would favour low positions: it is dropped
                j = word % (i + 1)
                cards[i], cards[j] = cards[j], cards[i]
                i -= 1
        block += 1
    return tuple(cards[(seat - first_seat) % 5 :: 5] for seat in range(5))
