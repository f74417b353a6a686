"""Skill levels are shown wherever a player sits."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bot.playground import Message, Permission, Playground
from cogs.levels import Levels
from storage.store import Store
from tests.cogs.players import Tapper
from tests.cogs.room import SEATING, Room, press, room
from tests.storage.played import play


def seats(message: Message) -> list[str]:
    """The lines of a board or card that tell of a seat."""
    lines = re.sub("[\u2068\u2069]", "", message.embeds[0]["description"]).splitlines()
    return [line.split(" ", 2)[2] for line in lines if re.match("`[1-5]` ", line)]


def card(here: Room) -> Message:
    return here.channel.messages[int(here.table.memo["card"])]


async def test_levels_stand_beside_names(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        store, now = here.client.services.store, time.time()
        await play(store, [(ann.user.id, 150), (bob.user.id, -150)], guild=here.guild.id, at=now)
        await play(store, [(bob.user.id, 999)], guild=here.guild.id + 1, at=now)  # somewhere else
        place = await here.open()
        board = await here.board(place)
        assert seats(board)[0] == "**Ann** · Postgraduate · host"
        await press(bob, board, "Join")
        for message in (board, card(here)):
            await playground.wait(lambda message=message: "Bob" in message.text())  # type: ignore[misc]
            assert seats(message)[1] == "**Bob** · Primary school"
        await press(ann, board, "Fill with AI")
        await playground.wait(lambda: seats(board)[4] == "**AI 5** · normal")


async def test_a_correction_shows_at_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        ann.give(here.guild, playground.add_role(here.guild, "Managers", Permission.MANAGE_GUILD))
        await play(here.client.services.store, [(ann.user.id, 1)], guild=here.guild.id, at=time.time())
        board = await here.board(await here.open())
        assert "**Ann** · Undergraduate" in seats(board)[0]
        options = {"player": ann, "amount": -1000, "reason": "a bet"}
        assert not (await ann.command(here.channel, "bh-mod correct", **options)).failed
        for message in (board, card(here)):
            await playground.wait(lambda message=message: "**Ann** · High school" in seats(message)[0])  # type: ignore[misc]


async def test_levels_in_the_table_s_picture_and_after_the_round(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        store = here.client.services.store
        place = await here.open()
        board = await here.board(place)
        assert "**Ann** · Undergraduate" in seats(board)[0]
        await here.seat_all(place, [ann])
        table = await playground.wait(lambda: board.attachments)
        assert "Ann\u2069 (" in str(table[0].description)
        assert "Undergraduate" in str(table[0].description)
        await play(store, [(ann.user.id, -150), (bob.user.id, 150)], guild=here.guild.id, at=time.time())
        await Tapper(here, place, ann).round()
        await here.until(SEATING)
        await playground.wait(lambda: seats(board)[0] == "**Ann** · Primary school · host")


class SlowStore(Store):
    """A database whose answers are long on their way."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.found, self.arrive = asyncio.Event(), asyncio.Event()

    async def sums(self, guild: int, users: Iterable[int]) -> dict[int, int]:
        """What is found is of the moment before it sets off."""
        found = await super().sums(guild, users)
        self.found.set()
        await self.arrive.wait()
        return found


async def test_nothing_is_kept_of_a_table_that_closes_meanwhile(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        await here.open()
        table, store = here.table, await SlowStore.open(tmp_path / "slow.db")
        try:
            levels = Levels(store)
            looking = asyncio.create_task(levels.look_up(table))
            await store.found.wait()
            await table.close(by=here.people[0].user.id, moderator=False)
            levels.drop(table)
            store.arrive.set()
            await looking
            assert levels.of(table) == {}
        finally:
            await store.close()


async def test_what_was_read_before_a_correction_is_not_kept_after_it(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        await here.open()
        user, store = here.people[0].user.id, await SlowStore.open(tmp_path / "slow.db")
        try:
            levels = Levels(store)
            looking = asyncio.create_task(levels.look_up(here.table))
            await store.found.wait()
            await play(store, [(user, -150)], guild=here.guild.id, at=time.time())
            levels.drop(here.table)
            store.arrive.set()
            await looking
            assert levels.of(here.table) == {0: "primary"}
        finally:
            await store.close()
