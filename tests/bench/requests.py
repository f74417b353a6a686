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
from tests.cogs.room import SEATING, Room, press
from tests.discord_client import running

ROUNDS = 2


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


async def seat(playground: Playground, client: Client, people: list[Person], channel: Channel) -> tuple[Here, Channel]:
    """A table in a channel with everyone ready."""
    here = Here(playground, channel.guild, channel, people)
    here.client = client
    await people[0].command(channel, "bh table open")
    here.number = next(each.id for each in client.services.tables.open_tables() if each.channel == channel.id)
    place = await playground.wait(lambda: channel.guild.channels.get(int(here.table.memo.get("thread", 0))), 60)
    await here.seat_all(place)
    return here, place


async def play(here: Here, place: Channel) -> int:
    """ROUNDS rounds; the taps that were decisions."""
    players = [Slow(here, place, person) for person in here.people]
    for number in range(ROUNDS):
        if number:
            for person in here.people:
                await press(person, await here.board(place), "Ready")
        await asyncio.gather(*(player.round() for player in players))
        await here.until(SEATING)
    return sum(sum(player.taps.values()) for player in players)


async def measure(tables: int, seated: int) -> None:
    playground = Playground()
    await playground.start()
    guild = playground.add_guild("Server")
    limits = playground.limits
    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder) / "bot.db", Path(folder) / "sprites", pace=Pace())
        async with running(playground, client):
            limits.counted = limits.refused = 0
            rooms = []
            for number in range(tables):
                people = [playground.add_person(f"P{number}.{one}", guild=guild) for one in range(seated)]
                rooms.append(await seat(playground, client, people, playground.add_channel(guild, f"c{number}")))
            opening, limits.counted, began = limits.counted, 0, time.monotonic()
            taps = sum(await asyncio.gather(*(play(*room) for room in rooms)))
            seconds, counted, refused = time.monotonic() - began, limits.counted, limits.refused
    await playground.stop()
    rate = counted / seconds / tables
    print(
        f"{seated} people, {tables} tables, {ROUNDS} rounds each: {taps} decisions in {seconds:.0f} s;"
        f" requests that count: {opening / tables:.1f} to open and fill a table, then {counted / taps:.2f} a decision,"
        f" {rate:.3f} a second and table ({GLOBAL_PER_SECOND / rate:.0f} tables in {GLOBAL_PER_SECOND} a second);"
        f" {refused} over a limit"
    )


def main() -> None:
    logging.basicConfig(level=logging.WARNING)
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    for seated in (5, 1):
        asyncio.run(measure(max(1, tables // 2), seated))


if __name__ == "__main__":
    main()
