"""A person's side of the look-alike: what they can do, see and are told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence

from bot.playground import payloads
from bot.playground.errors import Json
from bot.playground.files import uploaded
from bot.playground.model import (
    Answer,
    Asked,
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    Mentions,
    Message,
    MessageType,
    Notification,
    Role,
    User,
)
from bot.playground.options import Refused, fill, locate, resolve
from bot.playground.permission import Permission, in_channel
from bot.playground.rest.interactions import WINDOW
from bot.playground.submission import answers
from bot.playground.world import World

PATIENCE = 60.0
"""Real seconds after which a person gives up even if the look-alike's clock stands still."""


class Person:
    """Someone with Discord open. What the client does not allow raises Refused."""

    def __init__(self, world: World, user: User) -> None:
        self._world = world
        self.user = user
        self._dismissed: set[Message] = set()

    def __repr__(self) -> str:
        return f"Person({self.user.name!r})"

    # Where they are

    def join(self, guild: Guild, nick: str | None = None) -> None:
        """Join a server."""
        self._world.join(guild, self.user, nick)

    def leave(self, guild: Guild) -> None:
        """Leave a server."""
        self._world.leave(guild, self.user)

    def give(self, guild: Guild, role: Role) -> None:
        """Get a role."""
        self._world.give(guild, self.user, role)

    def take(self, guild: Guild, role: Role) -> None:
        """Lose a role."""
        self._world.take(guild, self.user, role)

    def close_dms(self) -> None:
        """Let the bot send no more DMs."""
        self.user.dms_open = False

    def open_dms(self) -> None:
        """Let the bot send DMs again."""
        self.user.dms_open = True

    @property
    def mention(self) -> str:
        """What mentions them in a message."""
        return f"<@{self.user.id}>"

    # What they see

    @property
    def dm(self) -> Channel:
        """Their DM with the bot."""
        return self._world.dm(self.user)

    def channels(self, guild: Guild) -> list[Channel]:
        """The channels and threads of a server that they see."""
        return [each for each in guild.channels.values() if self._world.enters(self.user, each)]

    def messages(self, channel: Channel) -> list[Message]:
        """The messages of a channel that they see, oldest first."""
        return [each for each in channel.messages.values() if self.has(each)]

    def has(self, message: Message) -> bool:
        """Whether they see a message."""
        return message not in self._dismissed and self._world.sees(self.user, message)

    def dms(self) -> list[Message]:
        """The messages of their DM."""
        return self.messages(self.dm)

    @property
    def notifications(self) -> list[Notification]:
        """What they were notified of, oldest first."""
        return self._world.notifications[self.user.id]

    async def sees(self, channel: Channel, look: Callable[[Message], object], seconds: float = 10) -> Message:
        """The newest message of a channel that fits, as soon as they see one; raise TimeoutError after so long."""

        def find() -> Message | None:
            return next((each for each in reversed(self.messages(channel)) if look(each)), None)

        return await self._world.wait(find, seconds, channel)

    def commands(self, channel: Channel) -> list[Json]:
        """The commands that the client offers them in a channel, as registered."""
        guild = channel.guild
        allowed = in_channel(channel, self.user.id)
        offered = list(self._world.commands[None])
        if guild is None:
            return [
                each for each in offered if each["dm_permission"] and (not each["contexts"] or 1 in each["contexts"])
            ]
        if Permission.USE_APPLICATION_COMMANDS not in allowed or self._world.me.id not in guild.members:
            return []
        offered += self._world.commands.get(guild.id, [])
        return [
            each
            for each in offered
            if (not each["contexts"] or 0 in each["contexts"]) and _may(each["default_member_permissions"], allowed)
        ]

    # What they do

    def say(self, channel: Channel, text: str, *, reply: Message | None = None) -> Message:
        """Send a message."""
        self._enter(channel)
        sending = Permission.SEND_MESSAGES if channel.thread is None else Permission.SEND_MESSAGES_IN_THREADS
        if sending not in in_channel(channel, self.user.id):
            raise Refused("channel", "may_not_send")
        if not 1 <= len(text) <= 2000:
            raise Refused("text", "length")
        made = Message(self._world.new_id(), channel, self.user, self._world.wall(), content=text)
        ids = dict.fromkeys(int(each) for each in re.findall(r"<@!?(\d+)>", text))
        made.mentions = Mentions([self._world.users[each] for each in ids if each in self._world.users])
        if reply is not None:
            made.type, made.reference = MessageType.REPLY, reply
            made.mentions.users.append(reply.author)
        self._world.post(made)
        return made

    def start_thread(self, channel: Channel, name: str, text: str = "") -> Channel:
        """Start a thread in a text channel, or a post with its first message in a forum."""
        self._enter(channel)
        thread = self._world.add_thread(channel, name, self.user, kind=ChannelType.PUBLIC_THREAD)
        if text:
            self.say(thread, text)
        return thread

    def delete(self, message: Message) -> None:
        """Delete a message of their own, or as a moderator anyone's."""
        if message.author is not self.user and Permission.MANAGE_MESSAGES not in in_channel(
            message.channel, self.user.id
        ):
            raise Refused("message", "not_yours")
        self._world.delete(message)

    def dismiss(self, message: Message) -> None:
        """Hide a message that only they see; the bot does not learn of it."""
        if message.reader is not self.user:
            raise Refused("message", "shared")
        self._dismissed.add(message)

    def upload(self, channel: Channel, filename: str, content: bytes) -> Attachment:
        """Upload a file, for an option of a command that takes one."""
        self._enter(channel)
        if len(content) > payloads.ATTACHMENT_LIMIT:
            raise Refused("file", "too_long")
        file = uploaded(self._world, channel, filename, content)
        self._world.lend_file(file)
        return file

    async def command(self, channel: Channel, path: str, /, **options: object) -> Interaction:
        """Use a slash command; return once it is answered or has failed.

        Options may be people, roles, channels, and files that were uploaded.
        """
        return await self._ask(Asked.COMMAND, channel, self._command(channel, path, options))

    async def autocomplete(
        self, channel: Channel, path: str, options: Mapping[str, object], focused: str
    ) -> list[Json] | None:
        """The choices ({"name", "value"}) offered for the option being typed; None if loading them failed."""
        data = self._command(channel, path, options, focused=focused)
        return (await self._ask(Asked.AUTOCOMPLETE, channel, data)).choices

    def _command(
        self, channel: Channel, path: str, options: Mapping[str, object], *, focused: str | None = None
    ) -> Json:
        self._enter(channel)
        command, way, node = locate(self.commands(channel), path)
        resolved: Json = {}
        given = {name: _plain(value) for name, value in options.items() if value is not None}
        filled = fill(node, given, resolved, focused=focused)
        self._members(channel, resolved)
        for step in reversed(way):
            filled = [{"name": step["name"], "type": step["type"], "options": filled}]
        data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": filled}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        if resolved and focused is None:
            data["resolved"] = resolved
        return data

    async def click(self, message: Message, *, label: str | None = None, custom_id: str | None = None) -> Interaction:
        """Press a button, named by its label or custom_id; return once it is answered or has failed."""
        part = self._part(
            message,
            [
                each
                for each in message.buttons()
                if (label is None or each.get("label") == label) and custom_id in {None, each.get("custom_id")}
            ],
        )
        if "custom_id" not in part:
            raise Refused("button", "link")
        data: Json = {"custom_id": part["custom_id"], "component_type": 2, "id": part["id"]}
        return await self._ask(Asked.COMPONENT, message.channel, data, message)

    async def select(self, message: Message, values: Sequence[object], *, custom_id: str | None = None) -> Interaction:
        """Choose in a menu (the only one, or the one with a custom_id): values, or people, roles, channels."""
        part = self._part(message, [each for each in message.selects() if custom_id in {None, each["custom_id"]}])
        resolved: Json = {}
        if part["type"] == 3:
            chosen = [str(value) for value in values]
            offered = {option["value"] for option in part["options"]}
            if not set(chosen) <= offered:
                raise Refused("menu", "choice")
        else:
            chosen = [resolve(_plain(value), resolved) for value in values]
        if not part.get("min_values", 1) <= len(set(chosen)) <= part.get("max_values", 1):
            raise Refused("menu", "count")
        self._members(message.channel, resolved)
        data: Json = {
            "custom_id": part["custom_id"],
            "component_type": part["type"],
            "values": chosen,
            "id": part["id"],
        }
        if resolved:
            data["resolved"] = resolved
        return await self._ask(Asked.COMPONENT, message.channel, data, message)

    def _part(self, message: Message, found: list[Json]) -> Json:
        if not self._world.sees(self.user, message):
            raise Refused("message", "not_there")
        if not found:
            raise Refused("message", "no_control")
        if found[0].get("disabled"):
            raise Refused("control", "disabled")
        return found[0]

    async def submit(self, opened: Interaction, values: Mapping[str, str | Sequence[str]]) -> Interaction:
        """Fill in the modal that an interaction was answered with, by custom_id, and send it."""
        if opened.modal is None or opened.answer is not Answer.MODAL or opened.user is not self.user:
            raise Refused("modal", "no_modal")
        self._enter(opened.channel)
        data: Json = {"custom_id": opened.modal["custom_id"], "components": answers(opened.modal, values)}
        return await self._ask(Asked.MODAL, opened.channel, data, opened.source)

    def _enter(self, channel: Channel) -> None:
        if channel.deleted or not self._world.enters(self.user, channel):
            raise Refused("channel", "not_there")
        state = channel.thread
        manages = Permission.MANAGE_THREADS in in_channel(channel, self.user.id)
        if state is not None and state.archived and state.locked and not manages:
            raise Refused("channel", "locked")

    def _members(self, channel: Channel, resolved: Json) -> None:
        guild = channel.guild
        for id_ in resolved.get("users", ()):
            member = None if guild is None else guild.members.get(int(id_))
            if member is not None:
                allowed = str(int(in_channel(channel, member.user.id)))
                resolved.setdefault("members", {})[id_] = {**payloads.member(member), "permissions": allowed}

    async def _ask(self, asked: Asked, channel: Channel, data: Json, source: Message | None = None) -> Interaction:
        world = self._world
        interaction = Interaction(
            world.new_id(), world.new_token(), asked, self.user, channel, data, world.clock.now(), source
        )
        world.ask(interaction)
        late = asyncio.ensure_future(world.clock.sleep(WINDOW))
        answered = asyncio.ensure_future(interaction.answered.wait())
        try:
            await asyncio.wait({late, answered}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        finally:
            late.cancel()
            answered.cancel()
        return interaction


def _may(needed: str | None, allowed: Permission) -> bool:
    """Whether a command that needs permissions is offered; "0" stands for those of an administrator."""
    if needed is None or Permission.ADMINISTRATOR in allowed:
        return True
    return int(needed) != 0 and int(needed) & ~int(allowed) == 0


def _plain(value: object) -> object:
    """A person as the user they are."""
    return value.user if isinstance(value, Person) else value
