"""Where a table plays, and what becomes of it when the place changes."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import replace
from pathlib import Path

from bot.playground import Answer, Channel, Message, Permission, Playground
from bot.playground.model import MessageType
from cogs.loans import Loan
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import FAST, Room, press, room, scene, told

QUICK = replace(FAST, nudge=0.05)


async def freed(here: Room) -> None:
    """Return when no table is open and nobody has a seat."""
    tables = here.client.services.tables
    await here.playground.wait(lambda: not tables.open_tables())
    assert all(tables.seat_of(person.user.id) is None for person in here.people)


def public(channel: Channel) -> list[Message]:
    """The bot's messages in a channel that everyone sees, without the note that a thread begins with."""
    return [each for each in channel.messages.values() if each.reader is None and each.type is MessageType.DEFAULT]


async def test_a_table_has_a_thread_of_its_own(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        first = await here.open()
        second = await here.open(opener=1)
        assert first.parent is here.channel
        assert second.parent is here.channel
        assert first is not second
        assert len(public(first)) == 1
        cards = public(here.channel)
        assert [[button["label"] for button in card.buttons()] for card in cards] == [
            ["Join", "Fill with AI", "Watch", "Go to the table"]
        ] * 2


async def test_a_channel_carries_one_table(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        answers = await asyncio.gather(
            *(person.command(here.channel, "bh table open", where="channel") for person in here.people)
        )
        refused = [answer for answer in answers if "playing in this channel already" in told(answer)]
        assert len(refused) == 4
        assert len(here.client.services.tables.open_tables()) == 1


async def test_again_does_not_bring_a_second_table_into_a_channel(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        place = await here.open(where="channel")
        board = await here.board(place)
        assert not (await ann.command(place, "bh table close")).failed
        await playground.wait(lambda: [button["label"] for button in board.buttons()] == ["Again"])
        await here.open(opener=1, where="channel")
        assert "playing in this channel already" in told(await press(ann, board, "Again"))
        assert not (await bob.command(place, "bh table close")).failed
        await freed(here)
        assert "You have seat 1" in told(await press(ann, board, "Again"))


async def test_a_thread_or_forum_post_serves_as_it_is(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        post = here.people[0].start_thread(playground.add_forum(here.guild), "Cards tonight?", "Who plays?")
        thread = here.people[1].start_thread(here.channel, "Our thread", "Here")
        for opener, channel in ((0, post), (1, thread)):
            place = await here.open(opener=opener, channel=channel)
            assert place is channel
            await here.board(place)
        await here.seat_all(thread, [here.people[1]])
        await here.until("playing")


async def test_missing_permissions_are_named(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        playground.deny(here.channel, playground.bot, Permission.EMBED_LINKS | Permission.ATTACH_FILES)
        answer = told(await ann.command(here.channel, "bh table open"))
        assert "**Embed Links**, **Attach Files**" in answer
        assert "Send Messages" not in answer
        assert not here.client.services.tables.open_tables()


async def test_without_threads_it_plays_in_the_channel(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        playground.deny(here.channel, playground.bot, Permission.CREATE_PUBLIC_THREADS)
        answer = await here.people[0].command(here.channel, "bh table open")
        assert "You have seat 1" in answer.message.text()
        await playground.wait(lambda: answer.followups)
        assert "Missing: **Create Public Threads**" in told(answer)
        assert not here.table.memo.get("thread")
        await here.board(here.channel)


async def test_a_table_that_loses_its_permissions_waits_for_them(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        await here.turn()
        before = (await here.board(place)).text()
        playground.deny(here.channel, playground.bot, Permission.SEND_MESSAGES_IN_THREADS | Permission.VIEW_CHANNEL)
        assert not (await here.people[0].command(place, "bh autopilot", on=True)).failed
        await playground.wait(lambda: any(sent.status == 403 for sent in here.sent))
        playground.allow(here.channel, playground.bot, Permission.SEND_MESSAGES_IN_THREADS)
        await playground.wait(lambda: public(place)[-1].text() != before)


async def test_a_deleted_board_is_posted_anew_at_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal()
        board = await here.board(place)
        playground.delete_message(board)
        new = await playground.wait(lambda: (found := public(place)) and found[-1] is not board and found[-1])
        assert isinstance(new, Message)
        assert new.embeds[0]["title"] == board.embeds[0]["title"]
        await press(here.people[3], new, "My hand")


async def test_a_deleted_place_frees_its_players_at_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal()
        card = public(here.channel)[0]
        playground.delete_channel(place)
        await freed(here)
        await playground.wait(lambda: [button["label"] for button in card.buttons()] == ["Again"])
        assert "its channel is gone" in card.text()
        await here.deal()
        playground.delete_channel(here.channel)
        await freed(here)


async def test_an_outage_is_no_removal(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        await here.deal()
        playground.outage(here.guild)
        playground.outage(here.guild, over=True)
        await here.people[0].command(here.channel, "bh help")
        assert here.table.stage == "playing"
        playground.remove_bot(here.guild)
        await freed(here)


async def test_talk_pushes_the_board_down_again(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann, talker = here.people[:2]
        await here.turn()
        board = await here.board(place)
        for number in range(8):
            talker.say(place, f"Blah {number}")
        assert "The system is playing for you" in told(await ann.command(place, "bh autopilot", on=True))
        await playground.wait(lambda: board.deleted)
        await playground.wait(lambda: public(place)[-1].id == here.table.memo["board"])


async def test_an_archived_thread_comes_back(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        board = await here.board(place)
        playground.archive(place)
        assert "You have seat 2" in told(await here.people[1].command(here.channel, "bh join"))
        await playground.wait(lambda: board.deleted)
        assert "Bob" in public(place)[-1].text()
        assert place.thread is not None
        assert not place.thread.archived
        here.sent.clear()  # what was refused with status 400 was the edit in the archive


async def test_clicks_in_a_locked_thread_are_answered_and_the_round_goes_on_when_it_is_open(
    playground: Playground, tmp_path: Path
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        board, ann = await here.board(place), here.people[0]
        panel = await here.panel_of(ann, place)
        playground.archive(place, locked=True)
        for label in ("My hand", "More"):
            assert (await ann.click(board, label=label)).answer is Answer.DEFER_UPDATE
        playground.archive(place, archived=False, locked=False)
        wishes = (await ann.command(here.channel, "bh settings me")).message
        await ann.select(wishes, ["zh-CN"], custom_id=wishes.selects()[0]["custom_id"])
        await playground.wait(lambda: panel.text().startswith("**保皇"))  # nothing has taken its place
        await play_round([Tapper(here, place, person) for person in here.people[:2]])
        here.sent[:] = [sent for sent in here.sent if sent.status != 400]  # what was refused in the locked thread


async def test_no_token_is_kept_of_a_table_that_closes_while_a_click_is_answered(
    playground: Playground, tmp_path: Path
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        board, ann, table = await here.board(place), here.people[0], here.table
        hold = playground.faults.hold("^/webhooks/", method="POST")
        click = await ann.click(board, label="Ready")
        async with asyncio.timeout(10):
            await hold.arrived.wait()
        await table.lose()
        await playground.wait(lambda: [button["label"] for button in board.buttons()] == ["Again"])
        hold.release()
        await playground.wait(lambda: click.followups)
        await here.client.close()  # which ends what is under way
        assert not [each for each in gc.get_objects() if isinstance(each, Loan) and each.message == board.id]


async def test_the_ping_has_its_buttons_and_goes(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db", pace=QUICK) as here:
        place = await here.open()
        await here.seat_all(place)
        asked = await here.turn()
        ping = await playground.wait(lambda: next((n for n in asked.notifications if n.reason == "mention"), None))
        assert asked.mention in ping.message.content
        assert [button["label"] for button in ping.message.buttons()] == ["My hand"]
        assert all(n.reason == "dm" for person in here.people if person is not asked for n in person.notifications)
        await press(asked, ping.message, "My hand")
        assert not (await asked.command(place, "bh claim")).failed
        await playground.wait(lambda: ping.message.deleted)


async def test_a_ping_of_which_the_bot_learned_nothing_goes_too(playground: Playground, tmp_path: Path) -> None:
    here = scene(playground)
    async with here.bot(tmp_path / "bot.db", pace=QUICK):
        place = await here.open()
        lost = playground.faults.add("/messages$", method="POST", status=503, after=True)
        playground.faults.remove(lost)
        await here.seat_all(place)
        asked = await here.turn()
        playground.faults.all.append(lost)
        ping = await playground.wait(lambda: next((n for n in asked.notifications if n.reason == "mention"), None))
        playground.faults.remove(lost)
        assert lost.hits == 1
    async with here.bot(tmp_path / "bot.db"):
        assert not (await asked.command(place, "bh claim")).failed
        await playground.wait(lambda: ping.message.deleted)
        assert [n.message for n in asked.notifications if n.reason == "mention"] == [ping.message]


async def test_an_edit_that_is_slow_does_not_open_a_closed_table_again(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        await here.open()
        card = here.channel.messages[int(here.table.memo["card"])]
        await playground.wait(lambda: "Ann" in card.text())
        hold = playground.faults.hold(f"/messages/{card.id}$", method="PATCH")
        assert not (await here.people[1].command(here.channel, "bh join")).failed
        await hold.arrived.wait()
        playground.faults.holds.remove(hold)  # what comes later is not held
        await here.people[0].command(here.channel, "bh table close")
        await here.people[0].command(here.channel, "bh help")
        hold.release()
        await playground.wait(lambda: [button["label"] for button in card.buttons()] == ["Again"])
        await here.people[0].command(here.channel, "bh help")
        assert [button["label"] for button in card.buttons()] == ["Again"]
