"""What a seat can work out from its view: who is against it, and which plays are likely to hold."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Final

from bot.games.baohuang.cards import BIG_RANK, RANK, SMALL_RANK
from bot.games.baohuang.plays import Shape
from bot.games.baohuang.view import View

_DEALT: Final = (*[16] * SMALL_RANK, 4, 4)
"""How many cards of each rank are in the deck."""
_READY: Final = 0.85
"""How likely a seat that can beat a play without jokers does so."""
_READY_JOKERS: Final = 0.35
"""How likely a seat spends jokers on that."""


class Outlook:
    """One seat's reading of the play step."""

    __slots__ = ("_most", "_others", "_overload", "against", "unseen")

    against: tuple[float, ...]
    """How likely each seat is an opponent: 0 is a known partner or the seat itself, 1 a known opponent."""
    unseen: list[int]
    """How many cards of each of the 12 ranks the others hold."""

    def __init__(self, view: View) -> None:
        self.against = opponents(view)
        self.unseen = list(_DEALT)
        for card in (*view.hand, *view.played):
            self.unseen[RANK[card]] -= 1
        others = [count for seat, count in enumerate(view.counts) if seat != view.seat and count]
        self._others = len(others)
        self._most = max(others, default=0)
        self._overload = view.rules.overload

    def sure(self, shape: Shape) -> bool:
        """Whether nobody can beat a play, whoever holds the unseen cards."""
        small, big = self.unseen[SMALL_RANK], self.unseen[BIG_RANK]
        if shape.size > self._most:
            return True
        if self._overload and (shape.small or shape.big):
            return small + big < 2 and not (shape.small and big)
        if shape.big or big < shape.small:
            return True
        return self._highest(shape) + small + big < shape.size

    def holds(self, shape: Shape, seats: int | None = None) -> float:
        """How likely it is, roughly, that none of so many seats (all others, where it is left out) beats a play."""
        if self.sure(shape):
            return 1
        others = self._others
        seats = others if seats is None else seats
        jokers = self.unseen[SMALL_RANK] + self.unseen[BIG_RANK]
        if shape.small or shape.big:
            return 1 - _READY_JOKERS * _someone_has(jokers, 2 * shape.small + 3 * shape.big, others, seats)
        chance = 1 - _READY_JOKERS * _someone_has(jokers, shape.size, others, seats)
        for count in self.unseen[shape.rank + 1 : SMALL_RANK]:
            chance *= 1 - _READY * _someone_has(count, shape.size, others, seats)
        return chance

    def _highest(self, shape: Shape) -> int:
        return max(self.unseen[shape.rank + 1 : SMALL_RANK], default=0) if shape.ranked else 0


def opponents(view: View) -> tuple[float, ...]:
    """How likely each seat is against the viewer, by what is public and its own role alone."""
    if view.role == "guard":
        return tuple(float(seat not in (view.seat, view.emperor)) for seat in range(5))
    known = view.solo is not None or view.guard is not None
    # Who may be the guard, as far as can be told: a guard never rises.
    doubted = [] if known else [seat for seat in range(5) if seat not in (view.seat, view.emperor, *view.rose)]
    chance = {seat: 1 / len(doubted) for seat in doubted}
    if view.role == "emperor":
        partner = {view.seat: 1.0, view.guard: 1.0} | chance
        return tuple(1 - partner.get(seat, 0.0) for seat in range(5))
    against = {view.emperor: 1.0, view.guard: 1.0} | chance
    return tuple(against.get(seat, 0.0) for seat in range(5))


@cache
def _someone_has(cards: int, needed: int, sharers: int, seats: int) -> float:
    """How likely one of some seats has at least so many of the cards that the sharers, they among them, share."""
    if cards < needed or not seats:
        return 0
    share = 1 / sharers
    fewer = sum(comb(cards, n) * share**n * (1 - share) ** (cards - n) for n in range(needed))
    return float(1 - fewer**seats)
