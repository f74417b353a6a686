"""Turns for requests: so many in any second, each in its order."""

from __future__ import annotations

import asyncio

import pytest

from cogs.budget import Budget

FEW = 20
BRIEF = 0.05


@pytest.fixture(autouse=True)
def _a_second_is_brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.budget.SECOND", BRIEF)


async def test_after_those_at_once_each_waits_its_turn_and_what_can_wait_goes_last() -> None:
    budget, order = Budget(FEW), list[int]()

    async def ask(number: int, *, later: bool) -> None:
        async with budget.turn(later=later):
            order.append(number)

    await asyncio.gather(*(ask(number, later=20 <= number < 30) for number in range(40)))
    assert order == [*range(20), *range(30, 40), *range(20, 30)]


async def test_a_request_counts_while_it_is_under_way_and_for_a_second_after() -> None:
    budget, loop = Budget(FEW), asyncio.get_running_loop()
    times: list[tuple[float, float]] = []

    async def ask(number: int) -> None:
        async with budget.turn():
            began = loop.time()
            await asyncio.sleep(BRIEF * (number % 3))
            times.append((began, loop.time()))

    await asyncio.gather(*map(ask, range(5 * FEW)))
    assert len(times) == 5 * FEW
    # The loop's timers are as exact as its clock.
    exact = loop._clock_resolution  # type: ignore[attr-defined]
    for moment, _ in times:
        assert sum(began <= moment < ended + BRIEF - exact for began, ended in times) <= FEW


async def test_who_gives_up_waiting_takes_no_turn() -> None:
    budget = Budget(FEW)
    hold = asyncio.Event()

    async def ask() -> None:
        async with budget.turn():
            await hold.wait()

    waiting = [asyncio.create_task(ask()) for _ in range(FEW + 10)]
    await asyncio.sleep(0)
    for task in waiting[FEW:]:
        task.cancel()
    hold.set()
    await asyncio.gather(*waiting, return_exceptions=True)
    async with asyncio.timeout(10), budget.turn():
        pass
    with pytest.raises(asyncio.CancelledError):
        await waiting[-1]


async def test_who_gives_up_in_the_moment_of_the_turn_hands_it_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.budget.SECOND", 0)
    budget = Budget(1)

    async def ask() -> None:
        async with budget.turn():
            pass

    async with budget.turn():
        first, second = asyncio.create_task(ask()), asyncio.create_task(ask())
        await asyncio.sleep(0)
    asyncio.get_running_loop().call_later(0, first.cancel)
    async with asyncio.timeout(10):
        await second
    assert first.cancelled()
