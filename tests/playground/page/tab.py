"""A window of the page without a browser: its WebSocket, and what it has been told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp

Json = dict[str, Any]


class Refusal(Exception):
    """What a window asked for was refused."""

    def __init__(self, where: str, code: str) -> None:
        super().__init__(where, code)
        self.where = where
        self.code = code


@dataclass(eq=False)
class Tab:
    socket: aiohttp.ClientWebSocketResponse
    events: list[Json] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _answers: dict[int, asyncio.Future[Json]] = field(default_factory=dict)

    async def listen(self) -> None:
        async for frame in self.socket:
            said = json.loads(frame.data)
            if "event" in said:
                self.events.append(said)
                self._news.set()
            else:
                self._answers.pop(said["re"]).set_result(said)

    async def ask(self, deed: str, **fields: object) -> Json:
        """What comes of a request; raise Refusal."""
        number = len(self.events) * 1000 + len(self._answers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self.socket.send_json({"id": number, "do": deed, "with": fields})
        said = await asyncio.wait_for(answer, 10)
        if "refused" in said:
            raise Refusal(**said["refused"])
        found: Json = said["is"]
        return found

    async def hears(self, name: str, look: Callable[[Json], object] = lambda _: True) -> Json:
        """The newest event of a name that fits, as soon as there is one."""
        async with asyncio.timeout(10):
            while True:
                self._news.clear()
                for event in reversed(self.events):
                    if event["event"] == name and look(event):
                        return event
                await self._news.wait()

    async def channel(self, id_: int, look: Callable[[Json], object] = lambda _: True) -> Json:
        """A channel as the latest places have it, as soon as it fits."""

        def find(event: Json) -> Json | None:
            return next((each for each in event["channels"] if each["id"] == str(id_) and look(each)), None)

        found = find(await self.hears("places", find))
        assert found is not None
        return found

    @property
    def places(self) -> Json:
        """The latest places."""
        return next(event for event in reversed(self.events) if event["event"] == "places")

    @property
    def faults(self) -> Json:
        """How the faults stood last."""
        return next(event for event in reversed(self.events) if event["event"] == "faults")


@asynccontextmanager
async def tab(address: str, name: str = "", **query: str) -> AsyncIterator[Tab]:
    """A window of someone on the page at an address; it has been told of its places inside."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(
            f"ws://{address}/page-socket", params={"as": name, **query}, headers={"Origin": f"http://{address}"}
        ) as socket,
    ):
        opened = Tab(socket)
        listening = asyncio.create_task(opened.listen())
        try:
            await opened.hears("faults")
            yield opened
        finally:
            listening.cancel()
