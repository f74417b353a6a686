"""What Discord shows of tables, and who sits at which: what people go by."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bot.playground import Channel, Message, Playground
from bot.playground.world import Event
from cogs.controls import Ticket
from tests.cogs.players import tickets
from tests.torture.deeds import Answers, Attempt

if TYPE_CHECKING:
    from tests.torture.people import Player

SEAT: Final = re.compile(r"`(\d)` (✅|▫️) \*\*(.*?)\*\*")
"""A seat on a board between rounds: its number, whether it is ready, who sits there."""


@dataclass(eq=False)
class Table:
    """A table as its people know it."""

    number: int
    channel: Channel
    options: Mapping[str, Any]
    players: list[Player] = field(default_factory=list)
    board: Message | None = None

    def offers(self) -> dict[str, Ticket]:
        """The controls of the board."""
        return {} if self.board is None else {ticket.action: ticket for ticket in tickets(self.board)}

    @property
    def grab(self) -> bool:
        """Whether everyone is asked if they play alone; else claiming says that too."""
        return bool(self.options.get("grab", self.options["variant"] == "classic"))

    @property
    def place(self) -> Channel:
        """Where it plays."""
        return self.channel if self.board is None else self.board.channel

    def seats(self) -> list[tuple[bool, str]]:
        """The seats on the board between rounds: whether each is ready, and what it says."""
        text = "" if self.board is None else self.board.text()
        return [(mark == "✅", name) for _, mark, name in SEAT.findall(text)]

    @property
    def resting(self) -> bool:
        """Whether no round runs, or is about to, as far as the board says."""
        seats = self.seats()
        return "join" in self.offers() and not (seats and all(ready for ready, _ in seats))


class Everyone:
    """All people of a playground and what they have in common."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self.answers = Answers(playground)
        self.tables: list[Table] = []
        self.attempts: list[Attempt] = []
        self.under_way: set[Attempt] = set()
        self.before: Callable[[Attempt], None] = lambda attempt: None
        """Called just before an attempt is made."""
        self.last_round = False
        """Whether nobody gets ready for another one."""
        self.life = 0
        """How often the bot has died."""
        self.death = asyncio.Event()
        """Set when it dies next."""
        self._by_id: dict[int, Player] = {}
        self._at: dict[Channel, Table] = {}
        playground.world.listeners.append(self._hear)

    def add(self, table: Table, players: list[Player]) -> None:
        """A table that is to be, and who is to sit there."""
        table.players = players
        self.tables.append(table)
        self._at[table.channel] = table
        self._by_id.update({player.person.user.id: player for player in players})

    def died(self) -> None:
        """The bot has died."""
        self.life += 1
        self.death.set()
        self.death = asyncio.Event()

    def _hear(self, event: Event) -> None:
        message = event.message
        if message is None or message.deleted or not message.author.bot:
            return
        if message.reader is not None:
            if player := self._by_id.get(message.reader.id):
                player.panel = message
            return
        channel = message.channel
        table = self._at.get(channel) or (self._at.get(channel.parent) if channel.parent else None)
        if table is None or not message.embeds:
            return
        newer = table.board is None or message.id > table.board.id
        if newer and any(ticket.action == "more" for ticket in tickets(message)):
            table.board = message
