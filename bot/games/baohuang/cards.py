"""Cards as small integers, and their text form (RECORD.md, "Cards").

A card is its kind: 168 cards of 45 kinds, since the four copies of a card cannot be told apart unless one is marked.
Kinds 0 to 39 are rank * 4 + suit (ranks 6 to 2, suits s h c d), 40 is the small joker, 41 the big joker; then the
marked ones: 42 the heart 2 with a sword, 43 the small joker with a sword, 44 the big joker with a sceptre.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from bot.games.base import Malformed

Card: TypeAlias = int

RANKS: Final = "6789TJQKA2"
SUITS: Final = "shcd"
SMALL_JOKER: Final[Card] = 40
BIG_JOKER: Final[Card] = 41
MARKED_HEART_2: Final[Card] = 42
MARKED_SMALL_JOKER: Final[Card] = 43
EMPEROR_CARD: Final[Card] = 44
KINDS: Final = 45
"""Number of kinds; a hand counted by kind is a sequence of this length."""

SMALL_RANK: Final = 10
BIG_RANK: Final = 11
"""Ranks 0 to 9 are 6 to 2, 10 is the small joker, 11 the big joker: a higher rank beats a lower one."""

TEXT: Final[tuple[str, ...]] = (*(rank + suit for rank in RANKS for suit in SUITS), "x", "X", "2h*", "x*", "X*")
"""The text of each kind."""
RANK: Final[tuple[int, ...]] = (*(card // 4 for card in range(40)), SMALL_RANK, BIG_RANK, 9, SMALL_RANK, BIG_RANK)
"""The rank of each kind; a marked card ranks as an unmarked one."""
UNMARKED: Final[tuple[Card, ...]] = (*range(42), 37, SMALL_JOKER, BIG_JOKER)
"""The unmarked twin of each kind (itself, where it is unmarked)."""

_KIND: Final = {text: kind for kind, text in enumerate(TEXT)}


def card(text: str) -> Card:
    """The card with this text form; raise Malformed("card", text=...) if there is none."""
    kind = _KIND.get(text)
    if kind is None:
        raise Malformed("card", text=text)
    return kind


def suit(card: Card) -> int | None:
    """The suit 0 to 3 (s h c d) of a card; None for a joker."""
    twin = UNMARKED[card]
    return None if twin >= SMALL_JOKER else twin % 4


OF_RANK: Final[tuple[tuple[Card, ...], ...]] = (
    *(tuple(range(rank * 4, rank * 4 + 4)) for rank in range(9)),
    (36, 37, MARKED_HEART_2, 38, 39),
    (SMALL_JOKER, MARKED_SMALL_JOKER),
    (BIG_JOKER, EMPEROR_CARD),
)
"""The kinds of each rank in the order in which the system plays equal cards: s h c d, a marked card after its twin."""


def high_to_low(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted for reading: by rank from high to low, in each by suit s h c d, a marked card last."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def spell(cards: Iterable[Card]) -> str:
    """The text forms of the cards, separated by single spaces."""
    return " ".join([TEXT[card] for card in cards])


_PLACE: Final = [-RANK[kind] * KINDS + kind for kind in range(KINDS)]
