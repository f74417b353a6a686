"""The state of the look-alike and the one place that changes it; every change is an event."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.playground import payloads
from bot.playground.clock import Clock
from bot.playground.errors import Json
from bot.playground.model import (
    Attachment,
    Channel,
    ChannelType,
    Flag,
    Guild,
    Interaction,
    Member,
    Message,
    Notification,
    Role,
    ThreadState,
    User,
)
from bot.playground.permission import NONE, Overwrite, Permission, in_channel

Found = TypeVar("Found")
TOKEN_LIFE = 15 * 60.0
"""Seconds for which the token of an interaction works."""
DROPPED = 40
"""How many files that no message has any longer can still be fetched: the last ones."""
_EPOCH = 1_420_070_400_000
"""Where snowflakes start, ms."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, by the gateway's name for it."""

    name: str
    body: Json
    guild: Guild | None = None
    channel: Channel | None = None
    message: Message | None = None
    interaction: Interaction | None = None


class World:
    """Everything there is: one bot, people, servers, channels, messages, interactions."""

    def __init__(self, clock: Clock, bot: str) -> None:
        self.clock = clock
        self._start = time.time() - clock.now()
        self._last_id = 0
        self.me = User(self.new_id(), bot, bot, bot=True)
        self.users: dict[int, User] = {self.me.id: self.me}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.attachments: dict[int, Attachment] = {}
        self.cdn = ""
        """Where attachments are served."""
        self._dropped: deque[int] = deque()
        self.interactions: dict[str, Interaction] = {}
        """By token, for as long as the token lives."""
        self.commands: dict[int | None, list[Json]] = {None: []}
        """Registered commands, global ones under None, others under their guild's id."""
        self.notifications: dict[int, list[Notification]] = {}
        """By person."""
        self.listeners: list[Callable[[Event], None]] = []
        self._dms: dict[int, Channel] = {}
        self._waiting: dict[Channel | None, set[asyncio.Future[None]]] = {}

    # Time and events

    def wall(self) -> float:
        """Now, as seconds since 1970 that move with the look-alike's clock."""
        return self._start + self.clock.now()

    def new_id(self) -> int:
        """A snowflake, greater than all before."""
        self._last_id = max(self._last_id + 1, (int(self.wall() * 1000) - _EPOCH) << 22)
        return self._last_id

    def emit(self, event: Event) -> None:
        """Tell everyone who listens or waits what happened."""
        for listener in list(self.listeners):
            listener(event)
        self.touch()
        if event.channel is not None:
            self.touch(event.channel)

    def touch(self, channel: Channel | None = None) -> None:
        """Let everyone look again who waits for something in a channel, or for anything at all."""
        for future in self._waiting.pop(channel, ()):
            if not future.done():
                future.set_result(None)

    async def wait(
        self, look: Callable[[], Found | None], seconds: float = 10, channel: Channel | None = None
    ) -> Found:
        """What ``look`` finds, as soon as it finds something true; raise TimeoutError after so long in real time.

        It looks again when something happens in the look-alike; with a channel, when something happens there.
        """
        async with asyncio.timeout(seconds):
            while not (found := look()):
                await self.news(channel)
        return found

    def news(self, channel: Channel | None = None) -> asyncio.Future[None]:
        """What is done once something happens: in a channel, or anything at all."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(channel, set()).add(future)
        return future

    # People and servers

    def add_user(self, name: str, locale: str) -> User:
        """Someone new, in no server yet."""
        id_ = self.new_id()
        user = self.users[id_] = User(id_, f"person{len(self.users)}", name, locale=locale)
        self.notifications[id_] = []
        return user

    def add_guild(self, name: str, locale: str, everyone: Permission, bot: Permission) -> Guild:
        """A server with the bot in it, what @everyone may do there and what the bot may besides."""
        id_ = self.new_id()
        guild = Guild(id_, name, owner=self.new_id(), locale=locale, joined=self.wall())
        guild.roles[id_] = Role(id_, "@everyone", everyone)
        own = Role(self.new_id(), self.me.name, bot, managed=True)
        guild.roles[own.id] = own
        guild.members[self.me.id] = Member(self.me, self.wall(), [own.id])
        self.guilds[id_] = guild
        self.emit(Event("GUILD_CREATE", {}, guild))
        return guild

    def remove_guild(self, guild: Guild) -> None:
        """Take the bot out of a server."""
        del self.guilds[guild.id]
        del guild.members[self.me.id]
        for channel in guild.channels.values():
            self.channels.pop(channel.id, None)
        self.emit(Event("GUILD_DELETE", {"id": str(guild.id)}, guild))

    def readmit(self, guild: Guild) -> None:
        """Let the bot into a server again that it was taken out of."""
        role = next(role for role in guild.roles.values() if role.managed)
        guild.members[self.me.id] = Member(self.me, self.wall(), [role.id])
        guild.available = True
        self.guilds[guild.id] = guild
        self.channels.update(guild.channels)
        self.emit(Event("GUILD_CREATE", {}, guild))

    def set_available(self, guild: Guild, available: bool) -> None:
        """Begin or end an outage of a server."""
        guild.available = available
        if available:
            self.emit(Event("GUILD_CREATE", {}, guild))
        else:
            self.emit(Event("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild))

    def join(self, guild: Guild, user: User, nick: str | None = None) -> Member:
        """Let someone into a server."""
        member = guild.members[user.id] = Member(user, self.wall(), nick=nick)
        body = {**payloads.full_member(member), "guild_id": str(guild.id)}
        self.emit(Event("GUILD_MEMBER_ADD", body, guild))
        return member

    def leave(self, guild: Guild, user: User) -> None:
        """Let someone out of a server."""
        if guild.members.pop(user.id, None) is not None:
            body = {"user": payloads.user(user), "guild_id": str(guild.id)}
            self.emit(Event("GUILD_MEMBER_REMOVE", body, guild))

    def add_role(self, guild: Guild, name: str, permissions: Permission) -> Role:
        """A new role that nobody has yet."""
        role = Role(self.new_id(), name, permissions)
        guild.roles[role.id] = role
        body = {"guild_id": str(guild.id), "role": payloads.role(role, len(guild.roles) - 1)}
        self.emit(Event("GUILD_ROLE_CREATE", body, guild))
        return role

    def set_permissions(self, guild: Guild, role: Role, permissions: Permission) -> None:
        """Change what a role may do."""
        role.permissions = permissions
        position = list(guild.roles).index(role.id)
        body = {"guild_id": str(guild.id), "role": payloads.role(role, position)}
        self.emit(Event("GUILD_ROLE_UPDATE", body, guild))

    def give(self, guild: Guild, user: User, role: Role) -> None:
        """Give a member a role."""
        guild.members[user.id].roles.append(role.id)
        self._changed_member(guild, user)

    def take(self, guild: Guild, user: User, role: Role) -> None:
        """Take a role from a member."""
        guild.members[user.id].roles.remove(role.id)
        self._changed_member(guild, user)

    def _changed_member(self, guild: Guild, user: User) -> None:
        body = {**payloads.full_member(guild.members[user.id]), "guild_id": str(guild.id)}
        self.emit(Event("GUILD_MEMBER_UPDATE", body, guild))

    def mutual(self, user: User) -> bool:
        """Whether someone shares a server with the bot."""
        return any(user.id in guild.members for guild in self.guilds.values())

    # Channels

    def add_channel(self, guild: Guild, name: str, kind: ChannelType) -> Channel:
        """A new text channel or forum."""
        channel = Channel(self.new_id(), kind, name, guild, position=len(guild.channels))
        self._put(guild, channel)
        self.emit(Event("CHANNEL_CREATE", payloads.channel(channel), guild, channel))
        return channel

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner: User,
        *,
        kind: ChannelType,
        minutes: int = 1440,
        start: int | None = None,
    ) -> Channel:
        """A new thread or forum post; ``start`` is the id of the message it begins at, which becomes its own."""
        state = ThreadState(owner.id, changed=self.wall(), minutes=minutes, members={owner.id})
        thread = Channel(start or self.new_id(), kind, name, parent.guild, parent, thread=state)
        assert parent.guild is not None
        self._put(parent.guild, thread)
        body = {**payloads.channel(thread), "newly_created": True}
        self.emit(Event("THREAD_CREATE", body, parent.guild, thread))
        return thread

    def _put(self, guild: Guild, channel: Channel) -> None:
        guild.channels[channel.id] = channel
        self.channels[channel.id] = channel

    def update_channel(self, channel: Channel) -> None:
        """Tell of a change to a channel or thread."""
        name = "CHANNEL_UPDATE" if channel.thread is None else "THREAD_UPDATE"
        self.emit(Event(name, payloads.channel(channel), channel.guild, channel))

    def archive(self, thread: Channel, archived: bool, locked: bool | None = None) -> None:
        """Archive a thread or take it out of the archive."""
        assert thread.thread is not None
        if thread.thread.archived != archived:
            thread.thread.archived = archived
            thread.thread.changed = self.wall()
        if locked is not None:
            thread.thread.locked = locked
        self.update_channel(thread)

    def overwrite(
        self, channel: Channel, target: Role | User, allow: Permission = NONE, deny: Permission = NONE
    ) -> None:
        """Set what a channel allows and denies to a role or member."""
        channel.overwrites[target.id] = Overwrite(isinstance(target, User), allow, deny)
        self.update_channel(channel)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread."""
        guild = channel.guild
        assert guild is not None
        gone = [channel, *(each for each in guild.channels.values() if each.parent is channel)]
        for each in gone:
            each.deleted = True
            for message in each.messages.values():
                message.deleted = True
                self._drop_files(message.attachments)
            guild.channels.pop(each.id, None)
            self.channels.pop(each.id, None)
        name = "CHANNEL_DELETE" if channel.thread is None else "THREAD_DELETE"
        self.emit(Event(name, payloads.channel(channel), guild, channel))

    def dm(self, user: User) -> Channel:
        """The DM of someone with the bot, made when first asked for."""
        channel = self._dms.get(user.id)
        if channel is None:
            channel = self._dms[user.id] = Channel(self.new_id(), ChannelType.DM, user.name, recipient=user)
            self.channels[channel.id] = channel
        return channel

    # Messages

    def post(self, message: Message) -> None:
        """Put a message that was just made into its channel, take a thread out of the archive, notify people."""
        channel = message.channel
        state = channel.thread
        if message.reader is None and state is not None:
            if state.archived:
                self.archive(channel, archived=False)
            state.members.update({message.author.id, *(user.id for user in message.mentions.users)})
            state.posted += 1
        channel.messages[message.id] = message
        self._notify(message)
        self.emit(Event("MESSAGE_CREATE", payloads.message(message), channel.guild, channel, message))

    def changed(self, message: Message) -> None:
        """Tell of an edit."""
        self.emit(Event("MESSAGE_UPDATE", payloads.message(message), message.channel.guild, message.channel, message))

    def delete(self, message: Message) -> None:
        """Delete a message."""
        message.deleted = True
        message.channel.messages.pop(message.id, None)
        if message.channel.thread is not None and message.reader is None:
            message.channel.thread.posted -= 1
        self._drop_files(message.attachments)
        body = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.guild is not None:
            body["guild_id"] = str(message.channel.guild.id)
        self.emit(Event("MESSAGE_DELETE", body, message.channel.guild, message.channel, message))

    def keep_files(self, message: Message, files: list[Attachment]) -> None:
        """Make these the files of a message."""
        self._drop_files([each for each in message.attachments if each not in files])
        message.attachments = files
        self.attachments.update({each.id: each for each in files})

    def lend_file(self, file: Attachment) -> None:
        """Serve a file that is part of no message, for a while."""
        self.attachments[file.id] = file
        self._drop_files([file])

    def _drop_files(self, files: list[Attachment]) -> None:
        # Clients that were told of them just before ask for them only now.
        self._dropped.extend(each.id for each in files)
        while len(self._dropped) > DROPPED:
            self.attachments.pop(self._dropped.popleft(), None)

    def sees(self, user: User, message: Message) -> bool:
        """Whether a message is there for someone."""
        if message.deleted or (message.reader is not None and message.reader is not user):
            return False
        return self.enters(user, message.channel)

    def enters(self, user: User, channel: Channel) -> bool:
        """Whether a channel is there for someone."""
        if channel.guild is None:
            return channel.recipient is user
        hidden = channel.type is ChannelType.PRIVATE_THREAD
        if hidden and channel.thread is not None and user.id not in channel.thread.members:
            return Permission.MANAGE_THREADS in in_channel(channel, user.id)
        return Permission.VIEW_CHANNEL in in_channel(channel, user.id)

    def _notify(self, message: Message) -> None:
        if Flag.SILENT in message.flags:
            return
        alone = message.reader or message.channel.recipient
        for id_ in self.notifications if alone is None else [alone.id]:
            user = self.users[id_]
            reason = None if user is message.author else _reason(message, user)
            if reason is not None and self.sees(user, message):
                self.notifications[id_].append(Notification(message, reason))

    # Interactions

    def ask(self, interaction: Interaction) -> None:
        """Send an interaction to the bot."""
        while self.interactions:
            token, oldest = next(iter(self.interactions.items()))
            if interaction.created - oldest.created <= TOKEN_LIFE:
                break
            del self.interactions[token]
        self.interactions[interaction.token] = interaction
        body = payloads.interaction(interaction, self.me)
        event = Event("INTERACTION_CREATE", body, interaction.guild, interaction.channel, interaction=interaction)
        self.emit(event)

    def new_token(self) -> str:
        """A token for an interaction."""
        return secrets.token_urlsafe(48)


def _reason(message: Message, user: User) -> str | None:
    guild = message.channel.guild
    if guild is None:
        return "dm"
    if user.id not in guild.members:
        return None
    if message.mentions.everyone:
        return "everyone"
    if user in message.mentions.users:
        past = message.reference
        return (
            "reply"
            if past is not None and past.author is user and f"<@{user.id}>" not in message.content
            else "mention"
        )
    roles = set(guild.members[user.id].roles)
    return "role" if roles & set(message.mentions.roles) else None
