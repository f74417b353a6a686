"""A server with a running bot and people in it: what the end-to-end tests play on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.client import Client
from bot.playground import Channel, Guild, Interaction, Message, Person, Playground
from bot.tables.pace import Pace
from bot.tables.table import Table
from tests.discord_client import running

FAST = Pace(mask=(0, 0), nudge=30, retry=0.05)
"""No waiting for the sake of secrecy: nobody who plays here looks at the clock."""


@dataclass(eq=False)
class Room:
    """Five people in a channel of a server, and the bot."""

    playground: Playground
    guild: Guild
    channel: Channel
    people: list[Person]
    client: Client

    @property
    def table(self) -> Table:
        """The table that was opened last."""
        return self.client.services.tables.open_tables()[-1]

    async def open(self, opener: int = 0, **options: object) -> Channel:
        """Open a table; gives the place where it plays."""
        person = self.people[opener]
        answer = await person.command(self.channel, "bh table open", **options)
        assert not answer.failed, answer
        table = self.table
        place = int(table.memo.get("thread", table.channel))
        return await self.playground.wait(lambda: self.guild.channels.get(place))

    async def board(self, place: Channel) -> Message:
        """The board, as everyone sees it."""
        return await self.playground.wait(
            lambda: place.messages.get(int(self.table.memo["board"])) if "board" in self.table.memo else None
        )

    async def seat_all(self, place: Channel, people: list[Person] | None = None) -> None:
        """Let people sit down and get ready by the board's buttons; AI players fill the other seats."""
        people = people or self.people
        board = await self.board(place)
        for person in people:
            if self.table.seat_of(person.user.id) is None:
                await press(person, board, "Join")
        if len(people) < 5:
            await press(people[0], board, "Fill with AI")
        for person in people:
            await press(person, board, "Ready")

    def panel(self, person: Person, place: Channel) -> Message | None:
        """A person's panel: the newest private message with a hand."""
        mine = [message for message in person.messages(place) if message.reader is person.user and message.attachments]
        return mine[-1] if mine else None


async def press(person: Person, message: Message, label: str) -> Interaction:
    """Press a button; it must be answered."""
    answer = await person.click(message, label=label)
    assert not answer.failed, f"{person} got no answer to {label}"
    return answer


@asynccontextmanager
async def room(
    playground: Playground, database: Path, *, pace: Pace = FAST, locale: str = "en-US"
) -> AsyncIterator[Room]:
    """A room whose bot runs inside."""
    # Rounds are played here faster than any people play: limits are counted, not enforced.
    playground.limits.enforce = False
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    people = [playground.add_person(name, guild=guild, locale=locale) for name in ("Ann", "Bob", "Cy", "Di", "Ed")]
    client = Client(database, pace=pace)
    async with running(playground, client):
        yield Room(playground, guild, channel, people, client)
