"""Sitting down, getting ready, watching, leaving, closing, opening again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from bot.games.baohuang.game import GAME
from bot.playground import Message, Permission, Playground
from bot.texts import say
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import FAST, Room, press, room, told


def card_of(here: Room) -> Message:
    """The card of the table."""
    return here.channel.messages[int(here.table.memo["card"])]


async def test_the_next_round_keeps_seats_and_begins_with_the_emperor(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        players = [Tapper(here, place, person) for person in here.people[:2]]
        await play_round(players)
        await here.until("seating")
        table, board = here.table, await here.board(place)
        assert table.last is not None
        assert "Round 1" in board.text()
        assert f"<t:{int(table.deadline or 0)}:R>" in board.text()
        before = [seat.present for seat in table.seats]
        for person in here.people[:2]:
            await press(person, board, "Ready")
        await here.until("playing")
        assert [seat.present for seat in table.seats] == before
        assert here.view(here.people[0]).first_seat == table.last.result["emperor"]


async def test_who_is_not_ready_in_time_loses_the_seat_to_the_queue(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db", pace=replace(FAST, ready=0.3)) as here:
        ann, bob, cy = here.people[:3]
        place = await here.deal(people=2)
        board = await here.board(place)
        watching = await press(cy, card_of(here), "Watch")
        assert "You are watching" in told(watching)
        assert "You are in line" in told(await press(cy, watching.message, "Wait for a seat"))
        await playground.wait(lambda: "In line for a seat: \u2068Cy" in board.text())
        await play_round([Tapper(here, place, person) for person in (ann, bob)])
        await here.until("seating")
        await press(ann, board, "Ready")
        ping = await playground.wait(lambda: next((n for n in cy.notifications if n.reason == "mention"), None))
        assert here.table.seat_of(bob.user.id) is None
        assert here.table.seat_of(cy.user.id) == 1
        await playground.wait(cy.dms)
        await press(cy, ping.message, "Ready")
        await here.until("playing")
        await playground.wait(lambda: ping.message.deleted)


async def test_leaving_in_mid_round(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal()
        bob = here.people[1]
        hand = here.view(bob).hand
        panel = await here.panel_of(bob, place)
        asking = await bob.command(place, "bh leave")
        assert "it costs you 40 points" in told(asking)
        assert [button["label"] for button in asking.message.buttons()] == [
            "Use autopilot instead",
            "Leave all the same",
        ]
        assert here.table.seat_of(bob.user.id) == 1
        assert told(await press(bob, asking.message, "Leave all the same")) == "You have left the table."
        await playground.wait(lambda: panel.text() == "You have no seat at this table.")
        assert not panel.attachments
        assert not panel.components
        await playground.wait(lambda: "for \u2068Bob" in card_of(here).text())
        assert "You have seat 2" in told(await bob.command(place, "bh join"))
        # The AI may have acted for the seat meanwhile; it is the same hand all the same, never a fresh one.
        assert Counter(here.view(bob).hand) <= Counter(hand)
        for person in here.people:
            if person is not bob:
                assert not (await person.command(place, "bh autopilot", on=True)).failed
        assert not (await bob.command(place, "bh autopilot", on=True)).failed
        await playground.wait(lambda: not here.client.services.tables.open_tables(), seconds=20)


async def test_autopilot_instead_of_leaving(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        ann = here.people[0]
        asking = await ann.command(place, "bh leave")
        shown = await press(ann, asking.message, "Use autopilot instead")
        assert "The system is playing for you" in told(shown)
        await playground.wait(
            lambda: len([m for m in ann.messages(place) if m.reader is ann.user and m.attachments]) == 1
        )
        assert "The system is playing" not in told(await press(ann, shown.message, "I'm back: take my seat"))


async def test_again_keeps_the_settings(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        place = await here.open(variant="classic", grab=False, seconds=20)
        settings, card = here.table.settings, card_of(here)
        assert told(await ann.command(place, "bh table close")) == "The table has been closed."
        await playground.wait(lambda: [button["label"] for button in card.buttons()] == ["Again"])
        assert "You have seat 1" in told(await press(bob, card, "Again"))
        assert here.table.settings == settings
        assert here.table.opener.name == "Bob"
        assert "opened the next table already" in told(await press(ann, card, "Again"))


async def test_closing_in_a_round_waits_for_its_end(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        board, card = await here.board(place), card_of(here)
        answer = await here.people[0].command(place, "bh table close")
        assert told(answer) == "The table closes after this round."
        await playground.wait(lambda: "closes after this round" in board.text())
        await Tapper(here, place, here.people[0]).round()
        await playground.wait(lambda: "The table has been closed." in board.text())
        await playground.wait(lambda: "The table has been closed." in card.text())
        assert "Round 1:" in board.text()
        assert "Round 1:" in card.text()
        ann = here.people[0]
        panels = [each for each in ann.messages(place) if each.reader is ann.user and "been closed" in each.text()]
        assert [[button["label"] for button in panel.buttons()] for panel in panels] == [["Again"]]
        assert not panels[0].attachments


async def test_a_moderator_without_a_seat_breaks_off(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        role = playground.add_role(here.guild, "Mods", Permission.MANAGE_MESSAGES)
        mod = playground.add_person("Mod", guild=here.guild)
        for person in (mod, here.people[4]):
            person.give(here.guild, role)
        place = await here.deal()
        board = await here.board(place)
        assert (
            told(await here.people[0].command(place, "bh table close", reason="x")) == "Only a moderator can do that."
        )
        refused = told(await here.people[4].command(place, "bh table close", reason="x"))
        assert refused.startswith("You have a seat in this round")
        answer = await mod.command(place, "bh table close", reason="@everyone *enough*")
        assert told(answer) == "The round has been broken off."
        await playground.wait(lambda: "Reason: " in board.text())
        assert "\\*enough\\*" in board.text()
        assert not [n for person in here.people for n in person.notifications if n.reason == "everyone"]


async def test_kicked_people_lose_the_seat(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        place = await here.open()
        assert "You have seat 2" in told(await bob.command(place, "bh join"))
        assert told(await bob.command(place, "bh table kick", player=ann)).startswith("Only the table's opener")
        assert (
            told(await ann.command(place, "bh table kick", player=bob))
            == "\u2068Bob\u2069 has been taken off the table."
        )
        assert here.table.seat_of(bob.user.id) is None
        assert told(await ann.command(place, "bh table kick", player=bob)) == "Nobody sits there."


async def test_ai_seats_come_and_go(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        place = await here.open()
        assert told(await ann.command(place, "bh table ai", count=3)) == "AI players have sat down."
        assert sum(seat.level is not None for seat in here.table.seats) == 3
        assert told(await ann.command(place, "bh table ai", count=2, remove=True)) == "The AI players have left."
        assert [seat.level is not None for seat in here.table.seats] == [False, True, False, False, False]


async def test_how_well_ai_players_play_is_chosen_and_shown(playground: Playground, tmp_path: Path) -> None:
    best, worst = GAME.levels[-1], GAME.levels[0]
    async with room(playground, tmp_path / "bot.db", locale="zh-CN") as here:
        ann = here.people[0]
        place = await here.open()
        board = await here.board(place)

        def levels() -> list[str | None]:
            return [seat.level for seat in here.table.seats]

        assert told(await ann.command(place, "bh table ai", level=best, count=2)) == "电脑已入座。"
        assert told(await ann.command(place, "bh table ai", seat=5, level=worst)).startswith("电脑的水平已改为：")
        assert levels() == [None, best, best, None, worst]
        assert told(await ann.command(place, "bh table ai")) == "电脑已入座。"
        assert levels() == [None, best, best, "normal", worst]
        assert told(await ann.command(place, "bh table ai", level=worst, count=1)).startswith("电脑的水平已改为：")
        assert levels() == [None, worst, best, "normal", worst]
        await playground.wait(lambda: f"**电脑3** · {say('zh-CN', f'ai.{best}')}" in board.text())
        await press(ann, board, "准备")
        await playground.wait(
            lambda: any(f"电脑，{say('zh-CN', f'ai.{best}')}" in str(file.description) for file in board.attachments)
        )
        assert told(await ann.command(place, "bh table ai", seat=3, remove=True)).startswith("这一局正在打")


async def test_one_ai_player_goes(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        place = await here.open()
        await ann.command(place, "bh table ai")
        assert told(await ann.command(place, "bh table ai", seat=1)).startswith("Only a free seat or an AI's")
        assert told(await ann.command(place, "bh table ai", seat=3, remove=True)) == "The AI players have left."
        assert [seat.free for seat in here.table.seats] == [False, False, True, False, False]
        assert told(await ann.command(place, "bh table ai", seat=3, remove=True)) == "No AI sits there."


async def test_call_players(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        role = playground.add_role(here.guild, "Players")
        bob.give(here.guild, role)
        ann.give(here.guild, playground.add_role(here.guild, "Chiefs", Permission.MANAGE_GUILD))
        place = await here.open()
        assert told(await ann.command(place, "bh table call-players")).startswith("This server has not chosen")
        assert told(await bob.command(place, "bh table call-players", role=role)).startswith("Only those who manage")
        assert "From now on" in told(await ann.command(place, "bh table call-players", role=role))
        answer = await ann.command(place, "bh table call-players")
        assert answer.message.reader is None
        assert [n.reason for n in bob.notifications] == ["role"]
        assert told(await ann.command(place, "bh table call-players")).startswith(
            "Players have been called not long ago"
        )
        assert "You have seat 2" in told(await press(bob, answer.message, "Join"))


async def test_one_seat_anywhere(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        first, second = await here.open(), await here.open(opener=1)
        assert first is not second
        answer = await press(here.people[0], await here.board(second), "Join")
        assert told(answer).startswith("You already sit at another table.")
        link = answer.message.buttons()[0]
        assert str(first.id) in link["url"]
        assert told(await here.people[2].command(playground.add_channel(here.guild), "bh join")).startswith(
            "There is no table in this channel."
        )


async def test_leaving_the_server_is_leaving_for_good(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        await here.deal(people=4)
        bob, table = here.people[1], here.table
        bob.leave(here.guild)
        # His time runs out, which the test does not wait for.
        await table.autopilot(bob.user.id, on=True)
        await playground.wait(lambda: table.seat_of(bob.user.id) is None)
        board = await here.board(here.guild.channels[int(table.memo["thread"])])
        await playground.wait(
            lambda: table.closed or any("for Bob" in str(file.description) for file in board.attachments)
        )
        assert here.client.services.tables.seat_of(bob.user.id) is None
