"""A server with a running bot and people in it: what the end-to-end tests play on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from bot.client import Client
from bot.games.baohuang.view import View
from bot.playground import Answer, Channel, Guild, Interaction, Message, Person, Playground, Sent
from bot.tables.pace import Pace
from bot.tables.table import Table
from cogs.board import own_view, public_view
from cogs.controls import parse
from tests.discord_client import running

FAST = Pace(mask=(0, 0), nudge=30, between=0, requests=inf, letter=0, retry=0.05)
"""No waiting for the sake of secrecy: nobody who plays here looks at the clock."""
SEATING, PLAYING = "seating", "playing"


@dataclass(eq=False)
class Room:
    """Five people in a channel of a server, and the bot."""

    playground: Playground
    guild: Guild
    channel: Channel
    people: list[Person]
    sent: list[Sent] = field(default_factory=list)
    """All that left the bot."""
    client: Client = field(init=False)

    @asynccontextmanager
    async def bot(self, database: Path, *, pace: Pace = FAST) -> AsyncIterator[None]:
        """The bot runs inside. None of its requests is one that Discord finds wrong, a second answer for one."""
        self.client = Client(database, database.parent / "sprites", pace=pace)
        async with running(self.playground, self.client):
            yield
        assert not [(sent.method, sent.path, sent.body) for sent in self.sent if sent.status in {400, 500}]

    @property
    def table(self) -> Table:
        """The table that was opened last."""
        return self.client.services.tables.open_tables()[-1]

    async def open(self, opener: int = 0, channel: Channel | None = None, **options: Any) -> Channel:
        """Open a table; gives the place where it plays."""
        person = self.people[opener]
        answer = await person.command(channel or self.channel, "bh table open", **options)
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

    async def deal(self, people: int = 5, **options: Any) -> Channel:
        """Open a table and go on until the board shows a round that runs."""
        place = await self.open(**options)
        await self.seat_all(place, self.people[:people])
        await self.until(PLAYING)
        return place

    async def until(self, stage: str) -> None:
        """Return when the table has come to a stage, and Discord has confirmed it."""
        await self.playground.wait(lambda: self.table.stage == stage and self._on_board(stage), seconds=20)

    def _on_board(self, stage: str) -> bool:
        """Whether the board has the buttons of a stage."""
        place = self.guild.channels.get(int(self.table.memo.get("thread", self.table.channel)))
        board = place and place.messages.get(int(self.table.memo.get("board", 0)))
        parts = board.buttons() if board else []
        tickets = [parse(part["custom_id"]) for part in parts if "custom_id" in part]
        return {SEATING: "ready", PLAYING: "hand"}[stage] in {ticket.action for ticket in tickets if ticket}

    def panel(self, person: Person, place: Channel) -> Message | None:
        """A person's panel: the newest private message with a hand."""
        mine = [message for message in person.messages(place) if message.reader is person.user and message.attachments]
        return mine[-1] if mine else None

    async def panel_of(self, person: Person, place: Channel) -> Message:
        """A person's panel, as soon as it shows a hand."""
        return await self.playground.wait(lambda: self.panel(person, place))

    def view(self, person: Person) -> View:
        """What a person may see of the running round."""
        number = self.table.seat_of(person.user.id)
        assert number is not None
        view = own_view(self.table, number)
        assert view is not None
        return view

    @property
    def asked(self) -> list[Person]:
        """Those who must act now."""
        view = public_view(self.table)
        ids = (
            []
            if view is None
            else [seat.present.id for seat in (self.table.seats[n] for n in view.asked) if seat.present]
        )
        return [person for person in self.playground.people if person.user.id in ids]

    async def turn(self) -> Person:
        """The first of those who must act, as soon as there is one."""
        return (await self.playground.wait(lambda: self.asked))[0]


async def press(person: Person, message: Message, label: str) -> Interaction:
    """Press a button; it must be answered."""
    answer = await person.click(message, label=label)
    assert not answer.failed, f"{person} got no answer to {label}"
    if answer.answer is Answer.DEFER_UPDATE:
        await person.sees(message.channel, lambda each: each in answer.followups)
    if answer.answer is Answer.DEFER:
        await person.sees(message.channel, lambda each: each is answer.message and not each.loading)
    return answer


def told(answer: Interaction) -> str:
    """What somebody was told privately in answer."""
    message = answer.followups[-1] if answer.followups else answer.message
    assert message.reader is answer.user, "the answer is private"
    return message.text()


def scene(playground: Playground, *, locale: str = "en-US") -> Room:
    """A room whose bot is not there yet."""
    # Rounds are played here faster than any people play: limits are counted, not enforced.
    playground.limits.enforce = False
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    people = [playground.add_person(name, guild=guild, locale=locale) for name in ("Ann", "Bob", "Cy", "Di", "Ed")]
    here = Room(playground, guild, channel, people)
    playground.on_sent(here.sent.append)
    return here


@asynccontextmanager
async def room(
    playground: Playground, database: Path, *, pace: Pace = FAST, locale: str = "en-US"
) -> AsyncIterator[Room]:
    """A room whose bot runs inside."""
    here = scene(playground, locale=locale)
    async with here.bot(database, pace=pace):
        yield here
