"""Starting with many running tables: `python -m tests.bench.restart [TABLES]`, 1,000 unless told otherwise.

A database is made with so many rounds of five people, each in the middle; then the bot is started with it as a process
of its own, on a look-alike that enforces Discord's limits. As soon as READY has been sent, a card is played by command
at all tables at once. Told are the seconds to READY, until the plays were on the disk, until they had their first
answers, and until each board was edited; the requests over a limit; how long stopping takes.
The yardstick is what replaying the same rounds takes in this process. Both processes want the same cores.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from bot.games.baohuang.game import GAME
from bot.games.base import Round, Setup
from bot.pictures import Pictures
from bot.playground import Channel, Interaction, Message, Person, Playground, Sent
from bot.tables.state import Person as Seated
from bot.tables.state import Ready, Seat, Settings, State
from bot.tables.writer import setup_json
from storage.store import Store

ACTIONS = 100
"""Actions of each round when the bot starts; it may be a few more, until somebody leads."""


def round_in_the_middle() -> Round:
    """A round that waits for somebody to lead."""
    setup = Setup(GAME.rules({}), 0, secrets.token_bytes(32), "1|2|3|4|5")
    round_ = GAME.start(setup)
    while len(round_.actions) < ACTIONS or not round_.autopilot(round_.asked()[0].seat).startswith("play"):
        ask = round_.asked()[0]
        round_.act(ask.seat, round_.autopilot(ask.seat))
    return round_


async def fill(path: Path, tables: list[tuple[Channel, list[Person], int]]) -> list[Round]:
    """Put a running round at each table into a new database; the rounds."""
    await (await Store.open(path)).close()
    rounds = []
    with closing(sqlite3.connect(path)) as database:
        for number, (channel, people, board) in enumerate(tables, 1):
            round_ = round_in_the_middle()
            rounds.append(round_)
            seats = tuple(
                Seat(Seated(person.user.id, person.user.name), ready=Ready(n)) for n, person in enumerate(people, 1)
            )
            state = State(
                Settings(GAME.key, round_.setup.rules, turn=300),
                seats[0].person,
                seats,
                round_.setup.secret.hex(),
                memo={"board": board, "card": board},
            )
            database.execute(
                "INSERT INTO tables (id, guild, channel, state) VALUES (?, ?, ?, ?)",
                (number, channel.guild.id, channel.id, state.to_json()),
            )
            database.execute("INSERT INTO running VALUES (?, ?, ?)", (number, number, setup_json(round_.setup)))
            database.executemany(
                "INSERT INTO actions VALUES (?, ?, ?, ?)",
                [(number, n, action.seat, action.text) for n, action in enumerate(round_.actions)],
            )
        database.commit()
    return rounds


def replayed(path: Path) -> float:
    """Seconds to read and replay all running rounds here, without anything else."""
    began = time.perf_counter()
    with closing(sqlite3.connect(path)) as database:
        for number, text in database.execute("SELECT id, setup FROM running").fetchall():
            raw = json.loads(text)
            round_ = GAME.start(Setup(raw["rules"], raw["first_seat"], bytes.fromhex(raw["secret"]), raw["salt"]))
            for seat, action in database.execute(
                "SELECT seat, text FROM actions WHERE round = ? ORDER BY number", (number,)
            ):
                round_.act(seat, action)
    return time.perf_counter() - began


def cpu(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def answered(table: tuple[Channel, list[Person], int], round_: Round) -> tuple[float, Interaction]:
    """Play what autopilot would, by the command of whoever must; the moment of the first answer, and the play."""
    channel, people, _ = table
    seat = round_.asked()[0].seat
    play = await people[seat].command(channel, "bh play", cards=round_.autopilot(seat).partition(" ")[2])
    return time.perf_counter(), play


class Watch:
    """When boards were edited."""

    def __init__(self) -> None:
        self.edits: dict[int, float] = {}

    def __call__(self, sent: Sent) -> None:
        parts = sent.path.split("/")
        if sent.method == "PATCH" and sent.status == 200 and "channels" in parts:
            self.edits.setdefault(int(parts[parts.index("channels") + 1]), time.perf_counter())


def accepted(path: Path, before: int) -> int:
    """How many actions the database has got."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return database.execute("SELECT count(*) FROM actions").fetchone()[0] - before


async def until_accepted(path: Path, before: int, wanted: int) -> tuple[float, float]:
    """The moments when the first and the last of so many new actions were on the disk."""
    moments: list[float] = []
    for amount in (1, wanted):
        while accepted(path, before) < amount:  # noqa: ASYNC110 - another process writes
            await asyncio.sleep(0.02)
        moments.append(time.perf_counter())
    return moments[0], moments[1]


async def measure(count: int, folder: Path) -> None:
    Pictures(folder / "sprites")  # drawn once, before the first start
    playground = Playground()
    await playground.start()
    tables = []
    for number in range(count):
        if number % 10 == 0:
            guild = playground.add_guild("Server")
        channel = playground.add_channel(guild, f"c{number}")
        people = [playground.add_person(f"P{number}.{seat}", guild=guild) for seat in range(5)]
        board = Message(playground.world.new_id(), channel, playground.bot, playground.world.wall())
        playground.world.post(board)
        tables.append((channel, people, board.id))
    rounds = await fill(folder / "bot.db", tables)
    before = sum(len(round_.actions) for round_ in rounds)
    actions = before // count
    yardstick = replayed(folder / "bot.db")
    watch = Watch()
    playground.on_sent(watch)
    environment = {
        **os.environ,
        "DISCORD_TOKEN": playground.token,
        "DISCORD_API_URL": playground.api_url,
        "DISCORD_GATEWAY_URL": playground.gateway_url,
        "DATABASE": str(folder / "bot.db"),
        "LOG_LEVEL": "WARNING",
    }
    began = time.perf_counter()
    bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", env=environment)
    try:
        await playground.wait(lambda: playground.gateway.connected, 120)
        ready = time.perf_counter()
        used, own = cpu(bot.pid), time.process_time()
        look = asyncio.create_task(until_accepted(folder / "bot.db", before, count))
        answers = await asyncio.gather(*map(answered, tables, rounds))
        first, last = await asyncio.wait_for(look, 120)
        times, late = [moment for moment, _ in answers], sum(play.failed for _, play in answers)
        used, own = cpu(bot.pid) - used, time.process_time() - own
        await playground.wait(lambda: len(watch.edits) == count, 300)
        shown = time.perf_counter()
        bot.send_signal(signal.SIGTERM)
        stopping = time.perf_counter()
        await bot.wait()
        stopped = time.perf_counter()
    finally:
        if bot.returncode is None:
            bot.kill()
            await bot.wait()
        await playground.stop()
    print(
        f"{count} rounds of {actions} actions, replayed here in {yardstick:.2f} s\n"
        f"start to READY {ready - began:.2f} s ({(ready - began) / yardstick:.1f} x that)\n"
        f"{count} plays at once: accepted {first - ready:.2f} to {last - ready:.2f} s after READY"
        f" ({(last - ready) / yardstick:.1f} x); first answers {min(times) - ready:.2f} to {max(times) - ready:.2f} s"
        f" after it, {late} of them later than Discord's 3 s\n"
        f"processor time for both: {used:.2f} s of the bot, {own:.2f} s of the look-alike\n"
        f"boards: all edited {shown - ready:.1f} s after READY, {count / (shown - ready):.0f} a second;"
        f" {playground.limits.refused} requests over a limit\n"
        f"SIGTERM to the end {stopped - stopping:.2f} s"
    )


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(count, Path(folder)))


if __name__ == "__main__":
    main()
