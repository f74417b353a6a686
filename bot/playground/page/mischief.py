"""What the page's drawer can let go wrong, and undo again: for a person, a channel, a server, Discord and the bot."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.playground.errors import Json
from bot.playground.faults import Fault
from bot.playground.model import Channel, Guild, Role, ThreadState
from bot.playground.permission import NONE, Permission
from bot.playground.person import Person
from bot.playground.server import Playground

TAKEN: Final = (
    Permission.VIEW_CHANNEL,
    Permission.SEND_MESSAGES,
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.EMBED_LINKS,
    Permission.ATTACH_FILES,
    Permission.READ_MESSAGE_HISTORY,
    Permission.CREATE_PUBLIC_THREADS,
)
"""What can be taken from the bot in a channel."""
MODERATOR: Final = (
    Permission.KICK_MEMBERS
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_GUILD
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
)
"""What a moderator may."""
SLOWEST: Final = 10.0
"""Seconds."""
MOST_FAILURES: Final = 1000


class Switch(Protocol):
    """Stops and starts the bot."""

    @property
    def on(self) -> bool:
        """Whether it has been started and not stopped since."""
        ...

    async def start(self) -> None:
        """Start it."""
        ...

    async def stop(self) -> None:
        """Stop it, and return when it has ended."""
        ...


@dataclass(slots=True)
class Wanted:
    """What the drawer is asked for: who asks, where they are, and the value that was set."""

    person: Person
    channel: Channel
    value: object

    @property
    def place(self) -> Channel:
        """The channel whose permissions hold: of a thread, its parent."""
        return self.channel.parent or self.channel


@dataclass(eq=False, slots=True)
class Mischief:
    """The drawer of one look-alike."""

    playground: Playground
    guilds: list[Guild]
    bot: Switch
    _slow: Fault | None = None
    _failing: Fault | None = None
    _moderators: dict[Guild, Role] = field(default_factory=dict)

    def state(self, person: Person) -> Json:
        """How everything stands, for someone."""
        gateway, failing = self.playground.gateway, self._failing
        left = 0 if failing is None or failing.times is None else failing.times - failing.hits
        return {
            "dms": person.user.dms_open,
            "outside": [
                {"id": str(guild.id), "name": guild.name}
                for guild in self.guilds
                if person.user.id not in guild.members
            ],
            "moderates": [str(guild.id) for guild in self._moderators if self._moderates(person, guild)],
            "permissions": [each.name for each in TAKEN],
            "denied": self._denied(person),
            "bot": self.bot.on,
            "connected": bool(gateway.connected),
            "refuse_resume": gateway.refuse_resume,
            "twice": gateway.deliver_twice,
            "paused": gateway.paused,
            "slow": 0 if self._slow is None else self._slow.delay,
            "failing": left,
            "limits": self.playground.limits.enforce,
        }

    def _denied(self, person: Person) -> Json:
        bot = self.playground.bot.id
        return {
            str(channel.id): [each.name for each in TAKEN if each.name and each in channel.overwrites[bot].deny]
            for guild in self.guilds
            for channel in person.channels(guild)
            if bot in channel.overwrites
        }

    def _moderates(self, person: Person, guild: Guild) -> bool:
        member = guild.members.get(person.user.id)
        return member is not None and self._moderators[guild].id in member.roles

    # The person

    async def dms(self, wanted: Wanted) -> None:
        """Close or open someone's DMs."""
        if wanted.value is True:
            wanted.person.open_dms()
        else:
            wanted.person.close_dms()

    async def leave(self, wanted: Wanted) -> None:
        """Leave the server."""
        wanted.person.leave(_server(wanted))

    async def join(self, wanted: Wanted) -> None:
        """Join a server again, named by its id."""
        guild = next((each for each in self.guilds if str(each.id) == wanted.value), None)
        if guild is None or wanted.person.user.id in guild.members:
            raise ValueError
        wanted.person.join(guild)

    async def moderate(self, wanted: Wanted) -> None:
        """Become a moderator of the server, or no longer be one."""
        guild = _server(wanted)
        if guild not in self._moderators:
            self._moderators[guild] = self.playground.add_role(guild, "moderator", MODERATOR)
        if self._moderates(wanted.person, guild):
            wanted.person.take(guild, self._moderators[guild])
        else:
            wanted.person.give(guild, self._moderators[guild])

    # The channel and the server

    async def permission(self, wanted: Wanted) -> None:
        """Take a permission from the bot in the channel, or give it back."""
        named = next((each for each in TAKEN if each.name == wanted.value), None)
        if named is None or wanted.place.guild is None:
            raise ValueError
        bot = self.playground.bot
        before = wanted.place.overwrites.get(bot.id)
        self.playground.deny(wanted.place, bot, (NONE if before is None else before.deny) ^ named)

    async def delete_channel(self, wanted: Wanted) -> None:
        """Delete the channel or thread."""
        _server(wanted)
        self.playground.delete_channel(wanted.channel)

    async def add_channel(self, wanted: Wanted) -> None:
        """Add a text channel to the server."""
        guild = _server(wanted)
        self.playground.add_channel(guild, f"new-{len(guild.channels)}")

    async def archive(self, wanted: Wanted) -> None:
        """Archive the thread, or take it out of the archive."""
        self.playground.archive(wanted.channel, archived=not _thread(wanted).archived)

    async def lock(self, wanted: Wanted) -> None:
        """Archive and lock the thread, or undo both."""
        locked = _thread(wanted).locked
        self.playground.archive(wanted.channel, archived=not locked, locked=not locked)

    async def outage(self, wanted: Wanted) -> None:
        """Begin or end an outage of the server."""
        guild = _server(wanted)
        self.playground.outage(guild, over=not guild.available)

    async def remove_bot(self, wanted: Wanted) -> None:
        """Take the bot out of the server, or let it in again."""
        guild = _server(wanted)
        if self.playground.bot.id in guild.members:
            self.playground.remove_bot(guild)
        else:
            self.playground.readmit_bot(guild)

    # Discord

    async def drop(self, _: Wanted) -> None:
        """Close the bot's connection; it may resume."""
        await self.playground.gateway.drop()

    async def reconnect(self, _: Wanted) -> None:
        """Ask the bot to reconnect."""
        self.playground.gateway.reconnect()

    async def invalidate(self, _: Wanted) -> None:
        """Tell the bot that its session is invalid."""
        self.playground.gateway.invalidate()

    async def refuse_resume(self, wanted: Wanted) -> None:
        """Answer RESUME with an invalid session, or no longer."""
        self.playground.gateway.refuse_resume = wanted.value is True

    async def pause(self, wanted: Wanted) -> None:
        """Let the bot not connect, after its connection is closed, until this ends."""
        self.playground.gateway.paused = wanted.value is True
        if wanted.value is True:
            await self.playground.gateway.drop()

    async def twice(self, wanted: Wanted) -> None:
        """Deliver so many of the next interactions twice."""
        self.playground.gateway.deliver_twice = int(_number(wanted.value, 100))

    async def slow(self, wanted: Wanted) -> None:
        """Let every request of the bot take so many seconds longer."""
        faults = self.playground.faults
        if self._slow is not None:
            faults.remove(self._slow)
        seconds = _number(wanted.value, SLOWEST)
        self._slow = faults.add(delay=seconds) if seconds else None

    async def fail(self, wanted: Wanted) -> None:
        """Let so many requests fail: a value of {"status", "times", "lost"}; with ``lost`` they take effect."""
        given = wanted.value
        if not isinstance(given, dict) or given.get("status") not in {429, 500, 502}:
            raise ValueError
        faults = self.playground.faults
        if self._failing is not None:
            faults.remove(self._failing)
        times = int(_number(given.get("times"), MOST_FAILURES))
        self._failing = faults.add(
            status=given["status"], times=times, after=given.get("lost") is True, retry_after=1.0
        )

    async def limits(self, wanted: Wanted) -> None:
        """Hold the bot to Discord's rate limits, or only count."""
        self.playground.limits.enforce = wanted.value is True

    # The bot

    async def power(self, wanted: Wanted) -> None:
        """Start or stop the bot."""
        await (self.bot.start() if wanted.value is True else self.bot.stop())

    def deed(self, name: object) -> Callable[[Wanted], Awaitable[None]] | None:
        """What one of DEEDS does."""
        return getattr(self, name) if isinstance(name, str) and name in DEEDS else None


DEEDS: Final = {
    *("dms", "leave", "join", "moderate", "permission", "delete_channel", "add_channel", "archive", "lock"),
    *("outage", "remove_bot", "drop", "reconnect", "invalidate", "refuse_resume", "pause", "twice", "slow"),
    *("fail", "limits", "power"),
}


def _server(wanted: Wanted) -> Guild:
    if wanted.channel.guild is None:
        raise ValueError
    return wanted.channel.guild


def _thread(wanted: Wanted) -> ThreadState:
    if wanted.channel.thread is None:
        raise ValueError
    return wanted.channel.thread


def _number(value: object, most: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError
    return value
