"""What a person does at a table: the same deeds whether by button, menu or command.

Every deed is done first and answered after: with the panel for those who have a seat, else with a private sentence. A
refusal changes nothing and says what to do.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

import discord

from bot.games.baohuang.actions import CLAIM, NO_SOLO, PLAY, SOLO, Move
from bot.games.baohuang.game import GAME
from bot.games.base import GameError, Illegal
from bot.tables.state import Person, State
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts import language, say
from cogs.board import own_view
from cogs.calls import Draft, Failure
from cogs.compose import Chosen, Composer
from cogs.controls import GRAVE, PLAIN, Ticket, link, said_button
from cogs.defaults import SWITCHES, chosen_rules, need_allowed
from cogs.front import Front
from cogs.panel import WITH_SOLO, closed, may_play_alone, no_seat
from cogs.personal import Personal
from cogs.places import board_spot, board_url, place
from cogs.reply import Reply
from cogs.weekly import Weekly
from cogs.wording import refused
from storage.errors import StorageError
from storage.rows import Wishes
from storage.store import Store

log = logging.getLogger(__name__)

Value = TypeVar("Value")

REMEMBERED: Final = 500
"""How many interactions are remembered, so as not to act on one twice."""


@dataclass(frozen=True, slots=True)
class Services:
    """What deeds need of the program."""

    tables: Tables
    front: Front
    store: Store
    personal: Personal
    weekly: Weekly
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a table is opened, so that no two are opened in one channel."""
    choosing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while settings are changed: they are read, changed and written."""
    _met: deque[int] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    async def new(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether an interaction is met for the first time: after a lost connection Discord may tell of one again.

        What its person has chosen goes with it from here on.
        """
        if interaction.id in self._met:
            return False
        self._met.append(interaction.id)
        self.personal.hear(interaction.user.id, interaction.locale.value)
        interaction.extras["wishes"] = await self.personal.of(interaction.user.id)
        return True


class Visit:
    """One interaction of one person, and its answer."""

    def __init__(self, services: Services, interaction: discord.Interaction[Any]) -> None:
        self.services = services
        self.interaction = interaction
        self.reply = Reply(interaction)
        self.wishes: Wishes = interaction.extras.get("wishes", Wishes())
        self.locale = self.wishes.language or interaction.locale.value
        self.user = interaction.user
        self.person = Person(self.user.id, self.user.display_name)

    @classmethod
    def of(cls, services: Services, interaction: discord.Interaction[Any]) -> Visit:
        """The visit of an interaction; always the same one, since there is one answer."""
        visit = interaction.extras.get("visit")
        if not isinstance(visit, cls):
            visit = interaction.extras["visit"] = cls(services, interaction)
        return visit

    @property
    def on_panel(self) -> bool:
        """Whether a private message of ours was clicked on, which the answer then changes."""
        clicked = self.interaction.type is discord.InteractionType.component and self.interaction.message
        return bool(clicked and clicked.flags.ephemeral)

    @property
    def moderator(self) -> bool:
        """Whether the person may moderate here: Discord's Manage Messages."""
        return self.interaction.permissions.manage_messages

    # Which table

    def table_here(self) -> Table | None:
        """The table that plays in this channel, or else the newest whose card is in it."""
        channel = self.interaction.channel_id
        tables = self.services.tables.open_tables()
        at_play = [table for table in tables if place(table) == channel]
        return next(reversed(at_play or [table for table in tables if table.channel == channel]), None)

    def own_table(self) -> Table | None:
        """The table at which the person has a seat."""
        found = self.services.tables.seat_of(self.user.id)
        return found and found[0]

    def need(self, table: Table | None) -> Table:
        """A table, or the refusal that there is none."""
        if table is None:
            raise Illegal("no_table_here")
        return table

    def need_manager(self) -> int:
        """The server, for those who manage it; raise Illegal("only_in_server") or Illegal("not_manager")."""
        if self.interaction.guild_id is None:
            raise Illegal("only_in_server")
        if not self.interaction.permissions.manage_guild:
            raise Illegal("not_manager")
        return self.interaction.guild_id

    # Answers

    async def done(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Do the work of a deed, deferring the answer if it takes long."""
        return await self.reply.during(work, new_message=not self.on_panel)

    async def say(self, key: str, **values: object) -> None:
        """Answer with a private sentence."""
        await self.tell(Draft(content=say(self.locale, key, **values)))

    async def tell(self, draft: Draft) -> None:
        """Answer with a private message; in place of the one clicked on, where that was private."""
        change = self.on_panel and not self.reply.answered
        await self._taken(await (self.reply.change(draft) if change else self.reply.tell(draft)))

    async def _taken(self, failed: Failure | None) -> None:
        """Where nothing can be said, as in a locked thread, a click need not look as if the bot were not there."""
        if failed is Failure.FORBIDDEN:
            await self.reply.defer(new_message=False)

    async def show_panel(self, table: Table, *, chosen: Chosen | None = None, notice: str = "", hint: str = "") -> None:
        """Answer with the person's panel; above it a notice, or a hint that stays there for this turn."""
        if table.closed is not None:
            await self.tell(closed(table, self.locale))
        elif table.seat_of(self.user.id) is None:
            await self.tell(no_seat(self.locale))
        else:
            panels = self.services.front.panels
            await self._taken(await panels.answer(self.reply, table, chosen=chosen, notice=notice, hint=hint))

    async def refuse(self, error: GameError, table: Table | None) -> None:
        """Say why something was not done; on a panel, above what the panel shows now."""
        other = self.own_table()
        if error.code in ("seated_elsewhere", "already_seated") and other is not None:
            row = (link(board_url(other), say(self.locale, "button.to_table")),)
            await self.tell(Draft(content=refused(self.locale, error), controls=(row,)))
        elif self.on_panel and table is not None and table.closed is None and table.seat_of(self.user.id) is not None:
            await self.show_panel(table, notice=f"⚠️ {refused(self.locale, error)}")
        else:
            await self.tell(Draft(content=refused(self.locale, error)))

    async def failed(self, error: BaseException) -> None:
        """What was not saved, or a mistake of ours: log where it happened, not what it was about, and say so."""
        if isinstance(error, StorageError):
            log.error("not saved: %s", error)
            await self.say("refusal.not_saved")
            return
        log.error("an interaction failed: %r", type(error), exc_info=error)
        await self.say("notice.error")

    # Deeds between rounds

    async def join(self, table: Table) -> None:
        """Sit down; the greeting by DM shows whether the hand can be sent."""
        await self.done(table.join(self.person))
        await self.seated(table)

    async def seated(self, table: Table) -> None:
        """Say that the person has a seat now, and where to get ready."""
        await self.done(self.services.front.settled(table))
        await self.done(self.services.front.hands.greet(self.user.id, table, self.locale))
        number = table.seat_of(self.user.id)
        if number is None:
            await self.say("panel.hand_gone")
            return
        notes = [say(self.locale, "notice.seated", number=number + 1)]
        if board_spot(table) is None:
            notes.append(say(self.locale, "notice.unshown"))
        if self.user.id in self.services.front.hands.closed:
            notes.append(say(self.locale, "panel.dm_closed"))
        ticket = Ticket("ready", table.id, table.number)
        row: list[discord.ui.Item[Any]] = []
        if self.interaction.channel_id == place(table):
            row.append(said_button(self.locale, ticket, "ready", discord.ButtonStyle.success))
        else:
            row.append(link(board_url(table), say(self.locale, "button.to_table")))
        await self.tell(Draft(content="\n".join(notes), controls=(tuple(row),)))

    async def again(self, table_id: int) -> None:
        """Open a table with the settings of one that has closed, in its place."""
        await self.seated(await self.done(self._again(table_id)))

    async def _again(self, table_id: int) -> Table:
        async with self.services.opening:
            row = await self.services.store.table(table_id)
            if row is None:
                raise Illegal("no_table")
            server = await self.services.store.server(row.guild)
            need_allowed(server, self.interaction.channel)
            if not State.from_json(row.state).memo.get("own_thread"):
                self._need_free(row.channel)
            return await self.services.tables.again(
                self.person,
                table_id,
                stake=server.stake,
                least=server.least,
                language=server.language,
                keep={"own_thread", "counter"},
            )

    async def open(
        self,
        guild: int,
        channel: int,
        given: Mapping[str, object],
        *,
        turn: int | None,
        own_thread: bool,
        counter: bool,
    ) -> None:
        """Open a table in a channel, or in a thread of its own there; what is not given is as the server has chosen."""

        async def work() -> Table:
            async with self.services.opening:
                server = await self.services.store.server(guild)
                need_allowed(server, self.interaction.channel)
                if not own_thread:
                    self._need_free(channel)
                options = chosen_rules(server, given)
                switches = {name: options.pop(name) for name in SWITCHES}
                return await self.services.tables.open(
                    self.person,
                    guild=guild,
                    channel=channel,
                    game=GAME.key,
                    options=options,
                    turn=turn or server.turn,
                    language=language(server.language or self.locale),
                    stake=server.stake,
                    least=server.least,
                    **switches,
                    memo={"own_thread": own_thread, "counter": counter},
                )

        await self.seated(await self.done(work()))

    def _need_free(self, channel: int) -> None:
        """Raise Illegal("channel_taken") where a table plays in a channel already."""
        tables = self.services.tables.open_tables()
        if any(place(table) == channel and not table.memo.get("own_thread") for table in tables):
            raise Illegal("channel_taken")

    async def leave(self, table: Table, *, confirmed: bool) -> None:
        """Stand up; in a round only when confirmed, with autopilot offered instead."""
        try:
            await self.done(table.leave(self.user.id, confirmed=confirmed))
        except Illegal as error:
            if error.code != "confirm_leaving":
                raise
            ticket = Ticket("leave_confirm", table.id, *table.stamp)
            row = (
                said_button(self.locale, ticket.to("autopilot_on"), "take_autopilot", PLAIN),
                said_button(self.locale, ticket, "leave_confirm", GRAVE),
            )
            await self.tell(Draft(content=refused(self.locale, error), controls=(row,)))
        else:
            await self.say("notice.left")

    async def ready(self, table: Table, words: str = "") -> None:
        """Get ready for the next round."""
        await self.done(table.ready(self.user.id, self.interaction.id, words))
        await self.show_panel(table)

    async def unready(self, table: Table) -> None:
        """Be ready no longer."""
        await self.done(table.unready(self.user.id))
        await self.show_panel(table)

    async def watch(self, table: Table, *, queue: bool) -> None:
        """Watch; pressed again, or asked for, wait for a seat."""
        if all(watcher.id != self.user.id for watcher in table.watchers):
            await self.done(table.watch(self.person))
        elif not queue:
            raise Illegal("already_watching")
        if queue:
            await self.done(table.queue_up(self.user.id))
            if table.seat_of(self.user.id) is not None:
                await self.seated(table)
                return
        ticket = Ticket("unwatch", table.id)
        row: list[discord.ui.Item[Any]] = [said_button(self.locale, ticket, "unwatch")]
        if not queue:
            row.insert(0, said_button(self.locale, ticket.to("queue"), "queue"))
        row.append(link(board_url(table), say(self.locale, "button.to_table")))
        key = "notice.queued" if queue else "notice.watching"
        await self.tell(Draft(content=say(self.locale, key), controls=(tuple(row),)))

    async def unwatch(self, table: Table) -> None:
        """Watch no longer."""
        await self.done(table.unwatch(self.user.id))
        await self.say("notice.unwatched")

    async def hand_by_dm(self, *, wanted: bool) -> None:
        """Switch the hand by direct message on or off, from now on."""
        await self.wish(hand_by_dm=wanted)
        await self.say("notice.dm_on" if wanted else "notice.dm_off")

    async def wish(self, **chosen: Any) -> None:
        """Keep what the person chooses (see Wishes), and show what they see at a table accordingly from now on."""
        wishes = self.wishes = await self.done(self._wish(chosen))
        self.locale = wishes.language or self.interaction.locale.value
        front, table = self.services.front, self.own_table()
        if table is None:
            return
        hands, user_id = front.hands, self.user.id
        letter = hands.greet(user_id, table, self.locale) if wishes.hand_by_dm else hands.withdraw(user_id, table)
        await self.done(letter)
        front.panels.refresh(table)

    async def _wish(self, chosen: Mapping[str, Any]) -> Wishes:
        personal, user_id = self.services.personal, self.user.id
        async with self.services.choosing:
            wishes = replace(await personal.of(user_id), **chosen)
            await personal.keep(user_id, wishes)
        return wishes

    # Deeds in a round

    async def act(self, table: Table, *texts: str, stamp: tuple[int, int] | None = None) -> None:
        """Take one action, or several of which each makes way for the next, and show what came of it."""
        for text in texts:
            await self.done(table.act(self.user.id, text, stamp))
            stamp = None
        if (
            self.interaction.message is not None
            and not self.on_panel
            and not self.reply.answered
            and self.services.front.panels.has(self.user.id, table)
        ):
            # Pressed on the board: the panel, which is up to date by itself, is answer enough.
            await self.reply.defer(new_message=False)
        else:
            await self.show_panel(table)

    async def answer(self, table: Table, text: str, stamp: tuple[int, int] | None = None) -> None:
        """Give an answer before the play step. Without grab, claiming also says whether one plays alone."""
        number = table.seat_of(self.user.id)
        view = None if number is None else own_view(table, number)
        if text not in (CLAIM, WITH_SOLO) or view is None or view.rules.grab:
            await self.act(table, CLAIM if text == WITH_SOLO else text, stamp=stamp)
            return
        alone = text == WITH_SOLO
        if alone and not may_play_alone(view):
            raise Illegal("solo_needs_guard_card")
        await self.act(table, CLAIM, SOLO if alone else NO_SOLO, stamp=stamp)

    async def compose(self, table: Table, chosen: Chosen, stamp: tuple[int, int]) -> None:
        """Show the panel with a play put together so far."""
        self._composer(table, stamp)
        await self.show_panel(table, chosen=chosen)

    async def play(self, table: Table, chosen: Chosen, stamp: tuple[int, int]) -> None:
        """Play what was put together."""
        composer = self._composer(table, stamp)
        if not composer.has(chosen):
            raise Illegal("stale")
        await self.act(table, Move(PLAY, composer.cards(chosen)).text, stamp=stamp)

    def _composer(self, table: Table, stamp: tuple[int, int]) -> Composer:
        number = table.seat_of(self.user.id)
        view = None if number is None else own_view(table, number)
        if view is None or stamp != tuple(table.stamp):
            raise Illegal("stale")
        if view.seat not in view.asked:
            raise Illegal("not_asked")
        return Composer(view)

    async def ahead(self, table: Table, *, on: bool) -> None:
        """Pass for the rest of the trick, or take that back."""
        await self.done(table.answer_ahead(self.user.id, on=on))
        await self.show_panel(table)

    async def autopilot(self, table: Table, *, on: bool) -> None:
        """Leave the seat to the system, or take it back."""
        await self.done(table.autopilot(self.user.id, on=on))
        await self.show_panel(table)
