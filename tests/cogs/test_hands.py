"""The hand by direct message."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.playground import Playground
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import press, room, scene, told

CLOSED = "You take no direct messages from me"


async def test_the_message_names_its_table_and_carries_the_hand(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        ann = here.people[0]
        greeting = ann.dms()[-1]
        board = await here.board(place)
        url = f"https://discord.com/channels/{here.guild.id}/{place.id}/{board.id}"
        assert "Server" in greeting.content
        assert url in greeting.content
        assert not greeting.attachments
        assert not greeting.components
        await here.seat_all(place, [ann])
        await playground.wait(lambda: greeting.attachments)
        assert ann.dms() == [greeting]
        assert "Your hand" in greeting.content
        assert url in greeting.content
        assert greeting.attachments[0].width is not None
        assert str(greeting.attachments[0].description).startswith(("33 cards", "34 cards", "35 cards"))
        await Tapper(here, place, ann).round()
        await here.until("seating")
        await press(ann, await here.board(place), "Ready")
        second = await playground.wait(lambda: ann.dms()[-1] if len(ann.dms()) > 1 else None)
        assert "round 2" in second.content
        assert len(ann.notifications) == 2, "a round brings one notification"


async def test_closed_dms_show_at_joining(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        bob = here.people[1]
        bob.close_dms()
        answer = await press(bob, await here.board(place), "Join")
        assert "You have seat 2" in told(answer)
        assert CLOSED in told(answer)
        await here.seat_all(place, here.people[:2])
        panel = await here.panel_of(bob, place)
        assert CLOSED in panel.text()


async def test_dms_closed_in_mid_round_hold_nothing_up(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann = here.people[0]
        await playground.wait(lambda: ann.dms()[-1].attachments)
        fault = playground.faults.add(rf"^/channels/{ann.dm.id}/messages", code=50007)
        seen: list[str] = []
        playground.on_sent(lambda sent: seen.append(str(sent.body)) if sent.reader is ann.user else None)
        await Tapper(here, place, ann).round()
        assert here.table.last is not None
        assert any(CLOSED in text for text in seen)
        assert fault.hits == 1, "somebody who takes no messages is left alone"


async def test_switched_off_and_on_by_its_owner(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        assert "not be sent" in told(await ann.command(here.channel, "bh hand", dm=False))
        place = await here.deal(people=1)
        panel = await here.panel_of(ann, place)
        assert not ann.dms()
        assert CLOSED not in panel.text()
        assert "also be sent" in told(await ann.command(place, "bh hand", dm=True))
        letter = await playground.wait(lambda: next((each for each in ann.dms() if each.attachments), None))
        assert "not be sent" in told(await ann.command(place, "bh hand", dm=False))
        assert letter.deleted
        await play_round([Tapper(here, place, ann)])
        assert not ann.dms()


async def test_leaving_and_coming_back_sends_no_second_message(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        bob = here.people[1]
        letter = await playground.wait(lambda: next((each for each in bob.dms() if each.attachments), None))
        assert not (await bob.command(place, "bh leave", confirm=True)).failed
        assert "You have seat 2" in told(await bob.command(place, "bh join"))
        assert bob.dms() == [letter]


async def test_a_message_of_which_the_bot_learned_nothing_carries_the_hand(
    playground: Playground, tmp_path: Path
) -> None:
    here = scene(playground)
    ann, bob = here.people[:2]
    async with here.bot(tmp_path / "bot.db"):
        place = await here.open()
        board = await here.board(place)
        lost = playground.faults.add(rf"^/channels/{bob.dm.id}/messages$", method="POST", status=503, after=True)
        await press(bob, board, "Join")
        assert lost.hits == 1
        playground.faults.remove(lost)
    async with here.bot(tmp_path / "bot.db"):
        await here.seat_all(place, [ann, bob])
        await playground.wait(lambda: bob.dms()[0].attachments)
        assert len(bob.dms()) == 1


async def test_messages_sent_at_the_same_moment_are_all_remembered(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        board = await here.board(place)
        holds = [
            playground.faults.hold(rf"^/channels/{person.dm.id}/messages$", method="POST") for person in here.people[1:]
        ]
        joining = [asyncio.create_task(press(person, board, "Join")) for person in here.people[1:]]
        for hold in holds:
            await hold.arrived.wait()
        playground.faults.clear()
        await asyncio.gather(*joining)
        await here.seat_all(place)
        await playground.wait(lambda: all(person.dms()[0].attachments for person in here.people))
