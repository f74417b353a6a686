"""Each switch of the drawer does what it says, is shown to all windows, and can be undone."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial

import discord
import pytest

from bot.playground import Person
from tests.playground.page.conftest import Desk
from tests.playground.page.tab import Json, Refusal, Tab, tab
from tests.playground.stage import code


async def fault(window: Tab, desk: Desk, what: str, value: object = None) -> None:
    await window.ask("fault", what=what, value=value, channel=desk.channel.id)


def person(desk: Desk, name: str) -> Person:
    return next(each for each in desk.playground.people if each.user.name == name)


def send(desk: Desk) -> Awaitable[discord.Message]:
    """The bot says something in the channel."""
    assert desk.bot.client is not None
    return desk.bot.client.get_partial_messageable(desk.channel.id).send("hello")


async def answered(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("here")


async def use(window: Tab, desk: Desk) -> Json:
    desk.bot.act = answered
    return await window.ask("command", channel=desk.channel.id, path="do", options={})


def archived_and_locked(marks: tuple[bool, bool], channel: Json) -> bool:
    return (channel["archived"], channel["locked"]) == marks


async def test_closed_dms(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        assert desk.bot.client is not None
        ours = await desk.bot.client.fetch_user(person(desk, "Ann").user.id)
        await fault(ann, desk, "dms", value=False)
        assert await code(ours.send("hello")) == 50007
        assert not (await ann.hears("faults"))["dms"]
        await fault(ann, desk, "dms", value=True)
        await ours.send("hello")
        assert (await ann.hears("notice"))["reason"] == "dm"


async def test_leaving_and_coming_back(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        await fault(ann, desk, "leave")
        left = await ann.hears("faults", lambda faults: faults["outside"])
        assert [each["name"] for each in left["outside"]] == ["Server"]
        assert (await ann.hears("places", lambda places: not places["guilds"]))["channels"][0]["type"] == 1
        with pytest.raises(Refusal):
            await ann.ask("say", channel=desk.channel.id, text="hello", reply=None)
        dm = ann.places["channels"][0]["id"]
        await ann.ask("fault", what="join", value=left["outside"][0]["id"], channel=dm)
        await ann.hears("places", lambda places: places["guilds"])
        await ann.ask("say", channel=desk.channel.id, text="hello", reply=None)


async def test_a_permission_taken_and_given_back(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann, tab(desk.address, "Ben") as ben:
        await fault(ann, desk, "permission", "SEND_MESSAGES")
        assert await code(send(desk)) == 50013
        taken = await ben.hears("faults", lambda faults: faults["denied"].get(str(desk.channel.id)))
        assert taken["denied"] == {str(desk.channel.id): ["SEND_MESSAGES"]}
        await fault(ann, desk, "permission", "SEND_MESSAGES")
        await send(desk)
        with pytest.raises(Refusal):
            await fault(ann, desk, "permission", "ADMINISTRATOR")


async def test_a_moderator_comes_and_goes(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        await fault(ann, desk, "moderate")
        await ann.hears("faults", lambda faults: faults["moderates"] == [str(desk.guild.id)])
        await fault(ann, desk, "moderate")
        await ann.hears("faults", lambda faults: faults["moderates"] == [])


async def test_channels_and_threads(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        thread = person(desk, "Ann").start_thread(desk.channel, "thread", "hello")
        for what, marks in (("archive", (True, False)), ("archive", (False, False)), ("lock", (True, True))):
            await ann.ask("fault", what=what, value=None, channel=thread.id)
            assert await ann.channel(thread.id, partial(archived_and_locked, marks))
        with pytest.raises(Refusal):
            await fault(ann, desk, "archive")
        await fault(ann, desk, "add_channel")
        new = await ann.hears("places", lambda places: any(each["name"] == "new-2" for each in places["channels"]))
        assert len(new["channels"]) == 4
        await fault(ann, desk, "delete_channel")
        await ann.hears("places", lambda places: len(places["channels"]) == 2)
        assert await code(send(desk)) == 10003


async def test_an_outage_and_a_bot_that_is_removed(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        await fault(ann, desk, "outage")
        await ann.hears("places", lambda places: not places["guilds"][0]["available"])
        await fault(ann, desk, "outage")
        await ann.hears("places", lambda places: places["guilds"][0]["available"])
        await fault(ann, desk, "remove_bot")
        await ann.hears("places", lambda places: not places["guilds"][0]["bot"])
        assert (await ann.ask("commands", channel=desk.channel.id))["commands"] == []
        await fault(ann, desk, "remove_bot")
        await ann.hears("places", lambda places: places["guilds"][0]["bot"])
        assert not (await use(ann, desk))["failed"]


@pytest.mark.parametrize("what", ["drop", "reconnect", "invalidate"])
@pytest.mark.parametrize("refused", [False, True])
async def test_a_connection_that_is_lost_comes_back(desk: Desk, what: str, refused: bool) -> None:
    assert desk.bot.client is not None
    async with tab(desk.address, "Ann") as ann:
        await fault(ann, desk, "refuse_resume", refused)
        back = "resumed" if not refused and what != "invalidate" else "ready"
        came = desk.bot.client.wait_for(back, timeout=20)
        await fault(ann, desk, what)
        await came
        assert not (await use(ann, desk))["failed"]
        assert ann.faults["refuse_resume"] == refused


async def test_no_connection_until_it_is_allowed(desk: Desk) -> None:
    assert desk.bot.client is not None
    async with tab(desk.address, "Ann") as ann:
        await fault(ann, desk, "pause", value=True)
        await ann.hears("faults", lambda faults: not faults["connected"])
        came = desk.bot.client.wait_for("resumed", timeout=30)
        await fault(ann, desk, "pause", value=False)
        await came
        assert (await ann.hears("faults", lambda faults: faults["connected"]))["paused"] is False


async def test_interactions_that_come_twice(desk: Desk) -> None:
    times: list[int] = []

    async def count(interaction: discord.Interaction) -> None:
        times.append(interaction.id)
        if len(times) == 1:
            await interaction.response.send_message("here")

    async with tab(desk.address, "Ann") as ann:
        await fault(ann, desk, "twice", 1)
        desk.bot.act = count
        await ann.ask("command", channel=desk.channel.id, path="do", options={})
        await desk.playground.wait(lambda: len(times) == 2)
        assert times[0] == times[1]


async def test_answers_that_are_slow_or_fail(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        await fault(ann, desk, "slow", 0.2)
        await ann.hears("faults", lambda faults: faults["slow"] == 0.2)
        await fault(ann, desk, "slow", 0)
        await ann.hears("faults", lambda faults: faults["slow"] == 0)
        assert desk.playground.faults.all == []
        await fault(ann, desk, "fail", {"status": 500, "times": 1, "lost": False})
        assert (await ann.hears("faults", lambda faults: faults["failing"]))["failing"] == 1
        assert (await use(ann, desk))["failed"] is False
        await ann.hears("faults", lambda faults: faults["failing"] == 0)
        for value in (None, {"status": 200, "times": 1}, {"status": 500, "times": -1}, {"status": 500, "times": True}):
            with pytest.raises(Refusal):
                await fault(ann, desk, "fail", value)
        for number in (-1, 99, "1", None):
            with pytest.raises(Refusal):
                await fault(ann, desk, "slow", number)
        await fault(ann, desk, "limits", value=False)
        assert not desk.playground.limits.enforce


async def test_the_bot_is_switched_off_and_on(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        await fault(ann, desk, "power", value=False)
        await ann.hears("faults", lambda faults: not faults["bot"] and not faults["connected"])
        await fault(ann, desk, "power", value=True)
        await ann.hears("faults", lambda faults: faults["bot"] and faults["connected"])
        assert not (await use(ann, desk))["failed"]
