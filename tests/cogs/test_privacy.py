"""What is kept on a person can be had, and deleted (CASES.md 25)."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pytest

from bot.playground import Person, Playground
from storage.periods import Period
from storage.ranks import Measure, leaderboard
from tests.cogs.managers import manager, played, skill
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import PLAYING, SEATING, Room, press, room, told
from tests.storage.played import MONDAY


async def delete(here: Room, person: Person) -> str:
    """What somebody is told who has all deleted."""
    message = (await person.command(here.channel, "bh settings privacy")).message
    await press(person, message, "Delete…")
    return told(await press(person, message, "Delete for good"))


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


async def test_nothing_of_them_is_in_the_files_of_the_database(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, _ = people = [here.people[0], playground.add_person("Zebulon", guild=here.guild), here.people[2]]
        place = await here.open(0)
        await bob.command(place, "bh settings me")
        await here.seat_all(place, people)
        await here.until(PLAYING)
        await play_round([Tapper(here, place, person) for person in people])
        await here.until(SEATING)
        await bob.command(place, "bh leave")
        message = (await bob.command(place, "bh settings privacy")).message
        await press(bob, message, "Delete…")
        assert told(await press(bob, message, "Delete for good")).startswith("Done")
        kept = await asyncio.to_thread(lambda: b"".join(file.read_bytes() for file in tmp_path.glob("bot.db*")))
        assert b"Ann" in kept
        assert b"Zebulon" not in kept
        assert str(bob.user.id).encode() not in kept
        assert bob.user.id.to_bytes(8) not in kept
        await press(ann, board := await here.board(place), "Ready")
        await playground.wait(lambda: "deleted player" in str([board.text(), board.attachments]))


@pytest.mark.parametrize("fails", [True, False])
async def test_a_table_that_closed_without_showing_it_forgets_them_too(
    playground: Playground, tmp_path: Path, fails: bool
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        people = ann, bob = here.people[0], playground.add_person("Zebulon", guild=here.guild)
        place = await here.open(0)
        await here.seat_all(place, [*people])
        await here.until(PLAYING)
        await play_round([Tapper(here, place, person) for person in people])
        await here.until(SEATING)
        card = here.channel.messages[int(here.table.memo["card"])]
        path = rf"^/channels/{here.channel.id}/messages/{card.id}$"
        held = playground.faults.hold(path, method="PATCH")
        if fails:
            playground.faults.add(path, method="PATCH", status=503)
            held.release()
        await ann.command(place, "bh table close")
        if not fails:
            await held.arrived.wait()  # it is on its way, with the name
        assert (await delete(here, bob)).startswith("Done")
        kept = await asyncio.to_thread(lambda: b"".join(file.read_bytes() for file in tmp_path.glob("bot.db*")))
        assert b"Ann" in kept
        assert b"Zebulon" not in kept
        assert str(bob.user.id).encode() not in kept
        playground.faults.clear()
        await playground.wait(lambda: "deleted player" in card.text())
        assert "Zebulon" not in card.text()


async def test_a_direct_message_that_was_long_on_its_way_brings_nothing_back(
    playground: Playground, tmp_path: Path
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        bob = here.people[1]
        place = await here.open(0)
        greeting = playground.faults.hold(rf"^/channels/{bob.dm.id}/messages$", method="POST")
        joining = asyncio.create_task(press(bob, await here.board(place), "Join"))
        await greeting.arrived.wait()
        assert not (await bob.command(place, "bh leave")).failed
        assert (await delete(here, bob)).startswith("Done")
        greeting.release()
        await joining
        assert not [name for name in here.table.memo if str(bob.user.id) in name]


async def test_who_watches_goes_from_the_board_at_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        bob = here.people[1]
        place = await here.open(0)
        await bob.command(place, "bh table watch")
        board = await here.board(place)
        await playground.wait(lambda: "Bob" in board.text())
        assert (await delete(here, bob)).startswith("Done")
        await playground.wait(lambda: "Bob" not in board.text())


async def test_to_confirm_twice_at_once_is_to_confirm(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        bob = here.people[1]
        await played(here, (8, -4, -4))
        messages = [(await bob.command(here.channel, "bh settings privacy")).message for _ in range(2)]
        for message in messages:
            await press(bob, message, "Delete…")
        answers = await asyncio.gather(*(press(bob, message, "Delete for good") for message in messages))
        assert all(told(answer).startswith("Done") for answer in answers)


async def test_what_one_adds_to_the_shuffle_is_exported(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, cy = people = here.people[:3]
        place = await here.open(0)
        for person in people[1:]:
            await press(person, await here.board(place), "Join")
        await press(ann, await here.board(place), "Fill with AI")
        await press(ann, await here.board(place), "Ready")
        await bob.command(place, "bh ready", words="me|1: too")
        assert here.table.seats[1].ready is not None
        part = here.table.seats[1].ready.part
        await press(cy, await here.board(place), "Ready")
        await here.until(PLAYING)
        await play_round([Tapper(here, place, person) for person in people])
        answer = await press(bob, (await bob.command(place, "bh settings privacy")).message, "Download")
        kept = json.loads(answer.message.attachments[0].content)
        assert kept["shuffle"] == [{"round": 1, "salt": part}]
        assert part.endswith(":me|1: too")
