"""What there is in the look-alike: plain state, changed by ``world`` alone.

What refers to each other has no repr of its fields: each would hold all the rest many times over.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from bot.playground.errors import Json
from bot.playground.permission import Overwrite, Permission


class ChannelType(IntEnum):
    """The kinds of channel there are."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class MessageType(IntEnum):
    """The kinds of message there are."""

    DEFAULT = 0
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND = 20
    THREAD_STARTER = 21


class Flag(IntFlag):
    """Flags of a message."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SILENT = 1 << 12
    COMPONENTS_V2 = 1 << 15


class Asked(IntEnum):
    """The kinds of interaction."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """The kinds of answer to an interaction."""

    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(eq=False, slots=True)
class User:
    """A person or the bot. ``name`` is what is shown, any text at all."""

    id: int
    username: str
    name: str
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True


@dataclass(eq=False, slots=True)
class Role:
    """A role of a guild; the one with the guild's id is @everyone."""

    id: int
    name: str
    permissions: Permission
    managed: bool = False


@dataclass(eq=False, slots=True, repr=False)
class Member:
    """A user in a guild."""

    user: User
    joined: float
    roles: list[int] = field(default_factory=list)
    nick: str | None = None


@dataclass(eq=False, slots=True, repr=False)
class Guild:
    """A server."""

    id: int
    name: str
    owner: int
    locale: str
    joined: float
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    """Channels and threads that exist."""
    available: bool = True


@dataclass(eq=False, slots=True)
class ThreadState:
    """What a thread has beyond a channel."""

    owner: int
    changed: float
    """When it was last archived or taken out of the archive, wall time."""
    archived: bool = False
    locked: bool = False
    minutes: int = 1440
    members: set[int] = field(default_factory=set)
    posted: int = 0
    """How many messages that everyone sees it has."""
    tags: list[str] = field(default_factory=list)


@dataclass(eq=False, slots=True, repr=False)
class Channel:
    """A text channel, forum, thread or DM."""

    id: int
    type: ChannelType
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    position: int = 0
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    thread: ThreadState | None = None
    messages: dict[int, Message] = field(default_factory=dict)
    deleted: bool = False


@dataclass(eq=False, slots=True)
class Attachment:
    """An uploaded file."""

    id: int
    filename: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(eq=False, slots=True)
class Mentions:
    """Who a message mentions, as its allowed mentions left it."""

    users: list[User] = field(default_factory=list)
    roles: list[int] = field(default_factory=list)
    everyone: bool = False


@dataclass(eq=False, slots=True, repr=False)
class Message:
    """A message as it is now."""

    id: int
    channel: Channel
    author: User
    created: float
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: Flag = field(default_factory=lambda: Flag(0))
    mentions: Mentions = field(default_factory=Mentions)
    edited: float | None = None
    reader: User | None = None
    """The only person who sees it, if it is ephemeral."""
    interaction: Interaction | None = None
    """What it answers or follows up."""
    reference: Message | None = None
    thread: Channel | None = None
    nonce: str | None = None
    deleted: bool = False

    @property
    def loading(self) -> bool:
        """Whether it is still the placeholder of a deferred answer."""
        return Flag.LOADING in self.flags

    def parts(self) -> list[Json]:
        """All components, outer ones first."""
        found: list[Json] = []
        waiting = list(self.components)
        while waiting:
            part = waiting.pop(0)
            found.append(part)
            inner = list(part.get("components", ()))
            if "accessory" in part:
                inner.append(part["accessory"])
            waiting[:0] = inner
        return found

    def buttons(self) -> list[Json]:
        """Its buttons in order."""
        return [part for part in self.parts() if part["type"] == 2]

    def selects(self) -> list[Json]:
        """Its menus in order."""
        return [part for part in self.parts() if part["type"] in {3, 5, 6, 7, 8}]

    def text(self) -> str:
        """All it says: content, embeds and text components, a line each."""
        lines = [self.content]
        for embed in self.embeds:
            lines += [embed.get("author", {}).get("name", ""), embed.get("title", ""), embed.get("description", "")]
            lines += [f"{each['name']}\n{each['value']}" for each in embed.get("fields", ())]
            lines.append(embed.get("footer", {}).get("text", ""))
        lines += [part["content"] for part in self.parts() if part["type"] == 10]
        return "\n".join(line for line in lines if line)


@dataclass(eq=False, slots=True, repr=False)
class Interaction:
    """Something a person asked of the bot, and what the bot made of it."""

    id: int
    token: str
    asked: Asked
    user: User
    channel: Channel
    data: Json
    created: float
    """On the look-alike's clock."""
    source: Message | None = None
    """The message whose component was used."""
    answer: Answer | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    original: Message | None = None
    """What @original stands for."""
    modal: Json | None = None
    choices: list[Json] | None = None
    followups: list[Message] = field(default_factory=list)

    @property
    def guild(self) -> Guild | None:
        """Where it happened, unless in a DM."""
        return self.channel.guild

    @property
    def failed(self) -> bool:
        """Whether the person is told that the application did not respond."""
        return self.answer is None

    @property
    def message(self) -> Message:
        """The message it was answered with; raise LookupError if it was not."""
        if self.original is None:
            raise LookupError("not answered with a message")
        return self.original


@dataclass(eq=False, slots=True, repr=False)
class Notification:
    """What a person's phone shows: a message that concerns them."""

    message: Message
    reason: str
    """``dm``, ``mention``, ``role``, ``everyone`` or ``reply``."""
