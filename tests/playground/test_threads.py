"""Threads, forum posts and channels."""

from __future__ import annotations

import discord
import pytest

from bot.playground import Permission, Refused
from tests.playground.stage import Stage, code, picture, refusal


async def test_a_thread_at_a_message(stage: Stage) -> None:
    sent = await stage.place.send("card")
    thread = await sent.create_thread(name="table", auto_archive_duration=60)
    assert thread.id == sent.id
    assert thread.parent_id == stage.channel.id
    assert thread.owner_id == stage.playground.bot.id
    assert await code(sent.create_thread(name="again")) == 160004
    await thread.send("board")
    here = stage.playground.world.channels[thread.id]
    assert [message.content for message in stage.alice.messages(here)] == ["", "board"]
    [_, starter] = [message async for message in thread.history()]
    assert starter.type is discord.MessageType.thread_starter_message
    assert starter.reference is not None
    assert starter.reference.message_id == sent.id
    fetched = await stage.place.fetch_message(sent.id)
    assert fetched.thread is not None
    assert fetched.flags.has_thread
    await sent.delete()
    await thread.send("still there")


async def test_a_thread_without_a_message(stage: Stage) -> None:
    thread = await stage.place.create_thread(name="table", type=discord.ChannelType.public_thread)
    assert [message.type for message in stage.alice.messages(stage.channel)] == [18]
    secret = await stage.place.create_thread(name="secret")
    assert secret.type is discord.ChannelType.private_thread

    def names() -> list[str]:
        return [each.name for each in stage.alice.channels(stage.guild)]

    assert names() == ["general", "table"]
    await secret.add_user(discord.Object(stage.alice.user.id))
    assert await code(secret.add_user(discord.Object(1))) == 10007
    assert names() == ["general", "table", "secret"]
    assert await code(secret.remove_user(discord.Object(stage.alice.user.id))) == 50013
    stage.playground.allow(stage.channel, stage.playground.bot, Permission.MANAGE_THREADS)
    await secret.remove_user(discord.Object(stage.alice.user.id))
    assert names() == ["general", "table"]
    threads = f"/channels/{thread.id}/threads"
    assert await code(stage.request("POST", threads, {"name": "x", "type": 11})) == 50024
    assert await code(stage.request("POST", f"/channels/{stage.channel.id}/threads", {"name": "x", "type": 0})) == 50035
    assert await code(stage.request("PUT", f"/channels/{stage.channel.id}/thread-members/@me")) == 50024
    assert await code(stage.request("DELETE", f"/channels/{stage.channel.id}/thread-members/@me")) == 50024
    announced = stage.place.get_partial_message(stage.alice.messages(stage.channel)[0].id)
    assert await code(announced.edit(content="x")) == 50021


async def test_a_forum_post(stage: Stage) -> None:
    forum = stage.playground.add_forum(stage.guild)
    place = await stage.client.fetch_channel(forum.id)
    assert isinstance(place, discord.ForumChannel)
    made = await place.create_thread(name="table", content="card", file=picture())
    post = stage.playground.world.channels[made.thread.id]
    assert [message.content for message in stage.bob.messages(post)] == ["card"]
    assert len(made.message.attachments) == 1
    assert await code(place.create_thread(name="table", content="x" * 2001)) == 50035
    assert [each.name for each in stage.bob.channels(stage.guild)] == ["general", "forum", "table"]
    assert await code(stage.request("POST", f"/channels/{forum.id}/messages", {"content": "x"})) == 50024


async def test_people_start_threads_where_commands_work(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.Thread)
        await interaction.response.send_message(interaction.channel.name)

    await stage.on_command(act)
    forum = stage.playground.add_forum(stage.guild)
    thread = stage.alice.start_thread(stage.channel, "talk")
    post = stage.alice.start_thread(forum, "post", "hello")
    for place in (thread, post):
        assert (await stage.bob.command(place, "do")).message.content == place.name


async def test_posting_wakes_an_archived_thread(stage: Stage) -> None:
    thread = await stage.place.create_thread(name="table", type=discord.ChannelType.public_thread)
    sent = await thread.send("x")
    here = stage.playground.world.channels[thread.id]
    assert here.thread is not None
    await thread.edit(archived=True)
    assert await code(sent.edit(content="y")) == 50083
    assert await code(thread.edit(name="new")) == 50083
    assert await code(thread.join()) == 50083
    path = f"/channels/{thread.id}"
    assert await code(stage.request("PATCH", path, {"archived": False, "auto_archive_duration": 61})) == 50035
    await thread.send("y")
    assert not here.thread.archived
    stage.playground.archive(here)
    await thread.edit(archived=False, name="new")
    assert here.name == "new"


async def test_a_locked_thread_is_closed_to_all_but_moderators(stage: Stage) -> None:
    thread = await stage.place.create_thread(name="table", type=discord.ChannelType.public_thread)
    sent = await thread.send("x")
    here = stage.playground.world.channels[thread.id]
    stage.playground.archive(here, archived=False, locked=True)
    assert await code(thread.send("y")) == 50013
    assert await code(sent.edit(content="y")) == 50013
    stage.playground.archive(here, locked=True)
    assert await code(thread.send("y")) == 50083
    assert await code(thread.edit(archived=False)) == 50013
    assert await code(sent.delete()) == 50083
    with pytest.raises(Refused):
        stage.alice.say(here, "x")
    stage.playground.allow(stage.channel, stage.playground.bot, Permission.MANAGE_THREADS)
    await thread.edit(archived=False, locked=False)
    await thread.send("z")


@pytest.mark.parametrize(
    ("denied", "public", "private"),
    [
        (Permission.CREATE_PUBLIC_THREADS, 50013, 0),
        (Permission.CREATE_PRIVATE_THREADS, 0, 50013),
        (Permission.VIEW_CHANNEL, 50001, 50001),
    ],
)
async def test_starting_threads_needs_permission(stage: Stage, denied: Permission, public: int, private: int) -> None:
    stage.playground.deny(stage.channel, stage.playground.bot, denied)
    kinds = (discord.ChannelType.public_thread, public), (discord.ChannelType.private_thread, private)
    for kind, expected in kinds:
        request = stage.place.create_thread(name="x", type=kind)
        if expected:
            assert (await refusal(request))[:2] == (403, expected)
        else:
            await request


async def test_sending_in_threads_has_its_own_permission(stage: Stage) -> None:
    thread = await stage.place.create_thread(name="x", type=discord.ChannelType.public_thread)
    stage.playground.deny(stage.channel, stage.playground.bot, Permission.SEND_MESSAGES)
    await thread.send("x")
    stage.playground.deny(stage.channel, stage.playground.bot, Permission.SEND_MESSAGES_IN_THREADS)
    assert await code(thread.send("x")) == 50013
    await stage.place.send("x")


@pytest.mark.parametrize(
    ("name", "minutes", "accepted"), [("n" * 100, 60, True), ("n" * 101, 60, False), ("n", 61, False)]
)
async def test_what_a_thread_may_be(stage: Stage, name: str, minutes: int, accepted: bool) -> None:
    body = {"name": name, "auto_archive_duration": minutes, "type": 11}
    request = stage.request("POST", f"/channels/{stage.channel.id}/threads", body)
    if accepted:
        assert (await request)["thread_metadata"]["auto_archive_duration"] == minutes
    else:
        assert await code(request) == 50035


async def test_a_deleted_channel_takes_its_threads_along(stage: Stage) -> None:
    thread = await stage.place.create_thread(name="table", type=discord.ChannelType.public_thread)
    place = stage.place
    assert await code(place.delete()) == 50013
    stage.playground.delete_channel(stage.channel)
    await stage.playground.wait(lambda: not stage.alice.channels(stage.guild))
    for request in (place.send("x"), thread.send("x"), place.typing().__aenter__()):
        assert await code(request) == 10003


async def test_the_bot_deletes_threads_where_it_may(stage: Stage) -> None:
    thread = await stage.place.create_thread(name="table", type=discord.ChannelType.public_thread)
    assert await code(thread.delete()) == 50013
    stage.playground.allow(stage.channel, stage.playground.bot, Permission.MANAGE_THREADS)
    await thread.delete()
    assert await code(thread.send("x")) == 10003


async def test_a_token_does_not_open_a_thread_that_is_closed(stage: Stage) -> None:
    seen: list[discord.Interaction] = []

    async def act(interaction: discord.Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("x")

    await stage.on_command(act)
    thread = stage.alice.start_thread(stage.channel, "talk")
    await stage.alice.command(thread, "do")
    sent = await seen[0].followup.send("y", wait=True)
    await sent.edit(content="z")
    await sent.delete()
    assert await code(sent.edit(content="x")) == 10008
    stage.playground.archive(thread)
    assert await code(seen[0].edit_original_response(content="y")) == 50083
    stage.playground.archive(thread, locked=True)
    assert await code(seen[0].followup.send("y")) == 50083
    with pytest.raises(Refused):
        await stage.alice.command(thread, "do")


async def test_channels_are_edited_where_the_bot_may(stage: Stage) -> None:
    assert await code(stage.place.edit(name="new")) == 50013
    stage.playground.set_bot_permissions(stage.guild, Permission.MANAGE_CHANNELS)
    await stage.place.edit(name="new", topic="Cards")
    assert (stage.channel.name, stage.channel.topic) == ("new", "Cards")
    assert await code(stage.place.edit(name="n" * 101)) == 50035
    dm = await (await stage.client.fetch_user(stage.alice.user.id)).create_dm()
    assert await code(stage.request("PATCH", f"/channels/{dm.id}", {"name": "x"})) == 50003
    async with stage.place.typing():
        pass
