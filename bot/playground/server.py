"""The look-alike as a whole: start it, fill its world, let things go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from aiohttp import web

from bot.playground.clock import Clock, SystemClock
from bot.playground.faults import Faults
from bot.playground.gateway import PRIVILEGED, Gateway
from bot.playground.limits import Limits
from bot.playground.messages import Messages
from bot.playground.model import Channel, ChannelType, Guild, Message, Role, User
from bot.playground.permission import EVERYONE, NONE, Permission
from bot.playground.person import Person
from bot.playground.rest import applications, channels, interactions
from bot.playground.rest.call import Call, Result, Sent
from bot.playground.rest.server import BASE, BIGGEST_REQUEST, Rest
from bot.playground.world import World

Found = TypeVar("Found")
TOKEN: Final = "playground"
"""The bot's token, if no other is given."""
HOST: Final = "127.0.0.1"


class Playground:
    """An embedded Discord with one bot. Everything is in memory and gone with it."""

    def __init__(
        self, *, bot: str = "Bot", token: str = TOKEN, clock: Clock | None = None, privileged_intents: int = PRIVILEGED
    ) -> None:
        self.token: Final = token
        self.world: Final = World(clock or SystemClock(), bot)
        self.faults: Final = Faults()
        self.limits: Final = Limits(self.world.clock)
        self.gateway: Final = Gateway(self.world, token, privileged_intents)
        self._messages = Messages(self.world)
        self._rest = Rest(self.world, self._messages, self.limits, self.faults, token)
        self._people: dict[int, Person] = {}
        self._routes: list[web.RouteDef] = []
        self._runner: web.AppRunner | None = None
        self.address = ""
        """Where it listens, once it does: host and port."""

    # Running

    def serve(self, routes: Iterable[web.RouteDef]) -> None:
        """Serve these as well, from the next start on."""
        self._routes += routes

    async def start(self, port: int = 0) -> None:
        """Serve on 127.0.0.1; port 0 takes a free one."""
        app = web.Application(client_max_size=BIGGEST_REQUEST)
        for module in (applications, channels, interactions):
            self._rest.add(app, module.ROUTES)
        app.router.add_get("/gateway/", self.gateway.connect)
        self._rest.add(app, [("GET", "/gateway/bot", self._gateway_bot)])
        app.router.add_get("/cdn/attachments/{channel}/{attachment:[0-9]+}/{filename}", self._attachment)
        app.add_routes(self._routes)
        self._runner = web.AppRunner(app, shutdown_timeout=1, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, port)
        await site.start()
        self.address = f"{HOST}:{self._runner.addresses[0][1]}"
        self.gateway.url = self.gateway_url
        self.world.cdn = self.cdn_url

    async def stop(self) -> None:
        """Stop serving and close all connections."""
        self.faults.clear()
        await self.gateway.drop(1001)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def api_url(self) -> str:
        """The base of the REST interface."""
        return f"http://{self.address}{BASE}"

    @property
    def gateway_url(self) -> str:
        """The gateway."""
        return f"ws://{self.address}/gateway/"

    @property
    def cdn_url(self) -> str:
        """The base of attachments."""
        return f"http://{self.address}/cdn"

    def on_sent(self, listener: Callable[[Sent], None]) -> None:
        """Call this with everything that leaves the bot, and who gets to read it."""
        self._rest.listeners.append(listener)

    async def wait(self, look: Callable[[], Found | None], seconds: float = 10) -> Found:
        """What ``look`` finds, as soon as it finds something true; raise TimeoutError after so long in real time.

        It looks again when something happens in the look-alike.
        """
        return await self.world.wait(look, seconds)

    # The world

    def add_guild(
        self,
        name: str,
        *,
        locale: str = "en-US",
        everyone: Permission = EVERYONE,
        bot: Permission = NONE,
        people: Iterable[Person] = (),
    ) -> Guild:
        """A server with the bot and people in it; ``bot`` is what the bot may besides what everyone may."""
        guild = self.world.add_guild(name, locale, everyone, bot)
        for person in people:
            person.join(guild)
        return guild

    def add_channel(self, guild: Guild, name: str = "general") -> Channel:
        """A text channel."""
        return self.world.add_channel(guild, name, ChannelType.TEXT)

    def add_forum(self, guild: Guild, name: str = "forum") -> Channel:
        """A forum."""
        return self.world.add_channel(guild, name, ChannelType.FORUM)

    def add_person(self, name: str, *, locale: str = "en-US", guild: Guild | None = None) -> Person:
        """Someone, in a server if one is given."""
        person = Person(self.world, self.world.add_user(name, locale))
        self._people[person.user.id] = person
        if guild is not None:
            person.join(guild)
        return person

    @property
    def people(self) -> list[Person]:
        """Everyone, in order of arrival."""
        return list(self._people.values())

    def add_role(self, guild: Guild, name: str, permissions: Permission = NONE) -> Role:
        """A role that nobody has yet."""
        return self.world.add_role(guild, name, permissions)

    def set_bot_permissions(self, guild: Guild, permissions: Permission) -> None:
        """Set what the bot may in a server besides what everyone may."""
        role = next(each for each in guild.roles.values() if each.managed)
        self.world.set_permissions(guild, role, permissions)

    def allow(self, channel: Channel, target: Role | User, permissions: Permission) -> None:
        """Let a channel allow permissions to a role or user, and deny nothing."""
        self.world.overwrite(channel, target, allow=permissions)

    def deny(self, channel: Channel, target: Role | User, permissions: Permission) -> None:
        """Let a channel deny permissions to a role or user, and allow nothing."""
        self.world.overwrite(channel, target, deny=permissions)

    @property
    def bot(self) -> User:
        """The bot."""
        return self.world.me

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread."""
        self.world.delete_channel(channel)

    def delete_message(self, message: Message) -> None:
        """Delete a message, as a moderator does."""
        self.world.delete(message)

    def archive(self, thread: Channel, *, archived: bool = True, locked: bool | None = None) -> None:
        """Archive a thread or take it out of the archive, and lock or unlock it."""
        self.world.archive(thread, archived, locked)

    def remove_bot(self, guild: Guild) -> None:
        """Take the bot out of a server."""
        self.world.remove_guild(guild)

    def readmit_bot(self, guild: Guild) -> None:
        """Let the bot into a server again that it was taken out of."""
        self.world.readmit(guild)

    def outage(self, guild: Guild, *, over: bool = False) -> None:
        """Begin or end an outage of a server at Discord."""
        self.world.set_available(guild, over)

    # What is served besides REST routes

    async def _gateway_bot(self, _: Call) -> Result:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return 200, {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}

    async def _attachment(self, request: web.Request) -> web.Response:
        found = self.world.attachments.get(int(request.match_info["attachment"]))
        if found is None or found.filename != request.match_info["filename"]:
            raise web.HTTPNotFound
        return web.Response(body=found.content, content_type=found.content_type)
