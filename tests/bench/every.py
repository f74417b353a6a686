"""All legal plays of many rounds at once, and a player that draws among them; and deals in arrays."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

import numpy as np

from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.games.baohuang.plays import NO_RANK, SIX, beating
from bot.games.baohuang.seats.kernel import AWAY, JOKERS, NOBODY, SEATS, Batch, Flags, Ints, Plays
from bot.games.baohuang.shuffle import DECK

_BASE: Final = JOKERS + 1
_MOST: Final = 16
_PARTS: Final = 2 * JOKERS + 1
"""In how many places of ranked cards jokers may stand, or none."""
_RANKS: Final = np.arange(SMALL_RANK)[:, None]
_INSTEAD: Final = np.arange(_PARTS)[:, None]
_DEALT: Final = np.repeat(np.arange(12), [*[_MOST] * SMALL_RANK, JOKERS, JOKERS])
_OWNER: Final = np.arange(DECK) % 5


@cache
def _jokers(overload: bool) -> tuple[Ints, Ints]:
    """How many ways there are to beat a play for each number of ranked cards in whose places jokers stand, and which.

    The index is made of the small and big jokers of the play, then those held, in base 5, and the number: (625 * 9,)
    and (625 * 9, ways, 2), the small and big jokers that go, the fewest first, then the fewest big ones.
    """
    found: list[list[tuple[int, int]]] = []
    for small, big, held_small, held_big in product(range(_BASE), repeat=4):
        ways = [way for way in beating((_PARTS, small, big), overload) if way[1] <= held_small and way[2] <= held_big]
        found += [
            sorted([way[1:] for way in ways if way[0] == _PARTS - instead], key=lambda way: (sum(way), way[1]))
            for instead in range(_PARTS)
        ]
    which = np.zeros((len(found), max(map(len, found)), 2), dtype=np.int64)
    for place, ways_there in zip(which, found, strict=True):
        if ways_there:
            place[: len(ways_there)] = ways_there
    return np.array([len(ways_there) for ways_there in found]), which


class Every:
    """All legal plays of those whose turn it is, numbered from 0.

    Answers come in this order: the most ranked cards, then the fewest jokers, the fewest big ones, the lowest rank.
    """

    def __init__(self, batch: Batch) -> None:
        rounds = np.arange(len(batch))
        own = batch.hands[batch.turn, :, rounds].T
        self._batch, self._own = batch, own
        self.leads = batch.leads()
        self._smalls, self._bigs = own[SMALL_RANK], own[BIG_RANK]
        # Leads: any cards of a rank, or none, with any jokers.
        self._may_lead = own[:SMALL_RANK]
        self._last: Ints = np.zeros(len(batch), dtype=np.int64)
        if batch.hold_sixes:
            self._may_lead = self._may_lead.copy()
            self._may_lead[SIX] = 0
            sixes = own[SIX]
            self._last += (sixes > 0) & (sixes + self._smalls + self._bigs == batch.sizes[batch.turn, rounds])
        self._combinations = (self._smalls + 1) * (self._bigs + 1)
        lead = (self._may_lead.sum(axis=0) + 1) * self._combinations - 1 + self._last
        # Answers.
        rank, ranked, small, big = batch.best
        ways = _jokers(batch.overload)[0]
        self._place = (((small * _BASE + big) * _BASE + self._smalls) * _BASE + self._bigs) * _PARTS
        self._needed = ranked - _INSTEAD
        self._higher = np.where(rank < _RANKS, own[:SMALL_RANK], 0)
        fits = np.zeros((_PARTS, len(batch)), dtype=np.int64)
        for instead in range(1 + int((self._smalls + self._bigs).max(initial=0))):
            needed = self._needed[instead]
            fits[instead] = np.where(needed > 0, (self._higher >= needed).sum(axis=0), needed == 0)
        self._fits = fits
        self._answers = (fits * ways[self._place + _INSTEAD]).cumsum(axis=0)
        self.total: Ints = np.where(self.leads, lead, self._answers[-1])
        """How many there are."""

    def at(self, number: Ints) -> Plays:
        """The plays of these numbers; below zero is a pass."""
        rounds = np.arange(len(number))
        played = number >= 0
        number = np.maximum(number, 0)
        instead = np.minimum((self._answers <= number).sum(axis=0), _PARTS - 1)
        rest = number - np.where(instead > 0, self._answers[instead - 1, rounds], 0)
        way, which = np.divmod(rest, np.maximum(self._fits[instead, rounds], 1))
        answer_jokers = _jokers(self._batch.overload)[1][self._place + instead, np.where(self.leads, 0, way)]
        answer = self._needed[instead, rounds]
        # Leads.
        card, jokers = np.divmod(number + 1, self._combinations)
        lead_small, lead_big = np.divmod(jokers, self._bigs + 1)
        # The column: where so many cards, or ranks that have enough, have been counted.
        counted = np.where(self.leads, self._may_lead, self._higher >= np.maximum(answer, 1)).cumsum(axis=0)
        column = (counted < np.where(self.leads, card, which + 1)).sum(axis=0)
        column = np.minimum(column, SMALL_RANK - 1)
        before = counted[column, rounds] - self._may_lead[column, rounds]
        ranked = np.where(self.leads, np.where(card > 0, card - before, 0), answer)
        small = np.where(self.leads, lead_small, answer_jokers[:, 0])
        big = np.where(self.leads, lead_big, answer_jokers[:, 1])
        if self._batch.hold_sixes:
            last = self.leads & (self._last > 0) & (number == self.total - 1)
            column = np.where(last, SIX, column)
            ranked = np.where(last, self._own[SIX], ranked)
            small, big = np.where(last, self._smalls, small), np.where(last, self._bigs, big)
        return Plays(column, ranked * played, small * played, big * played)


def at_random(batch: Batch, rng: np.random.Generator) -> Plays:
    """Any legal play or pass, each as likely as any other."""
    every = Every(batch)
    passes = ~every.leads
    return every.at(rng.integers(0, every.total + passes) - passes)


def greedy(batch: Batch) -> Plays:
    """The lowest play that beats, always: the first of ``Every``; of leads the lowest whole group, without jokers.

    Where there is nothing but jokers, or sixes that wait for the end, one joker is led, a small one if there is one.
    """
    every = Every(batch)
    rounds = np.arange(len(batch))
    own = batch.hands[batch.turn, :, rounds].T
    ranks = own[:SMALL_RANK].copy()
    if batch.hold_sixes:
        ranks[SIX] *= own[SIX] == batch.sizes[batch.turn, rounds]
    lowest = (ranks > 0).argmax(axis=0)
    group = ranks[lowest, rounds]
    small = (group == 0) & (own[SMALL_RANK] > 0)
    answer = every.at(np.where(every.total > 0, 0, -1))
    lead = Plays(lowest, group, small.astype(np.int64), ((group == 0) & ~small).astype(np.int64))
    return Plays(*(np.where(every.leads, mine, its) for mine, its in zip(lead, answer, strict=True)))


def step(batch: Batch, plays: Plays) -> int:
    """Let a batch play; how many actions that were, with the passes that the kernel skips."""
    before, best_before = batch.turn.copy(), batch.best_seat.copy()
    batch.play(plays)
    passed = plays.ranked + plays.small + plays.big == 0
    until = np.where(batch.leads(), np.where(passed, best_before, before), batch.turn)
    steps = (AWAY[until, before] - 1) % 5
    # Seats between that are in the game passed; those in a round that is over did nothing.
    away = AWAY[:, before]
    skipped = (batch.sizes > 0) & (away > 0) & (away <= steps) & ~batch.over
    return len(batch) + int(skipped.sum())


def deal(count: int, rng: np.random.Generator) -> Batch:
    """So many rounds of the simple variant at the first lead: any seat may be emperor, any other the guard."""
    cards = rng.permuted(np.tile(_DEALT, (count, 1)), axis=1)
    place = (_OWNER * 12 + cards) * count + np.arange(count)[:, None]
    hands = np.bincount(place.reshape(-1), minlength=5 * 12 * count).reshape(5, 12, count)
    emperor = rng.integers(0, 5, count)
    guard = (emperor + rng.integers(1, 5, count)) % 5
    nothing = np.zeros(count, dtype=np.int64)
    no: Flags = nothing > 0
    return Batch(
        overload=False,
        hold_sixes=False,
        hands=hands,
        sizes=hands.sum(axis=1),
        turn=emperor.copy(),
        best=np.repeat(np.array([[NO_RANK], [0], [0], [0]]), count, axis=1),
        best_seat=emperor.copy(),
        emperor=emperor,
        guard=guard,
        open_solo=no,
        known=no.copy(),
        secret_seat=np.full(count, NOBODY),
        secret_rank=nothing,
        rose=(SEATS == NOBODY) & no,
        multiplier=nothing + 1,
        place=np.zeros((5, count), dtype=np.int64),
        crossed=np.zeros((5, count), dtype=np.int64),
        over=no.copy(),
    )
