"""Two look-alikes of Discord behind one door: the playground over HTTP, and simcord, which other people wrote.

``Ours`` and ``Theirs`` are a server each with a bot and Alice in it. A case makes the same requests of both and
compares what they say.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import aiohttp
import discord
import simcord
from discord.http import Route

from bot.playground import HandClock, Interaction, Permission, Playground

Json = dict[str, Any]
Files = Mapping[str, bytes]
"""Uploads by file name."""
COMMAND: Json = {
    "name": "do",
    "description": "Does it",
    "options": [{"name": "word", "description": "A word", "type": 3, "autocomplete": True}],
}
BOT = Permission(~Permission.ADMINISTRATOR & (1 << 53) - 1)
"""What the bot may: all but what overrides channels."""


@dataclass(frozen=True)
class Said:
    """What a look-alike answered to a request."""

    status: int
    """HTTP status; 200 for all that was accepted, 0 if simcord failed or does not have this."""
    code: int = 0
    """Discord's code of a refusal."""
    places: tuple[str, ...] = ()
    """Where it says that the body is wrong, as "embeds.0.title"."""
    body: Any = None
    """The JSON of an answer."""
    told: Any = None
    """What else is compared of an answer."""

    @property
    def refused(self) -> bool:
        return self.status != 200

    @property
    def gist(self) -> tuple[int, Any]:
        """HTTP status, and the code of a refusal or what else is compared."""
        return self.status, self.code if self.refused else self.told

    @property
    def id(self) -> str:
        """The id of what was made."""
        assert isinstance(self.body, dict), self
        return str(self.body["id"])


@dataclass(frozen=True)
class Asked:
    """An interaction as the bot got it."""

    id: int
    token: str


class World(Protocol):
    """One server with a bot, Alice, a text channel and a forum, nothing in them yet."""

    channel: int
    forum: int
    guild: int
    alice: int
    bot: int
    application: int

    async def request(self, method: str, path: str, body: Any = None, files: Files | None = None) -> Said:
        """Make a request as the bot."""
        ...

    async def command(self) -> Asked:
        """Let Alice use /do."""
        ...

    async def complete(self) -> Asked:
        """Let Alice type the option of /do."""
        ...

    async def press(self, message: str) -> Asked:
        """Let Alice press the button of a message in the channel."""
        ...

    async def submit(self, opened: Asked) -> Asked:
        """Let Alice send the modal that an interaction was answered with, one text field named "f"."""
        ...

    async def say(self, text: str) -> str:
        """Let Alice say something in the channel; the message's id."""
        ...

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        ...

    def without(self, denied: Permission) -> int:
        """Another channel, which denies the bot this."""
        ...

    def leave(self) -> None:
        """Let Alice leave the server."""
        ...

    def role(self) -> int:
        """A new role that may be mentioned by those who may mention everyone."""
        ...


class Ours:
    """The playground, through HTTP."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession, clock: HandClock) -> None:
        self._playground = playground
        self._session = session
        self._clock = clock
        self._guild = playground.add_guild("Server", bot=BOT)
        self._channel = playground.add_channel(self._guild)
        self._alice = playground.add_person("Alice", guild=self._guild)
        self._waiting: list[asyncio.Task[Interaction] | asyncio.Task[list[Json] | None]] = []
        self.channel = self._channel.id
        self.forum = playground.add_forum(self._guild).id
        self.guild, self.alice = self._guild.id, self._alice.user.id
        self.bot = self.application = playground.bot.id

    async def request(self, method: str, path: str, body: Any = None, files: Files | None = None) -> Said:
        data = None
        if files:
            data = aiohttp.FormData()
            data.add_field("payload_json", json.dumps(body))
            for number, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{number}]", io.BytesIO(content), filename=name)
        headers = {"Authorization": f"Bot {self._playground.token}"}
        url = f"{self._playground.api_url}{path}"
        sent = {} if body is None else {"data": data} if data is not None else {"json": body}
        async with self._session.request(method, url, headers=headers, **sent) as response:
            told = await response.json() if response.content_type == "application/json" else None
            if response.ok:
                return Said(200, body=told)
            if not isinstance(told, dict):
                return Said(response.status)
            return Said(response.status, told["code"], tuple(_places(told.get("errors", {}))))

    async def _asked(self, asking: Any) -> Asked:
        known = set(self._playground.world.interactions)
        self._waiting.append(asyncio.ensure_future(asking))
        new = await self._playground.wait(lambda: set(self._playground.world.interactions) - known)
        [token] = new
        return Asked(self._playground.world.interactions[token].id, token)

    async def command(self) -> Asked:
        return await self._asked(self._alice.command(self._channel, "do"))

    async def complete(self) -> Asked:
        return await self._asked(self._alice.autocomplete(self._channel, "do", {"word": "a"}, "word"))

    async def press(self, message: str) -> Asked:
        return await self._asked(self._alice.click(self._channel.messages[int(message)], custom_id="go"))

    async def submit(self, opened: Asked) -> Asked:
        interaction = self._playground.world.interactions[opened.token]
        return await self._asked(self._alice.submit(interaction, {"f": "x"}))

    async def say(self, text: str) -> str:
        return str(self._alice.say(self._channel, text).id)

    async def wait(self, seconds: float) -> None:
        self._clock.advance(seconds)

    def without(self, denied: Permission) -> int:
        channel = self._playground.add_channel(self._guild)
        self._playground.deny(channel, self._playground.bot, denied)
        return channel.id

    def leave(self) -> None:
        self._alice.leave(self._guild)

    def role(self) -> int:
        return self._playground.add_role(self._guild, "Dealers").id

    async def end(self) -> None:
        """Let nobody wait for an answer any more."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)


class Hearing(discord.Client):
    """A bot that does nothing but keep in mind what it was asked.

    Not in an event's handler: simcord waits 50 ms for what handlers may yet do.
    """

    def __init__(self, *, intents: discord.Intents) -> None:
        super().__init__(intents=intents)
        self.heard: list[Asked] = []

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        if event == "interaction":
            self.heard.append(Asked(args[0].id, args[0].token))
        super().dispatch(event, *args, **kwargs)


class Theirs:
    """simcord, through the HTTP client of the bot that runs in it."""

    def __init__(self, env: simcord.Env, client: Hearing) -> None:
        self._env = env
        self._client = client
        self._guild = env.create_guild()
        self._channel = self._guild.create_text_channel("general")
        self._alice = self._guild.add_member(env.create_user("Alice"))
        self._results: dict[str, simcord.InteractionResult] = {}
        assert client.user is not None
        assert client.application_id is not None
        self.channel = self._channel.id
        self.forum = self._guild.create_forum_channel("forum").id
        self.guild, self.alice, self.bot = self._guild.id, self._alice.id, client.user.id
        self.application = client.application_id

    async def request(self, method: str, path: str, body: Any = None, files: Files | None = None) -> Said:
        more: Json = {}
        if files:
            uploads = [discord.File(io.BytesIO(content), name) for name, content in files.items()]
            more = {"form": [{"name": "payload_json", "value": json.dumps(body)}], "files": uploads}
        elif body is not None:
            more = {"json": json.loads(json.dumps(body))}
        try:
            return Said(200, body=await self._client.http.request(Route(method, path), **more))
        except discord.HTTPException as error:
            return Said(error.status, error.code, _named(error.text))
        except (simcord.BackendError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return Said(0)

    def _asked(self, result: simcord.InteractionResult) -> Asked:
        asked = self._client.heard[-1]
        self._results[asked.token] = result
        return asked

    async def command(self) -> Asked:
        return self._asked(await self._alice.slash(self._channel, "do"))

    async def complete(self) -> Asked:
        await self._alice.autocomplete(self._channel, "do", "word", "a")
        return self._client.heard[-1]

    async def press(self, message: str) -> Asked:
        [found] = [each for each in self._channel.history() if each.id == int(message)]
        return self._asked(await self._alice.click(found, custom_id="go"))

    async def submit(self, opened: Asked) -> Asked:
        return self._asked(await self._alice.submit_modal(self._results[opened.token], {"f": "x"}))

    async def say(self, text: str) -> str:
        return str((await self._alice.send(self._channel, text)).id)

    async def wait(self, seconds: float) -> None:
        await self._env.advance_time(seconds)

    def without(self, denied: Permission) -> int:
        assert self._client.user is not None
        overwrite = discord.PermissionOverwrite.from_pair(discord.Permissions.none(), discord.Permissions(denied))
        return self._guild.create_text_channel("other", overwrites={self._client.user: overwrite}).id

    def leave(self) -> None:
        self._guild.remove_member(self._alice)

    def role(self) -> int:
        return self._guild.create_role("Dealers").id


@dataclass(frozen=True)
class Opinions:
    """Both look-alikes, running; a case gets a server of its own in each."""

    playground: Playground
    session: aiohttp.ClientSession
    clock: HandClock
    env: simcord.Env
    client: Hearing

    @asynccontextmanager
    async def worlds(self) -> AsyncIterator[tuple[World, World]]:
        """A server in each, with /do registered."""
        ours, theirs = Ours(self.playground, self.session, self.clock), Theirs(self.env, self.client)
        for world in (ours, theirs):
            await world.request("PUT", f"/applications/{world.application}/commands", [COMMAND])
        yield ours, theirs
        await ours.end()


@asynccontextmanager
async def opinions() -> AsyncIterator[Opinions]:
    """Run both look-alikes."""
    clock, client = HandClock(), Hearing(intents=discord.Intents.default())
    playground = Playground(clock=clock)
    playground.limits.enforce = False
    await playground.start()
    # Not simcord.run: it has to be left in the context in which it was entered, which is not so in a fixture.
    env = simcord.Env(client)
    await env.start()
    async with aiohttp.ClientSession() as session:
        yield Opinions(playground, session, clock, env, client)
    await env.shutdown()
    await playground.stop()


def _places(errors: Json, path: str = "") -> list[str]:
    """Where the errors of a refusal are."""
    found = [path] if "_errors" in errors else []
    for key, inner in errors.items():
        if key != "_errors":
            found += _places(inner, f"{path}.{key}" if path else key)
    return found


def _named(text: str) -> tuple[str, ...]:
    """The place that simcord names in a sentence like "Invalid Form Body: components.[0].label: too long"."""
    found = re.match(r"Invalid Form Body: (?:components\.)?([\w.\[\]]+[\w\]])(?::| must| contains| entries)", text)
    # A path without a number, in components, is one of a component of which it does not say the number.
    if found is None or found[1] in {"items.media", "accessory.media", "file"}:
        return ()
    place = re.sub(r"\[(\d+)\]", r".\1", found[1]).removeprefix(".")
    return (place if not place[0].isdigit() else f"components.{place}",)
