"""The bot stops in mid-round, as it should or not, and is started again."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from bot.playground import Playground
from tests.cogs.players import Tapper, play_round, tickets
from tests.cogs.room import FAST, press, scene, told

QUICK = replace(FAST, nudge=0.05)


@pytest.mark.parametrize("crash", [False, True])
async def test_a_round_goes_on(playground: Playground, tmp_path: Path, *, crash: bool) -> None:
    here = scene(playground)
    database = tmp_path / "bot.db"
    async with here.bot(database):
        place = await here.deal(people=2)
        players = [Tapper(here, place, person) for person in here.people[:2]]
        await playground.wait(lambda: any(player.ready for player in players))
        asked = next(player.person for player in players if player.ready)
        panel = await here.panel_of(asked, place)
        board = await here.board(place)
        actions = list(here.table.round.actions) if here.table.round else []
        hand = here.view(asked).hand
        if crash:
            # What a process that is killed leaves behind: the files as they are at that moment.
            for suffix in ("", "-wal"):
                shutil.copy(f"{database}{suffix}", tmp_path / f"left.db{suffix}")
            database = tmp_path / "left.db"
    async with here.bot(database, pace=QUICK):
        assert here.table.round
        # AI seats that had not answered yet may do so at once.
        assert list(here.table.round.actions[: len(actions)]) == actions
        assert here.view(asked).hand == hand
        assert await here.board(place) is board, "the board is the one there was"
        ping = await playground.wait(lambda: next((n for n in asked.notifications if n.reason == "mention"), None))
        assert [button["label"] for button in ping.message.buttons()][:1] == ["My hand"]
        # Old buttons work: on the panel of before, and on the board.
        ticket = next(each for each in tickets(panel) if each.action in ("play", "answer", "answer_menu"))
        answer = await asked.click(panel, custom_id=ticket.custom_id)
        assert "earlier" not in told(answer)
        if here.table.round and here.table.stamp.clock == ticket.turn:
            # A step in which all answer at once: the other person is still waited for.
            for person in here.asked:
                assert not (await person.command(place, "bh stay")).failed
        await playground.wait(lambda: ping.message.deleted)
        for person in here.people[:2]:
            assert not (await press(person, board, "My hand")).failed
        await play_round([Tapper(here, place, person) for person in here.people[:2]])
        assert here.table.last is not None


async def test_an_old_lobby_still_works(playground: Playground, tmp_path: Path) -> None:
    here = scene(playground)
    async with here.bot(tmp_path / "bot.db"):
        place = await here.open()
        board = await here.board(place)
        await press(here.people[1], board, "Join")
    async with here.bot(tmp_path / "bot.db"):
        await press(here.people[2], board, "Join")
        assert [seat.present.name for seat in here.table.seats if seat.present] == ["Ann", "Bob", "Cy"]
        syncs = [sent for sent in here.sent if sent.method == "PUT" and sent.path.endswith("/commands")]
        assert len(syncs) == 1, "the commands have not changed since they were brought to Discord"


async def test_what_was_posted_but_not_noted_is_found_again(playground: Playground, tmp_path: Path) -> None:
    here = scene(playground)
    async with here.bot(tmp_path / "bot.db"):
        place = await here.open()
        board = await here.board(place)
    with sqlite3.connect(tmp_path / "bot.db") as left:  # by a process that died between posting and noting that
        left.execute("UPDATE tables SET state = json_remove(state, '$.memo.board', '$.memo.card')")
        left.execute('UPDATE tables SET state = json_set(state, \'$.watchers\', json(\'[{"id": 7, "name": "Gus"}]\'))')
    left.close()
    async with here.bot(tmp_path / "bot.db"):
        assert await here.board(place) is board
        assert "Gus" in board.text()
        assert len([message for message in place.messages.values() if message.embeds]) == 1
        assert len([message for message in here.channel.messages.values() if message.embeds]) == 1


async def test_a_thread_that_was_not_started_yet_is_started(playground: Playground, tmp_path: Path) -> None:
    here = scene(playground)
    async with here.bot(tmp_path / "bot.db"):
        await here.open(where="channel")
        await here.board(here.channel)
    with sqlite3.connect(tmp_path / "bot.db") as left:  # by a process that died between card and thread
        own = "json_set(state, '$.memo.own_thread', json('true'))"
        left.execute(f"UPDATE tables SET state = json_remove({own}, '$.memo.board')")
    left.close()
    async with here.bot(tmp_path / "bot.db"):
        place = await playground.wait(lambda: here.guild.channels.get(int(here.table.memo.get("thread", 0))))
        assert (await here.board(place)).channel is place


async def test_what_was_lost_meanwhile_is_closed(playground: Playground, tmp_path: Path) -> None:
    here = scene(playground)
    async with here.bot(tmp_path / "bot.db"):
        place = await here.deal(people=1)
    playground.delete_channel(place)
    async with here.bot(tmp_path / "bot.db"):
        tables = here.client.services.tables
        await playground.wait(lambda: not tables.open_tables())
        assert tables.seat_of(here.people[0].user.id) is None
