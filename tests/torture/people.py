"""People at their tables: they see what Discord shows them, and use commands, buttons and menus as it comes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.games.baohuang.actions import CALL, CLAIM, NO_SOLO, PASS, PLAY, REVEAL, RISE, SOLO, STAY, YIELD, Move
from bot.games.baohuang.reading import called
from bot.playground import Answer, Channel, Interaction, Message, Person, Refused
from bot.tables.state import MIN_PEOPLE
from cogs.compose import parse as parse_chosen
from cogs.controls import Ticket
from cogs.panel import WITH_SOLO
from tests.cogs.players import ANSWERS, tickets
from tests.torture.deeds import Attempt, Outcome, outcome_of
from tests.torture.seen import Everyone, Table

STEP_OF: Final = {
    CLAIM: "throne",
    YIELD: "throne",
    SOLO: "solo",
    NO_SOLO: "solo",
    REVEAL: "declare",
    RISE: "declare",
    STAY: "declare",
}
COMMANDS: Final[dict[str, tuple[str, dict[str, object]]]] = {WITH_SOLO: ("claim", {"solo": True}), **ANSWERS}
"""The command for each button before the play step."""
AGAIN: Final = {Outcome.ACCEPTED: 8.0, Outcome.REFUSED: 1.0, Outcome.UNANSWERED: 0.2}
"""Seconds after which somebody tries the same again, where it still seems to be needed."""


class Player:
    """One person at a table."""

    def __init__(self, everyone: Everyone, table: Table, person: Person, seed: int) -> None:
        self.everyone = everyone
        self.table = table
        self.person = person
        self.name = person.user.name
        self.random = random.Random(seed)
        self.panel: Message | None = None
        self._left = (0, 0)
        """The table and the round that this person was told to have left."""
        self._not_before: dict[object, float] = {}

    async def live(self) -> None:
        """Do what there is to do, for ever."""
        while True:
            deed = self._next()
            if deed is None:
                await self._news(3)
            else:
                try:
                    await deed
                except Refused:  # what was to be pressed has gone meanwhile
                    await self._news(0.3)

    async def _news(self, seconds: float) -> None:
        await asyncio.wait([self.everyone.playground.world.news(self.table.place)], timeout=seconds)

    # What to do

    def _next(self) -> Awaitable[None] | None:
        offers = self.table.offers()
        if not self.everyone.playground.gateway.connected and self.random.random() < 0.98:
            return None  # who sees that the bot is not there mostly waits
        if "more" not in offers:
            return self._found(offers)
        return self._sit(offers) if "join" in offers else self._play(offers["hand"])

    def _may(self, key: object) -> bool:
        return asyncio.get_running_loop().time() >= self._not_before.get(key, 0)

    def _found(self, offers: dict[str, Ticket]) -> Awaitable[None] | None:
        """Open a table, or the next one after it has closed."""
        if self is not self.table.players[0] or not self._may("open"):
            return None
        again = offers.get("again")
        attempt = self._attempt("seating", again)
        if again is not None and self.table.board is not None:
            return self._try("open", attempt, self._click(self.table.board, again))
        return self._try("open", attempt, self._command(self.table.channel, "table open", **self.table.options))

    def _sit(self, offers: dict[str, Ticket]) -> Awaitable[None] | None:
        seats, board = self.table.seats(), self.table.board
        assert board is not None
        mine = next((ready for ready, said in seats if self.name in said), None)
        place = self.table.place
        seating = self._attempt("seating", offers["join"])
        if mine is None:
            if not self._may("join"):
                return None
            join = self._either(lambda: self._command(place, "join"), lambda: self._click(board, offers["join"]))
            return self._try("join", seating, join)
        names = [player.name for player in self.table.players]
        missing = [name for name in names if not any(name in said for _, said in seats)]
        free = [said for ready, said in seats if not ready and not any(name in said for name in names)]
        if self is self.table.players[0] and free and not missing and self._may("fill"):
            fill = self._either(lambda: self._command(place, "table ai"), lambda: self._click(board, offers["fill"]))
            return self._try("fill", seating, fill)
        key = ("ready", offers["ready"])
        if mine or self.everyone.last_round or not self._may(key):
            return None
        attempt = self._attempt("ready", offers["ready"])
        ready = self._either(
            lambda: self._command(place, "ready", words=self.random.choice(("", "lucky", "我的运气"))),
            lambda: self._click(board, offers["ready"]),
        )
        return self._try(key, attempt, ready)

    def _play(self, hand: Ticket) -> Awaitable[None] | None:
        board, panel = self.table.board, self.panel
        assert board is not None
        if panel is not None and not panel.deleted and not panel.loading:
            offered = {ticket.action: ticket for ticket in reversed(list(tickets(panel)))}
            deed = self._offered(panel, offered)
            if deed is not None:
                return deed
        if self._may("mistake") and self.random.random() < MISTAKES:
            self._wait("mistake", 5)
            return self._err(hand)
        if self._may_leave() and self.random.random() < LEAVING:
            self._wait("leave", 20)
            return self._leave(hand)
        if self._left == (hand.table_id, hand.round) and self._may("back") and self.random.random() < BACK:
            return self._try("back", self._attempt("seating", hand), self._command(self.table.place, "join"))
        text = board.text()
        asked = "▶️" not in text or any("▶️" in line and self.name in line for line in text.splitlines())
        key = ("hand", hand.round, hand.turn)
        if (panel is not None and not asked) or not self._may(key):
            return None
        look = self._either(lambda: self._command(self.table.place, "hand"), lambda: self._click(board, hand))
        return self._look(key, look)

    def _offered(self, panel: Message, offered: dict[str, Ticket]) -> Awaitable[None] | None:
        """Something of what the panel offers, unless it has been done already."""
        if "autopilot_off" in offered:
            ticket = offered["autopilot_off"]
            key: object = ("back", ticket)
            attempt = self._attempt("play", ticket)
            attempt.autopilot = False
            return self._try(key, attempt, self._click(panel, ticket)) if self._may(key) else None
        first = next((offered[name] for name in ("play", "pass", "answer", "answer_menu") if name in offered), None)
        if first is not None:
            key = ("act", first.round, first.turn)
            return self._act(key, panel, offered, first) if self._may(key) else None
        for name in ("ahead_on", "ahead_off", "autopilot_on"):
            if name in offered and self.random.random() < RARELY[name]:
                ticket = offered[name]
                attempt = self._attempt("play", ticket)
                if name == "autopilot_on":
                    attempt.autopilot = True
                else:
                    attempt.ahead = name == "ahead_on"
                return self._try(("aside", ticket), attempt, self._click(panel, ticket))
        return None

    def _may_leave(self) -> bool:
        """Whether it costs something, and enough others stay."""
        return self is self.table.players[-1] and len(self.table.players) >= MIN_PEOPLE and self._may("leave")

    async def _leave(self, hand: Ticket) -> None:
        """Leave the round for good: asked whether one means it, confirm."""
        await self._told(await self._answer_to(self._command(self.table.place, "leave")))
        for message in reversed(self.person.messages(self.table.place)):
            for ticket in tickets(message):
                if ticket.action == "leave_confirm" and (ticket.table_id, ticket.round) == (hand.table_id, hand.round):
                    attempt = self._attempt("play", hand)
                    attempt.leaving = True
                    await self._try("leave", attempt, self._click(message, ticket))
                    self._wait("leave", 20)
                    if attempt.outcome is Outcome.ACCEPTED:
                        self._left = (hand.table_id, hand.round)
                    return

    async def _err(self, hand: Ticket) -> None:
        """Do something that is hardly ever allowed now."""
        name = self.random.choice(("pass", "play", "claim", "stay"))
        attempt = self._attempt("play" if name in ("pass", "play") else STEP_OF[name], hand)
        attempt.verbs = (CLAIM, NO_SOLO) if name == CLAIM and not self.table.grab else (name,)
        options = {}
        if name == "play":
            attempt.typed = options["cards"] = self.random.choice(("BJ BJ BJ BJ", "2", "99", "6", "K K K", "nothing"))
        await self._try("mistake", attempt, self._command(self.table.place, name, **options))

    async def _act(self, key: object, panel: Message, offered: dict[str, Ticket], first: Ticket) -> None:
        """Do what one is asked for."""
        if first.action == "answer":
            choices = [ticket for ticket in tickets(panel) if ticket.action == "answer"]
            await self._answer(key, panel, self.random.choice(choices))
        elif first.action == "answer_menu":
            await self._call(key, panel, first)
        elif first.action == "pass" or (self.random.random() < 0.15 and "pass" in offered):
            await self._pass(key, panel, offered["pass"], offered)
        else:
            await self._cards(key, panel, offered["play"])

    async def _answer(self, key: object, panel: Message, ticket: Ticket) -> None:
        name = ticket.argument
        attempt = self._attempt(STEP_OF[CLAIM if name == WITH_SOLO else name], ticket)
        alone = SOLO if name == WITH_SOLO else NO_SOLO
        attempt.verbs = (CLAIM, alone) if name in (CLAIM, WITH_SOLO) and not self.table.grab else (name,)
        command, options = COMMANDS[name]
        typed = lambda: self._command(self.table.place, command, **options)  # noqa: E731
        await self._by_either(key, attempt, typed, lambda: self._click(panel, ticket))

    async def _call(self, key: object, panel: Message, ticket: Ticket) -> None:
        attempt = self._attempt("call", ticket)
        if self.random.random() < 0.5:
            words = await self.person.autocomplete(self.table.place, "bh call", {"card": ""}, "card")
            if words:
                word = str(self.random.choice(words)["value"])
                attempt.verbs = (Move(CALL, (called(word),)).text,)
                await self._try(key, attempt, self._command(self.table.place, "call", card=word))
                return
        menu = next(each for each in panel.selects() if each["custom_id"] == ticket.custom_id)
        value = str(self.random.choice(menu["options"])["value"])
        attempt.verbs, attempt.exact = (value,), True
        await self._try(key, attempt, self.person.select(panel, [value], custom_id=ticket.custom_id))

    async def _pass(self, key: object, panel: Message, ticket: Ticket, offered: dict[str, Ticket]) -> None:
        attempt = self._attempt("play", ticket)
        draw = self.random.random()
        if draw < 0.1:
            attempt.ahead = True
            await self._try(key, attempt, self._command(self.table.place, "pass", trick=True))
            return
        if draw < 0.2 and "ahead_on" in offered:
            attempt.ahead = True
            await self._try(key, attempt, self._click(panel, offered["ahead_on"]))
            return
        attempt.verbs = (PASS,)
        typed = lambda: self._command(self.table.place, "pass")  # noqa: E731
        board = self.table.board
        on_board = self.table.offers().get("pass")
        if draw < 0.3 and board is not None and on_board is not None and on_board.turn == ticket.turn:
            attempt.exact = True
            await self._try(key, attempt, self._click(board, on_board))
        else:
            await self._by_either(key, attempt, typed, lambda: self._click(panel, ticket))

    async def _cards(self, key: object, panel: Message, ticket: Ticket) -> None:
        """Play: by the button, after a look through the menu, or by typing what autocomplete offers."""
        attempt = self._attempt("play", ticket)
        attempt.verbs = (PLAY,)
        draw = self.random.random()
        if draw < 0.4:
            found = await self.person.autocomplete(self.table.place, "bh play", {"cards": ""}, "cards")
            if found:
                attempt.typed = str(self.random.choice(found[:6])["value"])
                await self._try(key, attempt, self._command(self.table.place, "play", cards=attempt.typed))
                return
        if draw > 0.8:
            menu = next((each for each in panel.selects() if "/choose/" in each["custom_id"]), None)
            if menu is not None:
                value = str(self.random.choice(menu["options"])["value"])
                await self.person.select(panel, [value], custom_id=menu["custom_id"])
                return  # what the panel offers now is played next
        attempt.chosen, attempt.exact = parse_chosen(ticket.argument), True
        await self._try(key, attempt, self._click(panel, ticket))

    # How it is done

    def _attempt(self, step: str, ticket: Ticket | None) -> Attempt:
        table, number, turn = (0, 0, 0) if ticket is None else (ticket.table_id, ticket.round, ticket.turn)
        return Attempt(self.name, step, table, number, turn)

    def _either(
        self, one: Callable[[], Awaitable[Interaction]], other: Callable[[], Awaitable[Interaction]]
    ) -> Awaitable[Interaction]:
        return one() if self.random.random() < 0.5 else other()

    async def _by_either(
        self,
        key: object,
        attempt: Attempt,
        typed: Callable[[], Awaitable[Interaction]],
        clicked: Callable[[], Awaitable[Interaction]],
    ) -> None:
        attempt.exact = self.random.random() < 0.5
        if self.random.random() < MISTAKES:
            other = replace(attempt, exact=not attempt.exact)
            both = [(each, clicked() if each.exact else typed()) for each in (attempt, other)]
            await asyncio.gather(*(self._try(key, each, asking) for each, asking in both))
        else:
            await self._try(key, attempt, clicked() if attempt.exact else typed())

    async def _command(self, channel: Channel, path: str, **options: object) -> Interaction:
        return await self.person.command(channel, f"bh {path}", **options)

    async def _click(self, message: Message, ticket: Ticket) -> Interaction:
        return await self.person.click(message, custom_id=ticket.custom_id)

    async def _answer_to(self, asking: Awaitable[Interaction]) -> Interaction:
        """An interaction once it is answered, or failed; or soon after the bot's death, which nobody waits out."""
        task, death = asyncio.ensure_future(asking), asyncio.ensure_future(self.everyone.death.wait())
        try:
            await asyncio.wait({task, death}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({task}, timeout=GRACE)
            if task.done():
                return task.result()
        finally:
            task.cancel()
            death.cancel()
        asked = reversed(self.everyone.playground.world.interactions.values())
        return next(each for each in asked if each.user is self.person.user)

    async def _look(self, key: object, asking: Awaitable[Interaction]) -> None:
        """Ask for the panel."""
        told = await self._told(await self._answer_to(asking))
        self._wait(key, 4 if told is not None else 0.3)

    async def _try(self, key: object, attempt: Attempt, asking: Awaitable[Interaction]) -> None:
        """Make an attempt, and learn what came of it."""
        everyone = self.everyone
        everyone.before(attempt)
        everyone.under_way.add(attempt)
        try:
            answer = await self._answer_to(asking)
            attempt.interaction = answer.id
            told = await self._told(answer)
        finally:
            everyone.under_way.discard(attempt)
        everyone.attempts.append(attempt)
        if told is not None:
            attempt.told, attempt.outcome = told, outcome_of(told)
        self._wait(key, AGAIN[attempt.outcome])

    def _wait(self, key: object, seconds: float) -> None:
        if len(self._not_before) > 200:
            self._not_before.clear()
        self._not_before[key] = asyncio.get_running_loop().time() + seconds

    async def _told(self, answer: Interaction) -> str | None:
        """What the person was told; None if nothing, or if the bot died before it came to it."""
        everyone, life = self.everyone, self.everyone.life
        if answer.answer is None:
            return None
        patience = 6 if answer.answer is Answer.DEFER else 0.5
        with suppress(TimeoutError):
            await everyone.playground.wait(
                lambda: everyone.answers.told(answer.token) is not None or everyone.life != life, patience
            )
        told = everyone.answers.told(answer.token)
        everyone.answers.forget(answer.token)
        return told


GRACE: Final = 0.3
"""Seconds for which an answer of a bot that has just died may still come."""
LEAVING: Final = 0.01
"""How likely somebody leaves a round for good, at each look when that may be."""
BACK: Final = 0.1
"""How likely they come back, at each look."""
MISTAKES: Final = 0.03
"""How likely somebody does what is wrong, or everything twice at once."""
RARELY: Final = {"ahead_on": 0.01, "ahead_off": 0.05, "autopilot_on": 0.001}
"""How likely somebody does what nobody asked for, at each look."""
