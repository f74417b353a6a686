"""The playground as people find it: two servers, a page, and the bot, which can be stopped and started."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bot.client import Client, Refused, Unreachable
from bot.playground import Playground
from bot.playground.page import Page
from bot.texts import LANGUAGES, catalog, say
from storage.errors import StorageError

log = logging.getLogger(__name__)


class Power:
    """Runs one client after the other on a playground."""

    def __init__(self, make: Callable[[], Client], token: str) -> None:
        self._make = make
        self._token = token
        self._client: Client | None = None
        self._running: asyncio.Task[None] | None = None
        self._switching = asyncio.Lock()

    @property
    def on(self) -> bool:
        """Whether a client has been started and has not ended since."""
        return self._running is not None and not self._running.done()

    async def start(self) -> None:
        """Start a client, unless one runs."""
        async with self._switching:
            if not self.on:
                self._client = self._make()
                self._running = asyncio.create_task(self._run(self._client))

    async def stop(self) -> None:
        """Stop the client, and return when it has ended."""
        async with self._switching:
            if self._client is not None and self._running is not None:
                await self._client.close()
                await self._running

    async def _run(self, client: Client) -> None:
        # On the playground this is a fault that somebody asked for: they see the bot off, and can start it again.
        try:
            await client.run_until_closed(self._token)
        except (Refused, Unreachable, OSError, StorageError) as error:
            log.warning("the bot has stopped: %r", error)


@asynccontextmanager
async def scene(
    make: Callable[[], Client], port: int, locale: str | None
) -> AsyncIterator[tuple[Playground, Page, Power]]:
    """A playground with its page on a port, and the power of a bot that ``make`` builds, not yet started."""
    playground = Playground(bot=say(locale, "program.name"))
    guild = playground.add_guild(say(locale, "page.scene.server"))
    first = playground.add_channel(guild, say(locale, "page.scene.channel"))
    lounge = playground.add_channel(guild, say(locale, "page.scene.lounge"))
    host = playground.add_person(say(locale, "page.scene.host"), guild=guild)
    host.start_thread(lounge, say(locale, "page.scene.thread"), say(locale, "page.scene.thread_text"))
    forum = playground.add_forum(guild, say(locale, "page.scene.forum"))
    host.start_thread(forum, say(locale, "page.scene.post"), say(locale, "page.scene.post_text"))
    other = playground.add_guild(say(locale, "page.scene.other_server"))
    playground.add_channel(other, say(locale, "page.scene.other_channel"))
    power = Power(make, playground.token)
    texts = {
        language: {key: text for key, text in catalog(language).items() if key.startswith("page")}
        for language in LANGUAGES
    }
    page = Page(playground, [guild, other], first, texts, power)
    await playground.start(port)
    try:
        yield playground, page, power
    finally:
        await power.stop()
        await page.close()
        await playground.stop()
