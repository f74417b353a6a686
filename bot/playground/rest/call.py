"""One request of the bot, taken apart."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from aiohttp import BodyPartReader, web

from bot.playground.errors import ApiError, Json
from bot.playground.messages import Draft, File, Messages
from bot.playground.model import Channel, User
from bot.playground.permission import Permission, in_channel
from bot.playground.world import World


@dataclass(eq=False, slots=True)
class Call:
    """A request and what it is about."""

    world: World
    messages: Messages
    path: dict[str, str]
    query: dict[str, str]
    body: Json
    """The JSON part; a list stands under ``items``."""
    files: dict[int, File]
    channel: Channel | None = None
    """Where what it says goes."""
    reader: User | None = None
    """The only person who gets what it says."""

    @property
    def draft(self) -> Draft:
        """The message that the request holds."""
        return Draft(self.body, self.files)

    def snowflake(self, name: str) -> int:
        """An id of the path; raise ApiError if it is none."""
        if not self.path[name].isdigit():
            raise ApiError(
                50035, errors={name: {"_errors": [{"code": "NUMBER_TYPE_COERCE", "message": "Not a snowflake"}]}}
            )
        return int(self.path[name])

    def place(self, *needed: Permission) -> Channel:
        """The channel of the path, in which the bot needs permissions; raise ApiError if it is not there or may not."""
        channel = self.world.channels.get(self.snowflake("channel"))
        if channel is None:
            raise ApiError(10003)
        self.channel, self.reader = channel, channel.recipient
        allowed = in_channel(channel, self.world.me.id)
        if Permission.VIEW_CHANNEL not in allowed:
            raise ApiError(50001)
        if any(each not in allowed for each in needed):
            raise ApiError(50013)
        return channel


Result = tuple[int, object]
"""HTTP status and JSON; None with 204."""
Handler = Callable[[Call], Awaitable[Result]]
Route = tuple[str, str, Handler]
"""Method, path with {names}, handler."""


@dataclass(frozen=True, slots=True)
class Sent:
    """What a request carried out of the bot, and who gets to read it."""

    method: str
    path: str
    body: Json
    files: tuple[File, ...]
    status: int
    """What it was answered with."""
    channel: Channel | None
    reader: User | None
    """The only person who gets it; None: all who see the channel."""


@dataclass(eq=False, slots=True)
class Body:
    """The parts of a request's body."""

    json: Json = field(default_factory=dict)
    files: dict[int, File] = field(default_factory=dict)


async def read(request: web.Request) -> Body:
    """The body of a request, JSON or multipart; raise ApiError if it is neither."""
    if request.content_type == "multipart/form-data":
        return await _multipart(request)
    raw = await request.read()
    return Body(_json(raw) if raw else {})


async def _multipart(request: web.Request) -> Body:
    body = Body()
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        if not isinstance(part, BodyPartReader):
            raise ApiError(50109)
        content = bytes(await part.read())
        numbered = re.fullmatch(r"files\[(\d+)\]", part.name or "")
        if part.name == "payload_json":
            body.json = _json(content)
        elif numbered:
            body.files[int(numbered[1])] = File(part.filename or "file", content)
    return body


def _json(raw: bytes) -> Json:
    try:
        found = json.loads(raw)
    except ValueError:
        raise ApiError(50109) from None
    return found if isinstance(found, dict) else {"items": found}
