"""``python -m tests.torture.kill [--tables 30] [--kills 200] [--seed N]``: the bot dies again and again.

It runs as a process of its own on a look-alike of Discord in this one, where scripted people play at all tables at
once and much goes wrong besides. After the last kill everything is let to its end; then what people were told is held
against what is stored. Figures are printed, and whatever is wrong; the exit status tells if anything is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from bot.pictures import Pictures
from bot.playground import Playground, Sent
from cogs.controls import parse
from tests.cogs.players import tickets
from tests.torture.checking import ROOT, Report, examine
from tests.torture.deeds import STEPS, Attempt, Outcome
from tests.torture.mischief import Mischief
from tests.torture.people import Player
from tests.torture.seen import Everyone, Table

MOMENTS: Final = ("answering", "answering", "writing", "writing", "showing", "starting", "any")
"""When it is killed: a held answer, just after an action was sent, a held board, at its start, at any time."""
KINDS: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (1, {"variant": "classic", "hold_sixes": True}),
    (3, {"variant": "classic", "grab": False}),
    (1, {"variant": "simple", "grab": True}),
    (2, {"variant": "rizhao", "grab": True}),
    (5, {"variant": "simple"}),
    (5, {"variant": "classic", "overload": True}),
    (4, {"variant": "simple", "grab": True, "overload": True, "where": "channel"}),
    (3, {"variant": "rizhao", "hold_sixes": True}),
    (5, {"variant": "rizhao", "rebellion": False, "auto_pass": False}),
    (3, {"variant": "simple", "rebellion": False, "hold_sixes": True, "auto_pass": False, "where": "channel"}),
)
"""How many people sit at a table, AI players aside, and what it plays."""


class Bot:
    """The process that is killed and started again."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.database = folder / "bot.db"
        self.log = folder / "bot.log"
        self._playground = playground
        self._process: Process | None = None
        self._settings = {
            "DISCORD_TOKEN": playground.token,
            "DISCORD_API_URL": playground.api_url,
            "DISCORD_GATEWAY_URL": playground.gateway_url,
            "DATABASE": str(self.database),
            "LOG_LEVEL": "INFO",
            "PYTHONUTF8": "1",
        }

    async def start(self) -> None:
        """Start it."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.torture.program",
                cwd=ROOT,
                env={**os.environ, **self._settings},
                stderr=log,
            )

    async def connected(self) -> None:
        """Return once it is there."""
        await self._playground.wait(lambda: self._playground.gateway.connected or self.ended, 60)
        assert not self.ended, f"the bot ended by itself: {self.log.read_text('utf-8').splitlines()[-1]}"

    @property
    def ended(self) -> bool:
        """Whether it has ended."""
        return self._process is None or self._process.returncode is not None

    async def end(self, how: signal.Signals) -> int:
        """Send it a signal; its exit status."""
        assert self._process is not None
        if not self.ended:
            self._process.send_signal(how)
        async with asyncio.timeout(20):
            return await self._process.wait()


class Torture:
    """One run."""

    def __init__(self, playground: Playground, folder: Path, tables: int, seed: int, patience: float) -> None:
        self.random = random.Random(seed)
        self.playground = playground
        self.bot = Bot(playground, folder)
        self.everyone = Everyone(playground)
        self.kills: Counter[tuple[str, str]] = Counter()
        """How often it was killed, by moment and by the step of what it was about."""
        self.cut: Counter[str] = Counter()
        """How many attempts were under way when it was killed, by step."""
        self.mischief = Mischief(playground, self.random)
        self.commitments: dict[tuple[int, int], set[str]] = {}
        """What boards showed before rounds, by table and round."""
        self._awaited: tuple[str, asyncio.Future[Attempt]] | None = None
        self.patience = patience
        """Seconds to wait for an attempt of a step."""
        self.everyone.before = self._before
        playground.limits.enforce = False  # people act here faster than people do
        playground.on_sent(self._hear)
        guild = playground.add_guild("Server")
        for number in range(tables):
            count, options = KINDS[number % len(KINDS)]
            table = Table(number, playground.add_channel(guild, f"table-{number}"), {**options, "seconds": 300})
            people = [
                playground.add_person(
                    f"P{number:02}{letter}", guild=guild, locale=self.random.choice(("en-US", "en-US", "zh-CN"))
                )
                for letter in "abcde"[:count]
            ]
            self.everyone.add(
                table, [Player(self.everyone, table, person, self.random.getrandbits(32)) for person in people]
            )

    def _hear(self, sent: Sent) -> None:
        """Note the commitments that boards show."""
        data = sent.body.get("data") or sent.body
        for embed in data.get("embeds") or ():
            shown = re.search(r"`([0-9a-f]{64})`", embed.get("description") or "")
            controls = [part for row in data.get("components") or () for part in row.get("components", ())]
            ticket = parse(controls[0].get("custom_id", "")) if controls else None
            if shown and ticket and ticket.action in {"ready", "join"} and sent.status < 300:
                self.commitments.setdefault((ticket.table_id, ticket.round), set()).add(shown[1])

    def _before(self, attempt: Attempt) -> None:
        if self._awaited is not None and self._awaited[0] == attempt.step and not self._awaited[1].done():
            self._awaited[1].set_result(attempt)

    async def run(self, kills: int, pause: tuple[float, float]) -> None:
        """Kill it so many times, then let everything come to its end."""
        await self.bot.start()
        await self.bot.connected()
        lives = [asyncio.create_task(player.live()) for table in self.everyone.tables for player in table.players]
        doing = asyncio.create_task(self.mischief.run(pause))
        try:
            for number in range(kills):
                await self._kill(self.random.choice(MOMENTS), STEPS[number % len(STEPS)])
                _raise_failures(lives)
            doing.cancel()
            await self.playground.wait(self._actions_counted, 60)
            self.everyone.last_round = True
            await self.playground.wait(lambda: self._all_over(lives), 900)
            await self.playground.wait(self._closings_shown, 60)
        finally:
            for task in (doing, *lives):
                task.cancel()
            await asyncio.gather(doing, *lives, return_exceptions=True)
        assert await self.bot.end(signal.SIGTERM) == 0, "it does not end as it should"

    def _actions_counted(self) -> bool:
        """Whether anybody has acted in a round: on a slow machine the kills may be over before."""
        return any(each.verbs and each.outcome is Outcome.ACCEPTED for each in self.everyone.attempts)

    def _all_over(self, lives: Iterable[asyncio.Task[None]]) -> bool:
        """Whether no round runs any more, or is about to, as far as boards and database say, and nobody does a thing.

        Boards may be behind; and rounds whose people have all left are played on by AI seats.
        """
        _raise_failures(lives)
        if self.everyone.under_way or not all(table.resting for table in self.everyone.tables):
            return False
        with closing(sqlite3.connect(f"{self.bot.database.as_uri()}?mode=ro", uri=True)) as database:
            running = database.execute("SELECT EXISTS (SELECT 1 FROM running)").fetchone()[0]
            states = [
                json.loads(state)["seats"]
                for (state,) in database.execute("SELECT state FROM tables WHERE closed IS NULL")
            ]
        return not running and not any(all(seat["level"] or seat["ready"] for seat in seats) for seats in states)

    def _closings_shown(self) -> bool:
        """Whether no table that says it has closed still looks open somewhere."""
        looks: dict[bool, set[int]] = {True: set(), False: set()}
        for channel in self.playground.world.channels.values():
            for message in channel.messages.values():
                if message.embeds:
                    for ticket in tickets(message):
                        looks[ticket.action == "again"].add(ticket.table_id)
        return not looks[True] & looks[False]

    async def _kill(self, moment: str, step: str) -> None:
        """Let it live until a moment comes; kill it then, and start it again."""
        faults = self.playground.faults
        holds = {"answering": "/callback$", "showing": r"^/channels/\d+/messages"}
        hold = None
        if moment == "any":
            await asyncio.sleep(self.random.uniform(0.2, 3))
        elif moment != "starting":
            attempt = await self._attempt(step)
            step = attempt.step if attempt else "none"
            if moment in holds and attempt:
                hold = faults.hold(holds[moment])
                with suppress(TimeoutError):
                    async with asyncio.timeout(3):
                        await hold.arrived.wait()
            await asyncio.sleep(self.random.uniform(0, 0.04))
        if moment in ("any", "starting"):
            step = "-"
        self.kills["any" if moment == "starting" else moment, step] += 1
        self.cut.update(each.step for each in self.everyone.under_way)
        await self.bot.end(signal.SIGKILL)
        self.everyone.died()
        self.playground.world.touch()
        await self.playground.wait(lambda: not self.playground.gateway.connected)
        if hold is not None:
            # Discord had the request, and takes it or not: the bot will not learn of it.
            lost = faults.add(hold.fault.path.pattern, status=502) if self.random.random() < 0.6 else None
            faults.holds.remove(hold)
            hold.release()
            if lost is not None:
                await self.playground.wait(lambda: lost.hits >= hold.fault.hits)
                faults.remove(lost)
        await self.bot.start()
        if moment == "starting":
            await asyncio.sleep(self.random.uniform(0.1, 1.5))
            self.kills[moment, step] += 1
            await self.bot.end(signal.SIGKILL)
            await self.bot.start()
        await self.bot.connected()

    async def _attempt(self, step: str) -> Attempt | None:
        """The next attempt of a step, just before it is made; None if none comes for a while."""
        self._awaited = step, asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(self.patience):
                return await self._awaited[1]
        except TimeoutError:
            return None
        finally:
            self._awaited = None


def _raise_failures(lives: Iterable[asyncio.Task[None]]) -> None:
    for life in lives:
        if life.done():
            life.result()


async def torture(
    folder: Path, *, tables: int, kills: int, seed: int, patience: float, pause: tuple[float, float]
) -> tuple[Torture, Report]:
    """Do it all in a folder, where sprites may lie ready."""
    playground = Playground()
    await playground.start()
    run = Torture(playground, folder, tables, seed, patience)
    try:
        await run.run(kills, pause)
        return run, examine(run.everyone, run.bot.database, run.bot.log, run.commitments)
    finally:
        if not run.bot.ended:
            await run.bot.end(signal.SIGKILL)
        await playground.stop()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.torture.kill")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    chosen = parser.parse_args()
    began = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="kill-"))
    Pictures(folder / "sprites")
    run, report = asyncio.run(
        torture(folder, tables=chosen.tables, kills=chosen.kills, seed=chosen.seed, patience=8, pause=(0.2, 1.0))
    )
    print(f"seed {chosen.seed}, {time.monotonic() - began:.0f} s, {run.kills.total()} kills")
    moments = sorted({moment for moment, _ in run.kills})
    steps = [*STEPS, "none", "-"]
    print(f"{'kills':12}" + "".join(f"{step:>10}" for step in steps))
    for moment in moments:
        print(f"{moment:12}" + "".join(f"{run.kills[moment, step]:10}" for step in steps))
    print(f"{'under way':12}" + "".join(f"{run.cut[step]:10}" for step in steps))
    print("mischief:", dict(run.mischief.done))
    for name in ("lost", "doubled", "not theirs"):
        report.figures[name] += 0
    for name, figure in report.figures.items():
        print(f"{name:45}{figure:8}")
    for wrong in report.wrong:
        print("WRONG:", wrong)
    if report.wrong:
        (folder / "attempts.txt").write_text("\n".join(map(repr, run.everyone.attempts)), "utf-8")
        print("log, database, records and attempts are in", folder)
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
