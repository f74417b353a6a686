"""All tables of the process."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, TypeVar

from bot.games.base import Game, GameError, Illegal
from bot.tables.front import Front
from bot.tables.pace import Pace, SystemTime, Time
from bot.tables.play import Decide, at_once
from bot.tables.state import MIN_PEOPLE, Closed, Person, Seat, Settings, State
from bot.tables.table import Table
from bot.tables.writer import setup_from_json
from storage.backup import COPIED
from storage.errors import StorageError
from storage.rows import RunningRow, TableRow
from storage.store import Store

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Tables that are shown at the same moment after a start."""
T = TypeVar("T")


class Tables:
    """Opens tables, finds them, and brings them back after a start.

    ``decide`` thinks for AI seats, without holding up the event loop.
    """

    def __init__(
        self,
        store: Store,
        front: Front,
        games: Mapping[str, Game],
        *,
        pace: Pace | None = None,
        time: Time | None = None,
        decide: Decide = at_once,
    ) -> None:
        self.store: Final = store
        self.front: Final = front
        self.games: Final = games
        self.pace: Final = pace or Pace()
        self.time: Final = time or SystemTime()
        self.decide: Final = decide
        self.stopping = False
        self._tables: dict[int, Table] = {}
        self._leaving: dict[int, Table] = {}
        """Tables that have closed, while people have not been shown that."""
        self._seated: dict[int, int] = {}
        self._claims: set[int] = set()
        self._lives: set[asyncio.Task[None]] = set()
        self._moves: set[asyncio.Task[Any]] = set()
        self._succession = asyncio.Lock()

    # For the front

    async def start(self) -> None:
        """Bring back every open table with its running round, and show it; show also what closed and was not shown.

        From a copy of the database, tables between rounds come back with new secrets and nobody ready: the round may
        have been played meanwhile, and its secret been told.
        """
        copied = await self.store.note(COPIED) is not None
        running = {row.table: row for row in await self.store.running_rounds()}
        tables = []
        for row in await self.store.open_tables():
            try:
                renew = copied and row.id not in running
                table = self._revive(await self._with_new_secret(row) if renew else row, running.get(row.id))
            except Exception as error:  # one that this version cannot read must not keep the others away
                why = type(error).__name__  # its words may hold cards
                log.error("table %d cannot be brought back (%s), and stays as it is", row.id, why)  # noqa: TRY400
                continue
            tables.append(table)
            if table.closed is None:
                self._tables[row.id] = table
                self.sit(row.id, frozenset(), State.from_json(row.state).sitting)
            else:
                self._leaving[row.id] = table
        if copied:
            await self.store.drop_note(COPIED)
        for table in tables:
            self._spawn(table.run(), self._lives)
        begun = {table.id: running[table.id].id for table in tables if table.id in running}
        newest = sorted(tables, key=lambda table: (begun.get(table.id, 0), table.id), reverse=True)
        self._spawn(self._show(newest), self._lives)

    async def _show(self, tables: Sequence[Table]) -> None:
        """Show tables, as many a second as Discord takes; a table at which something happens does not wait for this."""
        for number, table in enumerate(tables):
            if number >= AT_ONCE:
                await self.time.wait(self.time.now() + 1 / self.pace.requests, asyncio.Event())
            table.show()

    async def stop(self) -> None:
        """Let running moves finish, refuse new ones, and end all tasks. The store stays open."""
        self.stopping = True
        await asyncio.gather(*self._moves, return_exceptions=True)
        for table in self.open_tables():  # one may close meanwhile
            await table.quiet()
        for task in self._lives:
            task.cancel()
        await asyncio.gather(*self._lives, *self._moves, return_exceptions=True)

    async def open(
        self,
        opener: Person,
        *,
        guild: int,
        channel: int,
        game: str,
        options: Mapping[str, object],
        turn: int = 45,
        auto_pass: bool = True,
        language: str = "en",
        stake: int = 10,
        least: int = MIN_PEOPLE,
        hints: bool = True,
        memo: Mapping[str, Any] | None = None,
    ) -> Table:
        """Open a table in a place, its opener on the first seat; options are the game's, and the game refuses them.

        ``memo`` is what the front remembers from the start.
        """
        settings = Settings(game, self.games[game].rules(options), turn, auto_pass, language, stake, least, hints)
        return await self._open(opener, guild, channel, settings, memo=memo or {})

    async def again(
        self,
        opener: Person,
        table_id: int,
        *,
        stake: int = 10,
        least: int = MIN_PEOPLE,
        language: str | None = None,
        keep: Set[str] = frozenset(),
    ) -> Table:
        """Open a table with a closed one's settings in its place; ``keep`` names what the front remembers of it.

        Stake, the number of people that make a round count, and the language where it is given, may be other ones now:
        they are the server's.

        Raise Illegal("still_open") for one that is open, Illegal("again_open", table=...) where that was done already.
        """
        async with self._succession:
            row = await self.store.table(table_id)
            if row is None:
                raise Illegal("no_table")
            state = State.from_json(row.state)
            if state.closed is None:
                raise Illegal("still_open")
            for table in self._tables.values():
                if table.follows == table_id:
                    raise Illegal("again_open", table=table.id)
            memo = {key: value for key, value in state.memo.items() if key in keep}
            spoken = language or state.settings.language
            settings = replace(state.settings, stake=stake, least=least, language=spoken)
            return await self._open(opener, row.guild, row.channel, settings, follows=table_id, memo=memo)

    async def fate(self, table_id: int) -> Closed | None:
        """Why a table closed; None for one that is open, or never was."""
        row = await self.store.table(table_id)
        return State.from_json(row.state).closed if row else None

    def table(self, table_id: int) -> Table | None:
        """The open table with this number."""
        return self._tables.get(table_id)

    def open_tables(self) -> tuple[Table, ...]:
        """All open tables, oldest first."""
        return tuple(self._tables.values())

    def kept_tables(self) -> tuple[Table, ...]:
        """All tables of which it is still kept who was there: the open ones, and what closed and was not shown."""
        return (*self._tables.values(), *self._leaving.values())

    def seat_of(self, user_id: int) -> tuple[Table, int] | None:
        """The table and the seat where this person sits: there is at most one anywhere."""
        table = self._tables.get(self._seated.get(user_id, 0))
        seat = None if table is None else table.seat_of(user_id)
        return None if table is None or seat is None else (table, seat)

    # For tables

    def busy(self, user_id: int) -> bool:
        """Whether this person sits, or is just sitting down, at any table."""
        return self.seat_of(user_id) is not None or user_id in self._claims

    @contextmanager
    def claim(self, user_ids: Set[int]) -> Iterator[None]:
        """Keep these people's one seat for a table until its state says so; raise Illegal("seated_elsewhere")."""
        if any(map(self.busy, user_ids)):
            raise Illegal("seated_elsewhere")
        self._claims |= user_ids
        try:
            yield
        finally:
            self._claims -= user_ids

    def sit(self, table_id: int, before: Set[int], now: Set[int]) -> None:
        """Note who sits at a table, so that ``seat_of`` need not look through all of them."""
        for user_id in before - now:
            self._seated.pop(user_id, None)
        self._seated.update(dict.fromkeys(now, table_id))

    def closed(self, table_id: int) -> None:
        """Count a table as open no longer."""
        if (table := self._tables.pop(table_id, None)) is not None:
            self._leaving[table_id] = table

    def put_away(self, table_id: int) -> None:
        """Have nothing more to do with a table that has closed."""
        self._leaving.pop(table_id, None)

    def look_for_seats(self) -> None:
        """Somebody may have got up: have the tables at which people wait for a seat look whether they may have one."""
        for table in self._tables.values():
            if table.queue:
                table.look_again()

    async def protect(self, work: Coroutine[Any, Any, T]) -> T:
        """Await work that must come to its end even if whoever waits for it is cancelled."""
        return await asyncio.shield(self._spawn(work, self._moves))

    @staticmethod
    def _spawn(work: Coroutine[Any, Any, T], among: set[asyncio.Task[T]]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        among.add(task)
        task.add_done_callback(among.discard)
        return task

    async def _open(
        self,
        opener: Person,
        guild: int,
        channel: int,
        settings: Settings,
        *,
        memo: Mapping[str, Any],
        follows: int | None = None,
    ) -> Table:
        game = self.games[settings.game]
        seats = (Seat(person=opener), *(Seat() for _ in range(game.seats - 1)))
        state = State(settings, opener, seats, secrets.token_bytes(32).hex(), follows=follows, memo=memo)

        async def work() -> Table:
            if self.stopping:
                raise GameError("stopping")
            with self.claim({opener.id}):
                try:
                    number = await self.store.open_table(guild, channel, state.to_json())
                except StorageError as error:
                    log.error("a table cannot be opened: %s", error)  # noqa: TRY400
                    raise GameError("not_saved") from error
                row = TableRow(number, guild, channel, state.to_json(), None)
                self._tables[number] = table = Table(self, row, game)
                self.sit(number, frozenset(), state.sitting)
            self._spawn(table.run(), self._lives)
            table.show()
            return table

        return await self.protect(work())

    async def _with_new_secret(self, row: TableRow) -> TableRow:
        state = State.from_json(row.state)
        seats = tuple(replace(seat, ready=None) for seat in state.seats)
        text = replace(state, seats=seats, secret=secrets.token_bytes(32).hex()).to_json()
        await self.store.save_table(row.id, text)
        return replace(row, state=text)

    def _revive(self, row: TableRow, running: RunningRow | None) -> Table:
        game = self.games[State.from_json(row.state).settings.game]
        if running is None:
            return Table(self, row, game)
        round_ = game.start(setup_from_json(running.setup))
        for seat, text in running.actions:
            round_.act(seat, text)
        return Table(self, row, game, (running.id, round_))
