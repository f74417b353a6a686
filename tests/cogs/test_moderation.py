"""Moderation with due process: a reason, a word to those whom it concerns, a way back (CASES.md 27)."""

from __future__ import annotations

from pathlib import Path

from bot.playground import Person, Playground
from storage.moderation import Moderator, correct
from storage.ranks import standing
from tests.cogs.managers import manager, played, skill
from tests.cogs.room import Room, press, room, told
from tests.storage.played import MONDAY


async def test_a_round_is_voided_and_that_is_undone(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, cy = manager(here), *here.people[1:3]
        number = await played(here, (8, -4, -4))
        await played(here, (2, -1, -1))
        cy.close_dms()
        answer = told(await ann.command(here.channel, "bh-mod void", round=number, reason="@everyone *played* twice"))
        assert answer.startswith(f"Round #{number} is void")
        assert "· \u2068p" in answer
        assert answer.count("Told by direct message") == 2
        assert answer.count("Could not be told") == 1
        assert [await skill(here, person) for person in (ann, bob, cy)] == [20, -10, -10]
        letter = bob.dms()[-1].content
        assert f"declared round #{number} void" in letter
        assert "changes by +40" in letter
        assert "\\*played\\* twice" in letter
        assert not cy.dms()
        overall = await standing(here.client.services.store, bob.user.id, at=MONDAY)
        assert overall is not None
        assert overall.skill == -50, "no server touches the skill over all"
        history = told(await bob.command(here.channel, "bh history"))
        assert "\\*played\\* twice" in history
        assert told(await ann.command(here.channel, "bh-mod void", round=number, reason="again")).startswith(
            f"Round #{number} cannot be voided"
        )
        choices = await ann.autocomplete(here.channel, "bh-mod undo", {"act": "1"}, "act")
        assert choices is not None
        assert [choice["name"] for choice in choices] == [f"1: round #{number} void (@everyone *played* twice)"]
        answer = told(await ann.command(here.channel, "bh-mod undo", act=1, reason="it was right"))
        assert answer.startswith("Act 1 is undone (by act 2).")
        assert [await skill(here, person) for person in (ann, bob, cy)] == [100, -50, -50]
        assert "it was right" in told(await bob.command(here.channel, "bh history"))
        assert "taken an earlier change of your skill there back: −40" in bob.dms()[-1].content
        assert told(await ann.command(here.channel, "bh-mod undo", act=2, reason="x")).startswith("There is no act 2")


async def test_skill_is_corrected_only_with_a_reason(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, ed = manager(here), here.people[1], here.people[4]
        await played(here, (8, -4, -4))
        for reason in ("   ", "\u200b", "...", "\u202e"):
            answer = await ann.command(here.channel, "bh-mod correct", player=bob, amount=5, reason=reason)
            assert told(answer).startswith("Please give a reason in words")
        answer = await ann.command(here.channel, "bh-mod correct", player=bob, amount=0, reason="none")
        assert told(answer) == "A correction of 0 corrects nothing."
        answer = await ann.command(here.channel, "bh-mod correct", player=ed, amount=5, reason="none")
        assert told(answer) == "\u2068Ed\u2069 has played no round yet that could be corrected."
        assert await skill(here, bob) == -40
        message = (await bob.command(here.channel, "bh settings me")).message
        await bob.select(message, ["zh-CN"], custom_id=message.selects()[0]["custom_id"])
        answer = await ann.command(here.channel, "bh-mod correct", player=bob, amount=-300, reason="a wiped score")
        assert "−300 skill. Told by direct message." in told(answer)
        assert await skill(here, bob) == -340
        assert "调整了你在那里的水平分：−300" in bob.dms()[-1].content
        assert "理由：\u2068a wiped score\u2069" in bob.dms()[-1].content
        assert told(await ann.command(here.channel, "bh-mod undo", act=1, reason="a mistake")).startswith("Act 1")
        assert await skill(here, bob) == -40


async def test_an_act_is_found_among_hundreds(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, store = manager(here), here.client.services.store
        await played(here, (8, -4, -4))
        for number in range(200):
            moderator = Moderator(ann.user.id, "Ann", here.guild.id, "a long lost bet" if number == 0 else "luck")
            await correct(store, moderator, ann.user.id, 1, at=MONDAY)
        choices = await ann.autocomplete(here.channel, "bh-mod undo", {"act": "lost"}, "act")
        assert [choice["value"] for choice in choices or ()] == [1]
        choices = await ann.autocomplete(here.channel, "bh-mod undo", {"act": ""}, "act")
        assert [choice["value"] for choice in choices or ()] == list(range(200, 175, -1))


async def test_rounds_to_void_are_offered_with_their_day_and_people(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        chief = manager(here)
        numbers = [await played(here, (8, -4, -4), at=MONDAY + number) for number in range(3)]
        people = ", ".join(f"p{person.user.id}" for person in here.people[:3])
        lines = [{"name": f"#{number} · 2026-12-07 · {people}", "value": number} for number in reversed(numbers)]
        assert await offered(chief, here, "") == lines
        assert await offered(chief, here, f"#{numbers[1]}") == [lines[1]]
        assert await offered(chief, here, people[:4].upper()) == lines
        await chief.command(here.channel, "bh-mod void", round=numbers[2], reason="twice")
        assert [line["value"] for line in await offered(chief, here, "")] == numbers[1::-1]


async def offered(person: Person, here: Room, text: str) -> list[dict[str, object]]:
    """The rounds offered to somebody who types the round of ``/bh-mod void``."""
    choices = await person.autocomplete(here.channel, "bh-mod void", {"round": text}, "round")
    return [{"name": choice["name"], "value": choice["value"]} for choice in choices or ()]


async def test_a_player_is_told_in_the_language_of_their_discord(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        here.people[1] = li = playground.add_person("李", guild=here.guild, locale="zh-CN")
        chief = manager(here)
        await played(here, (8, -4, -4))
        await li.command(here.channel, "bh rank")
        await chief.command(here.channel, "bh-mod correct", player=li, amount=5, reason="a gift")
        assert "调整了你在那里的水平分：+5" in li.dms()[-1].content


async def test_moderation_is_for_those_who_manage_the_server(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = manager(here), here.people[1]
        assert {command["name"] for command in ann.commands(here.channel)} == {"bh", "bh-mod"}
        assert {command["name"] for command in bob.commands(here.channel)} == {"bh"}
        number = await played(here, (8, -4, -4))
        other = playground.add_guild("Other")
        elsewhere = playground.add_channel(other)
        ann.join(other)
        ann.give(other, next(iter(other.roles.values())))
        host = playground.add_person("Host", guild=other)
        host.give(other, playground.add_role(other, "Chiefs", here.guild.roles[max(here.guild.roles)].permissions))
        answer = await host.command(elsewhere, "bh-mod void", round=number, reason="not mine")
        assert told(answer).startswith(f"Round #{number} cannot be voided")
        assert await skill(here, bob) == -40


async def test_patterns_are_shown_with_the_evidence(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = manager(here)
        assert "Nothing stands out" in told(await ann.command(here.channel, "bh-mod patterns"))
        numbers = [await played(here, (4, -2, -2), seconds=20) for _ in range(12)]
        message = (await ann.command(here.channel, "bh-mod patterns")).message
        first = message.text()
        assert "The same few people" in first
        assert f"#{numbers[-1]}" in first
        assert "\u2068p" in first
        pages = 1
        while not next(button for button in message.buttons() if button["label"] == "Further").get("disabled"):
            await press(ann, message, "Further")
            pages += 1
        assert pages == 2
        assert "Very short rounds" in message.text()
        assert first != message.text()
        await press(ann, message, "Back")
        assert message.text() == first
        ann.take(here.guild, next(role for role in here.guild.roles.values() if role.name == "Chiefs"))
        assert told(await press(ann, message, "Further")).startswith("Only those who manage")


async def test_names_and_reasons_have_no_power(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        here.people[0] = playground.add_person("@everyone **b** <@1>\u202e", guild=here.guild)
        chief, bob = manager(here), here.people[1]
        await played(here, (8, -4, -4))
        answer = await chief.command(
            here.channel, "bh-mod correct", player=bob, amount=1, reason="`x` <@&2> \u2066||y||"
        )
        for text in (told(answer), bob.dms()[-1].content):
            assert "\u202e" not in text
            assert text.count("\u2068") == text.count("\u2069")
            assert "@everyone" not in text
            assert "<@1>" not in text.replace("\\<@1>", "")
        assert "\\`x\\`" in bob.dms()[-1].content
        assert [n.reason for n in bob.notifications] == ["dm"]
