"""What goes wrong at Discord all the while."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Final

from bot.playground import Playground

PATHS: Final = ("/callback$", "^/webhooks/", "^/channels/")


class Mischief:
    """One thing after the other, drawn at random, until it is cancelled."""

    def __init__(self, playground: Playground, rng: random.Random) -> None:
        self._playground = playground
        self._random = rng
        self.done: Counter[str] = Counter()

    async def run(self, pause: tuple[float, float]) -> None:
        """Do mischief, with pauses of so many seconds; when cancelled, end what has been begun."""
        try:
            while True:
                await asyncio.sleep(self._random.uniform(*pause))
                await self._one()
        finally:
            for fault in list(self._playground.faults.all):
                self._playground.faults.remove(fault)
            self._playground.gateway.refuse_resume = False
            self._playground.gateway.deliver_twice = 0

    async def _one(self) -> None:
        gateway, faults = self._playground.gateway, self._playground.faults
        for fault in [each for each in faults.all if each.hits == each.times]:
            faults.remove(fault)
        path = self._random.choice(PATHS)
        times = self._random.randint(1, 4)
        what = self._random.choice(
            (
                "drop",
                "reconnect",
                "invalid",
                "no resume",
                "twice",
                "twice",
                "429",
                "500",
                "502",
                "lost",
                "delay",
                "delay",
            )
        )
        self.done[what] += 1
        match what:
            case "drop":
                await gateway.drop()
            case "reconnect":
                gateway.reconnect()
            case "invalid":
                gateway.invalidate(resumable=self._random.random() < 0.5)
            case "no resume":
                gateway.refuse_resume = not gateway.refuse_resume
                await gateway.drop()
            case "twice":
                gateway.deliver_twice += times
            case "429":
                faults.add(path, status=429, times=times, retry_after=self._random.uniform(0.02, 0.3))
            case "500" | "502":
                faults.add(path, status=int(what), times=times)
            case "lost":
                faults.add(path, status=502, times=times, after=True)
            case "delay":
                faults.add(path, delay=self._random.choice((0.05, 0.3, 1.0, 2.0)), times=times)
