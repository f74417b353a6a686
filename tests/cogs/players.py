"""People who play a round: by taps on their panel, or by commands."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator

from bot.playground import Channel, Interaction, Message, Person
from cogs.controls import Ticket, parse
from tests.cogs.room import Room


def tickets(message: Message) -> Iterator[Ticket]:
    """What the enabled buttons and menus of a message stand for."""
    for part in (*message.buttons(), *message.selects()):
        ticket = parse(part.get("custom_id", ""))
        if ticket is not None and not part.get("disabled"):
            yield ticket


class Tapper:
    """Plays by the panel alone, as somebody does who takes what it offers first."""

    def __init__(self, room: Room, place: Channel, person: Person) -> None:
        self.room = room
        self.place = place
        self.person = person
        self.taps: Counter[str] = Counter()
        self._done: set[tuple[int, int]] = set()

    async def round(self) -> None:
        """Play until the round is over."""
        table = self.room.table
        number = table.number
        while True:
            ticket = await self.room.playground.wait(
                lambda: "over" if table.number != number or table.closed else self._next(), seconds=30
            )
            if isinstance(ticket, str):
                return
            await self.tap(ticket)

    def _next(self) -> Ticket | None:
        panel = self.room.panel(self.person, self.place)
        offered = [] if panel is None else list(tickets(panel))
        for action in ("play", "answer", "answer_menu", "pass"):
            for ticket in offered:
                if ticket.action == action and (ticket.round, ticket.turn) not in self._done:
                    return ticket
        return None

    async def tap(self, ticket: Ticket) -> Interaction:
        """One tap on a control of the panel; a menu's first line is taken."""
        self._done.add((ticket.round, ticket.turn))
        self.taps[ticket.action] += 1
        panel = self.room.panel(self.person, self.place)
        assert panel is not None
        for select in panel.selects():
            if select["custom_id"] == ticket.custom_id:
                answer = await self.person.select(panel, [select["options"][0]["value"]], custom_id=ticket.custom_id)
                break
        else:
            answer = await self.person.click(panel, custom_id=ticket.custom_id)
        assert not answer.failed
        return answer


async def play_round(players: list[Tapper]) -> None:
    """Let all play until the round is over."""
    await asyncio.gather(*(player.round() for player in players))
