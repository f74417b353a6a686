"""A sensible player by rules of thumb: it prices what a hand still costs, and each play by what it leaves.

A group that does not hold costs a lead to get rid of; one that holds gives a lead back; jokers are hoarded, for with a
big one any group holds. Known partners are left alone, who is about to go out is fought, and once the rest of the hand
goes out whatever the others do, it goes.
"""

from __future__ import annotations

from typing import Final

from bot.games.baohuang import moves
from bot.games.baohuang.actions import CLAIM, NO_SOLO, PASS, PLAY, REVEAL, RISE, SOLO, STAY, YIELD, Move
from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.games.baohuang.choices import CALLED
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.plays import NO_RANK, SIX, Shape
from bot.games.baohuang.seats.outlook import Outlook
from bot.games.baohuang.view import View

# All prices are in leads: to get rid of a group that never holds costs 1. Tuned by playing against itself.
_HOLDING: Final = 1.3
"""What a group that holds is better than one that does not."""
_SMALL: Final = 0.9
_BIG: Final = 1.8
"""What a joker is worth in the hand."""
_LEAD: Final = 0.45
"""What winning a trick is worth."""
_TAKE: Final = 0.5
"""What it is worth that an opponent does not win it."""
_RACE: Final = 1.0
_RACE_FROM: Final = 1.5
"""What each lead counts more that the rest of the hand needs less than so many."""
_DANGER: Final = 1.0
_FEED: Final = 0.6
"""What it costs, and is worth, that an opponent or a partner can go out on this play."""
_NEAR: Final = 5
"""With so few cards left someone is about to go out."""
_GOES_OUT: Final = 20.0

_BARS: Final = ((CLAIM, YIELD, -5.8), (SOLO, NO_SOLO, -3.0), (REVEAL, STAY, -6.0), (RISE, STAY, -4.0))
"""How good a hand must be for the first answer, else the second: where it scored well among AI seats; more for an open
solo, since people defend better against it."""


def decide(view: View) -> str:
    """The text of what the seat of a view does; it must be asked."""
    if view.step != "play":
        return _answer(view).text
    position = _Position(view)
    value, shape = max(((position.value(shape), shape) for shape in moves.shapes(view)), default=(0, None))
    if shape is None or (value <= 0 and view.best is not None):
        return PASS
    return Move(PLAY, moves.ways(view, shape)[0]).text


class _Position:
    """A seat's turn in the play step, with what all its plays have in common."""

    def __init__(self, view: View) -> None:
        self._rules = view.rules
        self._hand = Hand(view.hand)
        self._outlook = Outlook(view)
        against = self._outlook.against
        self._near = [
            (against[seat], count) for seat, count in enumerate(view.counts) if seat != view.seat and 0 < count <= _NEAR
        ]
        self._groups = [self._group(rank, self._hand.ranks[rank]) for rank in range(SMALL_RANK)]
        self._losers = sum(group[0] for group in self._groups)
        self._need = sum(group[1] for group in self._groups)
        self._big_is_sure = self._outlook.sure(Shape(NO_RANK, 0, 0, 1))
        self._leads = view.best is None
        self._on_partner = False
        self._take = 0.0
        best, to_beat = view.best, moves.to_beat(view)
        if best is not None and to_beat is not None:
            opponent = against[best.seat]
            self._on_partner = opponent == 0
            self._take = _TAKE * (2 * opponent - 1) * self._outlook.holds(to_beat, _to_come(view, best.seat))
            if opponent > 0.5:
                self._take *= 1 + _DANGER * max(0, _NEAR + 1 - view.counts[best.seat]) / 2

    def value(self, shape: Shape) -> float:
        """What a play is worth beside passing, which is worth 0."""
        hand, outlook = self._hand, self._outlook
        if shape.size == hand.size:
            return 2 * _GOES_OUT
        holds = outlook.holds(shape)
        sure = outlook.sure(shape)
        losers, need = self._rest(shape)
        if sure and losers <= 1:
            return _GOES_OUT - shape.big
        if self._on_partner:
            return -_GOES_OUT
        value = self._take + _LEAD * holds - _SMALL * shape.small - _BIG * shape.big
        if shape.ranked:
            count = hand.ranks[shape.rank]
            value += self._price(shape.rank, count) - self._price(shape.rank, count - shape.ranked)
        if self._leads:
            value -= 0.02 * shape.rank
        if holds > 0.8:
            value += _RACE * max(0, _RACE_FROM - need)
        for opponent, count in self._near:
            if shape.size <= count:
                chance = (1 - holds) * (1 if shape.size == count else 0.4)
                value += chance * (_FEED if opponent == 0 else -_DANGER * opponent)
        return value

    def _price(self, rank: int, count: int) -> float:
        return 1 - _HOLDING * self._outlook.holds(Shape(rank, count, 0, 0)) if count else 0

    def _group(self, rank: int, count: int) -> tuple[int, float]:
        """For a group left in the hand: 1 if it may be beaten or must be last, and how likely it costs a lead."""
        if not count:
            return 0, 0
        group = Shape(rank, count, 0, 0)
        last = rank == SIX and self._rules.hold_sixes
        return int(last or not self._outlook.sure(group)), 1 - self._outlook.holds(group)

    def _rest(self, shape: Shape) -> tuple[int, float]:
        """What is left after a play: how many groups may be beaten, less those backed by big jokers, and leads needed.

        If the play holds and there is at most one such group, the hand goes out without anyone getting in between.
        Small jokers go with any group.
        """
        ranks = self._hand.ranks
        losers, need = self._losers, self._need
        if shape.ranked:
            before, after = self._groups[shape.rank], self._group(shape.rank, ranks[shape.rank] - shape.ranked)
            losers += after[0] - before[0]
            need += after[1] - before[1]
        big = ranks[BIG_RANK] - shape.big
        return losers - big * self._big_is_sure, need - big - 0.5 * (ranks[SMALL_RANK] - shape.small)


def _to_come(view: View, last: int) -> int:
    """How many seats in the game come after the viewer's before the turn is back at the seat that played last."""
    seat = view.seat
    assert seat is not None
    return sum(view.counts[(seat + step) % 5] > 0 for step in range(1, (last - seat) % 5))


def _answer(view: View) -> Move:
    may = moves.answers(view)
    for verb, otherwise, bar in _BARS:
        if Move(verb) in may and Move(otherwise) in may:
            return Move(verb if _strength(view) >= bar else otherwise)
    hand = Hand(view.hand)
    # A call comes last here: three of a card bring a guard, and a high one a guard with a high card.
    return max(may, key=lambda move: bool(move.cards) and hand.kinds[move.cards[0]] == CALLED)


def _strength(view: View) -> float:
    """How good a hand is before play: what it costs in leads, below zero, and its jokers against that."""
    hand, outlook = Hand(view.hand), Outlook(view)
    value = _SMALL * hand.ranks[SMALL_RANK] + _BIG * hand.ranks[BIG_RANK]
    for rank in range(SMALL_RANK):
        if count := hand.ranks[rank]:
            value -= 1 - _HOLDING * outlook.holds(Shape(rank, count, 0, 0))
    return value
