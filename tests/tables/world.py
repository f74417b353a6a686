"""A process with tables, on a clock that only moves by hand, with a front that can be held up or fail."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from bot.games.base import Game, GameError, Round
from bot.tables.front import Change, Unshown
from bot.tables.pace import Pace
from bot.tables.play import Decide, at_once
from bot.tables.state import Person, Stage
from bot.tables.table import Table
from bot.tables.tables import Tables
from storage.store import Store
from tests.toy import Toy

GUILD, CHANNEL = 11, 22
ANA, BEN, CAT, DAN, EVE, FAY = (Person(100 + number, f"p{number}") for number in range(6))


class HandClock:
    def __init__(self) -> None:
        self.time = 1_000_000.0
        self._waiting: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        return self.time

    async def wait(self, until: float | None, wake: asyncio.Event) -> None:
        await asyncio.sleep(0)
        if until is None:
            await wake.wait()
        elif until > self.time:
            self._waiting.append((until, wake))
            await wake.wait()

    def advance(self, seconds: float) -> None:
        self.time += seconds
        for until, wake in self._waiting:
            if until <= self.time:
                wake.set()
        self._waiting = [(until, wake) for until, wake in self._waiting if until > self.time]


class SpyFront:
    """Confirms shows at once, unless ``held``, or ``broken``; remembers what it was asked to do."""

    def __init__(self) -> None:
        self.shows: list[tuple[int, object]] = []
        self.changes: list[Change] = []
        self.nudges: list[tuple[int, ...]] = []
        self.refreshed: list[int] = []
        self.closings: list[int] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.broken = self.hides_closings = False

    def refresh(self, table: Table) -> None:
        self.refreshed.append(table.id)

    async def show(self, table: Table) -> None:
        self.shows.append((table.id, table.position))
        changes = table.changes
        await self.gate.wait()
        if self.broken:
            raise Unshown
        assert table.changes == changes, "changes stay the same all through a show"
        self.changes += changes

    async def nudge(self, table: Table, seats: Sequence[int]) -> None:
        self.nudges.append(tuple(seats))

    async def closed(self, table: Table) -> None:
        if self.hides_closings:
            raise Unshown
        self.changes += table.changes
        self.closings.append(table.id)


class World:
    def __init__(self, folder: Path, game: Game | None = None, pace: Pace | None = None) -> None:
        self.folder = folder
        self.path = folder / "bot.sqlite"
        self.game = game or Toy()
        self.pace = pace or Pace(mask=(2, 2), between=0)
        self.clock = HandClock()
        self.front = SpyFront()
        self.decide: Decide = at_once
        self.store: Store
        self.tables: Tables

    async def start(self) -> World:
        self.store = await Store.open(self.path)
        self.tables = Tables(
            self.store, self.front, {"toy": self.game}, pace=self.pace, time=self.clock, decide=self.decide
        )
        await self.tables.start()
        await self.rest()
        return self

    async def stop(self) -> None:
        await self.tables.stop()
        await self.store.close()

    async def crash(self) -> None:
        """Go on from what the disk has at this moment, as after a power cut."""
        old, self.folder = self.path, self.folder / "after"
        self.folder.mkdir()
        for file in old.parent.glob("bot.sqlite*"):
            if not file.name.endswith((".lease", "-shm")):
                shutil.copy(file, self.folder)
        await self.stop()
        self.path = self.folder / old.name
        self.front = SpyFront()
        await self.start()

    async def rest(self) -> None:
        """Let everything happen that needs no more time to pass."""
        for _ in range(20):
            for table in self.tables.open_tables():
                await table.quiet()
            for _ in range(3):
                await asyncio.sleep(0)

    async def advance(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.rest()

    async def table(self, *people: Person, ai: int = 0, auto_pass: bool = True, tricks: int = 2) -> Table:
        """A table with these people seated, the first its opener, and AI seats."""
        table = await self.tables.open(
            people[0], guild=GUILD, channel=CHANNEL, game="toy", options={"tricks": tricks}, auto_pass=auto_pass
        )
        for person in people[1:]:
            await table.join(person)
        for _ in range(ai):
            await table.add_ai(by=people[0].id, moderator=False)
        await self.rest()
        return table

    async def deal(self, table: Table) -> Round:
        """Get all people ready and the cards dealt."""
        for seat in table.seats:
            if seat.person:
                await table.ready(seat.person.id, 7000 + seat.person.id)
        await self.rest()
        assert table.round
        return table.round

    async def playing(self, *people: Person, ai: int = 0, auto_pass: bool = True, tricks: int = 2) -> Table:
        """A table in its first round."""
        table = await self.table(*people, ai=ai, auto_pass=auto_pass, tricks=tricks)
        await self.deal(table)
        return table

    async def call(self, table: Table) -> None:
        """Get the secret step over."""
        for seat in table.seats:
            if seat.present:
                await table.act(seat.present.id, "low")
        await self.rest()

    async def play_out(self, table: Table) -> None:
        """Everyone does what autopilot would, by hand, until the round is over."""
        number = table.number
        while table.number == number and table.closed is None:
            assert table.round
            ask = table.round.asked()[0]
            person = table.seats[ask.actor].present
            assert person
            await table.act(person.id, table.round.autopilot(ask.seat))
            await self.advance(2)

    @contextmanager
    def broken_disk(self, on: str = "INSERT ON actions") -> Iterator[None]:
        """Every statement of a kind fails meanwhile."""
        with closing(sqlite3.connect(self.path, isolation_level=None)) as other:
            other.execute(f"CREATE TRIGGER broken BEFORE {on} BEGIN SELECT RAISE(ABORT, 'disk'); END")
            try:
                yield
            finally:
                other.execute("DROP TRIGGER broken")

    def on_disk(self) -> list[tuple[int, int, str]]:
        """Number, seat and text of every action of the running rounds, as another process reads it."""
        with closing(sqlite3.connect(self.path)) as other:
            return list(other.execute("SELECT number, seat, text FROM actions ORDER BY round, number"))


async def refused(door: Awaitable[object]) -> str:
    """The code with which a door refuses."""
    try:
        await door
    except GameError as error:
        return error.code
    raise AssertionError("it was not refused")


def stage_of(table: Table) -> Stage:
    """The stage now: a call, so that type checkers do not take it for the one of before."""
    return table.stage
