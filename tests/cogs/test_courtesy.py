"""What can wait lets those who wait for an answer go first."""

from __future__ import annotations

import asyncio
import time

from cogs.courtesy import CALM, Courtesy


class Rush:
    """Keeps the event loop busy, in each of its turns, until it has taken so many."""

    def __init__(self, turns: float) -> None:
        self.turns = turns
        self.over = False
        self._loop = asyncio.get_running_loop()
        self._loop.call_soon(self._work)

    def _work(self) -> None:
        time.sleep(2 * CALM)
        self.turns -= 1
        self.over = self.turns <= 0
        if not self.over:
            self._loop.call_soon(self._work)


async def test_it_waits_until_a_rush_is_over() -> None:
    rush = Rush(20)
    await Courtesy(60).turn()
    assert rush.over


async def test_it_does_not_wait_for_ever() -> None:
    rush = Rush(float("inf"))
    async with asyncio.timeout(60):
        await Courtesy(0.1).turn()
    assert not rush.over
    rush.turns = 0


async def test_pieces_of_work_leave_the_loop_time_between_them() -> None:
    courtesy, done = Courtesy(0), list[str]()

    async def work() -> None:
        await courtesy.turn()
        done.append("work")

    def look() -> None:
        done.append("other")
        if done.count("work") < 3:
            asyncio.get_running_loop().call_soon(look)

    tasks = [asyncio.create_task(work()) for _ in range(3)]
    look()
    await asyncio.gather(*tasks)
    first, second, third = (place for place, what in enumerate(done) if what == "work")
    assert "other" in done[first:second]
    assert "other" in done[second:third]
