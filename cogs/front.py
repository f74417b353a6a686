"""Shows tables on Discord: card, board, pings, panels, and the hand by DM."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import discord

from bot.pictures import Pictures
from bot.tables.front import Unshown
from bot.tables.state import Closed
from bot.tables.table import Table
from bot.texts import say
from cogs import calls
from cogs.board import board
from cogs.calls import Draft, Failure, Spot
from cogs.card import card
from cogs.controls import MAIN, Ticket, said_button
from cogs.hands import Hands
from cogs.latest import Latest
from cogs.panels import Panels
from cogs.places import board_spot, card_spot, place
from storage.store import Store

log = logging.getLogger(__name__)

PUSHED_AWAY: Final = 8
"""Messages of others below the board after which it is posted anew."""
SETTLING: Final = 5
"""Seconds for which an answer waits for the board of a new table."""
OLD: Final = 55 * 60
"""Seconds after which the board is posted anew in any case: Discord limits edits to messages older than an hour."""


class Front:
    """What Tables tells what to show (``bot.tables.front.Front``)."""

    def __init__(self, client: discord.Client, store: Store, pictures: Pictures, now: Callable[[], float]) -> None:
        self.client = client
        self.now = now
        self.hands = Hands(client, store, pictures)
        self.panels = Panels(pictures, now, self.hands.closed)
        self._shown: dict[int, object] = {}
        self._settled: dict[int, asyncio.Event] = {}
        self._talk: dict[int, int] = {}
        self._cards: dict[int, Latest] = {}

    # What Tables calls

    async def show(self, table: Table) -> None:
        """Bring everything up to date; return when the board is confirmed, raise Unshown when it cannot be."""
        self.panels.refresh(table)
        await self._settle(table)
        await self._show_board(table)
        self._settled_event(table).set()
        self._card(table).call()
        await self._end_ping(table)
        self.hands.refresh(table)

    async def nudge(self, table: Table, seats: Sequence[int]) -> None:
        """Ping the people of some seats in the place of the table."""
        people = [person for seat in seats if (person := table.seats[seat].present)]
        if not people:
            return
        language = table.settings.language
        ticket = Ticket("hand", table.id, *table.stamp)
        key = "board.ping" if len(people) == 1 else "board.ping_answer"
        draft = Draft(
            content=say(language, key, mention=" ".join(f"<@{person.id}>" for person in people)),
            controls=((said_button(language, ticket, "hand", MAIN), said_button(language, ticket.to("pass"), "pass")),),
            pings=discord.AllowedMentions(users=[discord.Object(person.id) for person in people]),
        )
        sent = await calls.send(self.client, place(table), draft)
        if isinstance(sent, Spot):
            await table.remember(ping=[sent.message_id, *table.stamp])

    async def closed(self, table: Table) -> None:
        """Show that the table has closed, on board and card."""
        self.panels.drop(table)
        self.hands.drop(table)
        await self._end_ping(table)
        self._cards.pop(table.id, None)
        for kept in (self._shown, self._settled, self._talk):
            kept.pop(table.id, None)
        self._shown.pop(-table.id, None)
        if table.closed is Closed.LOST:
            return
        draft = card(table)
        for spot in filter(None, (board_spot(table), card_spot(table))):
            await calls.edit(self.client, spot, draft)

    async def settled(self, table: Table) -> None:
        """Return when the table's board has been posted, or after a while where Discord is slow."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLING):
                await self._settled_event(table).wait()

    def _settled_event(self, table: Table) -> asyncio.Event:
        return self._settled.setdefault(table.id, asyncio.Event())

    # Where it is shown

    async def _settle(self, table: Table) -> None:
        """Post the card, and start the thread where the table is to have one of its own."""
        if "card" not in table.memo:
            sent = await calls.send(self.client, table.channel, card(table))
            if not isinstance(sent, Spot):
                await self._give_up(table, sent)
            else:
                await table.remember(card=sent.message_id)
        if table.memo.get("own_thread") and "thread" not in table.memo:
            spot = card_spot(table)
            assert spot is not None
            name = say(table.settings.language, "card.thread", name=table.opener.name, number=table.id)
            thread = await calls.start_thread(self.client, table.guild, spot, name)
            # Without a thread the table plays in the channel: it must never wait for one.
            await table.remember(**({"own_thread": False} if isinstance(thread, Failure) else {"thread": thread}))

    async def _show_board(self, table: Table) -> None:
        draft = board(table)
        looks = draft.fingerprint()
        spot = board_spot(table)
        if spot is not None and not self._stands_badly(table, spot):
            if self._shown.get(table.id) == looks:
                return
            done = await calls.edit(self.client, spot, draft)
            if done is None:
                self._shown[table.id] = looks
                return
            if done not in (Failure.GONE, Failure.LIMITED):
                await self._give_up(table, done)
        sent = await calls.send(self.client, place(table), draft)
        if not isinstance(sent, Spot):
            await self._give_up(table, sent)
        else:
            self._shown[table.id] = looks
            self._talk[table.id] = 0
            await table.remember(board=sent.message_id)
            if spot is not None:
                await calls.delete(self.client, spot)

    async def _give_up(self, table: Table, failure: Failure) -> None:
        """Park the table, or close it where its place is gone."""
        log.warning("table %d cannot be shown: %s", table.id, failure.value)
        if failure is Failure.GONE:
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

    def _card(self, table: Table) -> Latest:
        if table.id not in self._cards:
            self._cards[table.id] = Latest(lambda: self._show_card(table))
        return self._cards[table.id]

    async def _show_card(self, table: Table) -> None:
        spot = card_spot(table)
        draft = card(table)
        key, looks = -table.id, draft.fingerprint()
        if spot is None or table.closed is not None or self._shown.get(key) == looks:
            return
        if await calls.edit(self.client, spot, draft) is None:
            self._shown[key] = looks

    async def _end_ping(self, table: Table) -> None:
        """Take the ping away when those it pinged have acted."""
        ping = table.memo.get("ping")
        if ping is not None and (table.closed is not None or ping[1:] != list(table.stamp)):
            await calls.delete(self.client, Spot(place(table), ping[0]))
            if table.closed is None:
                await table.remember(ping=None)
