"""The program as a process of its own: started, used and stopped."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.client import Client
from bot.playground import Channel, Message, Person, Playground
from storage.queue import Statement
from storage.store import Store
from tests.cogs.room import FAST
from tests.discord_client import on_playground, playground_fixture
from tests.playground.page.tab import tab
from tests.storage.played import play
from tests.test_thinking import watch

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


def at(playground: Playground) -> dict[str, str]:
    """Settings for a bot on the look-alike."""
    return {
        "DISCORD_TOKEN": playground.token,
        "DISCORD_API_URL": playground.api_url,
        "DISCORD_GATEWAY_URL": playground.gateway_url,
    }


def board_in(person: Person, channel: Channel) -> Message | None:
    """The board that somebody sees in a channel."""
    shown = (each for each in person.messages(channel) if "Ready" in [button["label"] for button in each.buttons()])
    return next(shown, None)


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
        **at(playground),
        LOG_LEVEL="DEBUG",
    ) as process:
        await playground.wait(lambda: ann.commands(channel) and playground.gateway.connected, 60)
        answer = await ann.command(channel, "bh table open", where="channel")
        assert "seat 1" in answer.message.text()
        board = await playground.wait(lambda: board_in(ann, channel))
        process.send_signal(signal.SIGTERM)
        status, _, err = await said(process)
    assert status == 0
    assert "The bot is restarting" in board.text()
    assert "Traceback" not in err
    assert playground.token not in err
    assert not re.search(r"DEBUG +(discord|aiosqlite|aiohttp|asyncio|PIL)", err)


SILENT = """
import asyncio, sys
from bot.playground import Playground

async def main() -> None:
    playground = Playground()
    await playground.start()
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    ann = playground.add_person("Ann", guild=guild)
    print(playground.token, playground.api_url, playground.gateway_url, flush=True)
    await playground.wait(lambda: ann.commands(channel) and playground.gateway.connected, 60)
    await ann.command(channel, "bh table open", where="channel")
    await playground.wait(lambda: [message for message in ann.messages(channel) if len(message.buttons()) > 3], 60)
    print("opened", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_it_stops_in_seconds_when_discord_does_not_answer(tmp_path: Path) -> None:
    discord = await asyncio.create_subprocess_exec(sys.executable, "-c", SILENT, cwd=ROOT, stdout=PIPE)
    assert discord.stdout is not None
    try:
        token, api_url, gateway_url = (await discord.stdout.readline()).decode().split()
        async with program(
            tmp_path, DISCORD_TOKEN=token, DISCORD_API_URL=api_url, DISCORD_GATEWAY_URL=gateway_url
        ) as process:
            assert await discord.stdout.readline() == b"opened\n"
            discord.send_signal(signal.SIGSTOP)
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(10):  # 3 are usual, and half a minute if the gateway were waited for
                _, err = await process.communicate()
    finally:
        discord.kill()
        await discord.wait()
    assert process.returncode == 0
    assert b"Traceback" not in err


async def test_a_login_that_hangs_can_be_stopped(playground: Playground, tmp_path: Path) -> None:
    hold = playground.faults.hold()
    async with program(
        tmp_path,
        **at(playground),
    ) as process:
        async with asyncio.timeout(60):
            await hold.arrived.wait()
        process.send_signal(signal.SIGTERM)
        status, _, err = await said(process)
        hold.release()
    assert status == 0
    assert "Traceback" not in err


async def test_a_discord_that_is_down_is_tried_again_until_it_is_back(
    playground: Playground, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    down = playground.faults.add("users/@me$", status=503, times=2)
    client = Client(tmp_path / "bot.db", tmp_path / "sprites", pace=FAST)
    with on_playground(playground):
        running = asyncio.create_task(client.run_until_closed(playground.token))
        await playground.wait(lambda: playground.gateway.connected or running.done(), 60)
        await client.close()
        await running
    assert down.hits == 2
    assert "does not let the bot log in (unreachable): trying again in 0.1 s" in caplog.text


async def test_a_token_that_is_withdrawn_while_it_runs(playground: Playground, tmp_path: Path) -> None:
    async with program(
        tmp_path,
        **at(playground),
    ) as process:
        await playground.wait(lambda: playground.gateway.connected, 60)
        await playground.gateway.drop(4004)
        status, _, err = await said(process)
    assert status == 1
    assert "does not accept this token" in err
    assert "Traceback" not in err


async def test_it_can_be_interrupted_before_there_is_anything_to_stop(tmp_path: Path) -> None:
    (tmp_path / "dotenv.py").write_text("raise KeyboardInterrupt")
    async with program(tmp_path, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}") as process:
        assert await said(process) == (130, "", "")


async def test_a_copy_made_while_it_runs_is_restored_as_the_readme_says(playground: Playground, tmp_path: Path) -> None:
    settings = at(playground)
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    ann, bob = (playground.add_person(name, guild=guild) for name in ("Ann", "Bob"))
    async with program(tmp_path, **settings):
        await playground.wait(lambda: ann.commands(channel) and playground.gateway.connected, 60)
        await ann.command(channel, "bh table open", where="channel")
        board = await playground.wait(lambda: board_in(ann, channel))
        async with program(tmp_path, "backup", "copy.db") as backup:
            status, out, _ = await said(backup)
        assert (status, out) == (0, "baohuang.db has been copied to copy.db.\n")
        async with program(tmp_path, "backup", "copy.db", LC_ALL="zh_CN.UTF-8") as again:
            status, out, err = await said(again)
        assert (status, out) == (1, "")
        assert "copy.db 已经存在" in err
    assert "baohuang.db-wal" in kept(tmp_path), "it has been killed"
    shutil.copy(tmp_path / "copy.db", tmp_path / "baohuang.db")
    async with program(tmp_path, **settings) as half:
        status, _, err = await said(half)
    assert status == 1
    assert "baohuang.db-wal belongs to the database that was here before" in err
    restoring = re.search("mkdir aside && .* && ", (ROOT / "README.md").read_text("utf-8"))
    assert restoring
    command = restoring[0].replace("FILE", "copy.db") + "true"
    assert await (await asyncio.create_subprocess_shell(command, cwd=tmp_path)).wait() == 0
    async with program(tmp_path, **settings):
        await playground.wait(lambda: playground.gateway.connected, 60)
        answer = await bob.click(board, label="Join")
        assert not answer.failed
        await playground.wait(lambda: "Bob" in board.text())


async def test_a_database_of_another_program(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "baohuang.db")) as other:
        other.execute("CREATE TABLE notes (text)")
    async with program(tmp_path, "backup", "copy.db") as process:
        status, _, err = await said(process)
    assert status == 1
    assert "is a database of another program" in err
    assert kept(tmp_path) == {"baohuang.db"}


@pytest.mark.parametrize("command", [(), ("doctor",), ("backup", "copy.db")])
async def test_without_packages_one_sentence_says_so(tmp_path: Path, command: tuple[str, ...]) -> None:
    bare = await asyncio.create_subprocess_exec(
        sys.executable, "-S", "-m", "bot", *command, cwd=ROOT, stdout=PIPE, stderr=PIPE
    )
    status, out, err = await said(bare)
    assert (status, out) == (1, "")
    assert err.count("\n") == 1
    assert "requirements.lock" in err


@pytest.mark.parametrize("command", [(), ("doctor",)])
async def test_an_empty_token_is_an_error(tmp_path: Path, command: tuple[str, ...]) -> None:
    async with program(tmp_path, *command, DISCORD_TOKEN="") as process:
        status, out, err = await said(process)
    assert status == 1
    assert "DISCORD_TOKEN is set but empty" in out + err


async def test_a_token_that_is_refused(playground: Playground, tmp_path: Path) -> None:
    async with program(
        tmp_path,
        **at(playground) | {"DISCORD_TOKEN": "no.such.token"},
    ) as process:
        status, _, err = await said(process)
    assert status == 1
    assert "does not accept this token" in err
    assert "Traceback" not in err


async def test_two_bots_on_one_database(playground: Playground, tmp_path: Path) -> None:
    settings = at(playground)
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
        **at(playground),
    ) as process:
        status, _, err = await said(process)
    assert status == 1
    assert "is not an SQLite database" in err
    assert "Traceback" not in err


async def test_the_doctor_finds_everything_in_order(playground: Playground, tmp_path: Path) -> None:
    async with program(
        tmp_path,
        "doctor",
        **at(playground),
    ) as process:
        status, out, _ = await said(process)
    assert status == 0, out
    assert f"client_id={playground.bot.id}" in out or "oauth2/authorize?client_id=" in out
    assert "WRONG" not in out


async def test_the_doctor_works_sums_out_anew_that_are_wrong(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    store = await Store.open(path)
    await play(store, [(1, 4), (2, -4)])
    await store.write([Statement("UPDATE standings SET skill = 0")])
    await store.close()
    for agree in (False, True):
        async with program(
            tmp_path,
            "doctor",
            DISCORD_TOKEN="x",
            DISCORD_API_URL="http://127.0.0.1:9/api",
            DISCORD_GATEWAY_URL="ws://127.0.0.1:9/",
            DATABASE=str(path),
        ) as process:
            _, out, _ = await said(process)
        assert ("they agree with the ledger" in out) is agree, out
    store = await Store.open(path)
    assert await store.sums(1, [1, 2]) == {1: 40, 2: -40}
    await store.close()


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


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_what_thinks_for_ai_players_ends_with_it(
    playground: Playground, tmp_path: Path, how: signal.Signals
) -> None:
    async with program(
        tmp_path,
        **at(playground),
    ) as process:
        await playground.wait(lambda: playground.gateway.connected, 60)
        [thinker] = children(process.pid)
        ended = watch(thinker)
        process.send_signal(how)
        async with asyncio.timeout(5):
            await process.communicate()
            await ended.wait()


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()]
