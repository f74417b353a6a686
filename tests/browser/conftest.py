"""The playground as it is run, in this process, and a browser; tests are skipped where no browser is installed."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from bot.client import Client
from bot.pictures import Pictures
from bot.playground import Playground
from bot.scene import scene
from tests.cogs.room import FAST
from tests.discord_client import on_playground, prepared

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = [
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """A browser that has been installed on this machine."""
    async with async_playwright() as playwright:
        installed = next(filter(None, map(shutil.which, NAMES)), None)
        own = Path(playwright.chromium.executable_path)
        if installed is None and not await asyncio.to_thread(own.exists):
            pytest.skip("no Chromium is installed: see the README")
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        arguments = [*QUIET, *(["--no-sandbox"] if root else [])]
        browser = await playwright.chromium.launch(executable_path=installed, args=arguments)
        yield browser
        await browser.close()


@pytest.fixture(scope="session")
def sprites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sprites")
    Pictures(folder)
    return folder


@pytest_asyncio.fixture
async def playground(tmp_path: Path, sprites: Path) -> AsyncIterator[Playground]:
    """The playground with its page, and the bot in a hurry."""

    def make() -> Client:
        client = Client(tmp_path / "bot.db", sprites, pace=FAST)
        prepared(client)
        return client

    async with scene(make, 0, None) as (playground, _, power):
        with on_playground(playground):
            # Nobody here plays as slowly as people do, and it is them that the limits are made for.
            playground.limits.enforce = False
            await power.start()
            await playground.wait(lambda: playground.world.commands[None] and playground.gateway.connected)
            yield playground
