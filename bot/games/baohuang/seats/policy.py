"""The rule player: what every play is worth, by rules of thumb, in many rounds at once.

It prices what a hand still costs, in leads, and each play by what it leaves. A group that does not hold costs a lead to
get rid of; one that holds gives a lead back; jokers are hoarded, for with a big one any group holds. Known partners are
left alone, who is about to go out is fought, and once the rest of the hand goes out whatever the others do, it goes.
Each seat knows what its player would: its own cards, what has been played, and what is public of the roles.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.games.baohuang.plays import SIX, beating
from bot.games.baohuang.seats.chances import MOST, Chances
from bot.games.baohuang.seats.kernel import JOKERS, NOBODY, RANKS, SEATS, Batch, Flags, Floats, Ints, Plays
from bot.games.baohuang.seats.weights import Weights

ALL_ROWS: Final = 10
"""How many ways of using jokers are looked at, the cheapest first, when a seat decides."""
SOME_ROWS: Final = 8
"""The same, when what it did is to be explained."""
FEW_ROWS: Final = 3
"""The same, when it is simulated."""
_NO_RANK: Final = SMALL_RANK
"""The column of plays of jokers alone, after those of the ranks."""
_NO_CARDS: Final = np.zeros((2, 1, 1), dtype=np.int64)
_SMALL: Final = np.array([[[1]], [[0]]])
_BIG: Final = 1 - _SMALL
"""A small joker alone, then a big one."""
NEAR: Final = 5
"""With so few cards left someone is about to go out."""
_NEARLY: Final = np.arange(NEAR + 2)[:, None, None]
BETWEEN: Final = np.array(
    [[[0 < (seat - me) % 5 < (last - me) % 5 for last in range(5)] for me in range(5)] for seat in range(5)]
)
"""Whether a seat comes after one and before another."""


GOES_OUT: Final = 20.0
"""What it is worth to go out, whatever the others do; twice that, at once."""


class Options(NamedTuple):
    """Plays for each round, those worth a look: (rows, columns, rounds), a column for each rank and one for jokers."""

    ranked: Ints
    small: Ints
    """(rows, 1, rounds)"""
    big: Ints
    """(rows, 1, rounds)"""
    legal: Flags


ALL: Final = 99
"""As a number of ranked cards: all that the hand has of a rank."""
_LEADS: Final = (
    *((ALL, 0, 0), (ALL, 0, 1), (ALL, 1, 0), (1, 0, 0), (2, 0, 0)),
    *((ALL, 1, 1), (ALL, 2, 0), (ALL, 0, 2), (ALL, 3, 0), (ALL, 2, 1)),
)
"""What is led in each row, ranked and small and big jokers; the first rows are the likeliest."""
_PARTS: Final = slice(3, 5)
"""The rows that lead something of a group only."""


@cache
def _ways(overload: bool) -> NDArray[np.int8]:
    """The cheapest ways to beat a play, or to lead: (index, row and its ranked cards and small and big jokers).

    The index is made of the ranked cards and the small and big jokers of the play, none for a lead, and the jokers
    held, in base 5. A row that is not to be had is all zero.
    """
    jokers = range(JOKERS + 1)
    ways = np.zeros((MOST + 1, *(JOKERS + 1,) * 4, ALL_ROWS, 3), dtype=np.int8)
    for old in ((n, small, big) for n in range(MOST + 1) for small in jokers for big in jokers):
        found = sorted(beating(old, overload), key=lambda way: (way[1] + 2 * way[2], way[2]))
        for held_small in jokers:
            for held_big in jokers:
                place = ways[(*old, held_small, held_big)]
                if any(old):
                    held = [way for way in found if way[1] <= held_small and way[2] <= held_big and way[0] <= MOST]
                    held = held[:ALL_ROWS]
                else:
                    held = [way if way[1] <= held_small and way[2] <= held_big else (0, 0, 0) for way in _LEADS]
                if held:
                    place[: len(held)] = held
    return ways.reshape(-1, ALL_ROWS * 3)


def options(batch: Batch, own: Ints, rows: int) -> Options:
    """The plays worth a look for the seats whose turn it is, who hold ``own`` (12, rounds)."""
    ranks, smalls, bigs = own[:SMALL_RANK], own[SMALL_RANK], own[BIG_RANK]
    rank, ranked, small, big = batch.best
    base = JOKERS + 1
    index = (((ranked * base + small) * base + big) * base + smalls) * base + bigs
    ways = _ways(batch.overload).take(index, axis=0)[:, : rows * 3].T.astype(np.int64).reshape(rows, 3, -1)
    count, small, big = ways[:, :1], ways[:, 1:2], ways[:, 2:]
    jokers = small + big
    whole = count == ALL
    taken = np.empty((rows, SMALL_RANK + 1, len(batch)), dtype=np.int64)
    taken[:, _NO_RANK] = 0
    by_rank = taken[:, :_NO_RANK]
    by_rank[:] = count
    np.copyto(by_rank, ranks, where=whole)
    legal = np.empty(taken.shape, dtype=np.bool_)
    legal[:, :_NO_RANK] = (by_rank > 0) & (by_rank <= ranks) & (rank < RANKS)
    legal[:, _NO_RANK:] = (jokers > 0) & (whole | (count == 0))
    if rows > _PARTS.start:
        legal[_PARTS, :_NO_RANK] &= ~batch.leads() | (ranks > count[_PARTS])
    if batch.hold_sixes:
        legal[:, SIX] &= taken[:, SIX] + jokers[:, 0] == batch.sizes[batch.turn, np.arange(len(batch))]
    return Options(taken, small, big, legal)


def against(batch: Batch, weights: Weights) -> Floats:
    """(5, rounds): how likely each seat is against the one whose turn it is, as far as its player can tell."""
    me, emperor, guard = batch.turn, batch.emperor, batch.guard
    mine, his = me == SEATS, emperor == SEATS
    ruler = me == emperor
    likely = np.exp(np.float32(-weights.crossed) * batch.crossed.astype(np.float32))
    likely *= ~(mine | his | batch.rose | (batch.sizes == 0))
    # An emperor in hidden solo knows that it is alone.
    secret = ~(batch.known | batch.open_solo | (ruler & (guard == NOBODY)))
    total = likely.sum(axis=0) + np.where(ruler, np.float32(1e-9), np.float32(weights.doubt))
    chance = np.where(secret, likely / total, guard == SEATS)
    others = np.where(ruler, 1 - chance, np.where(me == guard, np.float32(1), chance))
    found: Floats = np.where(his, me != guard, others) * ~mine
    return found


def values(batch: Batch, weights: Weights, rows: int = SOME_ROWS) -> tuple[Options, Floats]:
    """The plays worth a look, and what each is worth beside passing, which is worth 0; -inf for those not legal."""
    rounds = np.arange(len(batch))
    turn = batch.turn
    own = np.ascontiguousarray(batch.hands[turn, :, rounds].T)
    ranks = own[:SMALL_RANK]
    leads = batch.leads()
    found = options(batch, own, rows)
    ranked, small, big, legal = found
    others = batch.sizes.copy()
    others[turn, rounds] = 0
    chances = Chances(batch.hands.sum(axis=0) - own, others, weights)
    f32 = np.float32

    # What the hand costs.
    group = chances.groups(ranks)
    some = ranks > 0
    price = some * (1 - f32(weights.holding) * group)
    needs = some * (1 - group)
    loses = some & ~chances.safe(ranks)
    if batch.hold_sixes:
        loses[SIX] = some[SIX]
    small_sure, big_sure = chances.sure(_NO_CARDS, _SMALL, _BIG, batch.overload)[:, -1]

    # What each play leaves.
    size = ranked + small + big
    smalls, bigs = small.astype(f32), big.astype(f32)
    backed = chances.backed(small[:, 0], big[:, 0], batch.overload)[:, None]
    holds = np.ones(size.shape, dtype=f32)
    holds[:, :_NO_RANK] = chances.groups(size[:, :_NO_RANK])
    np.copyto(holds, backed, where=small + big > 0)
    holds[chances.sure(ranked, small, big, batch.overload)] = 1
    left = ranks - ranked[:, :_NO_RANK]
    remains = left > 0
    rest = chances.groups(left)
    value = f32(weights.lead) * holds
    value -= f32(weights.small) * smalls + f32(weights.big) * bigs
    change = price - remains * (1 - f32(weights.holding) * rest)
    change -= leads * (f32(weights.low) * RANKS.astype(f32))
    value[:, :_NO_RANK] += change
    spare = own[BIG_RANK].astype(f32) - bigs
    losers = np.empty(size.shape, dtype=f32)
    losers[:] = loses.sum(axis=0).astype(f32) - spare * big_sure - (own[SMALL_RANK].astype(f32) - smalls) * small_sure
    losers[:, :_NO_RANK] += (remains & ~chances.safe(left)) - loses.astype(f32)
    need = np.empty(size.shape, dtype=f32)
    need[:] = needs.sum(axis=0) - spare - f32(0.5) * (own[SMALL_RANK].astype(f32) - smalls)
    need[:, :_NO_RANK] += remains * (1 - rest) - needs
    value += (holds > f32(0.8)) * (f32(weights.race) * np.maximum(f32(0), f32(weights.race_from) - need))

    # What the others make of it.
    versus = against(batch, weights)
    near = (others > 0) & (others <= NEAR)
    if near.any():
        stake = near * np.where(versus == 0, f32(weights.feed), f32(-weights.danger) * versus)
        over = others - _NEARLY
        by_size = (stake * ((over >= 0) * (f32(0.4) + f32(0.6) * (over == 0)))).sum(axis=1)
        by_size[-1] = 0
        value += (1 - holds) * by_size.reshape(-1)[np.minimum(size, NEAR + 1) * len(batch) + rounds]
    enemy = versus[batch.best_seat, rounds]
    rank, count, old_small, old_big = batch.best
    stands = np.where(old_small + old_big > 0, f32(1), chances.one(rank, count))
    to_come = (BETWEEN[:, turn, batch.best_seat] & (others > 0)).sum(axis=0)
    stands = stands ** (to_come / np.maximum(chances.sharers, 1)).astype(f32)
    threat = 1 + f32(weights.danger / 2) * np.maximum(0, NEAR + 1 - batch.sizes[batch.best_seat, rounds]).astype(f32)
    siege = np.where(batch.open_solo & (turn != batch.emperor), f32(weights.siege), f32(1))
    take = f32(weights.take) * siege * (2 * enemy - 1) * stands * np.where(enemy > f32(0.5), threat, f32(1))
    value += ~leads * take
    value[:, :, ~leads & (enemy == 0)] = -GOES_OUT
    runs = (holds == 1) & (losers <= 1)
    value = np.where(runs, GOES_OUT - bigs, value)
    value[size == batch.sizes[turn, rounds]] = 2 * GOES_OUT
    value[~legal] = -np.inf
    return found, value


def repeat(found: Options, count: int) -> Options:
    """The options of one round, so many times."""
    which = np.zeros(count, dtype=np.int64)
    ranked, small, big, legal = found
    return Options(
        ranked.take(which, axis=2), small.take(which, axis=2), big.take(which, axis=2), legal.take(which, axis=2)
    )


def pick(found: Options, choice: Ints) -> Plays:
    """The plays at these places of flattened options; below zero is a pass."""
    rounds = np.arange(len(choice))
    row, column = np.divmod(np.maximum(choice, 0), SMALL_RANK + 1)
    plays = choice >= 0
    return Plays(
        np.where(column == _NO_RANK, 0, column),
        found.ranked[row, column, rounds] * plays,
        found.small[row, 0, rounds] * plays,
        found.big[row, 0, rounds] * plays,
    )


def choose(found: Options, value: Floats, passes: Flags) -> Plays:
    """The best of the plays worth a look, or a pass where it may be one and no play is worth it."""
    flat = value.reshape(-1, len(passes))
    choice = flat.argmax(axis=0)
    idle = passes & (flat[choice, np.arange(len(passes))] <= 0)
    return pick(found, np.where(idle, -1, choice))


def decide(batch: Batch, weights: Weights, rows: int = SOME_ROWS) -> Plays:
    """What is worth most in each round."""
    return choose(*values(batch, weights, rows), ~batch.leads())
