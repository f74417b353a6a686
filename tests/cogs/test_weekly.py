"""The weekly post: once, in the channel that was chosen, whatever happens meanwhile."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from bot.playground import Channel, Message, Playground
from bot.playground.permission import Permission
from storage.periods import Period
from storage.rows import Server
from storage.store import Store
from storage.weekly import due
from tests.cogs.managers import manager, played
from tests.cogs.room import FAST, Room, press, room, scene, told
from tests.cogs.test_settings import choose
from tests.storage.played import play


def posts(channel: Channel) -> list[Message]:
    """The weekly posts in a channel."""
    return [each for each in channel.messages.values() if "🏆" in each.text()]


async def last_week(here: Room, database: Path, server: Server) -> None:
    """What a database holds on a Monday: rounds of the week before, of a server that wants a post."""
    store = await Store.open(database)
    shares = [(person.user.id, points) for person, points in zip(here.people, (4, 4, -2, -2, -4), strict=True)]
    await play(store, shares, guild=here.guild.id, at=Period.WEEK.before(time.time()) + 86400.0)
    await store.put_away(1, "{}", time.time())
    await store.set_server(here.guild.id, server)
    await store.close()


async def test_a_week_is_posted_once_although_the_bot_restarts(playground: Playground, tmp_path: Path) -> None:
    here, database = scene(playground), tmp_path / "bot.db"
    await last_week(here, database, Server(weekly=here.channel.id))
    async with here.bot(database):
        (post,) = await playground.wait(lambda: posts(here.channel))
        lines = post.embeds[0]["description"].splitlines()
        assert [line.split()[0] for line in lines] == ["🥇", "🥇", "🥉", "🥉", "`5.`"]
        assert "+4 points" in lines[0]
        assert "Rounds played: 1" in post.text()
        assert not [n for person in here.people for n in person.notifications]
    async with here.bot(database):
        here.client.services.weekly.look()
        assert not (await here.people[0].command(here.channel, "bh help")).failed
    assert posts(here.channel) == [post]


async def test_a_post_of_which_the_bot_learned_nothing_is_not_made_twice(
    playground: Playground, tmp_path: Path
) -> None:
    here, database = scene(playground), tmp_path / "bot.db"
    await last_week(here, database, Server(weekly=here.channel.id, language="zh-CN"))
    lost = playground.faults.add(rf"^/channels/{here.channel.id}/messages$", method="POST", status=503, after=True)
    async with here.bot(database):
        await playground.wait(lambda: posts(here.channel) and lost.hits)
    playground.faults.clear()
    async with here.bot(database, pace=replace(FAST, retry_most=0.05)):
        store = here.client.services.store
        while await due(store, time.time()):
            assert not (await here.people[0].command(here.channel, "bh help")).failed
    (post,) = posts(here.channel)
    assert "一周战报" in post.text()


async def test_who_has_their_data_deleted_meanwhile_is_not_in_it(playground: Playground, tmp_path: Path) -> None:
    here, database = scene(playground), tmp_path / "bot.db"
    await last_week(here, database, Server(weekly=here.channel.id))
    posting = playground.faults.hold(rf"^/channels/{here.channel.id}/messages$", method="POST")
    async with here.bot(database):
        bob = here.people[1]
        await posting.arrived.wait()
        message = (await bob.command(here.channel, "bh settings privacy")).message
        await press(bob, message, "Delete…")
        assert told(await press(bob, message, "Delete for good")).startswith("Done")
        posting.release()
        (post,) = await playground.wait(lambda: posts(here.channel))
        await playground.wait(lambda: f"p{bob.user.id}" not in post.text())
        assert f"p{here.people[0].user.id}" in post.text()


async def test_a_channel_that_may_not_be_written_in_is_tried_until_it_may(
    playground: Playground, tmp_path: Path
) -> None:
    here, database = scene(playground), tmp_path / "bot.db"
    await last_week(here, database, Server(weekly=here.channel.id))
    playground.deny(here.channel, playground.bot, Permission.SEND_MESSAGES)
    async with here.bot(database, pace=replace(FAST, retry_most=0.05)):
        other = playground.add_channel(here.guild, "other")
        text = told(await manager(here).command(other, "bh settings server"))
        assert f"<#{here.channel.id}> ⚠️ I cannot post there. Missing: **Send Messages**" in text
        assert not posts(here.channel)
        playground.allow(here.channel, playground.bot, Permission.SEND_MESSAGES)
        await playground.wait(lambda: posts(here.channel))


async def test_another_channel_gets_what_one_that_is_gone_could_not(playground: Playground, tmp_path: Path) -> None:
    here, database = scene(playground), tmp_path / "bot.db"
    gone, other = playground.add_channel(here.guild, "gone"), playground.add_channel(here.guild, "other")
    await last_week(here, database, Server(weekly=gone.id))
    playground.delete_channel(gone)
    async with here.bot(database):
        ann = manager(here)
        message = (await ann.command(here.channel, "bh settings server")).message
        assert "the channel is gone" in message.text()
        await choose(ann, message, "weekly", other)
        await playground.wait(lambda: posts(other))


async def test_a_server_that_begins_is_told_of_the_week_that_runs_first(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = manager(here)
        await played(here, (8, -4, -4), at=Period.WEEK.before(time.time()) + 86400.0)
        await played(here, (4, -2, -2), at=time.time())
        message = (await ann.command(here.channel, "bh settings server")).message
        await choose(ann, message, "weekly", here.channel)
        assert f"**Weekly post**: <#{here.channel.id}>" in message.text()
        assert "+4 points" in message.text(), "the preview is of the week that runs"
        await press(ann, message, "No weekly post")
        assert not posts(here.channel)
