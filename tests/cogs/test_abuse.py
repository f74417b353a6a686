"""People who overdo it: nothing is kept of what they did, and what they type is refused in a sentence."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Sized
from pathlib import Path

import pytest

from bot.games.baohuang import moves
from bot.games.baohuang.typed import write
from bot.games.baohuang.view import View
from bot.playground import Channel, Person, Playground
from bot.playground.options import Refused
from cogs.board import public_view
from tests.cogs.courses import Dealt
from tests.cogs.players import ANSWERS
from tests.cogs.room import PLAYING, Room, press, room, told
from tests.cogs.test_clicks import panels
from tests.games.baohuang.strategies import hands, rules

KEPT_BY = ("bot.tables", "cogs", "storage", "discord.interactions", "discord.ui")
"""Modules whose objects must not become more and more."""


def kept(here: Room) -> Counter[str]:
    """How many objects of the program there are, and how much its parts hold in their lists and tables."""
    gc.collect()
    kinds = (type(each) for each in gc.get_objects())
    found = Counter(kind.__qualname__ for kind in kinds if str(kind.__module__).startswith(KEPT_BY))
    services = here.client.services
    for part in (services.tables, services.front, *vars(services.front).values()):
        for name, value in getattr(part, "__dict__", {}).items():
            if isinstance(value, Sized):
                found[f"{type(part).__name__}.{name}"] = len(value)
    return found


async def open_play_and_leave(here: Room, channel: Channel, friend: Person) -> None:
    """A table from its opening to its end, with all that might be kept of it."""
    opener, tables = here.people[0], here.client.services.tables
    friend.close_dms()
    await here.open(channel=channel, where="channel")
    board = await here.board(channel)
    await press(friend, board, "Join")
    await press(here.people[1], board, "Join")
    more = await press(opener, board, "More")
    form = await opener.click(more.message, label="Ready, with my own words")
    assert form.modal is not None
    await here.seat_all(channel, [opener, friend, here.people[1]])
    await here.until(PLAYING)
    for person in (friend, here.people[1], opener):
        assert not (await person.command(channel, "bh leave", confirm=True)).failed
    assert tables.open_tables() == ()
    await here.playground.wait(lambda: [button["label"] for button in board.buttons()] == ["Again"])
    await asyncio.gather(*tables._lives)  # until that is noted too


async def test_nothing_is_kept_of_tables_in_every_channel(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.personal.REMEMBERED", 2)
    async with room(playground, tmp_path / "bot.db") as here:
        for number in range(2):
            await open_play_and_leave(here, *somewhere(here, number))
        before = kept(here)
        for number in range(2, 5):
            await open_play_and_leave(here, *somewhere(here, number))
        assert kept(here) - before == Counter()


def somewhere(here: Room, number: int) -> tuple[Channel, Person]:
    """A channel and a person that have not been met."""
    name = f"p{number}"
    return here.playground.add_channel(here.guild, name), here.playground.add_person(name, guild=here.guild)


async def test_one_person_has_one_table_however_often_they_ask(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        channels = [playground.add_channel(here.guild, f"c{number}") for number in range(50)]
        answers = await asyncio.gather(*(here.people[0].command(each, "bh table open") for each in channels))
        assert Counter(told(answer)[:16] for answer in answers) == {"You have seat 1.": 1, "You already sit ": 49}
        assert len(here.client.services.tables.open_tables()) == 1


async def test_hammering_leaves_nothing(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann = here.people[0]
        for _ in range(2):
            before = kept(here)
            names = ("hand", "last", "help", "rules", "claim", "reveal", "leave", "table call-players")
            answers = await asyncio.gather(*(ann.command(place, f"bh {name}") for name in names for _ in range(8)))
            assert not any(answer.failed for answer in answers)
            await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "CommandTree-invoker"))
            assert len(panels(ann, place)) == 1
        # The round may have gone on meanwhile; but of commands given eight times each, nothing stays.
        assert max((kept(here) - before).values(), default=0) < 8


LONG = "6♠ " * 2000


async def test_six_thousand_characters(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann = here.people[0]
        for text in (LONG, "x" * 6000, "9x" * 3000, "大王" * 3000, "💥" * 3000, "\u202e" * 6000, "`@everyone" * 600):
            assert len(told(await ann.command(place, "bh play", cards=text))) < 300
            assert len(told(await ann.command(place, "bh call", card=text))) < 300
            assert len(told(await ann.command(place, "bh ready", words=text))) < 300
            assert await ann.autocomplete(place, "bh play", {"cards": text}, "cards") == []
            assert await ann.autocomplete(place, "bh call", {"card": text}, "card") == []
        with pytest.raises(Refused):
            await ann.command(place, "bh table close", reason=LONG)


NAMES = ("*" * 32, "_" * 32, "`" * 32, "|" * 32, "\u202e\u2066")
"""Names that grow to twice their length when they are made safe, and one of which nothing is left."""


async def test_messages_have_room_for_long_tricks_and_names(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.client.GAME", Dealt(hands(rules("rizhao"), seed=9)))
    async with room(playground, tmp_path / "bot.db") as here:
        here.people[:] = [playground.add_person(name, guild=here.guild) for name in NAMES]
        place = await here.deal(variant="rizhao")
        more = await press(here.people[0], await here.board(place), "More")
        assert more.message.buttons()
        while not long_enough(public_view(here.table)):
            await play_low(here, place, await here.turn())
        last = told(await here.people[0].command(place, "bh last"))
        assert 1500 < len(last) <= 2000
        assert last.count("Trick") == 3


def long_enough(view: View | None) -> bool:
    """Whether the fourth trick is long."""
    return view is not None and len(view.tricks) > 3 and sum(bool(entry.cards) for entry in view.trick) >= 8


async def play_low(here: Room, place: Channel, person: Person) -> None:
    """Do the least: the lowest single card, or else a pass."""
    view = here.view(person)
    singles = [shape for shape in moves.shapes(view) if shape.size == 1]
    if view.step != "play":
        name, options = ANSWERS[moves.answers(view)[0].verb]
        await person.command(place, f"bh {name}", **options)
    elif not singles:
        await person.command(place, "bh pass")
    else:
        lowest = min(singles, key=lambda shape: (shape.big, shape.small, shape.rank))
        await person.command(place, "bh play", cards=write(moves.ways(view, lowest)[0], view))
