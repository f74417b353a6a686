"""How many requests a decision costs: `python -m tests.bench.requests [TABLES]`.

First half of the tables with five people each, all at once, then the others with one person and four AI players; at
real pace, people take 1 to 6 s, Discord's limits are enforced. Told are the requests that count against the global
limit by unforced decision of a person, and how many tables that limit carries. Takes some minutes.
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
import tempfile
import time
from pathlib import Path

from bot.client import Client
from bot.playground import Channel, Person, Playground
from bot.playground.limits import GLOBAL_PER_SECOND
from bot.tables.pace import Pace
from tests.cogs.players import Tapper, Ticket, tickets
from tests.cogs.room import Room
from tests.discord_client import running


class Slow(Tapper):
    """Somebody who thinks before a tap."""

    patience = 600.0

    async def move(self, ticket: Ticket) -> None:
        await asyncio.sleep(random.uniform(1, 6))
        panel = self.room.panel(self.person, self.place)
        if panel is not None and ticket in tickets(panel):
            await self.tap(ticket)


class Here(Room):
    """A room that stays with one table."""

    number = 0

    @property
    def table(self):
        return self.client.services.tables.table(self.number) or self.client.services.tables.open_tables()[0]


async def play(
    playground: Playground, client: Client, people: list[Person], channel: Channel, seated: int
) -> tuple[int, float]:
    """One round; the taps, and the seconds."""
    here = Here(playground, channel.guild, channel, people)
    here.client = client
    before = {table.id for table in client.services.tables.open_tables()}
    await people[0].command(channel, "bh table open")
    opened = [table for table in client.services.tables.open_tables() if table.channel == channel.id]
    here.number = opened[0].id
    assert here.number not in before
    place = await playground.wait(lambda: channel.guild.channels.get(int(here.table.memo.get("thread", 0))), 60)
    await here.seat_all(place, people[:seated])
    began = time.monotonic()
    players = [Slow(here, place, person) for person in people[:seated]]
    await asyncio.gather(*(player.round() for player in players))
    return sum(sum(player.taps.values()) for player in players), time.monotonic() - began


async def measure(tables: int, seated: int) -> None:
    playground = Playground()
    await playground.start()
    guild = playground.add_guild("Server")
    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder) / "bot.db", Path(folder) / "sprites", pace=Pace())
        async with running(playground, client):
            rooms = []
            for number in range(tables):
                people = [playground.add_person(f"P{number}.{seat}", guild=guild) for seat in range(seated)]
                rooms.append((people, playground.add_channel(guild, f"c{number}")))
            playground.limits.counted = playground.limits.refused = 0
            rounds = await asyncio.gather(*(play(playground, client, *room, seated) for room in rooms))
            counted, refused = playground.limits.counted, playground.limits.refused
    await playground.stop()
    taps, seconds = sum(taps for taps, _ in rounds), sum(each for _, each in rounds)
    rate = counted / seconds
    print(
        f"{seated} people, {tables} tables: {taps} decisions in rounds of {seconds / tables:.0f} s;"
        f" {counted / taps:.2f} requests that count a decision, {refused} over a limit;"
        f" {rate:.2f} a second and table, so {GLOBAL_PER_SECOND / rate:.0f} tables in {GLOBAL_PER_SECOND} a second"
    )


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    for seated in (5, 1):
        asyncio.run(measure(max(1, tables // 2), seated))


if __name__ == "__main__":
    main()
