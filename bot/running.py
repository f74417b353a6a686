"""Running the bot: on Discord, or on the playground; until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from bot.client import Client, Refused, Unreachable
from bot.scene import scene
from bot.settings import SettingError, Settings, load
from bot.texts import say
from bot.wrong import complain, wrong_database
from storage.errors import StorageError

log = logging.getLogger(__name__)

SELDOM: Final = (2_000, 10, 50)
"""What ``gc.set_threshold`` takes: all that is new is searched once a million objects, some thousand answers."""

Point: TypeAlias = Callable[[str, str, str | None], None]
"""Points discord.py at another Discord: the bases of its REST interface, gateway and attachments."""


def run(locale: str | None, point_at: Point) -> int:
    """Run until SIGTERM or Ctrl+C; the exit status. What is wrong is said in a sentence."""
    try:
        settings = load()
    except SettingError as error:
        return complain(say(locale, f"settings.{error.code}", name=error.name))
    log_to_stderr(settings.log_level)
    try:
        asyncio.run(_on_discord(settings, point_at) if settings.token else _on_playground(settings, locale, point_at))
    except Refused:
        return complain(say(locale, "program.token_refused"))
    except StorageError as error:
        return complain(wrong_database(error, settings.database, locale))
    except Unreachable:
        return complain(say(locale, "program.unreachable"))
    except OSError:
        return complain(say(locale, "program.port_taken", port=settings.playground_port))
    return 0


def log_to_stderr(level: str) -> None:
    """Log to standard error. Libraries never below INFO: at DEBUG they print bodies of messages and what is stored."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s", stream=sys.stderr)
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio", "PIL"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))


class Lasting(Client):
    """A client that its process is there for.

    It has the process look for garbage seldom: with a thousand tables all is held up for a third of a second by it.
    What thinks for AI seats is there from the beginning.
    """

    async def setup_hook(self) -> None:
        """Start; what is there then stays, and need not be searched any more."""
        gc.set_threshold(*SELDOM)
        self.thinker.start()
        await super().setup_hook()
        gc.collect()
        gc.freeze()


async def _on_discord(settings: Settings, point_at: Point) -> None:
    assert settings.token is not None
    if settings.api_url is not None and settings.gateway_url is not None:
        point_at(settings.api_url, settings.gateway_url, None)
    client = Lasting(settings.database, settings.sprites)
    told = asyncio.create_task(_told_to_stop().wait())
    running = asyncio.create_task(client.run_until_closed(settings.token))
    await asyncio.wait({told, running}, return_when=asyncio.FIRST_COMPLETED)
    if told.done():
        log.info("stopping")
        await client.close()
        await asyncio.gather(running, return_exceptions=True)
    else:
        told.cancel()
        await running


async def _on_playground(settings: Settings, locale: str | None, point_at: Point) -> None:
    told = _told_to_stop()
    # People, servers and messages of the look-alike are gone with the process, and so are its tables.
    with TemporaryDirectory(prefix="baohuang-", ignore_cleanup_errors=True) as folder:
        database = Path(folder) / "playground.db"

        def make() -> Client:
            return Client(database, settings.sprites)

        async with scene(make, settings.playground_port, locale) as (discord, page, power):
            point_at(discord.api_url, discord.gateway_url, discord.cdn_url)
            await power.start()
            _print(say(locale, "program.playground", url=page.url))
            await told.wait()
            log.info("stopping")


def _told_to_stop() -> asyncio.Event:
    """What is set once the process is told to stop: discord.py itself does not listen for SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        if os.name == "nt":
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
        else:
            loop.add_signal_handler(number, stop.set)
    return stop


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
