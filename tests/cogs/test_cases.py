"""Misfortunes that other bots met, one by one."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.playground import Answer, Playground
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import FAST, SEATING, press, room, told


async def test_a_picture_that_takes_long_holds_nothing_up(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        ann, bob = here.people[:2]
        await here.panel_of(ann, place)
        pictures, gate = ThreadPoolExecutor(1), threading.Event()
        asyncio.get_running_loop().set_default_executor(pictures)
        pictures.submit(gate.wait)
        try:
            answer = await ann.command(place, "bh hand")
            assert answer.answer is Answer.DEFER
            assert answer.message.loading
            assert told(await bob.command(place, "bh last")) == "Nothing has been played yet."
        finally:
            gate.set()
        await ann.sees(place, lambda message: message is answer.message and message.attachments)


@pytest.mark.parametrize("variant", ["classic", "simple", "rizhao"])
async def test_who_leaves_before_the_first_lead_holds_nothing_up(
    playground: Playground, tmp_path: Path, variant: str
) -> None:
    async with room(playground, tmp_path / "bot.db", pace=FAST) as here:
        place = await here.deal(variant=variant)
        players = [Tapper(here, place, person) for person in here.people]
        steps: set[str] = set()
        for leaver in here.people[:2]:
            view = here.view(leaver)
            if view.step == "play":
                break
            steps.add(view.step)
            asking = await leaver.command(place, "bh leave")
            await press(leaver, asking.message, "Leave all the same")
        assert steps
        gone = [person for person in here.people if here.table.seat_of(person.user.id) is None]
        await play_round([player for player in players if player.person not in gone])
        await here.until(SEATING)
        assert here.table.last is not None


async def test_nothing_gives_away_the_secret_of_a_running_round(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        row = await here.client.services.store.table(here.table.id)
        assert row is not None
        secret = json.loads(row.state)["secret"]
        assert len(secret) == 64
        stranger = playground.add_person("Stranger", guild=here.guild)
        for name in ("last", "hand", "help", "rules"):
            await stranger.command(place, f"bh {name}")
        await Tapper(here, place, here.people[0]).round()
        assert len(here.sent) > 10
        assert not [sent.path for sent in here.sent if secret in str(sent.body)]
