"""People who play a round: by taps on their panel, or by commands."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from bot.games.baohuang import moves
from bot.games.baohuang.actions import CLAIM, NO_SOLO, REVEAL, RISE, SOLO, STAY, YIELD
from bot.games.baohuang.cards import high_to_low, spell
from bot.games.baohuang.view import View
from bot.playground import Channel, Interaction, Message, Person
from cogs.compose import PARTS, Chosen, value_of
from cogs.compose import parse as parse_chosen
from cogs.controls import Ticket, parse
from tests.cogs.room import Room, told

FEW = 12
"""Somebody with so few cards beats whatever they can."""


class Player(Protocol):
    async def round(self) -> None:
        """Play until the round is over."""
        ...


async def play_round(players: Sequence[Player]) -> None:
    """Let all play until the round is over."""
    await asyncio.gather(*(player.round() for player in players))


def tickets(message: Message) -> Iterator[Ticket]:
    """What the enabled buttons and menus of a message stand for."""
    for part in (*message.buttons(), *message.selects()):
        ticket = parse(part.get("custom_id", ""))
        if ticket is not None and not part.get("disabled"):
            yield ticket


class Tapper:
    """Plays by the panel alone, as somebody sensible who takes what it offers first.

    Jokers are kept until the hand is small: who would need one passes for the rest of the trick.
    """

    patience = 30.0
    """Seconds to wait for a turn."""

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
            await self.room.playground.wait(
                lambda: table.number != number or table.closed or self._next() is not None, seconds=self.patience
            )
            ticket = self._next()
            if table.number != number or table.closed or ticket is None:
                return
            self._done.add((ticket.round, ticket.turn))
            await self.move(ticket)

    @property
    def ready(self) -> bool:
        """Whether the panel asks for something."""
        return self._next() is not None

    async def move(self, ticket: Ticket) -> None:
        """Do what is to be done in a turn; ``ticket`` is what the panel offers first."""
        await self.tap(ticket)

    def _next(self) -> Ticket | None:
        panel = self.room.panel(self.person, self.place)
        offered = {} if panel is None else {ticket.action: ticket for ticket in reversed(list(tickets(panel)))}
        offered = {name: one for name, one in offered.items() if (one.round, one.turn) not in self._done}
        if "play" in offered and "ahead_on" in offered and not self._wants(offered["play"]):
            return offered["ahead_on"]
        return next((offered[name] for name in ("play", "answer", "answer_menu", "pass") if name in offered), None)

    def _wants(self, ticket: Ticket) -> bool:
        chosen = parse_chosen(ticket.argument)
        assert chosen is not None
        return not (chosen.shape.small or chosen.shape.big) or len(self.room.view(self.person).hand) <= FEW

    async def tap(self, ticket: Ticket, value: str | None = None) -> Interaction:
        """One tap on a control of the panel; of a menu this line is taken, or the first."""
        self.taps[ticket.action] += 1
        panel = self.room.panel(self.person, self.place)
        assert panel is not None
        for select in panel.selects():
            if select["custom_id"] == ticket.custom_id:
                values = [value or select["options"][0]["value"]]
                answer = await self.person.select(panel, values, custom_id=ticket.custom_id)
                break
        else:
            answer = await self.person.click(panel, custom_id=ticket.custom_id)
        assert not answer.failed
        return answer


class Picker(Tapper):
    """Plays any legal play, drawn at random, through the menus."""

    def __init__(self, room: Room, place: Channel, person: Person, seed: int) -> None:
        super().__init__(room, place, person)
        self.random = random.Random(seed)
        self.most = 0
        """Taps for the play that took most."""
        self.played: list[str] = []
        """What was meant to be played, as records have it."""

    async def move(self, ticket: Ticket) -> None:
        """Reach a play that was drawn, and play it."""
        if ticket.action not in ("play", "ahead_on"):
            await self.tap(ticket)
            return
        view = self.room.view(self.person)
        shape = self.random.choice(moves.shapes(view))
        ways = moves.ways(view, shape)
        away = self.random.random() < 0.7 and len(ways) > 1
        before = sum(self.taps.values())
        await self._choose(Chosen(shape, away), switchable=len(ways) > 1)
        await self.tap(self._control("play"))
        self.most = max(self.most, sum(self.taps.values()) - before)
        self.played.append(spell(high_to_low(ways[-1] if away else ways[0])))

    async def _choose(self, target: Chosen, *, switchable: bool) -> None:
        if target.code() in self._lines("choose"):
            if target != self._chosen():
                await self.tap(self._control("choose"), target.code())
            return
        for part in PARTS:
            wanted = value_of(part, target.shape)
            if value_of(part, self._chosen().shape) != wanted:
                lines = self._lines(f"choose_{part}")
                line = next(line for line in lines if value_of(part, _read(line).shape) == wanted)
                await self.tap(self._control(f"choose_{part}"), line)
        if switchable and self._chosen().away != target.away:
            await self.tap(self._control("switch"))

    def _chosen(self) -> Chosen:
        return _read(self._control("play").argument)

    def _control(self, action: str) -> Ticket:
        panel = self.room.panel(self.person, self.place)
        assert panel is not None
        return next(ticket for ticket in tickets(panel) if ticket.action == action)

    def _lines(self, action: str) -> list[str]:
        panel = self.room.panel(self.person, self.place)
        assert panel is not None
        custom_id = self._control(action).custom_id
        select = next(select for select in panel.selects() if select["custom_id"] == custom_id)
        return [option["value"] for option in select["options"]]


def _read(code: str) -> Chosen:
    chosen = parse_chosen(code)
    assert chosen is not None
    return chosen


class Typist:
    """Plays by commands alone, with what autocomplete offers, and uses each command there is."""

    def __init__(self, room: Room, place: Channel, person: Person, seed: int) -> None:
        self.room = room
        self.place = place
        self.person = person
        self.random = random.Random(seed)
        self.used: set[str] = set()
        self._done: object = None

    async def round(self) -> None:
        """Play until the round is over."""
        table = self.room.table
        number = table.number

        def turn() -> bool:
            over = table.number != number or table.closed is not None
            return over or (self._done != table.stamp and self._must_act())

        while True:
            await self.room.playground.wait(turn, seconds=30)
            if table.number != number or table.closed:
                return
            self._done = table.stamp
            await self._move()

    def _must_act(self) -> bool:
        """Whether nobody but this person can end the turn: not where it has been passed in advance, or is forced."""
        if self.person not in self.room.asked:
            return False
        view = self.room.view(self.person)
        assert view.seat is not None
        given = self.room.table.seats[view.seat].ahead
        return view.step != "play" or (bool(moves.shapes(view)) and (given is None or given.scope != view.trick_number))

    async def _move(self) -> None:
        view = self.room.view(self.person)
        if "hand" not in self.used:
            await self._command("hand")
        if view.step == "play":
            await self._play(view)
        elif view.step == "call":
            offered = await self._offered("call", "card")
            await self._command("call", card=self.random.choice(offered))
        else:
            move = self.random.choice(moves.answers(view))
            name, options = ANSWERS[move.verb]
            await self._command(name, **options)

    async def _play(self, view: View) -> None:
        if "autopilot" not in self.used:
            await self._command("last")
            await self._command("autopilot", on=True)
            await self._command("autopilot", on=False)
            return
        offered = await self._offered("play", "cards")
        if offered and (view.best is None or self.random.random() < 0.8):
            await self._command("play", cards=self.random.choice(offered[:3]))
        else:
            await self._command("pass", trick=self.random.random() < 0.5)

    async def _offered(self, name: str, option: str) -> list[str]:
        choices = await self.person.autocomplete(self.place, f"bh {name}", {option: ""}, option)
        assert choices is not None
        return [choice["value"] for choice in choices]

    async def _command(self, name: str, **options: object) -> None:
        self.used.add(name)
        answer = await self.person.command(self.place, f"bh {name}", **options)
        assert any(start in told(answer) for start in SHOWN), told(answer)


SHOWN: Final = (
    "Bao Huang",
    "You have a seat",
    "Press Ready for the next round",
    "Trick",
    "Nothing has been played yet",
)
"""What is in every answer that is no refusal: the panel's heading in a round and after it, what ``last`` says."""
ANSWERS: Final[dict[str, tuple[str, dict[str, object]]]] = {
    CLAIM: ("claim", {}),
    YIELD: ("yield", {}),
    SOLO: ("solo", {"alone": True}),
    NO_SOLO: ("solo", {"alone": False}),
    REVEAL: ("reveal", {}),
    RISE: ("rebel", {}),
    STAY: ("stay", {}),
}
"""The command for each answer before the play step."""
