"""One open window: a WebSocket that carries what its person asks for, and everything that changes for them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Final

from aiohttp import WSMsgType, web

from bot.playground.errors import Json
from bot.playground.model import Message
from bot.playground.options import Refused
from bot.playground.page import told
from bot.playground.page.deeds import Deeds
from bot.playground.world import Event

log = logging.getLogger(__name__)

LONGEST: Final = 256 * 1024
"""Bytes of one request of a window."""
AT_ONCE: Final = 50
"""How many requests of a window may be under way; more have to wait."""


class Window:
    """A window of one person. ``around`` gives what surrounds the messages: places, faults, texts."""

    def __init__(self, deeds: Deeds, around: Callable[[], Json]) -> None:
        self._deeds = deeds
        self._around = around
        self._socket = web.WebSocketResponse(max_msg_size=LONGEST, heartbeat=30)
        self._changed: dict[Message, None] = {}
        self._told: Json = {}
        self._noticed = len(deeds.person.notifications)
        self._offered: dict[int, list[str]] = {}

    async def run(self, request: web.Request, hello: Json) -> web.WebSocketResponse:
        """Serve the window until it is closed."""
        await self._socket.prepare(request)
        world = self._deeds.world
        world.listeners.append(self._hear)
        tasks: set[asyncio.Task[None]] = set()
        telling = asyncio.create_task(self._tell(hello))
        try:
            async for frame in self._socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                if len(tasks) >= AT_ONCE:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                task = asyncio.create_task(self._serve(frame.data))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
        finally:
            world.listeners.remove(self._hear)
            telling.cancel()
            for task in tasks:
                task.cancel()
        return self._socket

    async def close(self) -> None:
        """Close it from this side."""
        await self._socket.close(code=1001)

    # What it asks for

    async def _serve(self, text: str) -> None:
        match _read(text):
            case {"id": int(number), "do": str(name), "with": dict(given)}:
                try:
                    answer: Json = {"re": number, "is": await self._deeds.do(name, given)}
                except Refused as refused:
                    answer = {"re": number, "refused": {"where": refused.where, "code": refused.code}}
                await self._send(answer)
            case _:
                log.debug("a window said something that is no request")

    # What it is told

    def _hear(self, event: Event) -> None:
        if event.message is not None:
            self._changed[event.message] = None

    async def _tell(self, hello: Json) -> None:
        """Tell what there is, and from then on what has changed, as often as something happens."""
        world = self._deeds.world
        await self._send({"event": "hello", **hello})
        while True:
            news = world.news()
            for told_now in self._news():
                await self._send(told_now)
            await news

    def _news(self) -> list[Json]:
        person, news = self._deeds.person, list[Json]()
        for part, state in self._around().items():
            if self._told.get(part) != state:
                self._told[part] = state
                news.append({"event": part, **state})
        changed, self._changed = self._changed, {}
        for message in changed:
            place = {"channel": str(message.channel.id)}
            if person.has(message):
                news.append({"event": "message", **place, "message": told.message(message)})
            else:
                news.append({"event": "gone", **place, "message": str(message.id)})
        for note in person.notifications[self._noticed :]:
            if person.has(note.message):
                news.append({"event": "notice", "reason": note.reason, "message": told.message(note.message)})
        self._noticed = len(person.notifications)
        if self._offered != (now := told.offered(person, self._deeds.mischief.guilds)):
            self._offered = now
            news.append({"event": "commands"})
        return news

    async def _send(self, body: Json) -> None:
        if not self._socket.closed:
            try:
                await self._socket.send_str(json.dumps(body))
            except ConnectionError:
                log.debug("a window has gone")


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
