"""What has happened to a player, page by page, and what of it others are told."""

from __future__ import annotations

from pathlib import Path

from bot.playground import Interaction, Message, Person, Playground
from cogs.history import PAGE
from storage.moderation import Moderator, correct, undo, void
from storage.rows import Entry
from storage.store import Store
from tests.cogs.managers import manager, played
from tests.cogs.room import Room, press, room, told
from tests.cogs.test_replay import ended, record_of, step

HERE, ELSEWHERE = "this server", "another server"


async def opened(here: Room, reader: Person, player: Person | None = None) -> Message:
    answer = await reader.command(here.channel, "bh history", **({"player": player} if player else {}))
    assert not answer.failed
    assert answer.message.reader is reader.user
    return answer.message


def lines(message: Message) -> list[str]:
    return str(message.embeds[0]["description"]).split("\n")[2:]


async def test_somebody_without_rounds(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        assert f"{ann.mention} has not finished a round yet" in (await opened(here, ann)).text()
        assert f"{bob.mention} has not finished a round yet" in (await opened(here, ann, bob)).text()
        assert not bob.notifications


async def test_rounds_here_and_elsewhere(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        numbers = [await ended(here), await ended(here, guild=77)]
        result = record_of()["result"]
        points = result["scores"][0]
        for message in (await opened(here, ann), await opened(here, here.people[1], ann)):
            newest, oldest = lines(message)
            assert f"**#{numbers[0]}** <t:1800000000:d> · {HERE}" in oldest
            assert f"**#{numbers[1]}** <t:1800000000:d> · {ELSEWHERE}" in newest
            assert f"**{points:+d}**".replace("-", "−") in oldest
            assert f"skill here {10 * points:+d}".replace("-", "−") in oldest
            assert "skill here" not in newest
            assert "over all" in newest
        by_dm = await ann.command(ann.dm, "bh history")
        assert HERE not in by_dm.message.text()
        assert by_dm.message.text().count(ELSEWHERE) == 2


async def test_pages(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        numbers = [await ended(here) for _ in range(20)][::-1]
        message = await opened(here, ann)
        seen = []
        for label in ("Older ▶", "Older ▶", "Older ▶"):
            seen += [int(each["value"]) for each in message.selects()[0]["options"]]
            if next(each for each in message.buttons() if each["label"] == label).get("disabled"):
                break
            await press(ann, message, label)
        assert seen == numbers
        await press(ann, message, "⏮")
        await press(ann, message, "⏭")
        assert [int(each["value"]) for each in message.selects()[0]["options"]] == numbers[16:]


async def chosen(person: Person, message: Message, number: int) -> Interaction:
    answer = await person.select(message, [str(number)])
    assert not answer.failed
    return answer


async def test_a_round_is_watched_from_there(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        numbers = [await ended(here), await ended(here)]
        message = await opened(here, ann)
        answer = await chosen(ann, message, numbers[0])
        replay = answer.followups[-1] if answer.followups else answer.message
        assert step(replay) == (numbers[0], 0, 0)
        assert replay is not message
        assert message.embeds, "the history stays"


async def test_what_moderators_did_is_told_with_reasons(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, _, di, _ = here.people
        store = here.client.services.store
        number, elsewhere = await ended(here), await ended(here, guild=77)
        judge = Moderator(di.user.id, "D**i**", here.guild.id, "@everyone `cheat`\n# loud")
        voided = await void(store, judge, number, at=1.8e9)
        assert voided is not None
        await correct(store, judge, ann.user.id, -30, at=1.8e9)
        there = Moderator(99, "Judge", 77, "a secret of theirs")
        await void(store, there, elsewhere, at=1.8e9)
        for reader, sees in ((ann, True), (bob, False)):
            text = "\n".join(lines(await opened(here, reader, ann)))
            assert f"round #{number} declared void by \u2068D\\*\\*i\\*\\*\u2069" in text
            assert f"⚖️ void (act {voided})" in text
            assert "corrected by" in text
            assert "skill here −30" in text
            assert "cheat" in text
            assert "@everyone" not in text
            assert "\n# loud" not in text
            assert ("a secret of theirs" in text) is sees
            assert ("Judge" in text) is sees
        await undo(store, judge, voided, at=1.8e9)
        text = "\n".join(lines(await opened(here, ann)))
        assert "taken back by" in text
        assert "taken back later" in text
        assert f"void (act {voided})" not in text


async def test_leaving_a_running_round_shows_and_the_round_does_not(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        store: Store = here.client.services.store
        table = await store.open_table(here.guild.id, here.channel.id, "{}")
        running = await store.begin_round(table, "{}", "{}", at=1.8e9)
        fine = Entry(ann.user.id, "Ann", "penalty", 0, -40, -400, -400)
        await store.penalise(table, "{}", guild=here.guild.id, round_id=running, entries=[fine], at=1.8e9)
        message = await opened(here, ann)
        assert f"left round #{running}: −40 points · skill here −400 · over all −400" in message.text()
        assert not message.selects()
        assert "There is no round #" in told(await ann.command(here.channel, "bh replay", round=running))
        await store.put_away(table, "{}", 1.8e9)


async def test_long_reasons_of_a_full_page_fit(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        await ended(here)
        for _ in range(8):
            judge = Moderator(9, "*" * 100, here.guild.id, "*龘" * 2000)
            await correct(here.client.services.store, judge, ann.user.id, 1, at=1.8e9)
        assert len(lines(await opened(here, ann))) == 16


async def test_no_reason_is_too_long_for_a_page(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        here.people[0] = playground.add_person("*" * 31 + "a", guild=here.guild)
        chief, bob = manager(here), here.people[1]
        await played(here, (8, -4, -4))
        for _ in range(PAGE):
            reason = "so" + "*_" * 99
            await chief.command(here.channel, "bh-mod correct", player=bob, amount=-99_999, reason=reason)
        for act in range(1, PAGE + 1):
            await chief.command(here.channel, "bh-mod undo", act=act, reason="@here " + "|" * 194)
        for message in (await opened(here, bob), await opened(here, chief, bob)):
            assert len(lines(message)) == 2 * PAGE
            assert message.text().count("…") == PAGE
            await press(chief if message.reader is chief.user else bob, message, "Older ▶")
            assert message.text().count("“\u2068so\\*\\_") == PAGE
