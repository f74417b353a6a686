"""Plays that people at the table would shake their heads at, as predicates over a turn.

Each judges by what the player sees, never by what the others really hold, and holds only where nearly everyone
would agree: an unusual play may be a good one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.games.baohuang import moves, plays
from bot.games.baohuang.actions import parse
from bot.games.baohuang.cards import BIG_RANK, RANKS, SMALL_RANK, Card
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.plays import NO_RANK, SIX, Shape
from bot.games.baohuang.shuffle import deck
from bot.games.baohuang.view import View

TEN: Final = RANKS.index("T")
KING: Final = RANKS.index("K")
NEAR: Final = 5
"""With so few cards left someone is about to go out."""
BIG_GROUP: Final = 4


@dataclass(frozen=True)
class Turn:
    """What a player did in its turn of the play step, and what it saw."""

    view: View
    text: str

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """What was played; empty for a pass."""
        return parse(self.text).cards

    @cached_property
    def shape(self) -> Shape:
        """The same as a shape; of no cards for a pass."""
        return plays.shape_of(self.cards) or Shape(NO_RANK, 0, 0, 0)

    @cached_property
    def passed(self) -> bool:
        return not self.cards

    @cached_property
    def hand(self) -> Hand:
        return Hand(self.view.hand)

    @cached_property
    def best(self) -> Shape | None:
        return moves.to_beat(self.view)

    @cached_property
    def legal(self) -> list[Shape]:
        return moves.shapes(self.view)

    @cached_property
    def partners(self) -> frozenset[int]:
        """The seats still in the game that are known to be on the player's side."""
        view = self.view
        others = {seat for seat in range(5) if seat != view.seat and view.counts[seat]}
        found: set[int | None]
        if view.role == "emperor":
            found = {view.guard}
        elif view.role == "guard":
            found = {view.emperor}
        elif view.guard is not None or view.solo is not None:
            found = {seat for seat in range(5) if seat not in (view.emperor, view.guard)}
        else:
            found = {*view.rose}
        return frozenset(others & found)

    @cached_property
    def opponents(self) -> frozenset[int]:
        """The seats still in the game that are known to be against the player."""
        view = self.view
        others = {seat for seat in range(5) if seat != view.seat and view.counts[seat]}
        found: set[int | None]
        if view.role == "rebel":
            found = {view.emperor, view.guard}
        elif view.role == "guard" or view.guard is not None or view.solo is not None:
            found = {*range(5)} - self.partners
        else:
            found = {*view.rose}
        return frozenset(others & found)

    @cached_property
    def calm(self) -> bool:
        """Whether nobody is about to go out, and the player does not see its way out either."""
        return min(count for count in self.view.counts if count) > NEAR and not self.ways_out

    @cached_property
    def unseen(self) -> Hand:
        """The cards of all others together."""
        left = Counter(deck(self.view.rules.variant))
        left.subtract((*self.view.hand, *self.view.played))
        return Hand(tuple(left.elements()))

    def holds(self, shape: Shape) -> bool:
        """Whether nobody can beat a play, whatever the others hold."""
        others = [count for seat, count in enumerate(self.view.counts) if seat != self.view.seat]
        return all(answer.size > max(others) for answer in plays.answers(self.unseen, shape, self.view.rules))

    def goes_out(self, shape: Shape) -> bool:
        """Whether a play is the whole hand."""
        return shape.size == self.hand.size

    @cached_property
    def ways_out(self) -> list[Shape]:
        """Plays after which the rest of the hand goes out whatever the others do, or that are the whole hand."""
        return [shape for shape in self.legal if self.goes_out(shape) or self._runs(shape)]

    @cached_property
    def _losers(self) -> frozenset[int]:
        """The ranks of groups that may be beaten, or wait for the end."""
        ranks = self.hand.ranks
        return frozenset(
            rank
            for rank in range(SMALL_RANK)
            if ranks[rank]
            and (not self.holds(Shape(rank, ranks[rank], 0, 0)) or (rank == SIX and self.view.rules.hold_sixes))
        )

    def _runs(self, shape: Shape) -> bool:
        ranks = self.hand.ranks
        spare = (ranks[SMALL_RANK] - shape.small) * self.holds(Shape(NO_RANK, 0, 1, 0))
        spare += (ranks[BIG_RANK] - shape.big) * self.holds(Shape(NO_RANK, 0, 0, 1))
        losers = len(self._losers - {shape.rank})
        left = ranks[shape.rank] - shape.ranked if shape.ranked else 0
        losers += left > 0 and not self.holds(Shape(shape.rank, left, 0, 0))
        # A joker that nobody can beat makes any group hold; the last group need not.
        return losers - spare <= 1 and self.holds(shape)

    @cached_property
    def far(self) -> bool:
        """Whether nothing is urgent, and at least three low groups would be left after this play."""
        ranks = self.hand.ranks
        return (
            self.calm and sum(count > 0 for rank, count in enumerate(ranks[: TEN + 1]) if rank != self.shape.rank) > 2
        )

    @cached_property
    def alone(self) -> bool:
        """Whether an opponent is known to win the trick if this player passes, but for another opponent's play."""
        view, best = self.view, self.view.best
        if best is None or best.seat not in self.opponents:
            return False
        between = {(self.seat + step) % 5 for step in range(1, (best.seat - self.seat) % 5)}
        return all(seat in self.opponents or not view.counts[seat] for seat in between)

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        assert self.view.seat is not None
        return self.view.seat

    def group(self, shape: Shape) -> bool:
        """Whether a play is a whole group without jokers."""
        return shape.size == shape.ranked == self.hand.ranks[shape.rank]


Absurd = Callable[[Turn], bool]


def beats_a_partner(turn: Turn) -> bool:
    """It would have held the trick for our side; nobody beats his own man but to go out."""
    best = turn.view.best
    return best is not None and best.seat in turn.partners and not turn.passed and turn.shape not in turn.ways_out


def wastes_a_big_joker(turn: Turn) -> bool:
    """The best card there is, for a few cards of ten or less, while the hand is far from its end."""
    best = turn.best
    low = best is not None and best.size == best.ranked <= 3 and best.rank <= TEN
    return low and turn.shape.big > 0 and turn.far


def leads_jokers(turn: Turn) -> bool:
    """Jokers are kept for when they are needed."""
    return turn.best is None and turn.shape.small + turn.shape.big > 0 and turn.far


def stays_in(turn: Turn) -> bool:
    """Who can go out goes out."""
    return not turn.goes_out(turn.shape) and any(turn.goes_out(shape) for shape in turn.legal)


def misses_the_way_out(turn: Turn) -> bool:
    """The rest of the hand went out whatever the others did, and another play was made."""
    return bool(turn.ways_out) and turn.shape not in turn.ways_out


def lets_the_last_card_go(turn: Turn) -> bool:
    """An opponent with one card left wins the trick, so it is out, and we could have stopped it without a joker."""
    best = turn.view.best
    if best is None or not turn.passed or not turn.alone or turn.view.counts[best.seat] != 1:
        return False
    return any(shape.size == shape.ranked for shape in turn.legal)


def leads_a_high_single(turn: Turn) -> bool:
    """A king or higher on its own, while many low cards wait."""
    shape = turn.shape
    return turn.best is None and shape.size == shape.ranked == 1 and shape.rank >= KING and turn.far


def splits_a_big_group(turn: Turn) -> bool:
    """Four or more of a rank are torn apart to beat a low single, although there is a single to do it."""
    best, ranks = turn.best, turn.hand.ranks
    if best is None or best.rank > TEN or best.size != 1 or turn.shape.size != 1 or not turn.shape.ranked:
        return False
    single = any(ranks[rank] == 1 for rank in range(best.rank + 1, SMALL_RANK))
    return ranks[turn.shape.rank] >= BIG_GROUP and single and turn.calm


def feeds_an_opponent(turn: Turn) -> bool:
    """A single is led that an opponent goes out on with its last card, although there is something else to lead."""
    last = any(turn.view.counts[seat] == 1 for seat in turn.opponents)
    if turn.best is not None or turn.shape.size != 1 or not last or turn.holds(turn.shape) or turn.ways_out:
        return False
    return any(turn.group(shape) and shape.size > 1 for shape in turn.legal)


def leads_low_to_a_last_card(turn: Turn) -> bool:
    """An opponent has one card left, and the single that is led is not our highest, which might have stopped it."""
    shape = turn.shape
    last = any(turn.view.counts[seat] == 1 for seat in turn.opponents)
    if turn.best is not None or shape.size != 1 or not last or turn.holds(shape) or turn.ways_out:
        return False
    return any(one.size == one.ranked == 1 and one.rank > shape.rank >= 0 for one in turn.legal)


def gives_itself_away(turn: Turn) -> bool:
    """The card that tells who it is goes, although an equal one would have done."""
    view = turn.view
    if turn.passed or not moves.gives_away(view, turn.cards):
        return False
    return not moves.gives_away(view, moves.ways(view, turn.shape)[0])


def passes_for_nothing(turn: Turn) -> bool:
    """An opponent wins the trick, and a low group that beats it stays in the hand, where it is worth nothing."""
    return turn.passed and turn.alone and any(turn.group(shape) and shape.rank <= TEN for shape in turn.legal)


def spends_a_joker_for_nothing(turn: Turn) -> bool:
    """A joker is spent where a low group does it, and much is left to get rid of."""
    shape = turn.shape
    spent = turn.best is not None and shape.small + shape.big > 0 and turn.far
    return spent and any(turn.group(one) and one.rank <= TEN for one in turn.legal)


def breaks_a_group_to_lead(turn: Turn) -> bool:
    """Part of four or more low cards is led although there are low groups to lead whole, and nothing is urgent."""
    shape, ranks = turn.shape, turn.hand.ranks
    if turn.best is not None or shape.size != shape.ranked or shape.ranked == ranks[shape.rank] or not turn.calm:
        return False
    whole = any(turn.group(one) and one.rank <= TEN for one in turn.legal)
    return ranks[shape.rank] >= BIG_GROUP and shape.rank <= TEN and whole


def keeps_a_partner_in(turn: Turn) -> bool:
    """A partner after us has one card left, and is not led the low single that we have, on which it might go out."""
    last = any(turn.view.counts[seat] == 1 for seat in turn.partners)
    low = any(turn.group(one) and one.size == 1 and one.rank <= TEN for one in turn.legal)
    return turn.best is None and last and low and turn.shape.size != 1 and not turn.ways_out


ABSURD: Final[tuple[Absurd, ...]] = (
    beats_a_partner,
    wastes_a_big_joker,
    leads_jokers,
    stays_in,
    misses_the_way_out,
    lets_the_last_card_go,
    leads_a_high_single,
    splits_a_big_group,
    feeds_an_opponent,
    leads_low_to_a_last_card,
    gives_itself_away,
    passes_for_nothing,
    spends_a_joker_for_nothing,
    breaks_a_group_to_lead,
    keeps_a_partner_in,
)
"""All that are counted."""


def absurd(view: View, text: str) -> list[str]:
    """What is absurd about an action; mostly nothing."""
    if view.step != "play":
        return []
    turn = Turn(view, text)
    return [one.__name__ for one in ABSURD if one(turn)]
