"""One table: what there is to see of it, and the doors through which people change it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from bot.games.base import Ask, Game, GameError, Illegal, Malformed, Round, commitment
from bot.tables import seating
from bot.tables.front import By, Change
from bot.tables.publisher import Publisher
from bot.tables.state import MOST_BACKS, STAND_IN, Answer, Closed, Person, Ready, Result, Seat, Settings, Stage, State
from bot.tables.writer import Stamp, Writer
from storage.rows import TableRow

if TYPE_CHECKING:
    from bot.tables.tables import Tables


class Table:
    """A table from its opening to its closing.

    Doors are coroutines: they return when the disk has what was done, and raise Illegal or Malformed (or a plain
    GameError where the program cannot do it now), with nothing changed. Whether somebody moderates the place is the
    caller's to say.
    """

    def __init__(self, house: Tables, row: TableRow, game: Game, running: tuple[int, Round] | None = None) -> None:
        self.id: Final = row.id
        self.guild: Final = row.guild
        self.channel: Final = row.channel
        self.game: Final = game
        self._publisher = Publisher(self, house.front, house.time, house.pace)
        self._writer = Writer(house, self._publisher, row, game, running)

    async def run(self) -> None:
        """Show the table and do what time brings until it has closed; for Tables."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._writer.drive())
            tasks.create_task(self._publisher.run(self._writer.shown, self._writer.unshown))
        await self._writer.put_away()

    def show(self) -> None:
        """Show the table: it has just come, or something that showed it is gone."""
        self._publisher.show()

    def look_again(self) -> None:
        """See whether somebody who waits for a seat may have one now; for Tables."""
        self._writer.look_again()

    async def quiet(self) -> None:
        """Return when nothing is being written; for Tables."""
        await self._writer.quiet()

    # What there is to see

    @property
    def stage(self) -> Stage:
        """Where the table is in its life."""
        return self._writer.stage

    @property
    def settings(self) -> Settings:
        """What the table was opened with."""
        return self._writer.state.settings

    @property
    def opener(self) -> Person:
        """Who opened it; when they leave, the first person who still sits here."""
        return self._writer.state.opener

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, clockwise."""
        return self._writer.state.seats

    @property
    def watchers(self) -> tuple[Person, ...]:
        """Who watches, those who wait for a seat among them."""
        return self._writer.state.watchers

    @property
    def queue(self) -> tuple[int, ...]:
        """The ids of the watchers who wait for a seat, in order."""
        return self._writer.state.queue

    @property
    def number(self) -> int:
        """The number of the running or next round at this table, from 1."""
        return self._writer.state.number

    @property
    def commitment(self) -> str:
        """The commitment to the running or next round's secret."""
        return commitment(bytes.fromhex(self._writer.state.secret))

    @property
    def salt_parts(self) -> tuple[tuple[int, str], ...]:
        """Seat and part of the salt of each who is ready for the running or next round; public when all are."""
        return self._writer.state.salt_parts

    @property
    def round(self) -> Round | None:
        """The running round. Show people its views only; act through the table's doors only."""
        return self._writer.round

    @property
    def stamp(self) -> Stamp:
        """What controls made now must carry; the clock is -1 while no round is running."""
        return self._writer.stamp

    @property
    def deadline(self) -> float | None:
        """When the time of those who are asked is over (seconds since 1970); None where none runs.

        Before it has started: as if it started now.
        """
        if self._writer.state.deadline is not None:
            return self._writer.state.deadline
        seconds = self._writer.seconds
        return None if seconds is None else self._writer.now() + seconds

    @property
    def counts(self) -> bool:
        """Whether a round with the people who sit here counts for skill."""
        return self._writer.state.counts

    @property
    def last(self) -> Result | None:
        """What came of the last round."""
        return self._writer.state.last

    @property
    def closing(self) -> bool:
        """Whether the table closes after the running round because somebody said so."""
        return self._writer.state.closing

    @property
    def closed(self) -> Closed | None:
        """Why the table closed; None while it is open."""
        return self._writer.state.closed

    @property
    def follows(self) -> int | None:
        """The number of the closed table that this one goes on from."""
        return self._writer.state.follows

    @property
    def reason(self) -> str:
        """The moderator's words, where the round was broken off."""
        return self._writer.state.reason

    @property
    def changes(self) -> tuple[Change, ...]:
        """The actions that took effect since the last confirmed show; the same all through one show."""
        return self._publisher.changes

    @property
    def memo(self) -> Mapping[str, Any]:
        """What the front has asked to remember."""
        return self._writer.state.memo

    @property
    def position(self) -> object:
        """Equal positions ask the same of people: a show of the one is a show of the other."""
        return self._writer.position

    def seat_of(self, user_id: int) -> int | None:
        """The seat in which this person sits."""
        return self._writer.state.seat_of(user_id)

    def cost_of_leaving(self, user_id: int) -> int:
        """The points that leaving now would cost this person."""
        return seating.cost_of_leaving(
            self._writer.state, user_id, playing=self._writer.playing, parked=self._writer.parked
        )

    # The doors to the seats

    async def join(self, person: Person) -> None:
        """Sit down on a free seat, or on one's own again that one gave up in the running round."""
        await self._change(lambda state: seating.join(state, person, playing=self._writer.playing))

    async def leave(self, user_id: int, *, confirmed: bool = False) -> None:
        """Give the seat up for good; in a round it must be confirmed: Illegal("confirm_leaving", points=...)."""
        await self._change(
            lambda state: seating.leave(
                state, user_id, playing=self._writer.playing, confirmed=confirmed, parked=self._writer.parked
            )
        )

    async def kick(self, seat: int, *, by: int, moderator: bool) -> None:
        """Take a person's seat: the opener between rounds, a moderator also in a round (a penalty, no way back)."""
        await self._change(
            lambda state: seating.kick(
                state, seat, by=by, moderator=moderator, playing=self._writer.playing, parked=self._writer.parked
            )
        )

    async def watch(self, person: Person) -> None:
        """Watch the table."""
        await self._change(lambda state: seating.watch(state, person))

    async def unwatch(self, user_id: int) -> None:
        """Watch the table no longer."""
        await self._change(lambda state: seating.unwatch(state, user_id))

    async def queue_up(self, user_id: int) -> None:
        """Wait for a free seat, as one who watches; between rounds a free seat is taken at once."""
        await self._change(lambda state: seating.queue(state, user_id))

    async def add_ai(self, *, by: int, moderator: bool, fill: bool = False, level: str = STAND_IN) -> None:
        """Put an AI of a level on the first free seat, or on all of them."""
        self._need_level(level)
        await self._change(
            lambda state: seating.add_ai(
                state, by=by, moderator=moderator, playing=self._writer.playing, fill=fill, level=level
            )
        )

    async def set_ai(self, seat: int, level: str, *, by: int, moderator: bool) -> None:
        """Put an AI of a level on a seat that is free, or in place of another AI."""
        self._need_level(level)
        await self._change(
            lambda state: seating.set_ai(
                state, seat, by=by, moderator=moderator, playing=self._writer.playing, level=level
            )
        )

    def _need_level(self, level: str) -> None:
        if level not in self.game.levels:
            raise Malformed("ai_level", level=level)

    async def remove_ai(self, seat: int, *, by: int, moderator: bool) -> None:
        """Make an AI's seat free."""
        await self._change(
            lambda state: seating.remove_ai(state, seat, by=by, moderator=moderator, playing=self._writer.playing)
        )

    async def ready(self, user_id: int, interaction: int, words: str = "") -> None:
        """Be ready for the next round; interaction and words become this person's part of the salt."""
        how = Ready(interaction, words)
        await self._change(lambda state: seating.ready(state, user_id, how, playing=self._writer.playing))

    async def unready(self, user_id: int) -> None:
        """Be ready no longer."""
        await self._change(lambda state: seating.unready(state, user_id, playing=self._writer.playing))

    async def close(self, *, by: int, moderator: bool) -> None:
        """Close the table, in a round: after it. For its opener and moderators."""
        await self._change(lambda state: seating.close(state, by=by, moderator=moderator, playing=self._writer.playing))

    async def abort(self, *, by: int, moderator: bool, reason: str) -> None:
        """Break the round off, unscored, and close the table: for a moderator who has no seat in it."""
        await self._change(
            lambda state: seating.abort(state, by=by, moderator=moderator, playing=self._writer.playing, reason=reason)
        )

    async def lose(self) -> None:
        """Close the table because the place it was in has gone; a running round is not scored."""
        await self._change(lambda state: replace(state, closed=Closed.LOST))

    async def remember(self, **entries: Any) -> None:
        """Keep entries (JSON) in the memo, in place of those of the same name; None takes one out.

        Raise StorageError; a show may let it pass, and is tried again.
        """
        await self._writer.remember(entries)

    async def forget(self, user_id: int, seat: int | None) -> None:
        """Know nothing more of somebody who has gone, and who had this seat in the last round, or None.

        Raise StorageError.
        """
        await self._writer.forget(user_id, seat)

    # The doors to the round

    async def act(self, user_id: int, text: str, stamp: tuple[int, int] | None = None) -> bool:
        """Take an action (the game's text) in the running round; whether it has taken effect.

        False: it is kept for this turn and takes effect within seconds, so that its time tells nothing.
        """

        async def work() -> bool:
            round_, ask = self._asked(user_id, stamp)
            number, seat = ask.actor, self._writer.state.seats[ask.actor]
            round_.check(ask.seat, text)
            if round_.masked(text) and self._writer.now() < self._writer.turn.masked_until:
                await self._writer.save_seat(number, replace(seat, answer=Answer(self._writer.turn.clock, text)))
                return False
            await self._writer.append(round_, ask, text, By.PERSON)
            return True

        return await self._writer.do(work)

    async def advice(self, user_id: int, stamp: tuple[int, int] | None = None) -> str:
        """What the strongest AI would do in the place of somebody who is asked, and has not answered."""
        round_, ask = self._asked(user_id, stamp)
        if not self.settings.hints:
            raise Illegal("no_hints")
        # Who asks again is told the same.
        text = await self._writer.decided(round_, ask, self.game.levels[-1], hash(self.stamp) % 2**32)
        if text is None:
            raise GameError("no_advice")
        return text

    async def answer_ahead(self, user_id: int, *, on: bool) -> None:
        """Give the answer that the game takes in advance now (a pass for the rest of the trick), or take it back."""

        async def work() -> None:
            round_, number = self._seated(user_id)
            seat, ahead = self._writer.state.seats[number], round_.ahead(number)
            if ahead is None:
                raise Illegal("nothing_ahead")
            given = seat.ahead is not None and seat.ahead.scope == ahead.scope
            if seat.autopilot:
                raise Illegal("on_autopilot")
            if on and given:
                raise Illegal("already_ahead")
            if not on and not given:
                raise Illegal("not_ahead")
            if not on and any(ask.actor == number for ask in round_.asked()):
                raise Illegal("too_late")
            await self._writer.save_seat(number, replace(seat, ahead=ahead if on else None))

        await self._writer.do(work)

    async def autopilot(self, user_id: int, *, on: bool) -> None:
        """Let the system play for the seat, or take it back (at most MOST_BACKS times a round)."""

        async def work() -> None:
            _, number = self._seated(user_id)
            seat = self._writer.state.seats[number]
            if on and seat.autopilot:
                raise Illegal("on_autopilot")
            if not on and not seat.autopilot:
                raise Illegal("not_on_autopilot")
            if not on and seat.backs >= MOST_BACKS:
                raise Illegal("autopilot_stays", times=MOST_BACKS)
            await self._writer.save_seat(number, replace(seat, autopilot=on, backs=seat.backs + (not on)))

        await self._writer.do(work)

    def _asked(self, user_id: int, stamp: tuple[int, int] | None) -> tuple[Round, Ask]:
        """The round, and what this person is asked in it, by controls with this stamp."""
        round_, number = self._seated(user_id)
        if stamp is not None and tuple(stamp) != self.stamp:
            raise Illegal("stale")
        ask = next((ask for ask in round_.asked() if ask.actor == number), None)
        if ask is None:
            raise Illegal("not_asked")
        seat = self._writer.state.seats[number]
        if seat.autopilot:
            raise Illegal("on_autopilot")
        if seat.answer and seat.answer.clock == self._writer.turn.clock:
            raise Illegal("already_answered")
        return round_, ask

    def _seated(self, user_id: int) -> tuple[Round, int]:
        number = seating.seat_of(self._writer.state, user_id)
        if self._writer.round is None:
            raise Illegal("no_round")
        return self._writer.round, number

    async def _change(self, step: Callable[[State], State]) -> None:
        """Take one step of seating through the writer."""
        await self._writer.do(lambda: self._writer.save(step(self._writer.state)))
