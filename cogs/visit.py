"""One interaction of a person: who asks, for which table, and how they are answered.

What people do (``sitting``, ``playing``, ``hosting``) is the same whether by button, menu or command. Every deed is
done first and answered after: with the panel for those who have a seat, else with a private sentence. A refusal changes
nothing and says what to do.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import discord

from bot.games.base import GameError, Illegal
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.texts import say
from cogs.calls import Draft, Failure
from cogs.compose import Chosen
from cogs.controls import link
from cogs.front import Front
from cogs.panel import closed, no_seat
from cogs.personal import Personal
from cogs.places import board_url, place
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
