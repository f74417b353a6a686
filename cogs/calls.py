"""Every call to Discord goes through here: failures that are to be expected become outcomes.

Nothing else catches discord exceptions. Each function returns what Discord gave back, or a Failure.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from io import BytesIO
from math import isfinite
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

import aiohttp
import discord

from cogs.budget import Budget

log = logging.getLogger(__name__)

Value = TypeVar("Value")

NOT_ACCEPTED: Final = 4004
"""The code with which Discord's gateway refuses a token."""
CONNECTIONS: Final = 200
"""At the same time: in a rush it takes longer to make new ones than to wait until one of these is free."""
NO_PINGS: Final = discord.AllowedMentions.none()

_budgets: Final[WeakKeyDictionary[discord.Client, Budget]] = WeakKeyDictionary()


class Failure(Enum):
    """Why Discord did not do what was asked."""

    GONE = "gone"
    """The message, channel, member or server is not there any more."""
    FORBIDDEN = "forbidden"
    """A permission is missing, or the thread is locked."""
    DM_CLOSED = "dm_closed"
    """The person takes no direct messages from the bot."""
    EXPIRED = "expired"
    """The interaction or its token is too old."""
    ANSWERED = "answered"
    """The interaction has been answered already."""
    MADE = "made"
    """What was to be made is there already: an earlier answer was lost on its way."""
    LIMITED = "limited"
    """A limit other than the usual ones: old messages edited too often, too many new DMs."""
    UNREACHABLE = "unreachable"
    """Discord did not answer, or with an error of its own; the same call may work later."""
    INVALID = "invalid"
    """Discord found the request wrong: a fault of ours, which is logged."""


_BY_CODE: Final = {
    **dict.fromkeys((10003, 10004, 10007, 10008, 10013), Failure.GONE),
    **dict.fromkeys((50001, 50013, 50083, 50024, 160002), Failure.FORBIDDEN),
    **dict.fromkeys((50007, 50278), Failure.DM_CLOSED),
    **dict.fromkeys((10015, 10062, 50027), Failure.EXPIRED),
    **dict.fromkeys((30046, 40003), Failure.LIMITED),
    40060: Failure.ANSWERED,
    160004: Failure.MADE,
}
_BY_STATUS: Final = {401: Failure.EXPIRED, 403: Failure.FORBIDDEN, 404: Failure.GONE, 429: Failure.LIMITED}


def expected(error: BaseException) -> Failure | None:
    """What an exception from a call to Discord means; None for one that is not to be expected."""
    if isinstance(error, discord.InteractionResponded):
        return Failure.ANSWERED
    if isinstance(error, discord.HTTPException):
        return _failure(error)
    lost = (TimeoutError, aiohttp.ClientError, OSError, discord.ConnectionClosed)
    # aiohttp's RuntimeError says so when the client is closing.
    if isinstance(error, lost) or (isinstance(error, RuntimeError) and "closed" in str(error).lower()):
        return Failure.UNREACHABLE
    return None


def _failure(error: discord.HTTPException) -> Failure:
    found = _BY_CODE.get(error.code) or _BY_STATUS.get(error.status)
    if found is not None:
        return found
    if error.status >= 500:
        return Failure.UNREACHABLE
    # The body is left out: it may repeat what a person alone may see.
    log.error("Discord refused a request as invalid: status %s, code %s", error.status, error.code)
    return Failure.INVALID


async def attempt(call: Awaitable[Value]) -> Value | Failure:
    """Await one call to Discord; an expected failure is returned, not raised."""
    try:
        return await call
    except Exception as error:
        failure = expected(error)
        if failure is None:
            raise
        return failure


def limit(client: discord.Client, per_second: float) -> None:
    """Let a client make only so many requests in any second of those that count against its global limit."""
    if isfinite(per_second):
        _budgets[client] = Budget(int(per_second))


async def _counted(
    client: discord.Client, call: Callable[[], Awaitable[Value]], *, later: bool = False
) -> Value | Failure:
    """``attempt`` for a call that counts against the global limit, when it is its turn."""
    budget = _budgets.get(client)
    if budget is None:
        return await attempt(call())
    async with budget.turn(later=later):
        return await attempt(call())


async def login(client: discord.Client, token: str) -> Failure | None:
    """Log in; FORBIDDEN where the token is not accepted."""
    client.http.connector = aiohttp.TCPConnector(limit=CONNECTIONS)
    try:
        return await attempt(client.login(token))
    except discord.LoginFailure:
        return Failure.FORBIDDEN


async def hang_up(client: discord.Client) -> None:
    """After a login that failed: make way for another."""
    await client.http.close()


async def connect(client: discord.Client) -> Failure | None:
    """Stay connected until the client closes. FORBIDDEN where the token is accepted no longer."""
    try:
        await client.connect()
    except discord.ConnectionClosed as error:
        log.error("Discord has ended the connection for good: code %s", error.code)  # noqa: TRY400
        return Failure.FORBIDDEN if error.code == NOT_ACCEPTED else Failure.UNREACHABLE
    return None


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG to attach, with the line that says the same to those who do not see it."""

    png: bytes
    description: str
    name: str = "hand.png"

    def file(self) -> discord.File:
        """A fresh upload; Discord takes a description of up to 1,024 characters."""
        return discord.File(BytesIO(self.png), self.name, description=self.description[:1024])


@dataclass(frozen=True, slots=True)
class Document:
    """A file to attach, for people to keep."""

    name: str
    data: bytes

    def file(self) -> discord.File:
        """A fresh upload."""
        return discord.File(BytesIO(self.data), self.name)


@dataclass(frozen=True, slots=True)
class Draft:
    """A message to be, apart from where it goes. Mentions in it ping nobody unless ``pings`` says so."""

    content: str = ""
    embed: discord.Embed | None = None
    controls: tuple[tuple[discord.ui.Item[Any], ...], ...] = ()
    """Rows of buttons and menus, five rows at most."""
    picture: Picture | None = None
    """On an edit None leaves the picture that is there; see ``no_picture``."""
    no_picture: bool = False
    document: Document | None = None
    kept: tuple[discord.Attachment, ...] = ()
    """Files of the message that stay where an edit brings another picture."""
    pings: discord.AllowedMentions = field(default=NO_PINGS)

    def view(self) -> discord.ui.View:
        """The controls as discord.py sends them: finished, so that it keeps no hold on them (we route by custom id)."""
        view = discord.ui.View(timeout=None)
        for number, row in enumerate(self.controls):
            for item in row:
                item.row = number
                view.add_item(item)
        view.stop()
        return view

    def fields(self) -> dict[str, Any]:
        """What a new message and an edit have in common."""
        return {
            "content": self.content,
            "embed": self.embed,
            "view": self.view(),
            "allowed_mentions": self.pings,
        }

    def new(self) -> dict[str, Any]:
        """The arguments of a new message."""
        given = self.fields()
        if self.embed is None:
            del given["embed"]
        if files := self._files():
            given["files"] = files
        return given

    def edit(self) -> dict[str, Any]:
        """The arguments of an edit."""
        given = self.fields()
        files = self._files()
        if files or self.no_picture:
            given["attachments"] = [*self.kept, *files]
        return given

    def _files(self) -> list[discord.File]:
        return [one.file() for one in (self.picture, self.document) if one is not None]

    def fingerprint(self) -> tuple[object, ...]:
        """Equal for drafts that look the same: an edit to the same again is not worth a request."""
        embed = None if self.embed is None else str(self.embed.to_dict())
        return self.content, embed, str(self.view().to_components()), self.picture, self.no_picture, self.document


@dataclass(frozen=True, slots=True)
class Spot:
    """A message of ours, by its ids: these outlive tokens and restarts."""

    channel_id: int
    message_id: int


def nonce() -> str:
    """A fresh nonce for ``send``."""
    return secrets.token_hex(12)


async def send(client: discord.Client, channel_id: int, draft: Draft, nonce: str | None = None) -> Spot | Failure:
    """Post a new message.

    Within minutes Discord gives the message that it has with the same nonce (up to 25 characters) instead of a new one.
    """
    given = draft.new() if nonce is None else {**draft.new(), "nonce": nonce}
    sent = await _counted(client, lambda: client.get_partial_messageable(channel_id).send(**given))
    return sent if isinstance(sent, Failure) else Spot(channel_id, sent.id)


async def edit(client: discord.Client, spot: Spot, draft: Draft, *, later: bool = False) -> Failure | None:
    """Edit a message of ours; with ``later`` when nothing that people wait for is to be sent."""
    message = client.get_partial_messageable(spot.channel_id).get_partial_message(spot.message_id)
    done = await _counted(client, lambda: message.edit(**draft.edit()), later=later)
    return done if isinstance(done, Failure) else None


async def edit_through(interaction: discord.Interaction[Any], draft: Draft) -> Failure | None:
    """Edit the message that stands as an interaction's original response; not counted against the global limit."""
    done = await attempt(interaction.edit_original_response(**draft.edit()))
    return done if isinstance(done, Failure) else None


async def delete(client: discord.Client, spot: Spot) -> Failure | None:
    """Delete a message of ours; one that is gone already counts as deleted."""
    message = client.get_partial_messageable(spot.channel_id).get_partial_message(spot.message_id)
    done = await _counted(client, message.delete)
    return None if done is Failure.GONE else done


async def open_dm(client: discord.Client, user_id: int) -> int | Failure:
    """The id of the DM channel with a person."""
    channel = await _counted(client, lambda: client.create_dm(discord.Object(user_id)))
    return channel if isinstance(channel, Failure) else channel.id


async def has_left(client: discord.Client, guild_id: int, user_id: int) -> bool:
    """Whether a person is known not to be in a server (any more)."""
    guild = client.get_guild(guild_id)
    return guild is not None and await _counted(client, lambda: guild.fetch_member(user_id)) is Failure.GONE


async def start_thread(client: discord.Client, guild_id: int, spot: Spot, name: str) -> int | Failure:
    """Start a public thread at a message; gives its id. Thread names are cut to Discord's 100 characters."""
    if client.get_guild(guild_id) is None:
        return Failure.UNREACHABLE  # just started: discord.py makes threads only in servers it has been told of
    channel = client.get_partial_messageable(spot.channel_id, guild_id=guild_id)
    message = channel.get_partial_message(spot.message_id)
    thread = await _counted(client, lambda: message.create_thread(name=name[:100], auto_archive_duration=1440))
    if thread is Failure.MADE:
        return spot.message_id  # a thread that starts at a message has its id
    return thread if isinstance(thread, Failure) else thread.id
