"""Slash commands of a real discord.py client."""

import discord
from discord import app_commands

from bot.playground import Playground
from tests.discord_client import running


async def test_a_slash_command_is_answered(playground: Playground) -> None:
    guild = playground.add_guild("Server")
    channel = playground.add_channel(guild)
    alice = playground.add_person("Alice", locale="zh-CN", guild=guild)
    bob = playground.add_person("Bob", guild=guild)
    client = discord.Client(intents=discord.Intents.default())
    tree = app_commands.CommandTree(client)

    @tree.command(description="Says hello")
    async def hello(interaction: discord.Interaction, word: str) -> None:
        await interaction.response.send_message(f"{word} {interaction.user} {interaction.locale}", ephemeral=True)
        await interaction.followup.send("more")

    async with running(playground, client):
        await tree.sync()
        asked = await alice.command(channel, "hello", word="hi")
        assert asked.message.content == f"hi {alice.user.username} zh-CN"
        await bob.sees(channel, lambda message: message.content == "more")
        assert asked.message not in bob.messages(channel)
        assert asked.message in alice.messages(channel)
