"""Which of the deals that fit are likely: those that explain what the others answered, and how they have played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from bot.games.baohuang.cards import RANK, SMALL_RANK
from bot.games.baohuang.plays import NO_RANK, Shape, shape_of
from bot.games.baohuang.seats import policy
from bot.games.baohuang.seats.bars import CLAIM, REVEAL, RISE, SOLO
from bot.games.baohuang.seats.chances import strength
from bot.games.baohuang.seats.deals import Sight
from bot.games.baohuang.seats.kernel import Batch, Floats, Ints
from bot.games.baohuang.seats.weights import Weights

_DRAWN: Final = 3
"""So many deals are drawn for each one that is kept."""
_LATEST: Final = 12
"""So many turns of others are explained, the latest."""
_HEAT: Final = 0.5
"""How much worse a play may be, in leads, to be made instead of the best a third as often."""
_SLIP: Final = 0.05
"""How often somebody does anything."""
_TRUST: Final = 0.5
"""How much explanations of plays count: people do not play by our rules."""
_SLOPE: Final = 0.7
"""How sharply answers follow the strength of the hand."""


class _Turn(NamedTuple):
    """A turn of somebody else, and what was public when it came."""

    seat: int
    shape: Shape
    """No cards is a pass."""
    best: Shape
    best_seat: int
    sizes: tuple[int, ...]
    place: tuple[int, ...]
    crossed: tuple[int, ...]
    known: bool
    since: Ints
    """(5, 12): how many cards of each rank each seat has played since, this turn included."""


_NOTHING: Final = Shape(NO_RANK, 0, 0, 0)


def believed(sight: Sight, count: int, rng: np.random.Generator) -> Batch:
    """So many deals that fit what a seat has seen, the likelier the more often."""
    drawn = sight.draw(count * _DRAWN, rng)
    worth = _answered(sight, drawn) + _played(sight, drawn)
    chance = np.cumsum(np.exp(worth - worth.max()))
    at = (np.arange(count) + rng.random()) / count * chance[-1]
    return drawn.take(np.minimum(np.searchsorted(chance, at), len(drawn) - 1))


def _answered(sight: Sight, deals: Batch) -> Floats:
    """(rounds,): how likely the answers before the play step are, as a logarithm."""
    view = sight.view
    hands = deals.hands + sight.played[:, :, None]
    strong = [strength(hands[seat], sight.weights) for seat in range(5)]
    found = np.zeros(len(deals))
    for deal, seat, claimed, _ in view.throne:
        if deal == view.deal and seat != view.seat:
            found += _sigmoid(strong[seat] - CLAIM if claimed else CLAIM - strong[seat])
    if view.solo == "open":
        return found
    if view.seat != view.emperor:
        found += _sigmoid(SOLO - strong[sight.emperor])
    if view.step == "declare":
        return found
    for seat in range(5):
        if seat not in (view.seat, view.emperor):
            guard = deals.guard == seat
            found += guard * _sigmoid((strong[seat] - REVEAL) * (1 if view.open_guard else -1))
            if view.rules.rebellion:
                found += ~guard * _sigmoid((strong[seat] - RISE) * (1 if seat in view.rose else -1))
    return found


def _sigmoid(over: Floats) -> Floats:
    found: Floats = -np.logaddexp(0, -over / _SLOPE)
    return found


def _played(sight: Sight, deals: Batch) -> Floats:
    """(rounds,): how likely the latest turns are, as a logarithm."""
    past = list(_turns(sight))[-_LATEST:]
    count = len(deals)
    if not past:
        return np.zeros(count)

    def every(name: str) -> Ints:
        return np.repeat(np.array([getattr(turn, name) for turn in past]).T, count, axis=-1)

    many = deals.take(np.tile(np.arange(count), len(past)))
    many.hands += np.repeat(np.array([turn.since for turn in past]).transpose(1, 2, 0), count, axis=2)
    many.turn, many.best, many.best_seat = every("seat"), every("best"), every("best_seat")
    many.sizes, many.place, many.crossed = every("sizes"), every("place"), every("crossed")
    many.known = every("known").astype(np.bool_)
    # Where somebody could only pass, nothing is to be explained.
    chose = np.flatnonzero(many.leads() | many.can_beat()[many.turn, np.arange(len(many))])
    found = np.zeros(len(many))
    found[chose] = np.log(_chances(many.take(chose), every("shape")[:, chose], sight.weights))
    result: Floats = _TRUST * found.reshape(len(past), count).sum(axis=0)
    return result


def _chances(batch: Batch, shapes: Ints, weights: Weights) -> Floats:
    """(rounds,): how likely it is that those whose turn it is play these (4, rounds) shapes."""
    found, value = policy.values(batch, weights)
    rank, ranked, small, big = shapes
    same = found.legal & (found.ranked == ranked) & (found.small == small) & (found.big == big)
    same &= np.arange(SMALL_RANK + 1)[:, None] == np.where(ranked > 0, rank, SMALL_RANK)
    leads = batch.leads()
    best = np.maximum(value.max(axis=(0, 1)), np.where(leads, -np.inf, 0))
    heat = np.exp((value - best) / _HEAT)
    idle = np.where(leads, 0, np.exp(-best / _HEAT))
    did = np.where(ranked + small + big > 0, (heat * same).sum(axis=(0, 1)), idle) / (heat.sum(axis=(0, 1)) + idle)
    chances: Floats = (1 - _SLIP) * did + _SLIP / (found.legal.sum(axis=(0, 1)) + ~leads)
    return chances


def _turns(sight: Sight) -> Iterator[_Turn]:
    """The turns of all the others in the play step, in order."""
    view = sight.view
    since = sight.played.copy()
    sizes = np.array(view.counts) + since.sum(axis=1)
    place, crossed = np.zeros(5, dtype=np.int64), np.zeros(5, dtype=np.int64)
    known = view.open_guard or view.rebellion or view.solo == "open"
    for trick in view.tricks:
        best, best_seat = _NOTHING, -1
        for seat, cards in trick:
            shape = shape_of(cards) if cards else _NOTHING
            assert shape is not None
            if seat != view.seat:
                before = best_seat if best.size else seat
                yield _Turn(seat, shape, best, before, tuple(sizes), tuple(place), tuple(crossed), known, since.copy())
            if not cards:
                continue
            crossed[seat] += best.size > 0 and best_seat == view.emperor and not known
            best, best_seat = shape, seat
            for card in cards:
                since[seat, RANK[card]] -= 1
            sizes[seat] -= len(cards)
            if not sizes[seat]:
                place[seat] = place.max() + 1
            known = known or (seat == view.guard and _marked(sight) in cards)


def _marked(sight: Sight) -> int | None:
    view = sight.view
    return view.rules.variant.guard_card if view.called is None else view.called
