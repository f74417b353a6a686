"""Faults on demand: requests that are refused, fail, take long, or whose answer is lost."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class Fault:
    """What happens to requests that match."""

    method: str | None
    path: re.Pattern[str]
    times: int | None
    status: int | None
    """The HTTP status answered instead: 429, or 5xx."""
    code: int | None
    """The code of Discord's answered instead, such as 40003."""
    after: bool
    """Whether the request has taken effect all the same: only the answer is lost."""
    retry_after: float
    delay: float
    hits: int = 0

    def matches(self, method: str, path: str) -> bool:
        """Whether it befalls a request now."""
        wanted = self.method in {None, method} and self.path.search(path) is not None
        return wanted and (self.times is None or self.hits < self.times)


@dataclass(eq=False, slots=True)
class Hold:
    """Requests that wait, before they take effect, until they are released."""

    fault: Fault
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a request waits."""
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """Let all that wait, and all that come, go on."""
        self.gate.set()


@dataclass(eq=False, slots=True)
class Faults:
    """All faults in force."""

    all: list[Fault] = field(default_factory=list)
    holds: list[Hold] = field(default_factory=list)

    def add(
        self,
        path: str = "",
        *,
        method: str | None = None,
        times: int | None = None,
        status: int | None = None,
        code: int | None = None,
        after: bool = False,
        retry_after: float = 0.05,
        delay: float = 0.0,
    ) -> Fault:
        """Let requests whose path matches a pattern fail or be slow (``delay`` seconds), so many times.

        They fail with an HTTP status (429 or 5xx) or one of Discord's codes; with ``after`` they have taken effect
        all the same.
        """
        fault = Fault(method, re.compile(path), times, status, code, after, retry_after, delay)
        self.all.append(fault)
        return fault

    def remove(self, fault: Fault) -> None:
        """End one fault."""
        if fault in self.all:
            self.all.remove(fault)

    def hold(self, path: str = "", *, method: str | None = None) -> Hold:
        """Let requests whose path matches a pattern wait until ``release``."""
        hold = Hold(Fault(method, re.compile(path), None, None, None, after=False, retry_after=0, delay=0))
        self.holds.append(hold)
        return hold

    def clear(self) -> None:
        """End all faults and release what is held."""
        self.all.clear()
        for hold in self.holds:
            hold.release()
        self.holds.clear()

    def befalling(self, method: str, path: str) -> list[Fault]:
        """The faults that befall a request; each counts as a hit."""
        found = [fault for fault in self.all if fault.matches(method, path)]
        for fault in found:
            fault.hits += 1
        return found

    async def wait(self, method: str, path: str) -> None:
        """Return when nothing holds a request any longer."""
        for hold in list(self.holds):
            if hold.fault.matches(method, path) and not hold.gate.is_set():
                hold.fault.hits += 1
                hold.arrived.set()
                await hold.gate.wait()
