"""What servers and people choose: shown, previewed, saved at once, and gone by."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.games.baohuang.cards import RANK, RANKS
from bot.playground import Interaction, Message, Person, Playground
from bot.playground.permission import Permission
from cogs.controls import parse
from cogs.server_settings import PARTS, SET
from storage.rows import Server, Wishes
from tests.cogs.managers import manager
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import FAST, press, room, told

SAVED_OPTIONS = {"grab": True, "rebellion": False, "overload": True, "hold_sixes": False}


def control(message: Message, argument: str) -> str:
    """The custom id of the menu or button of a setting."""
    for part in (*message.selects(), *message.buttons()):
        ticket = parse(part.get("custom_id", ""))
        if ticket is not None and ticket.argument == argument:
            return str(part["custom_id"])
    raise AssertionError(f"no control for {argument!r} among {message.components}")


async def choose(person: Person, message: Message, part: str, *values: object) -> Interaction:
    """Open a setting of the server, and choose in its menu."""
    await person.select(message, [part], custom_id=control(message, ""))
    answer = await person.select(message, list(values), custom_id=control(message, part))
    assert not answer.failed
    return answer


async def test_a_server_chooses_and_new_tables_go_by_it(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, other = manager(here), playground.add_channel(here.guild, "cards")
        message = (await ann.command(here.channel, "bh settings server")).message
        assert "**Rules**: simple" in message.text()
        await choose(ann, message, "language", "zh-CN")
        assert "保皇 · 简明" in message.text(), "the preview is in the language that was chosen"
        await choose(ann, message, "variant", "classic")
        await choose(ann, message, "variant", "simple")
        await choose(ann, message, "options", "grab", "overload", "hints")
        assert "**Options**: grab, overload, hints" in message.text()
        await choose(ann, message, "turn", "90")
        await choose(ann, message, "stake", "30")
        await press(ann, message, "+1")
        await press(ann, message, "+10")
        assert "skill 1600 → 2092" in message.text()
        await choose(ann, message, "least", "2")
        await choose(ann, message, "channels", other)
        assert f"**Channels for tables**: <#{other.id}>" in message.text()

        bob = here.people[1]
        refusal = told(await bob.command(here.channel, "bh table open"))
        assert refusal == f"In this server tables are opened in <#{other.id}> only."
        await here.open(1, other)
        settings = here.table.settings
        assert settings.rules == {"variant": "simple", **SAVED_OPTIONS}
        assert (settings.language, settings.turn, settings.stake, settings.least) == ("zh-CN", 90, 41, 2)
        assert (settings.auto_pass, settings.hints) == (False, True)
        assert not (await bob.command(other, "bh table close")).failed
        await here.open(1, other, variant="classic", seconds=20, auto_pass=True)
        settings = here.table.settings
        assert settings.rules["variant"] == "classic"
        assert settings.rules["overload"] is False, "options were chosen for the other variant"
        assert (settings.turn, settings.auto_pass) == (20, True)


async def test_choices_of_a_server_are_there_after_a_restart(playground: Playground, tmp_path: Path) -> None:
    here = room(playground, tmp_path / "bot.db")
    async with here as first:
        ann = manager(first)
        message = (await ann.command(first.channel, "bh settings server")).message
        await choose(ann, message, "stake", "5")
    async with first.bot(tmp_path / "bot.db", pace=FAST):
        assert "**Stake**: 5 per point" in told(await ann.command(first.channel, "bh settings server"))
        await choose(ann, message, "stake", "7")
        assert "**Stake**: 7 per point" in message.text()
        assert (await first.client.services.store.server(first.guild.id)).stake == 7


async def test_only_managers_see_and_change_what_a_server_chooses(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = manager(here), here.people[1]
        assert told(await bob.command(here.channel, "bh settings server")).startswith("Only those who manage")
        assert told(await bob.command(bob.dm, "bh settings server")).startswith("Tables are in servers")
        message = (await ann.command(here.channel, "bh settings server")).message
        role = next(role for role in here.guild.roles.values() if role.name == "Chiefs")
        ann.take(here.guild, role)
        assert told(await ann.select(message, ["stake"])).startswith("Only those who manage")
        assert await here.client.services.store.server(here.guild.id) == Server()


async def test_the_stake_stays_within_its_bounds(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = manager(here)
        message = (await ann.command(here.channel, "bh settings server")).message
        await choose(ann, message, "stake", "2")
        await press(ann, message, "-10")
        assert "1 per point" in message.text()
        steps = {button["label"]: button.get("disabled", False) for button in message.buttons()}
        assert steps == {"-10": True, "-1": True, "+1": False, "+10": False}
        await choose(ann, message, "stake", "100")
        assert {button["label"] for button in message.buttons() if button.get("disabled")} == {"+1", "+10"}


async def test_channels_that_are_gone_are_said_to_be(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, other = manager(here), playground.add_channel(here.guild, "cards")
        message = (await ann.command(here.channel, "bh settings server")).message
        await choose(ann, message, "channels", other)
        await choose(ann, message, "weekly", other)
        playground.deny(other, playground.bot, Permission.SEND_MESSAGES)
        text = told(await ann.command(here.channel, "bh settings server"))
        assert f"**Weekly post**: <#{other.id}> ⚠️ I cannot post there. Missing: **Send Messages**" in text
        playground.delete_channel(other)
        text = told(await ann.command(here.channel, "bh settings server"))
        assert "**Weekly post**: ⚠️ the channel is gone" in text
        assert "**Channels for tables**: ⚠️ 1 that are gone" in text
        fresh = (await ann.command(here.channel, "bh settings server")).message
        await ann.select(fresh, ["channels"], custom_id=control(fresh, ""))
        await press(ann, fresh, "Everywhere")
        await ann.select(fresh, ["weekly"], custom_id=control(fresh, ""))
        await press(ann, fresh, "No weekly post")
        assert "**Channels for tables**: everywhere" in fresh.text()
        assert "**Weekly post**: off" in fresh.text()


async def test_every_setting_opens_in_both_languages(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db", locale="zh-CN") as here:
        ann = manager(here)
        message = (await ann.command(here.channel, "bh settings server")).message
        for part in PARTS:
            await ann.select(message, [part], custom_id=control(message, ""))
            assert [one for one in message.selects() if (ticket := parse(one["custom_id"])) and ticket.action == SET]
            assert not re.search("[A-Z][a-z]{3}", message.text().replace("English", ""))


async def test_a_person_chooses_and_sees_what_comes_of_it(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        bob = here.people[1]
        message = (await bob.command(here.channel, "bh settings me")).message
        assert "**Order of your hand**: high cards first" in message.text()
        assert re.match(r"3\d cards: (big|small) joker", str(message.attachments[0].description))
        await bob.select(message, ["low_first"], custom_id=control(message, "order"))
        assert re.match(r"3\d cards: 6", str(message.attachments[0].description))
        await bob.select(message, ["anticlockwise"], custom_id=control(message, "direction"))
        lines = str(message.attachments[0].description).splitlines()
        seats = [line for line in lines if "Player " in line or "You" in line]
        assert "Player 5" in seats[0]
        await bob.click(message, custom_id=control(message, "pings:off"))
        assert "No message pings you" in message.text()
        await bob.click(message, custom_id=control(message, "dm:off"))
        await bob.select(message, ["zh-CN"], custom_id=control(message, "language"))
        assert "**手牌顺序**：从小到大" in message.text()
        wishes = Wishes("zh-CN", "low_first", clockwise=False, hand_by_dm=False, pings=False)
        assert await here.client.services.store.wishes(bob.user.id) == wishes
        assert told(await bob.command(here.channel, "bh join")).startswith("本频道没有牌桌")
        await bob.select(message, ["discord"], custom_id=control(message, "language"))
        assert "**Language**: as in your Discord" in message.text()


async def test_what_a_person_chooses_changes_the_panel_at_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann = here.people[0]
        panel = await here.panel_of(ann, place)
        letter = await playground.wait(lambda: next((each for each in ann.dms() if each.attachments), None))
        message = (await ann.command(place, "bh settings me")).message
        await ann.select(message, ["low_first"], custom_id=control(message, "order"))
        await ann.select(message, ["zh-CN"], custom_id=control(message, "language"))
        await playground.wait(lambda: panel.text().startswith("**保皇"))
        lowest = RANKS[min(RANK[card] for card in here.view(ann).hand)].replace("T", "10")
        hand = re.compile(rf"3\d ?张：{lowest}")
        await playground.wait(lambda: panel.attachments and hand.match(str(panel.attachments[0].description)))
        await playground.wait(lambda: hand.match(str(letter.attachments[0].description)))
        board = await here.board(place)
        assert "Bao Huang" in board.text()
        assert told(await press(ann, board, "More")) == "想做什么？"
        await ann.click(message, custom_id=control(message, "dm:off"))
        assert letter.deleted
        ann.close_dms()
        await ann.click(message, custom_id=control(message, "dm:on"))
        assert "你没有开放私信" in message.text()


@pytest.mark.parametrize("clockwise", [True, False])
async def test_the_other_seats_follow_ones_own(playground: Playground, tmp_path: Path, clockwise: bool) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        place = await here.open()
        await press(bob, await here.board(place), "Join")
        if not clockwise:
            message = (await bob.command(place, "bh settings me")).message
            await bob.select(message, ["anticlockwise"], custom_id=control(message, "direction"))
        await here.seat_all(place, [ann, bob])
        seen: list[str] = []
        playground.on_sent(lambda sent: seen.append(str(sent.body)) if sent.reader is bob.user else None)
        await play_round([Tapper(here, place, person) for person in (ann, bob)])
        lines = [line for text in seen for line in re.findall(r"-# .*?Ann.*?\\n", text)]
        orders = {tuple(re.findall(r"Ann|AI \d", line)) for line in lines}
        full = ("AI 3", "AI 4", "AI 5", "Ann")
        assert (full if clockwise else full[::-1]) in orders


async def test_who_wants_no_pings_gets_none(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        message = (await bob.command(here.channel, "bh settings me")).message
        await bob.click(message, custom_id=control(message, "pings:off"))
        place = await here.deal(people=2)
        await here.client.services.front.nudge(here.table, [0, 1])
        assert [n.reason for n in ann.notifications if n.message.channel is place] == ["mention"]
        assert not [n for n in bob.notifications if n.message.channel is place]
        before = len(place.messages)
        await here.client.services.front.nudge(here.table, [1])
        assert len(place.messages) == before


async def test_again_goes_by_what_the_server_has_chosen_since(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, other = manager(here), playground.add_channel(here.guild, "cards")
        await here.open(1, seconds=20)
        card = here.channel.messages[int(here.table.memo["card"])]
        assert not (await here.people[1].command(here.channel, "bh table close")).failed
        await playground.wait(lambda: [button["label"] for button in card.buttons()] == ["Again"])
        message = (await ann.command(here.channel, "bh settings server")).message
        await choose(ann, message, "stake", "3")
        await choose(ann, message, "language", "zh-CN")
        await choose(ann, message, "channels", other)
        assert told(await press(here.people[1], card, "Again")).startswith("In this server tables are opened in")
        await choose(ann, message, "channels", other, here.channel)
        assert "You have seat 1" in told(await press(here.people[1], card, "Again"))
        settings = here.table.settings
        assert (settings.stake, settings.language, settings.turn) == (3, "zh-CN", 20)


async def test_a_thread_counts_as_the_channel_that_it_is_in(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, other = manager(here), playground.add_channel(here.guild, "cards")
        message = (await ann.command(here.channel, "bh settings server")).message
        await choose(ann, message, "channels", other)
        bob = here.people[1]
        wrong, right = bob.start_thread(here.channel, "a talk", "Hi"), bob.start_thread(other, "a game", "Hi")
        assert told(await bob.command(wrong, "bh table open")).startswith("In this server tables are opened in")
        assert "You have seat 1" in told(await bob.command(right, "bh table open"))


async def test_choices_at_the_same_moment_are_all_kept(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        parts = {"language": "zh-CN", "variant": "rizhao", "turn": "60", "stake": "4", "least": "5"}
        messages = []
        for number, part in enumerate(parts):
            message = (await manager(here, number).command(here.channel, "bh settings server")).message
            await here.people[number].select(message, [part], custom_id=control(message, ""))
            messages.append(message)
        choices = zip(here.people, messages, parts.items(), strict=True)
        await asyncio.gather(
            *(
                person.select(message, [value], custom_id=control(message, part))
                for person, message, (part, value) in choices
            )
        )
        server = await here.client.services.store.server(here.guild.id)
        assert (server.language, server.turn, server.stake, server.least) == ("zh-CN", 60, 4, 5)
        assert server.rules["variant"] == "rizhao"
