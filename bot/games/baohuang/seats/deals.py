"""What the other hands may be: deals drawn at random among those that fit all that a seat has seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from bot.games.baohuang.cards import RANK, SMALL_RANK, Card
from bot.games.baohuang.moves import to_beat
from bot.games.baohuang.plays import NO_RANK
from bot.games.baohuang.seats.kernel import NOBODY, Batch, Floats, Ints
from bot.games.baohuang.seats.weights import Weights
from bot.games.baohuang.shuffle import COPIES, deck
from bot.games.baohuang.view import View

_RANKS: Final = 12
# How likely it is that somebody holds more of a rank, beside somebody who has not played it (measured: 0 to 0.2).
_LED: Final = 0.03
_ANSWERED: Final = 0.2
_EMPEROR_JOKERS: Final = 1.7
"""How much likelier an emperor holds a joker than others (measured): who has jokers claims the throne."""
_BANNED: Final = 1e-6


@dataclass(frozen=True)
class Sight:
    """What the owner of a view in the declare or play step can tell of what is hidden from it."""

    view: View
    weights: Weights

    @property
    def seat(self) -> int:
        """Whose view it is."""
        assert self.view.seat is not None
        return self.view.seat

    @property
    def emperor(self) -> int:
        """The emperor."""
        assert self.view.emperor is not None
        return self.view.emperor

    @cached_property
    def public(self) -> bool:
        """Whether everyone knows who the guard is, or that there is none."""
        view = self.view
        return view.guard is not None or (view.solo is not None and view.secret is None)

    @cached_property
    def secret(self) -> Card | None:
        """The card whose last copy in a hand gives the guard or a hidden solo away; None when all is known."""
        view = self.view
        if self.public:
            return None
        return view.rules.variant.guard_card if view.called is None else view.called

    @cached_property
    def crossed(self) -> tuple[int, ...]:
        """How often each seat has beaten the emperor while nobody knew the guard; none once all is known."""
        found = [0] * 5
        for trick in () if self.public else self.view.tricks:
            best = None
            for seat, cards in trick:
                if cards:
                    found[seat] += best is not None and best == self.emperor
                    best = seat
        return tuple(found)

    @cached_property
    def guards(self) -> dict[int, float]:
        """Who may be the guard, and how likely; NOBODY stands for an emperor in hidden solo."""
        view = self.view
        if view.role == "guard":
            return {self.seat: 1.0}
        if self.public or view.solo is not None:
            return {NOBODY if view.guard is None else view.guard: 1.0}
        # The secret card has not been played: who holds it has a card besides those that are known.
        room = [view.counts[seat] > self.held[seat].total() for seat in range(5)]
        found = {
            seat: float(np.exp(-self.weights.crossed * self.crossed[seat]))
            for seat in range(5)
            if room[seat] and seat not in (self.seat, self.emperor, *view.rose)
        }
        if view.role == "rebel" and room[self.emperor]:
            found[NOBODY] = self.weights.doubt
        total = sum(found.values())
        return {seat: chance / total for seat, chance in found.items()}

    @cached_property
    def held(self) -> list[Counter[int]]:
        """By seat, how many cards of each rank it must hold in any case: all of the viewer's."""
        return [_ranks(cards.elements()) for cards in self._held]

    @cached_property
    def _held(self) -> list[Counter[Card]]:
        view = self.view
        gone: list[Counter[Card]] = [Counter() for _ in range(5)]
        for seat, cards in view.history:
            gone[seat].update(cards)
        # Whoever claimed the throne keeps the packet, and the emperor holds three of what it called.
        shown: list[Counter[Card]] = [Counter() for _ in range(5)]
        shown[view.holder].update(view.packet)
        if view.called is not None:
            shown[self.emperor][view.called] = max(shown[self.emperor][view.called], COPIES - 1)
        found = [had - lost for had, lost in zip(shown, gone, strict=True)]
        found[self.seat] = Counter(view.hand)
        return found

    @cached_property
    def pool(self) -> Ints:
        """The ranks of the cards that may be in any other hand."""
        unseen = Counter(deck(self.view.rules.variant))
        unseen.subtract(self.view.played)
        for held in self._held:
            unseen.subtract(held)
        if self.hides:
            unseen[self.secret] -= 1  # type: ignore[index]
        return np.array(list(_ranks(unseen.elements()).elements()), dtype=np.int64)

    @property
    def hides(self) -> bool:
        """Whether the viewer does not see where the secret card is."""
        return self.secret is not None and self.view.secret is None

    @cached_property
    def likely(self) -> Floats:
        """(5, 12): how much more or less likely each seat holds a card of a rank than by its number of cards."""
        found = np.ones((5, _RANKS), dtype=np.float32)
        found[self.emperor, SMALL_RANK:] = _EMPEROR_JOKERS
        for trick in self.view.tricks:
            leads = True
            for seat, cards in trick:
                if cards and RANK[cards[-1]] < SMALL_RANK:
                    # Groups are mostly played whole.
                    rank = RANK[cards[-1]]
                    found[seat, rank] = min(found[seat, rank], _LED if leads else _ANSWERED)
                leads = leads and not cards
        for deal, seat, _, added in self.view.throne:
            if added is not None and deal == self.view.deal and seat != self.view.holder:
                # It added its highest card below the jokers (RULES.md, "The throne").
                found[seat, RANK[added] + 1 : SMALL_RANK] = _BANNED
        return found

    @cached_property
    def played(self) -> Ints:
        """(5, 12): how many cards of each rank each seat has played."""
        found = np.zeros((5, _RANKS), dtype=np.int64)
        for seat, cards in self.view.history:
            for card in cards:
                found[seat, RANK[card]] += 1
        return found

    def position(self) -> Batch:
        """The viewer's turn as far as the rule player looks at it: one other seat holds all the unseen cards."""
        unseen = Counter(deck(self.view.rules.variant))
        unseen.subtract((*self.view.hand, *self.view.played))
        hands = np.zeros((5, _RANKS, 1), dtype=np.int64)
        for seat, cards in ((self.seat, self.view.hand), ((self.seat + 1) % 5, unseen.elements())):
            for rank, cards_of_rank in _ranks(cards).items():
                hands[seat, rank] = cards_of_rank
        return self._batch(hands, np.array([next(iter(self.guards))]))

    def draw(self, count: int, rng: np.random.Generator) -> Batch:
        """So many deals that fit, as positions for the kernel."""
        chances = self.guards
        guard = np.array(list(chances))[rng.choice(len(chances), count, p=list(chances.values()))]
        return self._batch(self._hands(self._keeper(guard), count, rng), guard)

    def _keeper(self, guard: Ints) -> Ints:
        """Who holds the secret card."""
        return np.full(len(guard), NOBODY) if self.secret is None else np.where(guard == NOBODY, self.emperor, guard)

    def _batch(self, hands: Ints, guard: Ints) -> Batch:
        view, count = self.view, len(guard)
        best, shape = view.best, to_beat(view)
        turn = self.emperor if view.step == "declare" else self.seat

        def every(values: Iterable[int | bool]) -> Ints:
            return np.repeat(np.array(list(values))[:, None], count, axis=1)

        return Batch(
            overload=view.rules.overload,
            hold_sixes=view.rules.hold_sixes,
            hands=hands,
            sizes=every(view.counts),
            turn=np.full(count, turn),
            best=every((NO_RANK, 0, 0, 0) if shape is None else shape),
            best_seat=np.full(count, turn if best is None else best.seat),
            emperor=np.full(count, self.emperor),
            guard=guard,
            open_solo=np.full(count, view.solo == "open"),
            known=np.full(count, self.public),
            secret_seat=self._keeper(guard),
            secret_rank=np.full(count, 0 if self.secret is None else RANK[self.secret]),
            rose=every(seat in view.rose for seat in range(5)).astype(np.bool_),
            multiplier=np.full(count, view.multiplier),
            place=every(place or 0 for place in view.places),
            crossed=every(self.crossed),
            over=np.zeros(count, dtype=np.bool_),
        )

    def _hands(self, secret_seat: Ints, count: int, rng: np.random.Generator) -> Ints:
        """(5, 12, count): the hands of so many deals; who holds the secret card is given."""
        rounds = np.arange(count)
        held = np.array([[cards[rank] for rank in range(_RANKS)] for cards in self.held])
        hands = np.repeat(held[:, :, None], count, axis=2)
        if self.hides:
            assert self.secret is not None
            hands[secret_seat, RANK[self.secret], rounds] += 1
        free = (np.array(self.view.counts)[:, None] - hands.sum(axis=1)).astype(np.float32)
        cards = rng.permuted(np.tile(self.pool, (count, 1)), axis=1).T
        for rank, draw in zip(cards, rng.random(cards.shape, dtype=np.float32), strict=True):
            chance = np.cumsum(free * self.likely[:, rank], axis=0)
            seat = np.minimum((chance < draw * chance[-1]).sum(axis=0), 4)
            hands[seat, rank, rounds] += 1
            free[seat, rounds] -= 1
        return hands


def _ranks(cards: Iterable[Card]) -> Counter[int]:
    return Counter(RANK[card] for card in cards)
