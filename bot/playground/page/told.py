"""What one person is shown, as JSON for the page: Discord's own forms where there are any, ids as strings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.playground import payloads
from bot.playground.errors import Json
from bot.playground.model import Asked, Channel, ChannelType, Guild, Interaction, Message
from bot.playground.permission import Permission, in_channel
from bot.playground.person import Person
from bot.playground.world import World


def places(world: World, person: Person, guilds: list[Guild], read: Mapping[int, int]) -> Json:
    """Everything around the messages: servers, channels with their marks, names of people and roles.

    ``read`` holds the last message read, by channel.
    """
    mine = _mine(person, guilds)
    marked = [each.message for each in person.notifications if not each.message.deleted]
    mentions = Counter(each.channel.id for each in marked if each.id > read.get(each.channel.id, 0))
    return {
        "guilds": [
            {"id": str(guild.id), "name": guild.name, "available": guild.available, "bot": world.me.id in guild.members}
            for guild in mine
        ],
        "channels": [
            _channel(world, person, channel, read.get(channel.id, 0), mentions[channel.id])
            for channel in _channels(person, guilds)
        ],
        "users": [{"id": str(user.id), "name": user.name, "bot": user.bot} for user in world.users.values()],
        "roles": [
            {"id": str(role.id), "name": role.name, "guild": str(guild.id)}
            for guild in mine
            for role in guild.roles.values()
        ],
    }


def offered(person: Person, guilds: list[Guild]) -> dict[int, list[str]]:
    """By channel, the versions of the commands that are offered there: other ones mean that something has changed."""
    return {channel.id: [each["version"] for each in person.commands(channel)] for channel in _channels(person, guilds)}


def _mine(person: Person, guilds: list[Guild]) -> list[Guild]:
    return [guild for guild in guilds if person.user.id in guild.members]


def _channels(person: Person, guilds: list[Guild]) -> list[Channel]:
    """Where someone can go."""
    return [*(channel for guild in _mine(person, guilds) for channel in person.channels(guild)), person.dm]


def _channel(world: World, person: Person, channel: Channel, read: int, mentions: int) -> Json:
    allowed = in_channel(channel, person.user.id)
    sending = Permission.SEND_MESSAGES if channel.thread is None else Permission.SEND_MESSAGES_IN_THREADS
    state = channel.thread
    locked = state is not None and state.locked and Permission.MANAGE_THREADS not in allowed
    last = next((each for each in reversed(channel.messages.values()) if person.has(each)), None)
    return {
        "id": str(channel.id),
        "type": int(channel.type),
        # A DM is called by the other one in it.
        "name": channel.name if channel.recipient is None else world.me.name,
        "guild": None if channel.guild is None else str(channel.guild.id),
        "parent": None if channel.parent is None else str(channel.parent.id),
        "topic": channel.topic,
        "archived": state is not None and state.archived,
        "locked": locked,
        "writable": sending in allowed and not locked and channel.type is not ChannelType.FORUM,
        "last": None if last is None else str(last.id),
        "read": str(read),
        "unread": last is not None and last.id > read and last.author is not person.user,
        "mentions": mentions,
    }


def message(subject: Message) -> Json:
    """A message as Discord's client gets it, and what that client knows besides."""
    return {
        **payloads.message(subject),
        "ephemeral": subject.reader is not None,
        "loading": subject.loading,
        "used": _used(subject.interaction),
    }


def _used(asked: Interaction | None) -> Json | None:
    """Who used which slash command."""
    if asked is None or asked.asked is not Asked.COMMAND:
        return None
    names, options = [asked.data["name"]], asked.data["options"]
    while options and options[0]["type"] in {1, 2}:
        names.append(options[0]["name"])
        options = options[0]["options"]
    return {"user": str(asked.user.id), "path": " ".join(names)}


def answer(asked: Interaction) -> Json:
    """What came of something a person asked of the bot."""
    opened = None if asked.modal is None else str(asked.id)
    return {"failed": asked.failed, "opened": opened, "modal": asked.modal}
