"""Cards in words: what a picture shows, for screen readers and for when it does not load."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.games.baohuang.cards import BIG_RANK, EMPEROR_CARD, RANK, RANKS, SMALL_RANK, UNMARKED, Card, suit
from bot.games.baohuang.view import View
from bot.texts import say

SIX: Final = 0
"""The rank of the sixes."""
SUIT_SIGNS: Final = "♠♥♣♦"
"""The signs of the suits s h c d."""


def in_order(cards: Iterable[Card], called: Card | None = None) -> list[list[Card]]:
    """Cards by rank, from high to low; each rank by suit, with called cards and then a marked card last."""
    ordered = sorted(cards, key=lambda card: (-RANK[card], UNMARKED[card] != card, card == called, card))
    return [list(group) for _, group in groupby(ordered, key=RANK.__getitem__)]


def mark(card: Card) -> str | None:
    """What a card is by its mark, as a key within texts' ``cards``; None for an unmarked card."""
    if UNMARKED[card] == card:
        return None
    return "emperor_card" if card == EMPEROR_CARD else "guard_card"


def rank_word(rank: int, language: str) -> str:
    """A rank 0 to 11 as people write it: 6 to 10, J to A, 2, or a joker's name."""
    if rank >= SMALL_RANK:
        return say(language, "cards.big_joker" if rank == BIG_RANK else "cards.small_joker")
    return "10" if RANKS[rank] == "T" else RANKS[rank]


def card_word(card: Card, language: str) -> str:
    """One card with its suit, and what it is by its mark: ``K♠``, ``2♥ (guard card)``, ``big joker``."""
    place, key = suit(card), mark(card)
    word = rank_word(RANK[card], language) + ("" if place is None else SUIT_SIGNS[place])
    return word if key is None else say(language, "cards.note", group=word, note=say(language, f"cards.{key}"))


def describe_cards(cards: Iterable[Card], language: str, called: Card | None = None) -> str:
    """Cards by rank from high to low, with marked and called ones named: ``big joker×2 (incl. emperor card), K×6``."""
    groups = [_describe_group(group, language, called) for group in in_order(cards, called)]
    return say(language, "cards.separator").join(groups)


def describe_hand(
    cards: Iterable[Card],
    language: str,
    called: Card | None = None,
    chosen: Iterable[Card] | None = None,
    *,
    low_first: bool = False,
    hold_sixes: bool = False,
) -> str:
    """A hand in one line: how many cards, and which; or that none are left. The arguments are ``Pictures.hand``'s."""
    groups = in_order(cards, called)
    if not groups:
        return say(language, "cards.none")
    held = hold_sixes and must_hold_sixes(groups)
    count = sum(map(len, groups))
    said = say(language, "cards.separator").join(
        _describe_group(group, language, called) for group in (reversed(groups) if low_first else groups)
    )
    said = say(language, "cards.hand" if count > 1 else "cards.hand_one", count=count, groups=said)
    if held:
        said = say(language, "picture.held", hand=said)
    picked = list(chosen or ())
    return say(language, "picture.chosen", hand=said, groups=describe_cards(picked, language)) if picked else said


def must_hold_sixes(groups: Sequence[Sequence[Card]]) -> bool:
    """Whether a hand has sixes that may not be played yet, where they are held to the last: it has other ranks too."""
    ranks = [RANK[group[0]] for group in groups]
    return SIX in ranks and any(SIX < rank < SMALL_RANK for rank in ranks)


def known_role(view: View, seat: int) -> str:
    """The role of a seat as far as the view tells: emperor, guard, rebel or unknown."""
    guard = view.seat if view.role == "guard" else view.guard
    if seat == view.emperor:
        return "emperor"
    if seat == guard:
        return "guard"
    if seat == view.seat and view.role is not None:
        return view.role
    return "unknown" if guard is None and view.solo is None else "rebel"


def on_turn(view: View, seat: int) -> bool:
    """Whether everyone waits for a seat; where answers are secret, nobody is pointed at."""
    return seat in view.asked and view.step not in ("solo", "declare")


def unseen(view: View) -> tuple[int, ...]:
    """How many cards of each rank, from low to high, are neither played nor in the hand of whose view it is."""
    counts = [16] * SMALL_RANK + [4, 4]
    for cards in (view.hand, *(entry.cards for entry in view.history)):
        for card in cards:
            counts[RANK[card]] -= 1
    return tuple(counts)


def _describe_group(group: list[Card], language: str, called: Card | None) -> str:
    count = len(group)
    word = rank_word(RANK[group[0]], language) + (f"×{count}" if count > 1 else "")
    key = mark(group[-1])
    if key is not None:
        name = say(language, f"cards.{key}")
        return say(
            language, "cards.note", group=word, note=name if count == 1 else say(language, "cards.with", name=name)
        )
    if called in group:
        note = say(language, "cards.called", card=card_word(called, language), count=group.count(called))
        return say(language, "cards.note", group=word, note=note)
    return word
