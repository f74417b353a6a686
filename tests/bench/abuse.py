"""How somebody who hammers commands slows other tables down: `python -m tests.bench.abuse [SECONDS]`.

At one table five people play rounds as fast as they are answered. At another somebody sends what costs most: the hand
with its picture, 6,000 characters of cards to complete and to play, tables to be opened. They do so for a second, then
not for a second, and so on; told is how long the players wait for their answers in the one and in the other, and the
ratio. Bot, database and the look-alike of Discord with all its people share one core here.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bot.client import Client
from bot.playground import Channel, Interaction, Person, Playground
from tests.bench.requests import Here
from tests.cogs.players import Tapper, Ticket
from tests.cogs.room import FAST, PLAYING, SEATING
from tests.discord_client import running

RATES = (5, 20, None)
"""Commands a second; None is one as soon as the one before is answered. Nobody is quicker by hand than the first."""
LONG = "9x" * 3000


class Clocked(Tapper):
    """Plays, and notes when each tap was made and how long its answer took."""

    def __init__(self, here: Here, place: Channel, person: Person, waits: list[tuple[float, float]]) -> None:
        super().__init__(here, place, person)
        self._waits = waits

    async def tap(self, ticket: Ticket, value: str | None = None) -> Interaction:
        began = time.monotonic()
        answer = await super().tap(ticket, value)
        self._waits.append((began, time.monotonic() - began))
        return answer


async def sit_down(playground: Playground, client: Client, name: str, seated: int, **options: object) -> tuple:
    """A table whose first round has begun, with AI players on the seats that are left."""
    guild = next(iter(playground.world.guilds.values()), None) or playground.add_guild("Server")
    channel = playground.add_channel(guild, name)
    people = [playground.add_person(f"{name}{number}", guild=guild) for number in range(seated)]
    here = Here(playground, guild, channel, people)
    here.client = client
    await people[0].command(channel, "bh table open", where="channel", **options)
    here.number = next(table.id for table in client.services.tables.open_tables() if table.channel == channel.id)
    await here.board(channel)
    await here.seat_all(channel, people)
    await here.until(PLAYING)
    return here, channel


async def play(here: Here, place: Channel, waits: list[tuple[float, float]]) -> None:
    """Round after round."""
    while True:
        players = [Clocked(here, place, person, waits) for person in here.people]
        await asyncio.gather(*(player.round() for player in players))
        await here.until(SEATING)
        await here.seat_all(place, here.people)
        await here.until(PLAYING)


async def hammer(person: Person, place: Channel, rate: int | None, sent: list[float]) -> None:
    """One command after the other in every other second."""
    deeds = itertools.cycle(
        (
            lambda: person.command(place, "bh hand"),
            lambda: person.autocomplete(place, "bh play", {"cards": LONG}, "cards"),
            lambda: person.command(place, "bh play", cards=LONG),
            lambda: person.command(place, "bh table open"),
        )
    )
    while True:
        if not hammering(time.monotonic()):
            await asyncio.sleep(1 - time.monotonic() % 1)
        began = time.monotonic()
        await next(deeds)()
        sent.append(began)
        if rate is not None:
            await asyncio.sleep(max(0, began + 1 / rate - time.monotonic()))


def hammering(moment: float) -> bool:
    return int(moment) % 2 == 0


async def measure(rate: int | None, seconds: float) -> None:
    playground = Playground()
    playground.limits.enforce = False
    await playground.start()
    waits: list[tuple[float, float]] = []
    sent: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder) / "bot.db", Path(folder) / "sprites", pace=FAST)
        async with running(playground, client):
            table, place = await sit_down(playground, client, "players", 5)
            other, there = await sit_down(playground, client, "hammer", 1, seconds=300)
            tasks = [
                asyncio.create_task(play(table, place, waits)),
                asyncio.create_task(hammer(other.people[0], there, rate, sent)),
            ]
            done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for task in done:
                task.result()
    await playground.stop()
    with_it, without = ([wait for began, wait in waits if hammering(began) is on] for on in (True, False))
    middle = [1000 * statistics.median(each) for each in (with_it, without)]
    late = [1000 * statistics.quantiles(each, n=20)[-1] for each in (with_it, without)]
    print(
        f"{len(sent) / (seconds / 2):.0f} commands a second: median wait {middle[0]:.0f} ms, else {middle[1]:.0f} ms,"
        f" ratio {middle[0] / middle[1]:.2f}; 95 % within {late[0]:.0f} ms, else {late[1]:.0f} ms,"
        f" ratio {late[0] / late[1]:.2f}; of {len(with_it)} and {len(without)} taps"
    )


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    for rate in RATES:
        asyncio.run(measure(rate, seconds))


if __name__ == "__main__":
    main()
