"""Messages of the bot: sending, files, editing, mentions, DMs, permissions."""

from __future__ import annotations

import asyncio
import io

import aiohttp
import discord
import pytest

from bot.playground import HandClock, Permission, Refused, Sent
from bot.playground.world import DROPPED
from tests.playground.stage import PNG, Press, Stage, code, picture, places, refusal, view


async def test_a_message_is_sent_edited_and_deleted(stage: Stage) -> None:
    sent = await stage.place.send("one", embed=discord.Embed(title="T"))
    message = stage.posted(sent)
    assert message.text() == "one\nT"
    assert (await sent.edit(content="two")).content == "two"
    assert (message.content, message.embeds[0]["title"]) == ("two", "T")
    await sent.edit(content=None)
    assert message.content == ""
    assert (await stage.place.fetch_message(sent.id)).embeds[0].title == "T"
    await sent.delete()
    assert stage.alice.messages(stage.channel) == []
    assert await code(stage.place.fetch_message(sent.id)) == 10008
    assert await code(sent.edit(content="x")) == 10008


async def test_an_empty_message_is_refused(stage: Stage) -> None:
    assert await code(stage.request("POST", f"/channels/{stage.channel.id}/messages", {"content": ""})) == 50006
    sent = await stage.place.send("x")
    assert await code(sent.edit(content=None)) == 50006


async def test_history_comes_newest_first(stage: Stage) -> None:
    for word in "abc":
        stage.alice.say(stage.channel, word)
    found = [each async for each in stage.place.history()]
    assert [each.type for each in found] == [discord.MessageType.default] * 3
    ids = [each.id for each in found]
    assert ids == sorted(ids, reverse=True)
    assert [each.id async for each in stage.place.history(limit=1, before=found[0])] == ids[1:2]
    assert [each.id async for each in stage.place.history(after=found[2])] == ids[1::-1]


# Files


async def fetch(url: str) -> tuple[int, bytes]:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.read()


async def test_files_are_kept_until_they_are_replaced(stage: Stage) -> None:
    stage.playground.limits.enforce = False
    sent = await stage.place.send("x", file=picture())
    message = stage.posted(sent)
    [attachment] = sent.attachments
    assert (attachment.filename, attachment.width, attachment.height) == ("card.png", 3, 2)
    assert await attachment.read() == PNG
    await sent.edit(content="y")
    assert [each.id for each in message.attachments] == [attachment.id]
    sent = await sent.edit(attachments=[picture("new.png", PNG + b"!")])
    assert [each.content for each in message.attachments] == [PNG + b"!"]
    assert (await fetch(attachment.url))[0] == 200, "who was told of it just before may still want it"
    sent = await sent.edit(attachments=[*sent.attachments, picture()])
    assert [each.filename for each in sent.attachments] == ["new.png", "card.png"]
    path = f"/channels/{stage.channel.id}/messages/{sent.id}"
    assert places((await refusal(stage.request("PATCH", path, {"attachments": [{"id": 5}]})))[2]) == ["attachments"]
    with_text = discord.File(io.BytesIO(PNG), "told.png", description="a card")
    assert (await sent.edit(attachments=[with_text])).attachments[0].description == "a card"
    assert await code(sent.add_files(*(picture(f"{number}.png") for number in range(10)))) == 50035
    for _ in range(DROPPED // 10):
        await sent.edit(attachments=[picture(f"{number}.png") for number in range(10)])
    sent = await sent.edit(attachments=[])
    assert message.attachments == []
    assert (await fetch(attachment.url))[0] == 404


async def test_an_embed_shows_a_file_that_is_then_not_listed(stage: Stage) -> None:
    embed = discord.Embed().set_image(url="attachment://card.png")
    sent = await stage.place.send(embed=embed, file=picture())
    assert sent.attachments == []
    assert sent.embeds[0].image.url is not None
    assert await fetch(sent.embeds[0].image.url) == (200, PNG)
    sent = await sent.edit(embed=None, content="x")
    assert [each.filename for each in sent.attachments] == ["card.png"]
    lost = await stage.place.send("x", embed=embed)
    assert lost.embeds[0].image.url is None


async def test_too_large_a_file_is_refused(stage: Stage) -> None:
    assert await code(stage.place.send(file=picture(content=b"x" * (10 * 1024 * 1024 + 1)))) == 40005
    await stage.place.send(file=picture(content=b"x" * 10 * 1024 * 1024))


async def test_files_travel_with_answers(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("x", file=picture(), ephemeral=True)
        await interaction.edit_original_response(attachments=[picture("two.png")])
        await interaction.followup.send("end", file=picture("three.png"))

    await stage.on_command(act)
    asked = await stage.alice.command(stage.channel, "do")
    end = await stage.alice.sees(stage.channel, lambda message: message.content == "end")
    assert [each.filename for each in asked.message.attachments] == ["two.png"]
    assert [each.filename for each in end.attachments] == ["three.png"]


# Mentions


async def test_only_new_messages_notify_and_only_whom_they_may(stage: Stage) -> None:
    stage.playground.limits.enforce = False
    role = stage.playground.add_role(stage.guild, "Dealers")
    stage.bob.give(stage.guild, role)
    text = f"{stage.alice.mention} <@&{role.id}> @everyone"

    def reasons() -> tuple[list[str], list[str]]:
        people = stage.alice, stage.bob
        first, second = ([each.reason for each in person.notifications] for person in people)
        for person in people:
            person.notifications.clear()
        return first, second

    sent = await stage.place.send("x")
    await sent.edit(content=text)
    assert reasons() == ([], [])
    await stage.place.send(text)
    assert reasons() == (["mention"], ["role"])
    await stage.place.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert reasons() == ([], [])
    await stage.place.send(text, silent=True)
    assert reasons() == ([], [])
    everyone = discord.AllowedMentions(everyone=True)
    await stage.place.send(text, allowed_mentions=everyone)
    assert reasons() == (["mention"], ["role"])
    stage.playground.allow(stage.channel, stage.playground.bot, Permission.MENTION_EVERYONE)
    await stage.place.send(text, allowed_mentions=everyone)
    assert reasons() == (["everyone"], ["everyone"])
    await stage.place.send(text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(1)], roles=False))
    assert reasons() == ([], [])


async def test_a_reply_notifies_unless_told_otherwise(stage: Stage) -> None:
    said = stage.alice.say(stage.channel, "hi")
    target = stage.place.get_partial_message(said.id)
    reply = await target.reply("you")
    assert [each.reason for each in stage.alice.notifications] == ["reply"]
    assert reply.reference is not None
    assert reply.reference.message_id == said.id
    await target.reply("you", mention_author=False)
    assert len(stage.alice.notifications) == 1
    stage.alice.delete(said)
    assert await code(target.reply("you")) == 50035


async def test_people_notify_each_other(stage: Stage) -> None:
    said = stage.alice.say(stage.channel, f"hi {stage.bob.mention}")
    stage.bob.say(stage.channel, "yes", reply=said)
    assert [each.reason for each in stage.bob.notifications] == ["mention"]
    assert [each.reason for each in stage.alice.notifications] == ["reply"]


# What the bot hears


async def test_the_bot_reads_what_it_may(stage: Stage) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()

    @stage.client.event
    async def on_message(message: discord.Message) -> None:
        heard.put_nowait(message.content)

    bot = f"<@{stage.playground.bot.id}>"
    stage.alice.say(stage.channel, "secret")
    stage.alice.say(stage.channel, f"{bot} hi")
    stage.alice.say(stage.alice.dm, "private")
    assert [await heard.get() for _ in range(3)] == ["", f"{bot} hi", "private"]


async def test_names_are_shown_as_they_are(stage: Stage) -> None:
    name = "\u202e`@everyone` **x** 王" * 2
    stage.playground.add_person(name, guild=stage.guild).say(stage.channel, "x")
    [message] = [each async for each in stage.place.history()]
    assert message.author.display_name == name


# DMs


async def test_a_dm_reaches_a_person_until_it_cannot(stage: Stage) -> None:
    user = await stage.client.fetch_user(stage.alice.user.id)
    await user.send("hand")
    assert [message.content for message in stage.alice.dms()] == ["hand"]
    assert [each.reason for each in stage.alice.notifications] == ["dm"]
    stage.alice.close_dms()
    assert (await refusal(user.send("x")))[:2] == (403, 50007)
    stage.alice.open_dms()
    await user.send("again")
    stage.alice.leave(stage.guild)
    assert (await refusal(user.send("x")))[:2] == (403, 50278)
    assert len(stage.alice.dms()) == 2


async def test_unknown_people_and_members(stage: Stage) -> None:
    guild = stage.client.get_guild(stage.guild.id)
    assert guild is not None
    assert (await guild.fetch_member(stage.alice.user.id)).display_name == "Alice"
    stage.alice.leave(stage.guild)
    assert await code(guild.fetch_member(stage.alice.user.id)) == 10007
    assert await code(guild.fetch_member(1)) == 10013
    assert await code(stage.client.fetch_user(1)) == 10013
    assert await code(stage.request("POST", "/users/@me/channels", {"recipient_id": 1})) == 50033


# Permissions


@pytest.mark.parametrize(
    ("denied", "plain", "embed", "file"),
    [
        (Permission.VIEW_CHANNEL, 50001, 50001, 50001),
        (Permission.SEND_MESSAGES, 50013, 50013, 50013),
        (Permission.EMBED_LINKS, 0, 50013, 0),
        (Permission.ATTACH_FILES, 0, 0, 50013),
        (Permission.MANAGE_MESSAGES, 0, 0, 0),
    ],
)
async def test_what_a_channel_denies_the_bot(
    stage: Stage, denied: Permission, plain: int, embed: int, file: int
) -> None:
    stage.playground.deny(stage.channel, stage.playground.bot, denied)
    send = stage.place.send
    requests = (send("x"), send(embed=discord.Embed(title="x")), send(file=picture()))
    for expected, request in zip((plain, embed, file), requests, strict=True):
        if expected:
            assert (await refusal(request))[:2] == (403, expected)
        else:
            await request


async def test_a_role_is_denied_and_a_member_allowed_again(stage: Stage) -> None:
    role = stage.playground.add_role(stage.guild, "Quiet")
    for person in (stage.alice, stage.bob):
        person.give(stage.guild, role)
    stage.playground.deny(stage.channel, role, Permission.SEND_MESSAGES)
    stage.playground.allow(stage.channel, stage.bob.user, Permission.SEND_MESSAGES)
    with pytest.raises(Refused):
        stage.alice.say(stage.channel, "x")
    stage.bob.say(stage.channel, "x")


async def test_other_peoples_messages(stage: Stage) -> None:
    said = stage.place.get_partial_message(stage.alice.say(stage.channel, "x").id)
    assert await code(said.edit(content="y")) == 50005
    assert await code(said.delete()) == 50013
    stage.playground.allow(stage.channel, stage.playground.bot, Permission.MANAGE_MESSAGES)
    await said.delete()
    assert stage.bob.messages(stage.channel) == []


async def test_people_have_permissions_too(stage: Stage) -> None:
    sent = stage.posted(await stage.place.send("x"))
    with pytest.raises(Refused):
        stage.alice.delete(sent)
    for wrong in ("", "x" * 2001):
        with pytest.raises(Refused):
            stage.alice.say(stage.channel, wrong)
    with pytest.raises(Refused):
        stage.alice.dismiss(sent)
    stage.playground.deny(stage.channel, stage.alice.user, Permission.SEND_MESSAGES)
    with pytest.raises(Refused):
        stage.alice.say(stage.channel, "x")
    stage.playground.deny(stage.channel, stage.alice.user, Permission.VIEW_CHANNEL)
    assert stage.alice.channels(stage.guild) == []
    with pytest.raises(Refused):
        await stage.alice.command(stage.channel, "do")
    stage.bob.give(stage.guild, stage.playground.add_role(stage.guild, "Owner", Permission.ADMINISTRATOR))
    stage.bob.delete(sent)


# The rest


async def test_a_nonce_keeps_a_repeated_message_single(stage: Stage) -> None:
    first = await stage.place.send("x", nonce=7)
    assert (await stage.place.send("x", nonce=7)).id == first.id
    assert len(stage.alice.messages(stage.channel)) == 1


async def test_old_messages_take_few_edits(slow_stage: Stage, clock: HandClock) -> None:
    sent = await slow_stage.place.send("x")
    clock.advance(3601)
    for number in range(3):
        await sent.edit(content=str(number))
    path = f"/channels/{slow_stage.channel.id}/messages/{sent.id}"
    url, headers = slow_stage.playground.api_url + path, {"Authorization": f"Bot {slow_stage.playground.token}"}
    async with aiohttp.ClientSession() as session, session.patch(url, json={"content": "y"}, headers=headers) as reply:
        assert (reply.status, (await reply.json())["code"]) == (429, 30046)
    clock.advance(20)
    await sent.edit(content="z")


async def test_what_leaves_the_bot_is_told_with_its_readers(stage: Stage) -> None:
    left: list[tuple[object, ...]] = []

    def note(sent: Sent) -> None:
        if sent.channel is not None:
            text = sent.body.get("content") or sent.body.get("data", {}).get("content")
            left.append((text, sent.reader and sent.reader.name, [file.content for file in sent.files], sent.status))

    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("private", ephemeral=True)
        await interaction.edit_original_response(content="edited")
        await interaction.followup.send("also private", ephemeral=True)
        await interaction.followup.send("public")
        await interaction.user.send("hand", file=picture())

    await stage.on_command(act)
    stage.playground.on_sent(note)
    await stage.alice.command(stage.channel, "do")
    await stage.playground.wait(stage.alice.dms)
    await stage.place.send("open", view=view(Press()))
    assert left == [
        ("private", "Alice", [], 200),
        ("edited", "Alice", [], 200),
        ("also private", "Alice", [], 200),
        ("public", None, [], 200),
        ("hand", "Alice", [PNG], 200),
        ("open", None, [], 200),
    ]
