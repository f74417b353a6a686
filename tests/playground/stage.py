"""A server with two people and a running discord.py client: what most of the look-alike's tests play on."""

from __future__ import annotations

import io
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.http import Route

from bot.playground import Channel, Guild, Message, Person, Playground

Act = Callable[[discord.Interaction], Coroutine[Any, Any, Any]]
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000030000000208060000009d74661a")
"""The head of a PNG picture, 3 by 2."""


@dataclass(eq=False)
class Stage:
    playground: Playground
    guild: Guild
    channel: Channel
    alice: Person
    bob: Person
    client: discord.Client
    tree: app_commands.CommandTree

    @property
    def place(self) -> discord.TextChannel:
        """The channel as the client has it."""
        place = self.client.get_channel(self.channel.id)
        assert isinstance(place, discord.TextChannel)
        return place

    async def on_command(self, act: Act) -> None:
        """Register /do, which does this."""

        @app_commands.command(name="do", description="Does it")
        async def do(interaction: discord.Interaction) -> None:
            await act(interaction)

        self.tree.clear_commands(guild=None)
        self.tree.add_command(do)
        await self.tree.sync()

    def posted(self, message: discord.Message) -> Message:
        """A message as the look-alike has it."""
        return self.playground.world.channels[message.channel.id].messages[message.id]

    async def request(self, method: str, path: str, json: Any = None) -> Any:
        """A request of the client, its payload unchecked by discord.py."""
        return await self.client.http.request(Route(method, path), json=json)


def picture(name: str = "card.png", content: bytes = PNG) -> discord.File:
    return discord.File(io.BytesIO(content), name)


async def refusal(request: Awaitable[Any]) -> tuple[int, int, str]:
    """The HTTP status, code and text of a request that is refused."""
    try:
        await request
    except discord.HTTPException as error:
        return error.status, error.code, error.text
    raise AssertionError("accepted")


async def code(request: Awaitable[Any]) -> int:
    """The code of a request that is refused."""
    return (await refusal(request))[1]


async def nothing(interaction: discord.Interaction) -> None:
    await interaction.response.defer()


class Press(discord.ui.Button[discord.ui.View]):
    """A button that does something."""

    def __init__(self, act: Act = nothing, label: str = "Go", custom_id: str = "go", **rest: Any) -> None:
        super().__init__(label=label, custom_id=custom_id, **rest)
        self.act = act

    async def callback(self, interaction: discord.Interaction) -> None:
        await self.act(interaction)


def view(*items: discord.ui.Item[discord.ui.View]) -> discord.ui.View:
    made = discord.ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    return made


def places(text: str) -> list[str]:
    """Where a refusal's text says that something is wrong."""
    return re.findall(r"^In ([\w.\[\]-]+):", text, re.MULTILINE)
