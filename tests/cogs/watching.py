"""Plays a course by commands, and keeps all that left the bot meanwhile, by who got to read it."""

from __future__ import annotations

import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pytest

from bot.games.baohuang.actions import CALL, CLAIM, NO_SOLO, PASS, PLAY, SOLO
from bot.games.base import Action
from bot.pictures import describe_hand
from bot.playground import Channel, Message, Person, Playground, Sent
from bot.playground.world import Event
from bot.texts import say
from cogs.board import board_buttons, own_view
from cogs.panel import panel
from tests.cogs.courses import Course, Deal, Dealt
from tests.cogs.players import ANSWERS, SHOWN
from tests.cogs.room import PLAYING, SEATING, Room, press, room, told

ALL, LOG, RECORD = "everyone", "log", "record"
"""Readers that are no person."""
NAMES: Final = ("Ann", "Bob", "Cy", "Di", "Ed")
"""Those who sit, by seat; an AI player may sit in place of somebody."""
STRANGER: Final = "Stranger"
"""Somebody without a seat."""
OURS: Final = ("bot", "cogs", "storage")
"""The program's loggers; others never log below INFO (bot/running.py)."""
ENGLISH: Final = "en"
_MOMENTARY: Final = re.compile(r"(?:Waiting for|▶️) \W*AI \d")


class Watch:
    """What each reader got to know, step by step: what they had not seen before, in no order, without ids and times."""

    def __init__(self, here: Room) -> None:
        self._here = here
        self._names = {str(person.user.id): person.user.name for person in here.playground.people}
        self._seen: defaultdict[str, set[str]] = defaultdict(set)
        self.steps: list[defaultdict[str, set[str]]] = [defaultdict(set)]
        self.pictures: defaultdict[str, set[bytes]] = defaultdict(set)
        here.playground.world.listeners.append(self._happened)
        here.playground.on_sent(self._sent)
        self._over = False

    def step(self) -> None:
        """What comes now is of another step."""
        self.steps.append(defaultdict(set))

    def end(self) -> None:
        """Watch no longer: what the bot says when it stops is no part of a course."""
        self._over = True

    def keep(self, reader: str, what: object) -> None:
        """Somebody got to read something."""
        if self._over:
            return
        text = self._plain(json.dumps(what, ensure_ascii=False, sort_keys=True, default=str))
        if text not in self._seen[reader]:
            self._seen[reader].add(text)
            self.steps[-1][reader].add(text)

    def _plain(self, text: str) -> str:
        """A text without what differs from one table to the next."""
        text = re.sub(r"<t:\d+:R>|\d{4}-\d\d-\d\dT[\d:]+\+00:00", "TIME", text)
        text = re.sub(r"[0-9a-f]{64}", "HASH", text)
        return re.sub(r"\d{15,}", lambda found: self._names.get(found[0], "ID"), text)

    def _happened(self, event: Event) -> None:
        message = event.message
        if message is None or message.author is not self._here.playground.bot or event.name == "MESSAGE_DELETE":
            return
        if message.content == say(ENGLISH, "panel.dealing"):
            return  # who gets to see this depends on how fast Discord is
        reader = message.reader or message.channel.recipient
        name = ALL if reader is None else reader.name
        self.pictures[name].update(each.content for each in message.attachments)
        self.keep(
            name,
            {
                "text": [message.content, message.embeds],
                "controls": message.components,
                "files": [
                    [each.filename, each.description, sha256(each.content).hexdigest()[:16]]
                    for each in message.attachments
                ],
                "pings": [user.id for user in message.mentions.users],
                "place": message.channel.type.name,
            },
        )

    def _sent(self, sent: Sent) -> None:
        """What does not become a message: choices, forms, threads and whatever else there may be."""
        data = sent.body.get("data") or {}
        unlike = {"content", "embeds", "components", "attachments", "allowed_mentions", "flags"}
        rest = {key: value for key, value in {**sent.body, **data}.items() if key not in unlike | {"type", "data"}}
        if rest or "choices" in data:
            reader = sent.reader.name if sent.reader else ALL
            self.keep(reader, rest)


def differences(one: Watch, other: Watch, readers: Iterable[str]) -> list[str]:
    """What these readers got in one course and not in the other, as far as both went.

    What shows for a moment, while an AI player is to act, is not always seen; but where it is seen it must be the same.
    """
    found = []
    for number, (ours, theirs) in enumerate(zip(one.steps, other.steps, strict=False)):
        for reader in readers:
            mine, others = ours[reader] - theirs[reader], theirs[reader] - ours[reader]
            if not (mine and others):
                mine, others = ({text for text in each if not _MOMENTARY.search(text)} for each in (mine, others))
            found += [f"step {number}, {reader}: {text}" for text in sorted(mine | others)]
    return found


class _Log(logging.Handler):
    """Keeps what the program logs."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("bot.playground"):
            self._watch.keep(LOG, [record.name, record.levelname, self.format(record)])


@contextmanager
def _logged(watch: Watch) -> Iterator[None]:
    """Keep what is logged inside, however little it matters."""
    loggers = [logging.getLogger(name) for name in OURS]
    before = [logger.level for logger in loggers]
    handler = _Log(watch)
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)


async def watched(course: Course, dealt: Deal, upto: int, folder: Path) -> Watch:
    """Play so many deeds of a course with a deal, and keep all that anyone gets to read from the deal on."""
    playground = Playground()
    await playground.start()
    try:
        with pytest.MonkeyPatch.context() as patch, TemporaryDirectory(dir=folder) as own:
            patch.setattr("bot.client.GAME", Dealt(dealt))
            (Path(own) / "sprites").symlink_to(folder / "sprites")
            async with room(playground, Path(own) / "bot.db") as here:
                return await _watched(course, upto, here)
    finally:
        await playground.stop()


async def _watched(course: Course, upto: int, here: Room) -> Watch:
    stranger = here.playground.add_person(STRANGER, guild=here.guild)
    people = [person for seat, person in enumerate(here.people) if seat not in course.ai]
    variant = course.rules.variant
    options = {name: getattr(course.rules, name) for name, _ in variant.options}
    place = await here.open(variant=variant.name, auto_pass=course.auto_pass, **options)
    board = await here.board(place)
    for person in people[1:]:
        await press(person, board, "Join")
    if course.ai:
        await press(people[0], board, "Fill with AI")
    for person in people[1:]:
        await press(person, board, "Ready")
    watch = Watch(here)
    with _logged(watch):
        await press(people[0], board, "Ready")
        await here.until(PLAYING)
        await _Play(course, here, place, people, stranger, watch).play(upto)
        watch.end()
    return watch


class _Play:
    """One course at one table."""

    def __init__(
        self, course: Course, here: Room, place: Channel, people: list[Person], stranger: Person, watch: Watch
    ) -> None:
        self.course = course
        self.here = here
        self.place = place
        self.people = people
        self.stranger = stranger
        self.watch = watch

    async def play(self, upto: int) -> None:
        """Do so many deeds, each when everyone sees what came of the one before; all look around once."""
        deeds, looked = list(self.course.deeds[:upto]), False
        await self._all_see()
        while deeds:
            if upto - len(deeds) >= len(self.course.deeds) // 2 - 2 and not looked:
                looked = True
                self.watch.step()
                await self._look_around()
            self.watch.step()
            await self._do(deeds)
            await self._all_see()
        if upto == len(self.course.deeds):
            # Of the same step: nothing says whether board or card shows the result first.
            await self.here.until(SEATING)
            await self._end()

    async def _do(self, deeds: list[Action]) -> None:
        """Do what comes next, by a command; claiming also says whether one plays alone, except with grab."""
        seat, text = deeds.pop(0)
        verb, _, argument = text.partition(" ")
        options: dict[str, object] = {}
        if verb == PLAY:
            name, options = "play", {"cards": argument}
        elif verb == PASS:
            name = "pass"
        elif verb == CALL:
            name, options = "call", {"card": argument}
        elif verb == CLAIM and not self.course.rules.grab:
            assert deeds[0].text in (SOLO, NO_SOLO)
            name, options = "claim", {"solo": deeds.pop(0).text == SOLO}
        else:
            name, options = ANSWERS[verb]
        answer = await self.here.people[seat].command(self.place, f"bh {name}", **options)
        assert any(start in told(answer) for start in SHOWN), (text, told(answer))

    async def _look_around(self) -> None:
        """All use what shows something of the round, and try what they may not do."""
        for person in (*self.people, self.stranger):
            await person.command(self.place, "bh last")
            await person.command(self.place, "bh play", cards="6 K")
            await person.autocomplete(self.place, "bh play", {"cards": ""}, "cards")
        await press(self.stranger, await self.here.board(self.place), "My hand")
        await self.stranger.command(self.place, "bh help")

    async def _end(self) -> None:
        """The round is over."""
        last = self.here.table.last
        assert last is not None
        await self.stranger.command(self.place, "bh last")
        self.watch.keep(RECORD, await self.here.client.services.store.record(last.round))
        card = self.here.channel.messages[int(self.here.table.memo["card"])]
        await self.here.playground.wait(lambda: "Round 1:" in card.text())

    async def _all_see(self) -> None:
        """Return when board, panels and direct messages show the table as it is."""
        table = self.here.table
        board = await self.here.board(self.place)

        def all_see() -> bool:
            if table.round and any(table.seats[ask.actor].level for ask in table.round.asked()):
                return False  # an AI player is still to move
            now = board_buttons(table)[0].custom_id or ""
            looks = [self._looks_of(person) for person in self.people]
            return board.buttons()[0]["custom_id"].startswith(now) and all(map(self._sees, self.people, looks))

        await self.here.playground.wait(all_see)

    def _looks_of(self, person: Person) -> _Looks:
        number = self.here.table.seat_of(person.user.id)
        assert number is not None
        draft = panel(self.here.table, number, ENGLISH)
        view = own_view(self.here.table, number)
        hand = None if view is None else describe_hand(view.hand, ENGLISH, view.called)
        controls = [str(part["custom_id"]) for row in draft.view().to_components() for part in row["components"]]
        return _Looks(_timeless(draft.content), controls, hand)

    def _sees(self, person: Person, looks: _Looks) -> bool:
        """Whether somebody's panel and direct message look like this, or say more."""
        if looks.hand is not None and not _description(person.dms()[-1]).startswith(looks.hand):
            return False
        return any(
            message.reader is person.user
            and _timeless(message.content).startswith(looks.content)
            and [part["custom_id"] for part in message.parts() if "custom_id" in part] == looks.controls
            and _description(message).startswith(looks.hand or "")
            and bool(message.attachments) == (looks.hand is not None)
            for message in reversed(self.place.messages.values())
        )


class _Looks(NamedTuple):
    """What is sure to be on somebody's panel."""

    content: str
    controls: list[str]
    hand: str | None


def _timeless(text: str) -> str:
    return re.sub(r"<t:\d+:R>", "", text)


def _description(message: Message) -> str:
    return message.attachments[0].description or "" if message.attachments else ""
