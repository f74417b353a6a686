"""Slash commands, their options, autocomplete and registration."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.playground import Permission, Refused
from tests.playground.command_forms import COMMANDS
from tests.playground.stage import Stage, places, refusal


async def test_an_answer_in_private_and_a_follow_up_for_all(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"hi {interaction.locale}", ephemeral=True)
        await interaction.followup.send("more")

    await stage.on_command(act)
    asked = await stage.alice.command(stage.channel, "do")
    assert asked.message.content == "hi zh-CN"
    await stage.bob.sees(stage.channel, lambda message: message.content == "more")
    assert [message.content for message in stage.bob.messages(stage.channel)] == ["more"]
    assert [message.content for message in stage.alice.messages(stage.channel)] == ["hi zh-CN", "more"]


async def test_an_interaction_tells_the_bot_where_and_by_whom(stage: Stage) -> None:
    seen: list[discord.Interaction] = []

    async def act(interaction: discord.Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("x")

    await stage.on_command(act)
    await stage.alice.command(stage.channel, "do")
    await stage.alice.command(stage.alice.dm, "do")
    here, private = seen
    assert isinstance(here.user, discord.Member)
    assert here.user.display_name == "Alice"
    assert (here.guild_id, here.channel_id) == (stage.guild.id, stage.channel.id)
    assert here.app_permissions.send_messages
    assert not here.app_permissions.manage_messages
    assert here.context.guild
    assert here.guild_locale == discord.Locale.american_english
    assert here.filesize_limit == 10 * 1024 * 1024
    assert private.guild is None
    assert isinstance(private.channel, discord.DMChannel)
    assert private.context.dm_channel
    assert private.user.id == stage.alice.user.id


class Demo(app_commands.Group):
    """A group with a subgroup."""

    inner = app_commands.Group(name="inner", description="Inner")

    @inner.command(description="Gives")
    @app_commands.choices(kind=[app_commands.Choice(name="Nice", value="n")])
    async def give(
        self,
        interaction: discord.Interaction,
        who: discord.Member,
        count: app_commands.Range[int, 1, 5],
        kind: str = "-",
        role: discord.Role | None = None,
        place: discord.TextChannel | None = None,
    ) -> None:
        where = place.name if place else "-"
        text = f"{who.display_name} {count} {kind} {role.name if role else '-'} {where}"
        await interaction.response.send_message(text)

    @app_commands.command(description="Shares")
    async def share(self, interaction: discord.Interaction, part: float, quick: bool) -> None:
        await interaction.response.send_message(f"{part} {quick}")

    @app_commands.command(description="Plays")
    async def play(self, interaction: discord.Interaction, cards: app_commands.Range[str, 1, 4]) -> None:
        await interaction.response.send_message(cards)

    @play.autocomplete("cards")
    async def complete(self, interaction: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{text} {number}", value=f"{number}") for number in range(2)]


@pytest.fixture
def demo(stage: Stage) -> None:
    stage.tree.add_command(Demo(name="demo", description="Demo"))


@pytest.mark.usefixtures("demo")
async def test_options_of_every_type_arrive(stage: Stage) -> None:
    await stage.tree.sync()
    role = stage.playground.add_role(stage.guild, "Dealer")
    asked = await stage.alice.command(
        stage.channel, "demo inner give", who=stage.bob, count=5, kind="Nice", role=role, place=stage.channel
    )
    assert asked.message.content == "Bob 5 n Dealer general"
    asked = await stage.alice.command(stage.channel, "demo share", part=1.5, quick=True)
    assert asked.message.content == "1.5 True"


@pytest.mark.parametrize(
    ("path", "options", "where"),
    [
        ("demo nothing", {}, "demo nothing"),
        ("demo inner", {}, "demo inner"),
        ("other", {}, "other"),
        ("demo play", {}, "cards"),
        ("demo play", {"cards": "12345"}, "cards"),
        ("demo play", {"cards": ""}, "cards"),
        ("demo play", {"cards": "1", "extra": "1"}, "extra"),
        ("demo play", {"cards": 1}, "cards"),
        ("demo inner give", {"count": 1}, "who"),
        ("demo inner give", {"who": "Bob", "count": 1}, "who"),
        ("demo inner give", {"who": "BOB", "count": 6}, "count"),
        ("demo inner give", {"who": "BOB", "count": 1.5}, "count"),
        ("demo inner give", {"who": "BOB", "count": 1, "kind": "Bad"}, "kind"),
        ("demo share", {"part": 1, "quick": "yes"}, "quick"),
        ("demo share", {"part": "1", "quick": True}, "part"),
        ("demo inner give", {"who": "BOB", "count": 1, "place": "FORUM"}, "place"),
    ],
)
@pytest.mark.usefixtures("demo")
async def test_the_client_refuses_wrong_options(stage: Stage, path: str, options: dict[str, Any], where: str) -> None:
    await stage.tree.sync()
    known: dict[object, Any] = {"BOB": stage.bob, "FORUM": stage.playground.add_forum(stage.guild)}
    with pytest.raises(Refused) as refused:
        await stage.alice.command(
            stage.channel, path, **{name: known.get(value, value) for name, value in options.items()}
        )
    assert refused.value.where == where


@pytest.mark.usefixtures("demo")
async def test_autocomplete_offers_choices(stage: Stage) -> None:
    await stage.tree.sync()
    with pytest.raises(Refused):
        await stage.alice.autocomplete(stage.channel, "demo share", {"part": "1"}, "part")
    choices = await stage.alice.autocomplete(stage.channel, "demo play", {"cards": "77"}, "cards")
    assert choices == [{"name": "77 0", "value": "0"}, {"name": "77 1", "value": "1"}]


@pytest.mark.parametrize("count", [26, -1])
async def test_autocomplete_answers_that_are_wrong_show_nothing(stage: Stage, count: int) -> None:
    @stage.tree.command(description="Plays")
    async def play(interaction: discord.Interaction, cards: str) -> None:
        await interaction.response.send_message(cards)

    errors: list[int] = []

    @play.autocomplete("cards")
    async def complete(interaction: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
        long = [app_commands.Choice(name="x" * 101, value="x")]
        choices = long if count < 0 else [app_commands.Choice(name=str(n), value=str(n)) for n in range(count)]
        errors.append((await refusal(interaction.response.autocomplete(choices)))[1])
        await interaction.response.autocomplete([])
        return []

    await stage.tree.sync()
    assert await stage.alice.autocomplete(stage.channel, "play", {"cards": ""}, "cards") == []
    assert errors == [50035]


async def test_commands_are_offered_by_permission_and_place(stage: Stage) -> None:
    @app_commands.command(name="all", description="For all")
    async def for_all(interaction: discord.Interaction) -> None: ...

    @app_commands.command(name="mods", description="For moderators")
    @app_commands.default_permissions(manage_messages=True)
    @app_commands.guild_only()
    async def for_moderators(interaction: discord.Interaction) -> None: ...

    @app_commands.command(name="none", description="For administrators")
    @app_commands.default_permissions()
    async def for_administrators(interaction: discord.Interaction) -> None: ...

    stage.tree.add_command(for_all)
    stage.tree.add_command(for_moderators)
    stage.tree.add_command(for_administrators)
    stage.tree.add_command(for_all, guild=discord.Object(stage.guild.id))
    await stage.tree.sync()

    def offered() -> list[str]:
        return [each["name"] for each in stage.alice.commands(stage.channel)]

    assert offered() == ["all"]
    moderator = stage.playground.add_role(stage.guild, "Moderator", Permission.MANAGE_MESSAGES)
    stage.alice.give(stage.guild, moderator)
    assert offered() == ["all", "mods"]
    assert [each["name"] for each in stage.alice.commands(stage.alice.dm)] == ["all", "none"]
    await stage.tree.sync(guild=discord.Object(stage.guild.id))
    assert offered() == ["all", "mods", "all"]
    assert len(await stage.tree.fetch_commands(guild=discord.Object(stage.guild.id))) == 1
    stage.playground.deny(stage.channel, stage.alice.user, Permission.USE_APPLICATION_COMMANDS)
    assert offered() == []
    stage.alice.give(stage.guild, stage.playground.add_role(stage.guild, "Owner", Permission.ADMINISTRATOR))
    assert offered() == ["all", "mods", "none", "all"]


async def test_registering_again_keeps_ids(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None: ...

    await stage.on_command(act)
    before = [command.id for command in await stage.tree.fetch_commands()]
    await stage.on_command(act)
    assert [command.id for command in await stage.tree.sync()] == before
    assert [command.id for command in await stage.tree.fetch_commands()] == before


@pytest.mark.parametrize(("payload", "wrong"), [row[1:] for row in COMMANDS], ids=[row[0] for row in COMMANDS])
async def test_what_commands_may_be(stage: Stage, payload: list[dict[str, Any]], wrong: str | None) -> None:
    request = stage.request("PUT", f"/applications/{stage.client.application_id}/commands", payload)
    if wrong is None:
        assert len(await request) == len(payload)
        return
    status, code, text = await refusal(request)
    assert (status, code) == (400, 50035)
    assert places(text) == [wrong]
    assert stage.alice.commands(stage.channel) == []


async def test_a_command_takes_a_file(stage: Stage) -> None:
    read: list[tuple[str, int, bytes]] = []

    @app_commands.command(description="Reads")
    async def read_file(interaction: discord.Interaction, file: discord.Attachment) -> None:
        read.append((file.filename, file.size, await file.read()))
        await interaction.response.send_message("read", ephemeral=True)

    stage.tree.add_command(read_file)
    await stage.tree.sync()
    file = stage.alice.upload(stage.channel, "a b.json", b"{}")
    assert not (await stage.alice.command(stage.channel, "read_file", file=file)).failed
    assert read == [("a_b.json", 2, b"{}")]
    for wrong in ("a.json", 1, stage.alice, None):
        with pytest.raises(Refused):
            await stage.alice.command(stage.channel, "read_file", file=wrong)
