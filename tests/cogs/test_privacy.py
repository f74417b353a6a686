"""What is kept on a person can be had, and deleted (CASES.md 25)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from bot.playground import Playground
from storage.periods import Period
from storage.ranks import Measure, leaderboard
from tests.cogs.managers import manager, played, skill
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import press, room, told
from tests.storage.played import MONDAY


async def test_all_that_is_kept_comes_as_a_file(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = manager(here), here.people[1]
        number = await played(here, (8, -4, -4))
        await ann.command(here.channel, "bh-mod correct", player=bob, amount=7, reason="for luck")
        await here.open(1)
        message = (await bob.command(here.channel, "bh settings privacy")).message
        assert "What is kept on you" in message.text()
        answer = await press(bob, message, "Download")
        file = answer.message.attachments[0]
        assert answer.message.reader is bob.user
        assert file.filename == "baohuang.json"
        kept = json.loads(file.content)
        assert kept["player"] == [{"discord_id": bob.user.id, "name": f"p{bob.user.id}"}]
        assert [row["round"] for row in kept["ledger"]] == [number, None]
        assert kept["ledger"][1]["reason"] == "for luck"
        assert kept["tables"][0]["seat"] == 0


async def test_a_file_that_is_too_large_is_compressed(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.privacy.LARGEST", 100)
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        await played(here, (8, -4, -4))
        answer = await press(ann, (await ann.command(here.channel, "bh settings privacy")).message, "Download")
        file = answer.message.attachments[0]
        assert file.filename == "baohuang.json.gz"
        assert json.loads(gzip.decompress(file.content))["ledger"][0]["points"] == 8


async def test_deleting_takes_the_name_and_leaves_the_others_results(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, cy = here.people[:3]
        store = here.client.services.store
        await played(here, (8, -4, -4))
        place = await here.open(2)
        await bob.command(place, "bh table watch")
        message = (await bob.command(place, "bh settings privacy")).message
        await press(bob, message, "Delete…")
        await press(bob, message, "Keep it")
        assert await skill(here, bob) == -40
        await press(bob, message, "Delete…")
        assert told(await press(bob, message, "Delete for good")).startswith("Done")
        board = await leaderboard(
            store, here.guild.id, period=Period.EVER, by=Measure.SKILL, at=MONDAY, own=bob.user.id
        )
        assert [row.user for row in board.rows] == [ann.user.id, cy.user.id]
        assert board.own is None
        assert [await skill(here, person) for person in (ann, bob, cy)] == [80, 0, -40]
        assert not here.table.watchers
        answer = await press(bob, (await bob.command(place, "bh settings privacy")).message, "Download")
        kept = json.loads(answer.message.attachments[0].content)
        assert {part: rows for part, rows in kept.items() if rows} == {}
        assert not (await bob.command(place, "bh join")).failed
        assert here.table.seat_of(bob.user.id) == 1, "they may come back, as somebody new"


async def test_nobody_is_deleted_while_a_round_needs_them(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        ann, bob = here.people[:2]
        message = (await bob.command(place, "bh settings privacy")).message
        assert told(await press(bob, message, "Delete…")).startswith("You have a seat at a table")
        fresh = (await bob.command(place, "bh settings privacy")).message
        assert not (await bob.command(place, "bh leave", confirm=True)).failed
        assert told(await press(bob, fresh, "Delete…")).startswith("You have a seat at a table"), (
            "an AI plays their seat on, and its result is theirs"
        )
        await play_round([Tapper(here, place, ann)])
        fresh = (await bob.command(place, "bh settings privacy")).message
        await press(bob, fresh, "Delete…")
        assert told(await press(bob, fresh, "Delete for good")).startswith("Done")
