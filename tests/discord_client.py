"""A real discord.py client on the look-alike: what every test that needs Discord starts from.

``on_playground`` points discord.py at a look-alike for as long as it is entered; ``running`` also starts a client there
and waits until it is ready. ``playground_fixture`` is for conftests to import.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import discord
import pytest_asyncio
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.playground import Playground


@pytest_asyncio.fixture(name="playground")
async def playground_fixture() -> AsyncIterator[Playground]:
    """A look-alike that has been started."""
    playground = Playground()
    await playground.start()
    yield playground
    await playground.stop()


@contextmanager
def on_playground(playground: Playground) -> Iterator[None]:
    """Point discord.py at a look-alike that has been started."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = playground.api_url, yarl.URL(playground.gateway_url)
    Asset.BASE = playground.cdn_url
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before


@asynccontextmanager
async def running(playground: Playground, client: discord.Client) -> AsyncIterator[None]:
    """Run a client on a look-alike that has been started; it is ready inside and closed after."""
    prepared(client)
    with on_playground(playground):
        async with client:
            run = asyncio.create_task(client.start(playground.token))
            ready = asyncio.create_task(client.wait_until_ready())
            try:
                await asyncio.wait({run, ready}, return_when=asyncio.FIRST_COMPLETED)
                if run.done():
                    await run
                yield
            finally:
                ready.cancel()
                await client.close()
                await run


def prepared(client: discord.Client) -> discord.Client:
    """A client that waits less: after the last server before it says that it is ready, and before it identifies."""
    client._connection.guild_ready_timeout = 0.05
    client.before_identify_hook = _at_once  # type: ignore[method-assign]
    return client


async def _at_once(shard_id: int | None, *, initial: bool = False) -> None:
    pass
