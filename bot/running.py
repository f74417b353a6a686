"""Running the bot: on Discord, or on the playground; until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from bot.client import Client, Refused
from bot.demo import play_a_round
from bot.playground import Playground
from bot.settings import SettingError, Settings, load
from bot.texts import say
from storage.errors import LeaseTaken, NewerDatabase, NotADatabase, StorageError

log = logging.getLogger(__name__)

Point: TypeAlias = Callable[[str, str, str | None], None]
"""Points discord.py at another Discord: the bases of its REST interface, gateway and attachments."""


def run(locale: str | None, point_at: Point) -> int:
    """Run until SIGTERM or Ctrl+C; the exit status. What is wrong is said in a sentence."""
    try:
        settings = load()
    except SettingError as error:
        return _complain(say(locale, f"settings.{error.code}", name=error.name))
    log_to_stderr(settings.log_level)
    database = settings.kept_in
    try:
        asyncio.run(
            _on_discord(settings, point_at) if settings.token else _on_playground(settings, database, locale, point_at)
        )
    except Refused:
        return _complain(say(locale, "program.token_refused"))
    except StorageError as error:
        return _complain(wrong_database(error, database, locale))
    except OSError:
        return _complain(
            say(
                locale, "program.unreachable" if settings.token else "program.port_taken", port=settings.playground_port
            )
        )
    return 0


def wrong_database(error: StorageError, path: Path, locale: str | None) -> str:
    """What is wrong with a database, and what to do."""
    keys = {LeaseTaken: "lease_taken", NotADatabase: "not_a_database", NewerDatabase: "newer_database"}
    return say(locale, f"program.{keys.get(type(error), 'database_broken')}", path=path, error=error)


def log_to_stderr(level: str) -> None:
    """Log to standard error. Libraries never below INFO: at DEBUG they print bodies of messages and what is stored."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)-7s %(name)s: %(message)s", stream=sys.stderr)
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio", "PIL"):
        logging.getLogger(library).setLevel(max(logging.INFO, logging.getLevelName(level)))


async def _on_discord(settings: Settings, point_at: Point) -> None:
    assert settings.token is not None
    if settings.api_url is not None and settings.gateway_url is not None:
        point_at(settings.api_url, settings.gateway_url, None)
    await _until_told(Client(settings.database), settings.token)


async def _on_playground(settings: Settings, database: Path, locale: str | None, point_at: Point) -> None:
    discord = Playground(bot="Bao Huang")
    await discord.start(settings.playground_port)
    point_at(discord.api_url, discord.gateway_url, discord.cdn_url)
    _print(say(locale, "program.playground", url=discord.api_url, database=database))
    client = Client(database)
    demo = asyncio.create_task(_demo(discord, locale))
    try:
        await _until_told(client, discord.token)
    finally:
        demo.cancel()
        await discord.stop()


async def _demo(discord: Playground, locale: str | None) -> None:
    await play_a_round(discord, locale, _print)
    _print(say(locale, "program.demo_over"))


async def _until_told(client: Client, token: str) -> None:
    """Run the client until it fails or the process is told to stop: discord.py itself does not listen for SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        if os.name == "nt":
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
        else:
            loop.add_signal_handler(number, stop.set)
    told = asyncio.create_task(stop.wait())
    running = asyncio.create_task(client.run_until_closed(token))
    await asyncio.wait({told, running}, return_when=asyncio.FIRST_COMPLETED)
    told.cancel()
    if stop.is_set():
        log.info("stopping")
        await client.close()
    await running


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _complain(text: str) -> int:
    sys.stderr.write(text + "\n")
    return 1
