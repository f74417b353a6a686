"""Permissions: their bits, and what a member may do in a channel."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .model import Channel, Guild


class Permission(IntFlag):
    """The permissions that the look-alike looks at."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


NONE: Final = Permission(0)
ALL: Final = ~NONE
EVERYONE: Final = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What @everyone has in a new server."""
DM: Final = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
)
"""What both have in a DM."""
_LOCKED = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY | Permission.ADD_REACTIONS
"""All that is left in a locked thread without Manage Threads."""
_NEED_SENDING = Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE


@dataclass(frozen=True, slots=True)
class Overwrite:
    """What a channel allows and denies to one role or member."""

    member: bool
    allow: Permission = NONE
    deny: Permission = NONE


def in_guild(guild: Guild, user: int) -> Permission:
    """What a member may do in a server before channels say otherwise; nothing for someone who is not in it."""
    member = guild.members.get(user)
    if member is None:
        return NONE
    allowed = guild.roles[guild.id].permissions
    for role in member.roles:
        allowed |= guild.roles[role].permissions
    return ALL if user == guild.owner or Permission.ADMINISTRATOR in allowed else allowed


def in_channel(channel: Channel, user: int) -> Permission:
    """What a user may do in a channel, thread or DM."""
    guild = channel.guild
    if guild is None:
        return DM
    allowed = in_guild(guild, user)
    if allowed == ALL or user not in guild.members:
        return allowed
    place = channel if channel.parent is None else channel.parent
    roles = [id_ for id_ in guild.members[user].roles if id_ in place.overwrites]
    everyone = place.overwrites.get(guild.id, Overwrite(member=False))
    allowed = (allowed & ~everyone.deny) | everyone.allow
    deny, allow = NONE, NONE
    for id_ in roles:
        deny |= place.overwrites[id_].deny
        allow |= place.overwrites[id_].allow
    allowed = (allowed & ~deny) | allow
    own = place.overwrites.get(user, Overwrite(member=True))
    allowed = (allowed & ~own.deny) | own.allow
    if Permission.VIEW_CHANNEL not in allowed:
        return NONE
    if channel.thread is not None and channel.thread.locked and Permission.MANAGE_THREADS not in allowed:
        return allowed & _LOCKED
    sending = Permission.SEND_MESSAGES if channel.thread is None else Permission.SEND_MESSAGES_IN_THREADS
    return allowed if sending in allowed else allowed & ~_NEED_SENDING
