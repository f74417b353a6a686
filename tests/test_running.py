"""The program as a process of its own: started, used and stopped."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.playground import Playground
from tests.discord_client import playground_fixture
from tests.playground.page.tab import tab

__all__ = ["playground_fixture"]
ROOT = Path(__file__).parents[1]


@asynccontextmanager
async def program(folder: Path, *arguments: str, **settings: str) -> AsyncIterator[Process]:
    """``python -m bot`` in a folder, with these settings and no others; killed if it still runs at the end."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("DISCORD_", "PLAYGROUND_"))}
    environment |= {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8", **settings}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=folder, env=environment, stdout=PIPE, stderr=PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def said(process: Process) -> tuple[int | None, str, str]:
    """Exit status, standard output and standard error of a program that ends by itself."""
    async with asyncio.timeout(60):
        out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def reads(process: Process, text: str) -> str:
    """The first line with this text, when the program has printed it."""
    assert process.stdout is not None
    async with asyncio.timeout(60):
        while text not in (line := (await process.stdout.readline()).decode()):
            assert line, f"ended before it said {text!r}"
    return line


def kept(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


async def test_without_a_token_the_playground_has_a_page_and_keeps_nothing(tmp_path: Path) -> None:
    async with program(tmp_path, PLAYGROUND_PORT="0") as process:
        url = (await reads(process, "in a browser")).split()[1]
        async with tab(urlsplit(url).netloc) as ann:
            await ann.hears("faults", lambda faults: faults["connected"])
            first = (await ann.hears("hello"))["first"]
            await ann.hears("commands")
            answer = await ann.ask("command", channel=first, path="bh table open", options={})
            assert not answer["failed"]
            await ann.hears("message", lambda event: "seat 1" in event["message"]["content"])
        process.send_signal(signal.SIGTERM)
        status, _, err = await said(process)
    assert status == 0
    assert "Traceback" not in err
    assert kept(tmp_path) == {"sprites"}


async def test_with_a_token_it_runs_on_discord_until_sigterm(playground: Playground, tmp_path: Path) -> None:
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    ann = playground.add_person("Ann", guild=guild)
    async with program(
        tmp_path,
        DISCORD_TOKEN=playground.token,
        DISCORD_API_URL=playground.api_url,
        DISCORD_GATEWAY_URL=playground.gateway_url,
        LOG_LEVEL="DEBUG",
    ) as process:
        await playground.wait(lambda: ann.commands(channel) and playground.gateway.connected, 60)
        answer = await ann.command(channel, "bh table open")
        assert "seat 1" in answer.message.text()
        process.send_signal(signal.SIGTERM)
        status, _, err = await said(process)
    assert status == 0
    assert "Traceback" not in err
    assert playground.token not in err
    assert not re.search(r"DEBUG +(discord|aiosqlite|aiohttp|asyncio|PIL)", err)


@pytest.mark.parametrize("command", [(), ("doctor",)])
async def test_an_empty_token_is_an_error(tmp_path: Path, command: tuple[str, ...]) -> None:
    async with program(tmp_path, *command, DISCORD_TOKEN="") as process:
        status, out, err = await said(process)
    assert status == 1
    assert "DISCORD_TOKEN is set but empty" in out + err


async def test_a_token_that_is_refused(playground: Playground, tmp_path: Path) -> None:
    async with program(
        tmp_path,
        DISCORD_TOKEN="no.such.token",
        DISCORD_API_URL=playground.api_url,
        DISCORD_GATEWAY_URL=playground.gateway_url,
    ) as process:
        status, _, err = await said(process)
    assert status == 1
    assert "does not accept this token" in err
    assert "Traceback" not in err


async def test_two_bots_on_one_database(playground: Playground, tmp_path: Path) -> None:
    settings = {
        "DISCORD_TOKEN": playground.token,
        "DISCORD_API_URL": playground.api_url,
        "DISCORD_GATEWAY_URL": playground.gateway_url,
    }
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    ann = playground.add_person("Ann", guild=guild)
    async with program(tmp_path, **settings):
        await playground.wait(lambda: ann.commands(channel), 60)
        async with program(tmp_path, **settings) as second:
            status, _, err = await said(second)
    assert status == 1
    assert "Another bot is running with this database" in err
    assert "Traceback" not in err


async def test_a_file_that_is_no_database(playground: Playground, tmp_path: Path) -> None:
    (tmp_path / "baohuang.db").write_text("not a database, but long enough to be looked at " * 40)
    async with program(
        tmp_path,
        DISCORD_TOKEN=playground.token,
        DISCORD_API_URL=playground.api_url,
        DISCORD_GATEWAY_URL=playground.gateway_url,
    ) as process:
        status, _, err = await said(process)
    assert status == 1
    assert "is not an SQLite database" in err
    assert "Traceback" not in err


async def test_the_doctor_finds_everything_in_order(playground: Playground, tmp_path: Path) -> None:
    async with program(
        tmp_path,
        "doctor",
        DISCORD_TOKEN=playground.token,
        DISCORD_API_URL=playground.api_url,
        DISCORD_GATEWAY_URL=playground.gateway_url,
    ) as process:
        status, out, _ = await said(process)
    assert status == 0, out
    assert f"client_id={playground.bot.id}" in out or "oauth2/authorize?client_id=" in out
    assert "WRONG" not in out


async def test_the_doctor_says_what_to_do(tmp_path: Path) -> None:
    async with program(
        tmp_path,
        "doctor",
        DISCORD_TOKEN="x",
        DISCORD_API_URL="http://127.0.0.1:9/api",
        DISCORD_GATEWAY_URL="ws://127.0.0.1:9/",
        DATABASE=str(tmp_path / "none" / "x.db"),
    ) as process:
        status, out, _ = await said(process)
    assert status == 1
    assert "Discord cannot be reached" in out
    assert "cannot be used" in out


async def test_the_doctor_makes_no_database_without_a_token(tmp_path: Path) -> None:
    async with program(tmp_path, "doctor") as process:
        status, out, _ = await said(process)
    assert status == 0, out
    assert "runs the playground" in out
    assert kept(tmp_path) == set()


async def test_a_settings_file_in_another_encoding(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("LOG_LEVEL=\xe9".encode("latin-1"))
    async with program(tmp_path, "doctor") as process:
        status, out, err = await said(process)
    assert status == 1
    assert ".env is not UTF-8 text" in out
    assert "Traceback" not in err
