"""The one writer of a table: takes changes to the disk, then into force, and does what the system has to do.

All that changes anything happens under one lock, in this order: check, commit, apply. Telling comes after the lock.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from bot.games.base import Ask, Clock, Game, GameError, Illegal, Outcome, Round, Setup
from bot.tables import scoring, seating
from bot.tables.front import By, Change
from bot.tables.play import Move, Question, Turn, next_move, question, waited_for
from bot.tables.publisher import Publisher
from bot.tables.state import Closed, Seat, Stage, State
from storage.errors import StorageError
from storage.rows import TableRow

if TYPE_CHECKING:
    from bot.tables.tables import Tables

log = logging.getLogger(__name__)
T = TypeVar("T")
_random: Final = secrets.SystemRandom()


class Stamp(NamedTuple):
    """A place in the life of a table, which controls carry so that stale ones are refused."""

    number: int
    """The round's number at the table."""
    clock: int
    """The number of the clock in the round; -1 while none is running."""


class Writer:
    """Holds a table's state and running round, and changes them."""

    def __init__(
        self, house: Tables, publisher: Publisher, row: TableRow, game: Game, running: tuple[int, Round] | None
    ) -> None:
        self.state = replace(State.from_json(row.state), deadline=None)  # after a start, deadlines begin anew
        self.turn = Turn(-1, 0)
        self._house = house
        self._publisher = publisher
        self._id = row.id
        self._guild = row.guild
        self._game = game
        self._round_id = running[0] if running else 0
        self.round: Round | None = running[1] if running else None
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._touched = self._not_before = self.now()
        self._parked_since: float | None = None
        self._put_away = False
        self._unshown_moves = 0
        self._nudge_at: float | None = None
        self._untold_since: float | None = None
        """Since when something is to be shown that waits for what AI seats do next."""
        self._begin_turn()

    def now(self) -> float:
        """The time, in seconds since 1970."""
        return self._house.time.now()

    @property
    def playing(self) -> bool:
        """Whether a round is running."""
        return self.round is not None

    @property
    def parked(self) -> bool:
        """Whether Discord does not take what should be shown."""
        return self._parked_since is not None

    @property
    def stage(self) -> Stage:
        """Where the table is in its life."""
        if self.state.closed:
            return Stage.CLOSED
        if self.playing:
            return Stage.PLAYING
        return Stage.REVEALING if seating.all_ready(self.state) else Stage.SEATING

    @property
    def clock(self) -> Clock | None:
        """The running round's clock."""
        return self.round.clock() if self.round else None

    @property
    def stamp(self) -> Stamp:
        """What controls made now must carry."""
        clock = self.clock
        return Stamp(self.state.number, clock.number if clock else -1)

    @property
    def position(self) -> object:
        """Equal positions ask the same of people: a show of the one is a show of the other."""
        return self.stage, self.stamp, self.state.salt

    @property
    def seconds(self) -> float | None:
        """How long those who are asked have, from the moment it is shown; None is without limit."""
        if clock := self.clock:
            return self.state.settings.turn if clock.seconds is None else clock.seconds
        return self._house.pace.ready if self.state.hurried and not self.state.closed else None

    # Ways in

    async def do(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do a person's work and what follows from it as one, even if the caller is cancelled; then tell."""

        async def run() -> T:
            async with self._lock:
                if self._house.stopping:
                    raise GameError("stopping")
                if self.state.closed:
                    raise Illegal("closed")
                try:
                    if self.round and (outcome := self.round.outcome()):
                        await self._end(self.round, outcome)
                    done = await work()
                except StorageError as error:
                    log.error("table %d: not saved: %s", self._id, error)  # noqa: TRY400
                    raise GameError("not_saved") from error
                self._touched = self.now()
                await self._system(self._settle)
            self._tell()
            return done

        return await self._house.protect(run())

    async def remember(self, entries: dict[str, object]) -> None:
        """Merge entries into the memo; None takes one out. Nobody need be told. Raise StorageError.

        Of a table that has been put away nothing more is kept.
        """

        async def run() -> None:
            async with self._lock:
                if self._put_away:
                    return
                memo = {key: value for key, value in {**self.state.memo, **entries}.items() if value is not None}
                state = replace(self.state, memo=memo)
                await self._save_quietly(state)

        await self._house.protect(run())

    async def forget(self, user_id: int, seat: int | None) -> None:
        """``State.without``; of a table that has been put away nothing stays anyway. Raise StorageError."""

        async def run() -> None:
            async with self._lock:
                state = self.state.without(user_id, seat)
                if self._put_away or state == self.state:
                    return
                await self._save_quietly(state)
            self._publisher.show()

        await self._house.protect(run())

    async def shown(self, position: object) -> None:
        """Discord has confirmed a show of this position: clocks start, or cards are dealt."""

        async def run() -> None:
            async with self._lock:
                if self._parked_since is not None:
                    self._parked_since, self._touched = None, self.now()
                self._unshown_moves = 0
                dealt = position == self.position and self.stage is Stage.REVEALING
                if dealt:
                    await self._deal()
                elif position == self.position and self.state.deadline is None and self.seconds is not None:
                    self._nudge_at = self.now() + self._house.pace.nudge if self.playing else None
                    await self._save_quietly(replace(self.state, deadline=self.now() + self.seconds))
                moved = await self._system(self._settle)
            self._tell(show=dealt or moved)

        await self._house.protect(run())

    async def unshown(self) -> None:
        """Discord did not take a show: no deadline runs until it does."""
        async with self._lock:
            if self._parked_since is None:
                self._parked_since = self.now()
            self._nudge_at = None
            self.state = replace(self.state, deadline=None)
        self._wake.set()

    async def drive(self) -> None:
        """Do what time brings, until the table has closed."""
        while not self.state.closed:
            self._wake.clear()
            await self._house.time.wait(self._look(), self._wake)
            async with self._lock:
                changed = await self._system(self._expire) | await self._system(self._settle)
                asked = self._question()
            if changed:
                self._tell()
            if asked is not None:
                await self._answer(asked)

    async def put_away(self) -> None:
        """Note that the table's closing has been shown; what could not be noted is shown again after a start."""
        async with self._lock:
            try:
                await self._house.store.put_away(self._id, self.state.put_away().to_json(), self.now())
            except StorageError as error:
                log.error("table %d: not put away: %s", self._id, error)  # noqa: TRY400
            else:
                self._put_away = True
                self._house.put_away(self._id)

    def look_again(self) -> None:
        """Something outside this table has changed what is due here."""
        self._wake.set()

    async def quiet(self) -> None:
        """Return when nothing is being written; nothing is afterwards if the house is stopping."""
        async with self._lock:
            pass

    def _tell(self, *, show: bool = True) -> None:
        """Show the table, if not now then when the AI seats whose turn it is have all moved."""
        self._wake.set()
        if show and self._untold_since is None:
            self._untold_since = self.now()
        if self._untold_since is None:
            return
        if self._question() is None or self._untold_since + self._house.pace.together <= self.now():
            self._untold_since = None
            self._publisher.show()

    async def _system(self, work: Callable[[], Awaitable[bool]]) -> bool:
        """Do the system's own work and say whether it changed anything; if it fails, it is tried again later."""
        if self.state.closed or self._house.stopping or self.now() < self._not_before:
            return False
        try:
            return await work()
        except StorageError as error:
            log.error("table %d: not saved: %s", self._id, error)  # noqa: TRY400
        except Exception:
            log.exception("table %d: trying again in %g s", self._id, self._house.pace.retry)
        self._not_before = self.now() + self._house.pace.retry
        return True

    # Steps; all under the lock

    async def save(self, state: State) -> None:
        """Take a new state to the disk and into force; raise StorageError or Illegal("seated_elsewhere")."""
        if not self.playing:
            state = self._moved_up(state)
        fines = [scoring.fine(state, one) for one in state.penalties[len(self.state.penalties) :]]
        refunds = scoring.refunds(self.state) if self.playing and state.closed else []
        save = self._house.store.close_table if state.closed else self._house.store.penalise
        with self._coming_into_force(state):
            await save(
                self._id,
                state.to_json(),
                guild=self._guild,
                round_id=self._round_id,
                entries=[*fines, *refunds],
                at=self.now(),
            )

    async def _save_quietly(self, state: State) -> None:
        """``save`` for what has to do with neither seats nor points."""
        await self._house.store.save_table(self._id, state.to_json())
        self.state = state

    async def save_seat(self, number: int, seat: Seat) -> None:
        """``save`` with one seat changed."""
        await self.save(seating.with_seat(self.state, number, seat))

    async def append(self, round_: Round, ask: Ask, text: str, by: By, *, late: bool = False) -> None:
        """Take an action through the round's door: check, commit, apply."""
        round_.check(ask.seat, text)
        clock, seat = round_.clock(), self.state.seats[ask.actor]
        parked = late and clock is not None and clock.autopilot
        state = seating.with_seat(self.state, ask.actor, replace(seat, answer=None, autopilot=seat.autopilot or parked))
        changed = state.to_json() if state != self.state else None
        await self._house.store.append(
            self._round_id, len(round_.actions), ask.seat, text, table=self._id, state=changed
        )
        round_.act(ask.seat, text)
        self.state = state
        self._unshown_moves = 0 if by is By.PERSON else self._unshown_moves + 1
        self._publisher.note(Change(ask.seat, text, by))
        self._begin_turn()

    async def _settle(self) -> bool:
        """Do all that the system has to do by now; whether there was anything."""
        changed = False
        while self.round:
            if outcome := self.round.outcome():
                await self._finish(self.round, outcome)
                return True
            move = self._next_move(self.round)
            if move is None or move.text is None or move.at > self.now():
                break
            await self.append(self.round, move.ask, move.text, move.by, late=move.late)
            changed = True
        return changed

    def _next_move(self, round_: Round) -> Move | None:
        """The system's next move. After a lap of its own moves it waits until people have seen them."""
        if self._unshown_moves >= self._game.seats:
            return None
        return next_move(round_, self.state, self.turn)

    def _question(self) -> Question | None:
        """What an AI is to decide now; None where it is for others to act."""
        if self.round is None or self._house.stopping or self.now() < self._not_before:
            return None
        try:
            move = self._next_move(self.round)
        except Exception:
            log.exception("table %d: trying again in %g s", self._id, self._house.pace.retry)
            self._not_before = self.now() + self._house.pace.retry
            return None
        return None if move is None or move.text is not None else question(self.round, self.state, self.turn, move.ask)

    async def _answer(self, asked: Question) -> None:
        """Let an AI decide, outside the lock, and do what it decided if it is still for it to do."""
        decided = await self.decided(asked.round, asked.ask, asked.level, _random.getrandbits(32))

        async def take() -> bool:
            text = asked.round.autopilot(asked.ask.seat) if decided is None else decided
            await self.append(asked.round, asked.ask, text, By.AI)
            return await self._settle() or True

        async with self._lock:
            if self._question() == asked:
                await self._system(take)
        self._tell()

    async def decided(self, round_: Round, ask: Ask, level: str, seed: int) -> str | None:
        """What an AI of a level would do for a seat that is asked; None where it errs: that must not stop a table."""
        try:
            text = await self._house.decide(self._game, round_.view(ask.seat), level, seed)
            round_.check(ask.seat, text)
        except Exception as error:  # its words may hold cards, so they are not logged
            log.warning("table %d: an AI seat failed: %s", self._id, type(error).__name__)
            return None
        return text

    def _begin_turn(self) -> None:
        """Note that another clock runs, if it does: its time starts when it has been shown."""
        clock = self.clock
        if clock and clock.number != self.turn.clock:
            self.turn = Turn(clock.number, self.now() + _random.uniform(*self._house.pace.mask))
            self.state = replace(self.state, deadline=None)
            self._nudge_at = None

    async def _deal(self) -> None:
        """Start the round for which all are ready."""
        state = replace(self.state, hurried=(), deadline=None)
        setup = Setup(state.settings.rules, state.first_seat, bytes.fromhex(state.secret), state.salt)
        round_ = self._game.start(setup)
        self._round_id = await self._house.store.begin_round(
            self._id, setup_json(setup), state.to_json(), at=self.now()
        )
        self.state, self.round = state, round_
        self.turn = Turn(-1, 0)
        self._begin_turn()

    async def _finish(self, round_: Round, outcome: Outcome) -> None:
        """Turn a round that is over into a record, ledger rows and the table's next state, all at once."""
        users = [seat.person.id for seat in self.state.seats if seat.person]
        sums = await self._house.store.sums(self._guild, users)
        state = scoring.after(self.state, outcome, sums, round_id=self._round_id, secret=secrets.token_bytes(32).hex())
        state = self._moved_up(state)
        with self._coming_into_force(state):
            await self._house.store.end_round(
                self._round_id,
                round_.record(scoring.extras(self.state, self.now())),
                table=self._id,
                state=state.to_json(),
                guild=self._guild,
                entries=scoring.entries(self.state, outcome),
                at=self.now(),
                game=self._game.key,
                dealt=outcome.dealt,
            )
            self.round = None
        self._touched = self.now()
        self._nudge_at = None

    async def _end(self, round_: Round, outcome: Outcome) -> None:
        """Finish a round that the disk did not take at its end, before anybody's work: nobody leaves it any more."""
        await self._finish(round_, outcome)
        self._tell()
        if self.state.closed:
            raise Illegal("closed")

    def _moved_up(self, state: State) -> State:
        return state if state.closed else seating.move_up(state, busy=self._house.busy)

    @contextmanager
    def _coming_into_force(self, state: State) -> Iterator[None]:
        """Around the saving of a state: hold their one seat for those who sit down by it; then it is in force."""
        with self._house.claim(state.sitting - self.state.sitting):
            yield
            self._house.sit(self._id, self.state.sitting, frozenset() if state.closed else state.sitting)
            self.state = state
        if state.closed:
            self.round = None
            self._house.closed(self._id)
        self._house.look_for_seats()

    async def _expire(self) -> bool:
        """Nudge, or do what is due apart from moves; whether it changed anything."""
        now = self.now()
        if self._nudge_at is not None and self._nudge_at <= now and self.round:
            self._nudge_at = None
            self._publisher.nudge(waited_for(self.round, self.state, self.turn))
        state = self.state
        if self._parked_since is not None:
            if self._parked_since + self._house.pace.lost <= now:
                state = replace(state, closed=Closed.LOST)
        elif self.round is None:
            if state.deadline is not None and state.deadline <= now:
                state = seating.drop_unready(state)
            elif self._touched + self._house.pace.idle <= now:
                state = replace(state, closed=Closed.IDLE)
        if state == self.state and not self._someone_moves_up():
            return False
        await self.save(state)
        return True

    def _someone_moves_up(self) -> bool:
        """Whether a seat is free between rounds for somebody who waits for it and sits nowhere."""
        return self.round is None and self._moved_up(self.state) != self.state

    def _look(self) -> float | None:
        """``_due``; where a mistake of a game keeps that from being known, when to look again."""
        try:
            return self._due()
        except Exception:
            log.exception("table %d: looking again in %g s", self._id, self._house.pace.retry)
            return self.now() + self._house.pace.retry

    def _due(self) -> float | None:
        """When the system has something to do next."""
        times: list[float | None] = []
        if self._parked_since is not None:
            times.append(self._parked_since + self._house.pace.lost)
        elif self.round is None:
            times += [self.state.deadline, self._touched + self._house.pace.idle]
        if self._someone_moves_up() or (self.round and self.round.outcome()):
            times.append(0)  # an outcome is still there where the disk failed at the end of the round
        elif self.round:
            move = self._next_move(self.round)
            times += [self._nudge_at, move.at if move else None]
        due = min((time for time in times if time is not None), default=None)
        return None if due is None else max(due, self._not_before)


def setup_json(setup: Setup) -> str:
    """A setup as text for the disk."""
    return json.dumps(
        {
            "rules": dict(setup.rules),
            "first_seat": setup.first_seat,
            "secret": setup.secret.hex(),
            "salt": setup.salt,
        }
    )


def setup_from_json(text: str) -> Setup:
    """The setup of such a text."""
    raw = json.loads(text)
    return Setup(raw["rules"], raw["first_seat"], bytes.fromhex(raw["secret"]), raw["salt"])
