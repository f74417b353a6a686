"""Plays: what beats what, and which plays a hand has (RULES.md, "Playing", "Overload", "Hold the sixes").

Suits never matter for beating, so all of this works on shapes. Which of several equal cards stand for a shape matters
for the guard's secret only; ``pick`` and ``ways`` choose them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from bot.games.baohuang.actions import PASS, PLAY, Move
from bot.games.baohuang.cards import BIG_RANK, OF_RANK, RANK, SMALL_RANK, Card, high_to_low
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.rules import Rules
from bot.games.base import Illegal

NO_RANK: Final = -1
"""The rank of a play of jokers alone."""
SIX: Final = 0
"""The rank of the sixes."""
TWO: Final = 9
"""The rank of the twos."""


class Shape(NamedTuple):
    """A play without its suits: so many cards of one rank, backed by so many small and big jokers."""

    rank: int
    """0 to 9, or NO_RANK exactly when ``ranked`` is 0."""
    ranked: int
    """How many cards of that rank."""
    small: int
    """How many small jokers."""
    big: int
    """How many big jokers."""

    @property
    def size(self) -> int:
        """Number of cards."""
        return self.ranked + self.small + self.big


Pattern = tuple[int, int, int]
"""A shape without its rank: ranked, small, big."""
_NONE: Final = (0,)
Row = tuple[Shape, ...]
"""The shapes of one pattern, by rank; of a pattern without ranked cards, the one shape."""


@cache
def _row(pattern: Pattern) -> Row:
    return tuple(Shape(rank, *pattern) for rank in range(SMALL_RANK)) if pattern[0] else (Shape(NO_RANK, *pattern),)


@lru_cache(4096)  # most plays are one or two cards, so the same ones come back all the time
def shape_of(cards: tuple[Card, ...]) -> Shape | None:
    """The shape of some cards; None if they are no play (no cards, or more than one rank beside jokers)."""
    ranks = [RANK[card] for card in cards]
    small, big = ranks.count(SMALL_RANK), ranks.count(BIG_RANK)
    ranked = {rank for rank in ranks if rank < SMALL_RANK}
    if not cards or len(ranked) > 1:
        return None
    return Shape(ranked.pop() if ranked else NO_RANK, len(cards) - small - big, small, big)


@cache
def beating(pattern: Pattern, overload: bool) -> frozenset[Pattern]:
    """All patterns that beat a pattern, if the rank of their ranked cards (where they have any) is higher.

    Each old card is beaten by a group of its own. Which groups there are is the whole rule: one big joker for a small
    one, one higher card or joker for a ranked one; overload adds two big or three small for a big joker, two small
    for a small one.
    """
    count, small, big = pattern
    if big and not overload:
        return frozenset()
    return frozenset(
        (
            count - ranked_by_big - ranked_by_small,
            3 * (big - big_by_big) + 2 * (small - small_by_big) + ranked_by_small,
            2 * big_by_big + small_by_big + ranked_by_big,
        )
        for big_by_big in range(big + 1)
        for small_by_big in (range(small + 1) if overload else (small,))
        for ranked_by_big in range(count + 1)
        for ranked_by_small in range(count - ranked_by_big + 1)
    )


@lru_cache(4096)
def beats(new: Shape, old: Shape, overload: bool) -> bool:
    """Whether a play beats another, with or without the overload option."""
    return (not new.ranked or new.rank > old.rank) and new[1:] in beating(old[1:], overload)


@cache
def _rows(
    ranked: int, small: int, big: int, overload: bool, most_small: int, most_big: int
) -> tuple[tuple[int, Row], ...]:
    """What beats a pattern with no more than so many jokers: ranked cards needed (fewest first) and the shapes."""
    ways = beating((ranked, small, big), overload)
    found = sorted(new for new in ways if new[1] <= most_small and new[2] <= most_big)
    return tuple((new[0], _row(new)) for new in found)


@cache
def _backed(rank: int, count: int, small: int, big: int) -> Row:
    """The plays of one to ``count`` cards of a rank with none to all of the jokers, cheapest jokers first."""
    return tuple(
        _row((ranked, smalls, bigs))[max(rank, 0)]
        for ranked in (range(1, count + 1) if count else (0,))
        for bigs in range(big + 1)
        for smalls in range(small + 1)
        if ranked + smalls + bigs
    )


def leads(hand: Hand, rules: Rules) -> list[Shape]:
    """All shapes that a hand may lead, of single cards the lowest first; empty only for an empty hand."""
    ranks = hand.ranks
    small, big = ranks[SMALL_RANK], ranks[BIG_RANK]
    found: list[Shape] = []
    for rank in range(SMALL_RANK):
        if count := ranks[rank]:
            if rank == SIX and rules.hold_sixes:
                if count + small + big == hand.size:
                    found.append(_row((count, small, big))[SIX])
            else:
                found += _backed(rank, count, small, big)
    if small or big:
        found += _backed(NO_RANK, 0, small, big)
    return found


def answers(hand: Hand, old: Shape, rules: Rules) -> list[Shape]:
    """All shapes by which a hand can beat a play; empty where it can only pass."""
    ranks = hand.ranks
    found: list[Shape] = []
    rank, ranked, small, big = old
    rows = _rows(ranked, small, big, rules.overload, ranks[SMALL_RANK], ranks[BIG_RANK])
    if rows:
        lowest = rank + 1
        most = max(ranks[lowest:SMALL_RANK] or _NONE)
        for count, row in rows:
            if count > most:  # most turns end here at once: they are forced passes
                break
            if count:
                for rank in range(lowest, SMALL_RANK):
                    if ranks[rank] >= count:
                        found.append(row[rank])  # noqa: PERF401 - faster than a comprehension on so few
            else:
                found.append(row[0])
    return found


def legal(hand: Hand, old: Shape | None, rules: Rules) -> list[Shape]:
    """All shapes that a hand may play: to beat ``old``, or to lead where there is none."""
    return leads(hand, rules) if old is None else answers(hand, old, rules)


def refusal(hand: Hand, old: Shape | None, rules: Rules, move: Move) -> Illegal | None:
    """Why a hand may not do this in its turn, or None if it may; plays agree with ``legal`` for every suit."""
    verb, cards = move
    if verb == PASS:
        return Illegal("pass_lead") if old is None else None
    if verb != PLAY:
        return Illegal("wrong_step")
    shape = shape_of(cards)
    if shape is None:
        return Illegal("play_mixed")
    if not hand.holds(cards):
        return Illegal("play_not_held")
    if old is not None and not beats(shape, old, rules.overload):
        if shape.size != old.size and not rules.overload:
            return Illegal("play_count", needed=old.size)
        return Illegal("play_too_low")
    if rules.hold_sixes and shape.rank == SIX and len(cards) != hand.size:
        return Illegal("play_sixes")
    return None


def pick(hand: Hand, shape: Shape, secret: Card | None = None) -> tuple[Card, ...]:
    """The cards the system plays for a shape that the hand has, from high to low (RULES.md, "The guard").

    ``secret`` is the kind whose last copy in this hand gives a secret away when it is played: that copy goes last
    among its equals, the others in the order s h c d.
    """
    rank, ranked, small, big = shape
    cards: list[Card] = []
    if big:
        _take(hand.kinds, BIG_RANK, big, secret, cards)
    if small:
        _take(hand.kinds, SMALL_RANK, small, secret, cards)
    if ranked:
        _take(hand.kinds, rank, ranked, secret, cards)
    # Only a secret and the marked 2 are taken in another order than that of reading.
    return tuple(cards) if secret is None and rank != TWO else high_to_low(cards)


def _take(kinds: list[int], rank: int, wanted: int, secret: Card | None, cards: list[Card]) -> None:
    """Add so many cards of a rank, of which there are enough, to ``cards``."""
    for kind in OF_RANK[rank]:
        spare = kinds[kind]
        if kind == secret:
            spare -= 1
        if spare >= wanted:
            cards += [kind] * wanted
            return
        if spare > 0:
            cards += [kind] * spare
            wanted -= spare
    if secret is not None:
        cards.append(secret)


def gives_away(hand: Hand, secret: Card | None, cards: tuple[Card, ...]) -> bool:
    """Whether playing these cards of a hand gives its secret away: the last copy of the secret kind goes with them."""
    return secret is not None and secret in cards and cards.count(secret) == hand.kinds[secret]


def ways(hand: Hand, shape: Shape, secret: Card | None = None) -> tuple[tuple[Card, ...], ...]:
    """The one or two ways to play a shape: the system's, then one that gives the secret away if the first does not."""
    usual = pick(hand, shape, secret)
    if secret is None or not hand.kinds[secret] or gives_away(hand, secret, usual):
        return (usual,)
    copies = hand.kinds[secret]
    rank = RANK[secret]
    wanted = {SMALL_RANK: shape.small, BIG_RANK: shape.big, shape.rank: shape.ranked}.get(rank, 0)
    if wanted < copies:
        return (usual,)
    equal = [card for card in usual if RANK[card] == rank and card != secret]
    others = [card for card in usual if RANK[card] != rank]
    return usual, high_to_low([*others, *([secret] * copies), *equal[: wanted - copies]])
