"""The discord.py client: commands and their sync, clicks, start and stop."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Callable, Set
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import discord

from bot.games.baohuang.game import GAME
from bot.games.base import GameError
from bot.pictures import Pictures
from bot.tables.pace import Pace
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.thinking import Thinker
from cogs import calls
from cogs.commands import Commands, Tree
from cogs.front import Front
from cogs.levels import Levels
from cogs.mod_commands import ModCommands
from cogs.permissions import invite
from cogs.personal import Personal
from cogs.places import place
from cogs.presses import press
from cogs.record_commands import record_commands
from cogs.settings_commands import SettingsCommands
from cogs.table_commands import TableCommands
from cogs.translator import Translator
from cogs.visit import Services
from cogs.weekly import Weekly
from storage.store import Store

log = logging.getLogger(__name__)

ANSWERING: Final = 2
"""Seconds that interactions under way get to be answered when the client closes."""
GOODBYE: Final = 0.5
"""Seconds that the gateway gets to answer the goodbye: discord.py would wait half a minute."""


# Tables need no voice, so that its packages are missing is nothing to warn of.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class Refused(Exception):
    """Discord does not accept the token."""


class Unreachable(Exception):
    """Discord does not answer, or wants no connection with the bot."""


async def who_is(token: str) -> tuple[str, int]:
    """The name of a token's bot and the id of its application; raise Refused or Unreachable."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        failed = await calls.login(client, token)
        if failed is not None:
            raise Refused if failed is calls.Failure.FORBIDDEN else Unreachable
        assert client.user is not None
        assert client.application_id is not None
        return client.user.name, client.application_id


def invite_url(application: int) -> str:
    """The address that invites the bot to a server with the permissions it needs."""
    return discord.utils.oauth_url(application, permissions=invite(), scopes=("bot", "applications.commands"))


class Client(discord.Client):
    """Runs tables on Discord. ``database`` is the file that keeps them, ``sprites`` a folder for drawn cards."""

    def __init__(self, database: Path, sprites: Path, *, pace: Pace | None = None, **options: Any) -> None:
        # Messages are counted, to see when talk pushes a board away; what they say is not asked for.
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(intents=intents, allowed_mentions=calls.NO_PINGS, max_messages=None, **options)
        self.tree = Tree(self)
        self._database = database
        self._sprites = sprites
        self._pace = pace or Pace()
        self.thinker: Final = Thinker([GAME])
        self._store: Store | None = None
        self._services: Services | None = None
        self._starting: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None

    @property
    def services(self) -> Services:
        """What deeds need; there from the moment the client has logged in."""
        assert self._services is not None
        return self._services

    async def run_until_closed(self, token: str) -> None:
        """Run until ``close``; raise Refused, Unreachable where Discord sends the bot away for good, or StorageError.

        Where Discord does not answer, it is tried again and again.
        """
        async with self:
            self._starting = asyncio.create_task(self._log_in(token))
            await asyncio.wait({self._starting})
            if self._starting.cancelled():
                return
            self._starting.result()
            failed = await calls.connect(self)
            if failed is not None:
                raise Refused if failed is calls.Failure.FORBIDDEN else Unreachable

    async def _log_in(self, token: str) -> None:
        wait = self._pace.retry
        while (failed := await calls.login(self, token)) is not None:
            if failed is calls.Failure.FORBIDDEN:
                raise Refused
            log.warning("Discord does not let the bot log in (%s): trying again in %g s", failed.value, wait)
            await calls.hang_up(self)
            await asyncio.sleep(wait)
            wait = min(2 * wait, self._pace.retry_most)

    async def setup_hook(self) -> None:
        """Open the database and bring back all tables; raise StorageError where it cannot be used."""
        calls.limit(self, self._pace.requests)
        store = self._store = await Store.open(self._database)
        pictures, _ = await asyncio.gather(asyncio.to_thread(Pictures, self._sprites), self.thinker.prepare())
        personal = Personal(store)
        front = Front(self, personal, Levels(store), pictures, time.time, self._pace)
        tables = Tables(store, front, {GAME.key: GAME}, pace=self._pace, decide=self.thinker.decide)
        weekly = Weekly(self, store, tables.time, self._pace.retry_most)
        self._services = self.tree.services = Services(tables, front, store, personal, weekly)
        commands = Commands(self._services)
        commands.add_command(TableCommands(self._services))
        for command in record_commands(self._services):
            commands.add_command(command)
        commands.add_command(SettingsCommands(self._services))
        self.tree.add_command(commands)
        self.tree.add_command(ModCommands(self._services))
        await self.tree.set_translator(Translator())
        await self._sync(store)
        await tables.start()
        weekly.start()

    async def _sync(self, store: Store) -> None:
        """Tell Discord the commands, where they have changed since it was told last."""
        translator = self.tree.translator
        assert translator is not None
        payload = [await command.get_translated_payload(self.tree, translator) for command in self.tree.get_commands()]
        tree = hashlib.sha256(json.dumps([self.application_id, payload], sort_keys=True).encode()).hexdigest()
        if await store.note("commands") == tree:
            return
        failed = await calls.attempt(self.tree.sync())
        if isinstance(failed, calls.Failure):
            log.error("the commands could not be brought to Discord: %s", failed.value)
        else:
            await store.set_note("commands", tree)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Act on clicks and forms; commands have the tree."""
        ours = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type in ours and self._services is not None:
            await press(self._services, interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Notice talk that pushes a board away."""
        if self._services is not None and self.user is not None and message.author.id != self.user.id:
            self._services.front.talked(message.channel.id, self._services.tables.open_tables())

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Notice that a board has been deleted."""
        self._deleted({payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Notice that boards have been deleted."""
        self._deleted(payload.message_ids)

    def _deleted(self, message_ids: Set[int]) -> None:
        if self._services is not None:
            self._services.front.deleted(message_ids, self._services.tables.open_tables())

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the tables of a channel that is gone; those in its threads are told of by themselves."""
        await self._lost(lambda table: channel.id in (table.channel, place(table)))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that is gone."""
        await self._lost(lambda table: place(table) == payload.thread_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that the bot is in no longer; an outage is told by another event."""
        await self._lost(lambda table: table.guild == guild.id)

    async def _lost(self, there: Callable[[Table], bool]) -> None:
        if self._services is not None:
            for table in filter(there, self._services.tables.open_tables()):
                with suppress(GameError):  # it has closed meanwhile
                    await table.lose()

    async def close(self) -> None:
        """Let running moves finish and be answered, say on the boards that the bot restarts, then stop: in seconds."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        if self._starting is not None and not self._starting.done():
            self._starting.cancel()
            await asyncio.wait({self._starting})
        if self._services is not None:
            tables, front = self._services.tables, self._services.front
            await asyncio.gather(tables.stop(), self._services.weekly.stop())
            await asyncio.gather(self._answered(), front.farewell(tables.open_tables()), front.stop())
        await self.thinker.stop()
        closing = asyncio.ensure_future(super().close())
        if not (await asyncio.wait({closing}, timeout=GOODBYE))[0]:
            await self.http.close()  # which ends the connection that the goodbye waits for
        await closing
        self._services = None
        if self._store is not None:
            store, self._store = self._store, None
            await store.close()

    async def _answered(self) -> None:
        """Wait, not long, until interactions under way have been answered; discord.py names the tasks they run in."""
        names = ("CommandTree-invoker", "discord.py: on_interaction")
        under_way = [task for task in asyncio.all_tasks() if task.get_name() in names]
        if under_way:
            await asyncio.wait(under_way, timeout=ANSWERING)
