"""What people read: names of every kind, and each in their own language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.playground import Message, Playground
from cogs import panels
from tests.cogs.players import Tapper
from tests.cogs.room import PLAYING, press, room, told

NAMES = (
    "🀄👨‍👩‍👧‍👦🇨🇳🎴 emoji",
    "abc\u202ecba\u2066\u200f",
    "`code` ```x``` ~~s~~ ||s||",
    "@everyone @here <@1> <@&2> <#3>",
    "龘" * 32,
    "**b** __u__ [x](https://e.org) # h",
)


async def test_names_of_every_kind(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        people = [playground.add_person(name, guild=here.guild) for name in NAMES]
        here.people[:] = people[:5]
        place = await here.open()
        for person in people[1:5]:
            assert not (await person.command(place, "bh join")).failed
        assert not (await people[5].command(place, "bh table watch")).failed
        for person in people[:5]:
            assert not (await person.command(place, "bh ready", words=person.user.name[:32])).failed
        await here.until("playing")
        board = await here.board(place)
        await playground.wait(lambda: "Watching" in board.text())
        card = here.channel.messages[int(here.table.memo["card"])]
        shown = [board, card, await here.panel_of(people[0], place), *people[0].dms()]
        for message in shown:
            assert "\u202e" not in message.text()
            assert "@everyone" not in message.text()
            assert not re.search(r"(?<!\\)<[@#]", message.text())
            assert message.text().count("\u2068") == message.text().count("\u2069")
        assert "\u202e" not in place.name
        for name in ("🀄", "龘" * 32, "\\*\\*b\\*\\*", "\\`code\\`"):
            assert name in card.text()
        words = str(board.attachments[0].description)
        assert "\u202e" not in words
        for name in ("🀄", "龘" * 32, "`code`"):
            assert name in words
        assert all(n.reason == "dm" for person in people for n in person.notifications)


@pytest.mark.parametrize("locale", ["zh-CN", "zh-TW"])
async def test_private_words_are_the_readers_public_ones_the_tables(
    playground: Playground, tmp_path: Path, locale: str
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        li = playground.add_person("李", guild=here.guild, locale=locale)
        board = await here.board(place)
        assert "你坐 2 号位" in told(await press(li, board, "Join"))
        assert "你已在" in li.dms()[-1].content
        await here.seat_all(place, [here.people[0], li])
        panel = await here.panel_of(li, place)
        assert panel.text().startswith("**保皇")
        assert "张：" in str(panel.attachments[0].description)
        assert not re.search("[\u4e00-\u9fff]", board.text().replace("李", ""))
        labels = [button["label"] for button in (*board.buttons(), *card_buttons(here.channel.messages))]
        assert not re.search("[\u4e00-\u9fff]", "".join(labels))
        await here.until(PLAYING)  # AI seats have moved; it waits for people now
        assert "还没轮到你" in told(await li.command(place, "bh play", cards="6")) or li in here.asked
        described = next(one for one in li.commands(place) if one["name"] == "bh")
        assert "保皇" in described["description_localizations"][locale]


def card_buttons(messages: dict[int, Message]) -> list[dict[str, object]]:
    """The buttons of all messages that everyone sees."""
    return [button for message in messages.values() if message.reader is None for button in message.buttons()]


async def test_a_panel_goes_to_sleep_before_its_token_ends(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        ann, bob = here.people[:2]
        panel = await here.panel_of(ann, place)
        with monkeypatch.context() as short:
            short.setattr(panels, "RESERVE", panels.TOKEN_LIFE)
            assert not (await bob.command(place, "bh autopilot", on=True)).failed
            await playground.wait(lambda: "gone to sleep" in panel.text())
        assert not panel.attachments
        assert not (await press(ann, panel, "My hand")).failed
        assert panel.attachments
        await Tapper(here, place, ann).round()
