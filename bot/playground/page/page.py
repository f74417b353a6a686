"""The page as a whole: its files, its windows, and who is who."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from aiohttp import web

from bot.playground.errors import Json
from bot.playground.model import Channel, Guild
from bot.playground.page import told
from bot.playground.page.deeds import Deeds
from bot.playground.page.mischief import Mischief, Switch
from bot.playground.page.window import Window
from bot.playground.person import Person
from bot.playground.server import Playground

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve")
"""Who a window is that names nobody: the first of these who has no window."""
LONGEST_NAME: Final = 32
TYPES: Final = {"html": "text/html", "js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Page:
    """The page of a look-alike that has not been started yet.

    Everyone who comes is a member of all servers of ``guilds``; the page opens in ``first``. ``texts`` holds by locale
    what the page says, by key: all of ``page``, ``page_message`` and ``page_composer``.
    """

    def __init__(
        self,
        playground: Playground,
        guilds: list[Guild],
        first: Channel,
        texts: Mapping[str, Mapping[str, str]],
        bot: Switch,
    ) -> None:
        self._playground = playground
        self._guilds = guilds
        self._first = first
        self._texts = texts
        self._mischief = Mischief(playground, guilds, bot)
        self._read: dict[Person, dict[int, int]] = {}
        self._windows: list[tuple[Person, Window]] = []
        routes = [
            web.get("/", self._index),
            web.get("/page/{file}", self._file),
            web.get("/page-socket", self._connect),
        ]
        playground.serve(routes)

    @property
    def url(self) -> str:
        """Where it is, once the look-alike has been started."""
        return f"http://{self._playground.address}/"

    async def close(self) -> None:
        """Close all windows."""
        for _, window in list(self._windows):
            await window.close()

    async def _index(self, request: web.Request) -> web.Response:
        if request.host != self._playground.address:
            # Another name of this machine: one origin is enough, and pictures come from this one.
            raise web.HTTPFound(f"http://{self._playground.address}{request.path_qs}")
        return self._served("index.html")

    async def _file(self, request: web.Request) -> web.Response:
        return self._served(request.match_info["file"])

    def _served(self, name: str) -> web.Response:
        found = next((each for each in files(__package__).joinpath("files").iterdir() if each.name == name), None)
        if found is None:
            raise web.HTTPNotFound
        kind = TYPES[name.rpartition(".")[2]]
        return web.Response(body=found.read_bytes(), content_type=kind, charset="utf-8", headers=HEADERS)

    async def _connect(self, request: web.Request) -> web.WebSocketResponse:
        # Any site that a browser has open could connect to this machine: only our own page may.
        if request.headers.get("Origin") != f"http://{self._playground.address}":
            raise web.HTTPForbidden
        person = self._person(request.query.get("as", ""))
        person.user.locale = "zh-CN" if request.query.get("locale") == "zh-CN" else "en-US"
        read = self._read[person]
        world = self._playground.world
        window = Window(Deeds(world, person, read, self._mischief), lambda: self._around(person))
        entry = person, window
        self._windows.append(entry)
        try:
            return await window.run(request, self._hello(person))
        finally:
            self._windows.remove(entry)

    def _person(self, name: str) -> Person:
        """Whoever has a name; someone new if nobody has it."""
        wanted = " ".join(name.split())[:LONGEST_NAME].rstrip() or self._free()
        found = next((each for each in self._playground.people if each.user.name == wanted), None)
        if found is None:
            found = self._playground.add_person(wanted)
            for guild in self._guilds:
                found.join(guild)
        if found not in self._read:
            # What was said before someone came is not news to them.
            places = [*(channel for guild in self._guilds for channel in guild.channels.values()), found.dm]
            self._read[found] = {each.id: next(reversed(each.messages), 0) for each in places}
        return found

    def _free(self) -> str:
        here = {person.user.name for person, _ in self._windows}
        return next((name for name in NAMES if name not in here), NAMES[0])

    def _hello(self, person: Person) -> Json:
        return {
            "me": {"id": str(person.user.id), "name": person.user.name},
            "bot": {"id": str(self._playground.bot.id), "name": self._playground.bot.name},
            "names": NAMES,
            "first": str(self._first.id),
            "texts": self._texts,
        }

    def _around(self, person: Person) -> Json:
        return {
            "places": told.places(self._playground.world, person, self._guilds, self._read[person]),
            "faults": self._mischief.state(person),
        }
