"""A look-alike with its page, and a discord.py client on it that is switched on and off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import discord
import pytest_asyncio
from discord import app_commands

from bot.playground import Channel, Guild, Playground
from bot.playground.page import Page
from tests.discord_client import on_playground, prepared
from tests.playground.stage import Act

TEXTS = {"en": {"page.title": "Playground"}, "zh-CN": {"page.title": "演练场"}}


@dataclass(eq=False)
class Bot:
    """A client that does one thing, /do, and can be switched."""

    token: str
    act: Act | None = None
    client: discord.Client | None = None
    _run: asyncio.Task[None] | None = field(default=None)

    @property
    def on(self) -> bool:
        return self._run is not None and not self._run.done()

    async def start(self) -> None:
        self.client = prepared(discord.Client(intents=discord.Intents.default()))
        tree = app_commands.CommandTree(self.client)

        @tree.command(name="do", description="Does it")
        async def do(interaction: discord.Interaction, text: str = "", who: discord.Member | None = None) -> None:
            assert self.act is not None
            interaction.extras |= {"text": text, "who": who}
            await self.act(interaction)

        @do.autocomplete("text")
        async def complete(_: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
            return [app_commands.Choice(name=f"{text}!", value=f"{text}!")]

        await self.client.login(self.token)
        await tree.sync()
        self._run = asyncio.create_task(self.client.connect())
        await self.client.wait_until_ready()

    async def stop(self) -> None:
        if self.client is not None and self._run is not None:
            await self.client.close()
            await self._run


@dataclass(eq=False)
class Desk:
    playground: Playground
    page: Page
    guild: Guild
    channel: Channel
    bot: Bot

    @property
    def address(self) -> str:
        return self.playground.address


@pytest_asyncio.fixture
async def desk() -> AsyncIterator[Desk]:
    playground = Playground()
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    bot = Bot(playground.token)
    page = Page(playground, [guild], channel, TEXTS, bot)
    await playground.start()
    with on_playground(playground):
        await bot.start()
        yield Desk(playground, page, guild, channel, bot)
        await bot.stop()
    await page.close()
    await playground.stop()
