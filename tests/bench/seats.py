"""How good the AI seats are: `python -m tests.bench.seats [DEALS]`, 100 unless told otherwise; half an hour or so.

Gains are points of a side a deal, all its seats together, with 95 % intervals. Each deal is played by one player as
the emperor's side and another as the rebels, the other way round, and by the other on both sides: a gain is what one
got more than the other did in the same seats. Players have their sides from the declarations on; before that all are
normal. Where one player sits among four others, in each of the five seats in turn and from the throne on, gains are
points of that seat.
The deals follow from "bench" and their number, and nothing was tuned on them.
"""

from __future__ import annotations

import os
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from typing import Final, TypeVar

from tests.bench.arena import KINDS, Decision, exchanged, in_batches, substituted, watched

T = TypeVar("T")
AT_ONCE: Final = 2000
"""Deals in one batch."""
DECISIONS: Final = 10_000
"""So many are looked at for absurd ones."""


def interval(gains: Sequence[float]) -> str:
    if len(gains) < 2:
        return f"{'':15}"
    return f"{statistics.mean(gains):+6.2f} +-{1.96 * statistics.stdev(gains) / len(gains) ** 0.5:4.2f}"


def show(name: str, as_emperor: Sequence[float], as_rebels: Sequence[float]) -> None:
    both = [(one + other) / 2 for one, other in zip(as_emperor, as_rebels, strict=True)]
    print(
        f"  {name:30}{len(both):6} deals {interval(both)}   as emperor's side {interval(as_emperor)}   "
        f"as rebels {interval(as_rebels)}",
        flush=True,
    )


def spread(pool: ProcessPoolExecutor, play: Callable[[int], T], numbers: Iterable[int]) -> list[T]:
    return list(pool.map(play, numbers, chunksize=2))


def by_sides(pool: ProcessPoolExecutor, one: str, other: str, deals: int) -> None:
    print(f"{one} against {other}")
    everything: list[tuple[float, float]] = []
    for kind in KINDS:
        found = spread(pool, partial(exchanged, kind, one, other), range(deals))
        show(kind, *zip(*found, strict=True))
        everything += found
    show("all", *zip(*everything, strict=True))


def by_batches(pool: ProcessPoolExecutor, deals: int, checked: int) -> None:
    print("normal against greedy, in the kernel")
    everything: list[tuple[list[float], list[float]]] = []
    for kind in KINDS:
        as_emperor: list[float] = []
        as_rebels: list[float] = []
        for first in range(0, deals, AT_ONCE):
            normal_first, greedy_first, same = in_batches(kind, range(first, min(first + AT_ONCE, deals)))
            as_emperor += (normal_first - same).tolist()
            as_rebels += (same - greedy_first).tolist()
        show(kind, as_emperor, as_rebels)
        everything.append((as_emperor, as_rebels))
        views = spread(pool, partial(exchanged, kind, "normal", "greedy"), range(checked))
        alike = sum(pair == seen for pair, seen in zip(zip(as_emperor, as_rebels, strict=True), views, strict=False))
        print(f"  {'':30}{alike:6} of {checked} deals come out the same through views")
    show("all", *(list(chain.from_iterable(parts)) for parts in zip(*everything, strict=True)))


def by_seats(pool: ProcessPoolExecutor, one: str, other: str, deals: int) -> None:
    print(f"one {one} among four {other}")
    everything: list[float] = []
    for kind in KINDS:
        found = spread(pool, partial(substituted, kind, one, other), range(deals))
        gains = [statistics.mean(gain for _, gain in seats) for seats in found]
        everything += gains
        roles: dict[str, list[float]] = defaultdict(list)
        for role, gain in chain.from_iterable(found):
            roles[role].append(gain)
        told = "   ".join(f"as {role} {interval(roles[role])}" for role in sorted(roles))
        print(f"  {kind:30}{deals:6} deals {interval(gains)}   {told}", flush=True)
    print(f"  {'all':30}{len(everything):6} deals {interval(everything)}")


def against_itself(pool: ProcessPoolExecutor, deals: int) -> None:
    for player in ("greedy", "easy", "normal", "strong"):
        found = [spread(pool, partial(exchanged, kind, player, player), range(deals)) for kind in KINDS]
        zero = all(gain == 0 for gain in chain.from_iterable(chain.from_iterable(found)))
        print(f"{player} against itself: {'exactly zero' if zero else 'NOT ZERO'} in {deals * len(KINDS)} deals")


def times(kind: str, player: str, found: Sequence[Decision]) -> None:
    told = []
    for name, spent in (("CPU", [one.cpu for one in found]), ("wall", [one.wall for one in found])):
        ordered = sorted(1000 * seconds for seconds in spent)
        middle, most = (ordered[len(ordered) * part // 100] for part in (50, 95))
        mean = statistics.mean(ordered)
        told.append(f"{name} mean {mean:5.1f}  median {middle:5.1f}  p95 {most:5.1f}  longest {ordered[-1]:5.1f}")
    print(f"  {player:7} {kind:30}{len(found):6} decisions, ms: {'   '.join(told)}", flush=True)


def watch(pool: ProcessPoolExecutor, deals: int) -> None:
    """Times one at a time, then all that is absurd."""
    print("decisions, one at a time")
    for player in ("easy", "normal", "strong"):
        for kind in KINDS:
            watched(kind, player, 0)
            times(kind, player, [one for number in range(deals) for one in watched(kind, player, number)])
    print("absurd decisions, of all that were looked at")
    for player in ("easy", "normal", "strong"):
        count, absurd, number = 0, Counter[str](), 0
        while count < DECISIONS:
            for kind in KINDS:
                for one in chain.from_iterable(spread(pool, partial(watched, kind, player), range(number, number + 8))):
                    count += 1
                    absurd.update(one.absurd)
            number += 8
        told = ", ".join(f"{name} {times}" for name, times in absurd.most_common())
        print(f"  {player:7}{count:6}: {told or 'none'}", flush=True)


def main(deals: int) -> None:
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"  # as in the process that thinks
    with ProcessPoolExecutor(2) as pool:
        by_batches(pool, 20 * deals, deals)
        by_sides(pool, "strong", "normal", deals)
        by_sides(pool, "easy", "normal", 2 * deals)
        by_seats(pool, "normal", "greedy", 2 * deals)
        by_seats(pool, "easy", "normal", 2 * deals)
        by_seats(pool, "strong", "normal", deals // 2)
        against_itself(pool, deals // 20)
        watch(pool, max(1, deals // 12))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
