"""The play step of many rounds at once, as counts per rank in arrays: what AI seats simulate with.

The last index of every array is the round, which is what makes numpy quick. Suits are lost, and that changes nothing:
equal cards go as the system chooses them (RULES.md, "The guard"), so a secret is given away exactly when the last card
of its rank is played. Turns that can only be passes are skipped.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Final, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.games.baohuang.plays import NO_RANK, beating

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]
Floats: TypeAlias = NDArray[np.floating[Any]]

JOKERS: Final = 4
"""How many small jokers there are, and big ones."""
NOBODY: Final = -1
RANKS: Final = np.arange(SMALL_RANK)[:, None]
SEATS: Final = np.arange(5)[:, None]
AWAY: Final = np.array([[(seat - other) % 5 for other in range(5)] for seat in range(5)])
"""How many seats clockwise each seat is from another."""
_FAR: Final = 9
_LACKING: Final = -99
_LEAD: Final = np.array([[NO_RANK], [0], [0], [0]])


class Plays(NamedTuple):
    """One play for each round; a pass has no cards."""

    rank: Ints
    """0 to 9; any of these where ``ranked`` is 0."""
    ranked: Ints
    small: Ints
    big: Ints


@cache
def spare_jokers(overload: bool) -> Ints:
    """How many jokers a hand has left to stand in for ranked cards, after it has beaten the jokers of a play.

    The index is made of the small and big jokers of the play, then those of the hand, in base 5; the result is far
    below zero where they do not suffice.
    """
    sizes = range(JOKERS + 1)
    spare = np.full((JOKERS + 1,) * 4, _LACKING)
    for small in sizes:
        for big in sizes:
            for _, smalls, bigs in beating((0, small, big), overload):
                for held_small in range(smalls, JOKERS + 1):
                    for held_big in range(bigs, JOKERS + 1):
                        place = (small, big, held_small, held_big)
                        spare[place] = max(spare[place], held_small - smalls + held_big - bigs)
    return spare.ravel()


@dataclass(slots=True)
class Batch:
    """Positions in the play step of many rounds under the same options; shapes name "rounds" as the last index."""

    overload: bool
    hold_sixes: bool

    hands: Ints
    """(5, 12, rounds): how many cards of each rank each seat holds."""
    sizes: Ints
    """(5, rounds): how many cards each seat holds: the sum of ``hands``, kept since summing takes long."""
    turn: Ints
    """Who is to play or pass."""
    best: Ints
    """(4, rounds): rank, ranked cards, small and big jokers of the play to beat; NO_RANK and 0 where someone leads."""
    best_seat: Ints
    emperor: Ints
    guard: Ints
    """NOBODY in a solo."""
    open_solo: Flags
    known: Flags
    """Whether everyone knows who the guard is, or that there is none."""
    secret_seat: Ints
    """Who gives the guard or the hidden solo away by its last card of ``secret_rank``; NOBODY in an open solo."""
    secret_rank: Ints
    rose: Flags
    """(5, rounds): who rose."""
    multiplier: Ints
    place: Ints
    """(5, rounds): finishing places, 0 for who is in the game."""
    crossed: Ints
    """(5, rounds): how often each seat has beaten the emperor while nobody knew the guard."""
    over: Flags

    def __len__(self) -> int:
        return len(self.turn)

    def take(self, which: Ints | Flags) -> Self:
        """A copy of some of the rounds, in this order, each as often as it is named."""
        if which.dtype == np.bool_:
            which = which.nonzero()[0]
        arrays: dict[str, Any] = {
            field.name: value.take(which, axis=-1)
            for field in fields(self)
            if isinstance(value := getattr(self, field.name), np.ndarray)
        }
        return replace(self, **arrays)

    def leads(self) -> Flags:
        """In which rounds someone is to lead."""
        found: Flags = self.best[1:].max(axis=0) == 0
        return found

    def play(self, plays: Plays) -> None:
        """Let the seats whose turn it is play or pass, and give the turn to the next that has a choice.

        No round may be over, and all plays must be legal.
        """
        count = len(self)
        rank, ranked, small, big = plays
        turn = self.turn
        mine = turn * count + np.arange(count)
        sizes = self.sizes.reshape(-1)
        cards = ranked + small + big
        played = cards > 0
        crossing = played & ~self.leads() & (self.best_seat == self.emperor) & ~self.known
        self.crossed.reshape(-1)[mine] += crossing
        hands = self.hands.reshape(-1)
        first = mine + turn * (11 * count)
        hands[first + rank * count] -= ranked
        hands[first + SMALL_RANK * count] -= small
        hands[first + BIG_RANK * count] -= big
        self.known |= (self.secret_seat == turn) & (hands[first + self.secret_rank * count] == 0)
        left = sizes[mine] - cards
        sizes[mine] = left
        np.copyto(self.best, (np.where(ranked > 0, rank, NO_RANK), ranked, small, big), where=played)
        np.copyto(self.best_seat, turn, where=played)
        out = left == 0
        if out.any():
            self.place[turn[out], out.nonzero()[0]] = self.place[:, out].max(axis=0) + 1
            self.over = self._ends()
        self._advance()

    def _ends(self) -> Flags:
        done = self.place > 0
        out = done.sum(axis=0)
        emperor = (done & (self.emperor == SEATS)).any(axis=0)
        side = emperor + (done & (self.guard == SEATS)).any(axis=0).astype(np.int64)
        alone = np.where(self.open_solo, out > 0, emperor | (out == 2))
        found: Flags = np.where(self.guard == NOBODY, alone, (side == 2) | (out - side == 3))
        return found

    def _advance(self) -> None:
        inside = self.sizes > 0
        away = AWAY[:, (self.turn + 1) % 5]
        may = inside & self.can_beat() & (away < AWAY[self.best_seat, (self.turn + 1) % 5])
        first = np.where(may, away, _FAR).min(axis=0)
        # Nobody can beat it: who played last leads, or the next in the game.
        heir = np.where(inside, AWAY[:, self.best_seat], _FAR).min(axis=0)
        done = first == _FAR
        self.turn = np.where(done, self.best_seat + heir, self.turn + 1 + first) % 5
        np.copyto(self.best, _LEAD, where=done)

    def can_beat(self) -> Flags:
        """(5, rounds): whether each seat holds anything that beats the play to beat."""
        rank, ranked, small, big = self.best
        most = (self.hands[:, :SMALL_RANK] * (rank < RANKS)).max(axis=1)
        base = JOKERS + 1
        held = self.hands[:, SMALL_RANK] * base + self.hands[:, BIG_RANK]
        spare = spare_jokers(self.overload)[(small * base + big) * base**2 + held]
        found: Flags = (spare >= 0) & (most + spare >= ranked)
        return found

    def scores(self) -> Ints:
        """(5, rounds): the points of each seat in rounds that are over (RULES.md, "Score")."""
        emperors, guards = self.emperor == SEATS, self.guard == SEATS
        ours = emperors | guards
        solo = self.guard == NOBODY
        emperor, guard = (self.place * emperors).sum(axis=0), (self.place * guards).sum(axis=0)
        # Who is left when a side is out shares the remaining places, so their sum is known.
        both = np.where((emperor > 0) & (guard > 0), emperor + guard, 15 - (self.place * ~ours).sum(axis=0))
        pair = (6 - both) * self.multiplier
        hidden = np.select([emperor == 1, emperor == 2], [3, 0], -3) * self.multiplier
        alone = np.where(self.open_solo, np.where(emperor == 1, 6, -6), hidden)
        gain = np.where(solo, alone, pair)
        found: Ints = gain * np.select([emperors, guards], [np.where(solo, 4, 2), 1], -1)
        return found
