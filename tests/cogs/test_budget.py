"""Turns for requests: so many a second, each in its order."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from cogs.budget import AT_ONCE, Budget

RATE = 200


async def test_after_a_few_at_once_each_waits_its_turn_and_what_can_wait_goes_last() -> None:
    budget, order = Budget(RATE), list[int]()

    async def ask(number: int, *, later: bool) -> None:
        await budget.turn(later=later)
        order.append(number)

    await asyncio.gather(*(ask(number, later=20 <= number < 30) for number in range(40)))
    assert order == [*range(20), *range(30, 40), *range(20, 30)]


async def test_never_more_than_the_rate_after_those_at_once() -> None:
    budget, times = Budget(RATE), list[float]()
    loop = asyncio.get_running_loop()

    async def ask() -> None:
        await budget.turn()
        times.append(loop.time())

    start = loop.time()
    await asyncio.gather(*(ask() for _ in range(60)))
    for number, moment in enumerate(times):
        assert number + 1 <= AT_ONCE + (moment - start) * RATE + 1e-6
    assert all(earlier <= later for earlier, later in pairwise(times))


async def test_who_gives_up_waiting_takes_no_turn() -> None:
    budget = Budget(RATE)
    waiting = [asyncio.create_task(budget.turn()) for _ in range(30)]
    await asyncio.sleep(0)
    for task in waiting[AT_ONCE:]:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    async with asyncio.timeout(10):
        await budget.turn()
    with pytest.raises(asyncio.CancelledError):
        await waiting[-1]
