"""The gateway: log-in, events, dropped connections, resuming."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import discord
import pytest

from bot.playground import Permission, Playground
from bot.playground.gateway import REPLAYED
from tests.discord_client import on_playground, running
from tests.playground.stage import Stage, code


class Heard:
    """The events of some names that a client got, in order."""

    def __init__(self, client: discord.Client, *names: str) -> None:
        self.queue: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        for name in names:
            self._listen(client, name)

    def _listen(self, client: discord.Client, name: str) -> None:
        async def hear(*arguments: Any) -> None:
            self.queue.put_nowait((name, arguments[-1] if arguments else None))

        setattr(client, f"on_{name}", hear)

    async def next(self) -> tuple[str, Any]:
        return await asyncio.wait_for(self.queue.get(), 10)


async def test_a_wrong_token_does_not_log_in(playground: Playground) -> None:
    with on_playground(playground):
        async with discord.Client(intents=discord.Intents.default()) as client:
            with pytest.raises(discord.LoginFailure):
                await client.start("wrong")


async def test_intents_that_are_not_approved() -> None:
    strict = Playground(privileged_intents=0)
    await strict.start()
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(strict, discord.Client(intents=discord.Intents.all())):
            raise AssertionError("ready")
    await strict.stop()


async def test_a_client_gets_to_know_the_servers(stage: Stage) -> None:
    guild = stage.client.get_guild(stage.guild.id)
    assert guild is not None
    assert (guild.name, guild.member_count, [each.name for each in guild.text_channels]) == ("Server", 3, ["general"])
    assert guild.me.id == stage.playground.bot.id
    assert stage.place.permissions_for(guild.me).send_messages
    assert not stage.place.permissions_for(guild.me).manage_messages
    assert guild.get_member(stage.alice.user.id) is None


async def test_members_are_told_with_the_intent_for_them(playground: Playground) -> None:
    guild = playground.add_guild("Server")
    alice = playground.add_person("Alice", guild=guild)
    client = discord.Client(intents=discord.Intents(guilds=True, members=True))
    heard = Heard(client, "member_join", "member_remove", "member_update")
    async with running(playground, client):
        here = client.get_guild(guild.id)
        assert here is not None
        assert {member.display_name for member in here.members} == {"Bot", "Alice"}
        bob = playground.add_person("Bob", guild=guild)
        assert (await heard.next())[1].id == bob.user.id
        alice.give(guild, playground.add_role(guild, "Dealer"))
        name, member = await heard.next()
        assert (name, [role.name for role in member.roles]) == ("member_update", ["@everyone", "Dealer"])
        alice.leave(guild)
        assert (await heard.next())[0] == "member_remove"
        assert [member.id for member in await here.query_members("bo", cache=False)] == [playground.bot.id, bob.user.id]


async def test_changes_in_a_server_are_told(stage: Stage) -> None:
    channels = ["guild_channel_create", "guild_channel_update", "guild_channel_delete"]
    threads = ["thread_create", "raw_thread_update", "raw_thread_delete"]
    guilds = ["guild_join", "guild_remove", "guild_available", "guild_unavailable"]
    heard = Heard(stage.client, *channels, *threads, *guilds)
    playground = stage.playground
    other = playground.add_channel(stage.guild, "other")
    assert (await heard.next())[0] == "guild_channel_create"
    playground.deny(other, playground.bot, Permission.ATTACH_FILES)
    name, changed = await heard.next()
    assert name == "guild_channel_update"
    assert not changed.permissions_for(changed.guild.me).attach_files
    thread = stage.alice.start_thread(other, "talk")
    assert (await heard.next())[0] == "thread_create"
    playground.archive(thread)
    assert (await heard.next())[1].data["thread_metadata"]["archived"]
    playground.archive(thread, archived=False)
    assert not (await heard.next())[1].data["thread_metadata"]["archived"]
    playground.delete_channel(thread)
    assert (await heard.next())[0] == "raw_thread_delete"
    playground.delete_channel(other)
    assert (await heard.next())[0] == "guild_channel_delete"
    playground.outage(stage.guild)
    assert (await heard.next())[0] == "guild_unavailable"
    playground.outage(stage.guild, over=True)
    assert (await heard.next())[0] == "guild_available"
    playground.remove_bot(stage.guild)
    assert (await heard.next())[0] == "guild_remove"
    assert stage.alice.commands(stage.channel) == []
    assert await code(stage.client.fetch_channel(stage.channel.id)) == 10003
    playground.add_channel(stage.guild, "unheard")
    playground.add_guild("New")
    assert (await heard.next())[1].name == "New"


async def test_messages_are_told(stage: Stage) -> None:
    heard = Heard(stage.client, "message", "raw_message_edit", "raw_message_delete")
    sent = await stage.place.send("x")
    assert (await heard.next())[1].id == sent.id
    await sent.edit(content="y")
    assert (await heard.next())[1].message.content == "y"
    stage.playground.delete_message(stage.posted(sent))
    assert (await heard.next())[0] == "raw_message_delete"


async def test_private_messages_come_to_the_bot_as_if_from_a_dm(stage: Stage) -> None:
    heard = Heard(stage.client, "message")

    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("x", ephemeral=True)

    await stage.on_command(act)
    await stage.alice.command(stage.channel, "do")
    message = (await heard.next())[1]
    assert message.flags.ephemeral
    assert message.guild is None


@pytest.mark.parametrize("way", ["drop", "reconnect", "resumable"])
async def test_a_session_is_resumed_with_what_was_missed(stage: Stage, way: str) -> None:
    gateway = stage.playground.gateway
    heard = Heard(stage.client, "resumed", "ready", "message")
    if way == "drop":
        await gateway.drop()
    elif way == "reconnect":
        gateway.reconnect()
    else:
        gateway.invalidate(resumable=True)
    if way == "drop":
        assert gateway.connected == 0
        stage.alice.say(stage.channel, "missed")
        assert (await heard.next())[0] == "message"
    assert (await heard.next())[0] == "resumed"
    stage.alice.say(stage.channel, "after")
    assert (await heard.next())[0] == "message"
    assert gateway.connected == 1


async def test_a_session_that_cannot_be_resumed_starts_anew(stage: Stage) -> None:
    gateway = stage.playground.gateway
    heard = Heard(stage.client, "ready", "resumed")
    gateway.refuse_resume = True
    await gateway.drop()
    assert (await heard.next())[0] == "ready"
    gateway.refuse_resume = False
    gateway.invalidate()
    assert (await heard.next())[0] == "ready"


async def test_too_much_missed_starts_anew(stage: Stage) -> None:
    gateway = stage.playground.gateway
    heard = Heard(stage.client, "ready", "resumed")
    gateway.paused = True
    await gateway.drop()
    for number in range(REPLAYED + 1):
        stage.playground.add_channel(stage.guild, str(number))
    gateway.paused = False
    assert (await heard.next())[0] == "ready"


async def test_shards_get_their_servers_and_the_first_gets_dms(playground: Playground) -> None:
    guilds = [playground.add_guild(str(number)) for number in range(4)]
    channels = [playground.add_channel(guild) for guild in guilds]
    alice = playground.add_person("Alice")
    for guild in guilds:
        alice.join(guild)
    client = discord.AutoShardedClient(intents=discord.Intents.default(), shard_count=2)
    heard = Heard(client, "message")
    async with running(playground, client):
        assert len(client.guilds) == 4
        for channel in [*channels, alice.dm]:
            alice.say(channel, "x")
        seen = [(await heard.next())[1].guild for _ in range(5)]
        assert {each and each.id for each in seen} == {*(guild.id for guild in guilds), None}


async def test_what_the_gateway_says_to_nonsense(playground: Playground) -> None:
    cases: list[tuple[str, int]] = [
        ("no JSON", 4002),
        ("[]", 4002),
        (json.dumps({"op": 8, "d": {}}), 4003),
        (json.dumps({"op": 2, "d": {"token": "wrong"}}), 4004),
        (json.dumps({"op": 6, "d": {"token": "wrong"}}), 4004),
    ]
    async with aiohttp.ClientSession() as session:
        for text, expected in cases:
            async with session.ws_connect(playground.gateway_url) as socket:
                assert (await socket.receive_json())["op"] == 10
                await socket.send_str(json.dumps({"op": 1, "d": None}))
                assert (await socket.receive_json())["op"] == 11
                await socket.send_str(text)
                assert (await socket.receive()).data == expected


async def test_a_paused_gateway_takes_no_connection(stage: Stage) -> None:
    heard = Heard(stage.client, "resumed")
    gateway = stage.playground.gateway
    gateway.paused = True
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(stage.playground.gateway_url)
    gateway.paused = False
    await gateway.drop()
    assert (await heard.next())[0] == "resumed"
