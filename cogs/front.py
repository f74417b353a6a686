"""Shows tables on Discord: card, board, pings, panels, and the hand by DM."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import discord

from bot.games.base import GameError
from bot.pictures import Pictures
from bot.tables.front import Unshown
from bot.tables.pace import Pace
from bot.tables.table import Table
from bot.texts import say
from cogs import calls
from cogs.board import board, board_buttons
from cogs.calls import Draft, Failure, Spot
from cogs.card import card
from cogs.controls import GOOD, Ticket, said_button
from cogs.courtesy import Courtesy
from cogs.drawing import drawn
from cogs.hands import Hands
from cogs.latest import Latest
from cogs.levels import Levels
from cogs.loans import Loans
from cogs.panels import Panels
from cogs.permissions import may_attach
from cogs.personal import Personal
from cogs.places import board_spot, card_spot, place
from cogs.wording import plain

log = logging.getLogger(__name__)

PUSHED_AWAY: Final = 8
"""Messages of others below the board after which it is posted anew."""
PARTING: Final = 2
"""Seconds in which boards say that the bot restarts."""
MOST_PARTING: Final = 100
"""Boards that say so: more than can be told in time."""
AT_ONCE: Final = 50
"""Boards that are on their way at the same time: those that wait longer show what is newest then."""
PATIENCE: Final = 0.1
"""Seconds for which a board waits for a calm moment: then some are drawn, however busy it is."""
SETTLING: Final = 5
"""Seconds for which an answer waits for the board of a new table."""
OLD: Final = 55 * 60
"""Seconds after which the board is posted anew in any case: Discord limits edits to messages older than an hour."""


class Front:
    """What Tables tells what to show (``bot.tables.front.Front``)."""

    def __init__(
        self,
        client: discord.Client,
        personal: Personal,
        levels: Levels,
        pictures: Pictures,
        now: Callable[[], float],
        pace: Pace,
    ) -> None:
        self.client = client
        self.now = now
        self.hands = Hands(client, personal, pictures, now, pace.letter)
        self.panels = Panels(personal, pictures, now, self.hands.closed)
        self.loans = Loans(client, now)
        self._personal = personal
        self.pictures = pictures
        self.levels = levels
        self._shown: dict[int, object] = {}
        self._drawn: dict[int, calls.Picture | None] = {}
        self._settled: dict[int, asyncio.Event] = {}
        self._talk: dict[int, int] = {}
        self._queued: dict[int, set[int]] = {}
        self._looked: dict[int, set[tuple[int, int]]] = {}
        self._cards = Latest(self._show_card)
        self._courtesy = Courtesy(PATIENCE)
        self._on_their_way = asyncio.Semaphore(AT_ONCE)

    # What Tables calls

    def refresh(self, table: Table) -> None:
        """Bring panels up to date, each at the speed at which Discord takes it."""
        self.panels.refresh(table)

    async def show(self, table: Table) -> None:
        """Bring the rest up to date; return when the board is confirmed, raise Unshown when it cannot be."""
        await self._settle(table)
        async with self._on_their_way:
            await self._show_board(table)
        self._settled_event(table).set()
        self._cards.call(table)
        await self._end_ping(table)
        self.hands.refresh(table, self.panels.has)
        await self._welcome(table)
        await self._look_for_leavers(table)

    async def nudge(self, table: Table, seats: Sequence[int]) -> None:
        """Ping the people of some seats in the place of the table, but not those who want no pings."""
        people = [person.id for seat in seats if (person := table.seats[seat].present)]
        people = [person for person in people if (await self._personal.of(person)).pings]
        if people:
            row = board_buttons(table)
            key = "board.ping" if len(people) == 1 else "board.ping_answer"
            await self._ping(table, people, key, tuple(button for button in row if not button.disabled))

    async def _ping(
        self, table: Table, people: Sequence[int], key: str, buttons: tuple[discord.ui.Item[Any], ...]
    ) -> None:
        """Post a message that pings people, and goes when what it asks of them is over."""
        await self._end_ping(table, now=True)
        stamp = table.stamp  # they may act before the ping has arrived
        draft = Draft(
            content=say(table.settings.language, key, mention=" ".join(f"<@{person}>" for person in people)),
            controls=(buttons,),
            pings=discord.AllowedMentions(users=[discord.Object(person) for person in people]),
        )
        nonce = calls.nonce()
        await table.remember(ping=[nonce, *stamp])  # before it is there: a process that dies now would never know of it
        sent = await calls.send(self.client, place(table), draft, nonce)
        if sent is not Failure.UNREACHABLE:
            await table.remember(ping=[sent.message_id, *stamp] if isinstance(sent, Spot) else None)

    async def _welcome(self, table: Table) -> None:
        """Tell those who waited for a seat and have got one."""
        seated = {seat.present.id for seat in table.seats if seat.present}
        moved_up = self._queued.get(table.id, set()) & seated
        self._queued[table.id] = set(table.queue)
        if moved_up:
            button = said_button(table.settings.language, Ticket("ready", table.id, table.number), "ready", GOOD)
            await self._ping(table, sorted(moved_up), "board.moved_up", (button,))
            for user_id in moved_up:
                await self.hands.greet(user_id, table, table.settings.language)

    async def _look_for_leavers(self, table: Table) -> None:
        """Give up the seats of those who left the server, which is leaving for good (RULES.md, "Autopilot, leaving").

        Discord does not tell of them without a privileged intent; who is on autopilot is looked for, once a round.
        """
        looked = self._looked.setdefault(table.id, set())
        for seat in table.seats:
            person = seat.present
            if table.round is None or person is None or not seat.autopilot or (table.number, person.id) in looked:
                continue
            looked.add((table.number, person.id))
            if await calls.has_left(self.client, table.guild, person.id):
                with suppress(GameError):  # the round may be over by now, or the table closed
                    await table.leave(person.id, confirmed=True)

    async def closed(self, table: Table) -> None:
        """Show that the table has closed, on board and card; raise Unshown where Discord cannot be reached."""
        self.hands.drop(table)
        self.loans.drop(table)
        self.levels.drop(table)
        await self._end_ping(table, now=True)
        for kept in (self._shown, self._drawn, self._settled, self._talk, self._queued, self._looked):
            kept.pop(table.id, None)
        self._shown.pop(-table.id, None)
        draft = card(table)
        spots = filter(None, (board_spot(table), card_spot(table)))
        await self._cards.quiet(table)  # what is on its way to the card must not arrive after this
        if Failure.UNREACHABLE in [await calls.edit(self.client, spot, draft) for spot in spots]:
            raise Unshown

    async def settled(self, table: Table) -> None:
        """Return when the table's board has been posted, or after a while where Discord is slow."""
        if table.closed is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(SETTLING):
                    await self._settled_event(table).wait()

    def _settled_event(self, table: Table) -> asyncio.Event:
        return self._settled.setdefault(table.id, asyncio.Event())

    def reranked(self, guild_id: int, tables: Sequence[Table]) -> None:
        """Skill in a server has changed otherwise than by a round: show anew what those at its tables are by it."""
        for table in tables:
            if table.guild == guild_id:
                self.levels.drop(table)
                table.show()

    # Where it is shown

    async def _settle(self, table: Table) -> None:
        """Post the card, and start the thread where the table is to have one of its own."""
        if "card" not in table.memo:
            await self.levels.look_up(table)
            sent = await calls.send(self.client, table.channel, card(table, self.levels.of(table)), f"{table.id:x}c")
            if not isinstance(sent, Spot):
                await self._give_up(table, sent)
            else:
                await table.remember(card=sent.message_id)
        if table.memo.get("own_thread") and "thread" not in table.memo:
            spot = card_spot(table)
            assert spot is not None
            name = say(table.settings.language, "card.thread", name=plain(table.opener.name), number=table.id)
            thread = await calls.start_thread(self.client, table.guild, spot, name)
            if thread is Failure.UNREACHABLE:
                await self._give_up(table, thread)
            # Without a thread the table plays in the channel: it must never wait for one.
            await table.remember(**({"own_thread": False} if isinstance(thread, Failure) else {"thread": thread}))

    async def _show_board(self, table: Table) -> None:
        await self._courtesy.turn()
        await self.levels.look_up(table)
        picture = self._picture(table)
        draft = replace(
            board(table, levels=self.levels.of(table), pictured=picture is not None),
            picture=picture,
            no_picture=picture is None,
        )
        looks = draft.fingerprint()
        spot = board_spot(table)
        if spot is not None and not self._stands_badly(table, spot):
            if self._shown.get(table.id) == looks:
                return
            # A picture that is there already need not be sent again.
            same = self._drawn.get(table.id) == draft.picture
            done = await self.loans.edit(table, spot, replace(draft, picture=None) if same else draft)
            if done is None:
                self._shown[table.id], self._drawn[table.id] = looks, draft.picture
                return
            if done in (Failure.UNREACHABLE, Failure.INVALID):
                await self._give_up(table, done)
            # Gone, too old, or in a thread that has been archived: a new message takes that out of the archive.
        sent = await calls.send(self.client, place(table), draft, f"{table.id:x}b{spot.message_id if spot else 0:x}")
        if isinstance(sent, Spot) and table.id not in self._shown:
            # It may be one that a process posted which died before it noted that, and show what was then.
            sent = await calls.edit(self.client, sent, draft) or sent
        if not isinstance(sent, Spot):
            await self._give_up(table, sent)
        else:
            self._shown[table.id], self._drawn[table.id] = looks, draft.picture
            self._talk[table.id] = 0
            await table.remember(board=sent.message_id)
            if spot is not None:
                await calls.delete(self.client, spot)

    def _picture(self, table: Table) -> calls.Picture | None:
        """The picture for a table's board; None where there is none, may be none, or it cannot be drawn."""
        if not may_attach(self.client, table.guild, place(table)):
            return None
        try:
            return drawn(self.pictures, table, self.levels.of(table))
        except Exception:
            log.exception("table %d could not be drawn", table.id)
            return None

    async def _give_up(self, table: Table, failure: Failure) -> None:
        """Park the table, or close it where its place is gone."""
        log.warning("table %d cannot be shown: %s", table.id, failure.value)
        removed = self.client.is_ready() and self.client.get_guild(table.guild) is None
        if failure is Failure.GONE or (failure is Failure.FORBIDDEN and removed):
            with suppress(GameError):  # it has closed meanwhile
                await table.lose()
        raise Unshown

    def _stands_badly(self, table: Table, spot: Spot) -> bool:
        """Whether talk has pushed the board away, or it is too old to be edited freely."""
        age = self.now() - discord.utils.snowflake_time(spot.message_id).timestamp()
        return age > OLD or self._talk.get(table.id, 0) >= PUSHED_AWAY

    def talked(self, channel_id: int, tables: Sequence[Table]) -> None:
        """Somebody wrote a message in a channel."""
        for table in tables:
            if place(table) == channel_id:
                self._talk[table.id] = self._talk.get(table.id, 0) + 1

    def deleted(self, message_ids: Set[int], tables: Sequence[Table]) -> None:
        """Somebody deleted messages: a board among them is posted anew."""
        for table in tables:
            if table.memo.get("board") in message_ids:
                self._shown.pop(table.id, None)
                table.show()

    async def farewell(self, tables: Sequence[Table]) -> None:
        """Say that the bot restarts, on as many boards as can be told in time: those in play and the newest first."""
        newest = sorted(tables, key=lambda table: (table.round is not None, table.id), reverse=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(PARTING):
                await asyncio.gather(*map(self._say_restarting, newest[:MOST_PARTING]))

    async def _say_restarting(self, table: Table) -> None:
        spot, draft = (
            board_spot(table),
            board(table, levels=self.levels.of(table), pictured=self._drawn.get(table.id) is not None),
        )
        if spot is not None and draft.embed is not None:
            said = say(table.settings.language, "board.restarting")
            draft.embed.description = f"{said}\n\n{draft.embed.description}"
            await self.loans.edit(table, spot, draft)

    async def stop(self) -> None:
        """Show no more; what is under way gets seconds to end."""
        await asyncio.gather(self.panels.stop(), self.hands.stop(), self._cards.stop())

    async def _show_card(self, table: Table) -> None:
        await self.levels.look_up(table)
        spot = card_spot(table)
        draft = card(table, self.levels.of(table))
        key, looks = -table.id, draft.fingerprint()
        if spot is None or table.closed is not None or self._shown.get(key) == looks:
            return
        if await calls.edit(self.client, spot, draft, later=True) is None and table.closed is None:
            self._shown[key] = looks

    async def _end_ping(self, table: Table, *, now: bool = False) -> None:
        """Take the ping away when those it pinged have acted, or at once."""
        ping = table.memo.get("ping")
        if ping is not None and (now or ping[1:] != list(table.stamp)):
            spot: Spot | None = Spot(place(table), ping[0])
            if isinstance(ping[0], str):  # it may be there: Discord gives the message that it has with this nonce
                draft = Draft(content=say(table.settings.language, "board.ping", mention="").strip())
                found = await calls.send(self.client, place(table), draft, ping[0])
                spot = found if isinstance(found, Spot) else None
            if spot is not None:
                await calls.delete(self.client, spot)
            if table.closed is None:
                await table.remember(ping=None)
