"""Fixtures of the look-alike's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest_asyncio
from discord import app_commands

from bot.playground import HandClock, Playground
from tests.discord_client import playground_fixture, running
from tests.playground.stage import Stage

__all__ = ["playground_fixture"]


@pytest_asyncio.fixture
async def stage(playground: Playground) -> AsyncIterator[Stage]:
    """A server with two people and a client."""
    made = _stage(playground)
    async with running(playground, made.client):
        yield made


@pytest_asyncio.fixture
async def clock() -> HandClock:
    """A clock that the test moves."""
    return HandClock()


@pytest_asyncio.fixture
async def slow_stage(clock: HandClock) -> AsyncIterator[Stage]:
    """A stage on which time passes only by ``clock``."""
    playground = Playground(clock=clock)
    await playground.start()
    made = _stage(playground)
    async with running(playground, made.client):
        yield made
    await playground.stop()


def _stage(playground: Playground) -> Stage:
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    alice = playground.add_person("Alice", guild=guild, locale="zh-CN")
    bob = playground.add_person("Bob", guild=guild)
    client = discord.Client(intents=discord.Intents.default(), allowed_mentions=discord.AllowedMentions(everyone=False))
    return Stage(playground, guild, channel, alice, bob, client, app_commands.CommandTree(client))
