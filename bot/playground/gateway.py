"""The gateway: identify, heartbeat, dispatch, resume with replay, and its faults."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from aiohttp import WSMsgType, web

from bot.playground import payloads
from bot.playground.errors import Json
from bot.playground.model import Guild
from bot.playground.permission import Permission, in_channel
from bot.playground.world import Event, World

DISPATCH, RECONNECT, INVALID, HELLO, ACK = 0, 7, 9, 10, 11
HEARTBEAT_MS = 41_250
GUILDS, GUILD_MEMBERS, PRESENCES, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 8, 1 << 9
DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 12, 1 << 15
PRIVILEGED: Final = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT
NEAREST = 0.02
"""Seconds that a heartbeat is under way at least."""
REPLAYED = 2_000
"""How many events a session keeps for RESUME."""


@dataclass(eq=False, slots=True)
class _Connection:
    socket: web.WebSocketResponse
    outbox: asyncio.Queue[str] = field(default_factory=asyncio.Queue)

    def send(self, body: Json) -> None:
        self.outbox.put_nowait(json.dumps(body))

    async def pump(self) -> None:
        while True:
            text = await self.outbox.get()
            if self.socket.closed:
                return
            await self.socket.send_str(text)


@dataclass(eq=False, slots=True)
class _Session:
    """What the bot calls a session: it outlives its connection."""

    id: str
    shard: int
    shards: int
    intents: int
    connection: _Connection | None
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REPLAYED))

    def dispatch(self, name: str, body: Json) -> None:
        self.sequence += 1
        text = json.dumps({"op": DISPATCH, "t": name, "s": self.sequence, "d": body})
        self.sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.outbox.put_nowait(text)

    def minds(self, guild: int | None) -> bool:
        """Whether its shard gets what happens in a server; DMs go to the first."""
        return (0 if guild is None else (guild >> 22) % self.shards) == self.shard


class Gateway:
    """All sessions of the bot, and what can go wrong with them."""

    def __init__(self, world: World, token: str, privileged: int) -> None:
        self._world = world
        self._token = token
        self._privileged = privileged
        self._sessions: dict[str, _Session] = {}
        self.url = ""
        """Where it listens."""
        self.refuse_resume = False
        """Whether RESUME is answered with an invalid session."""
        self.deliver_twice = 0
        """How many of the next interactions are delivered twice."""
        self.paused = False
        """Whether connections are refused; what happens is kept for RESUME."""
        world.listeners.append(self._hear)

    @property
    def connected(self) -> int:
        """How many sessions have a connection."""
        return sum(session.connection is not None for session in self._sessions.values())

    async def drop(self, code: int = 4000) -> None:
        """Close all connections; the bot may resume."""
        for session in list(self._sessions.values()):
            connection, session.connection = session.connection, None
            if connection is not None:
                await connection.socket.close(code=code)

    def reconnect(self) -> None:
        """Ask the bot to reconnect and resume."""
        for session in self._sessions.values():
            if session.connection is not None:
                session.connection.send({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Tell the bot that its session is invalid; it must identify anew unless ``resumable``."""
        invalid = list(self._sessions.values())
        if not resumable:
            self._sessions.clear()
        for session in invalid:
            if session.connection is not None:
                session.connection.send({"op": INVALID, "d": resumable})

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection."""
        if self.paused:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        connection = _Connection(socket)
        connection.send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_MS}})
        pump = asyncio.create_task(connection.pump())
        session: _Session | None = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                try:
                    session = self._receive(connection, session, _read(frame.data))
                except _Closing as closing:
                    await socket.close(code=closing.code)
        finally:
            pump.cancel()
            if session is not None and session.connection is connection:
                session.connection = None
                self._world.touch()
        return socket

    def _receive(self, connection: _Connection, session: _Session | None, said: Json) -> _Session | None:
        match said.get("op"):
            case 1:
                # As over a real distance: a client that is answered before it has noted when it asked is told that it
                # is behind by a whole interval.
                asyncio.get_running_loop().call_later(NEAREST, connection.send, {"op": ACK})
            case 2:
                return self._identify(connection, said["d"])
            case 6:
                return self._resume(connection, said["d"])
            case _ if session is None:
                raise _Closing(4003)
            case 8:
                self._members(session, said["d"])
        return session

    def _identify(self, connection: _Connection, said: Json) -> _Session:
        if said.get("token") != self._token:
            raise _Closing(4004)
        intents = int(said.get("intents", 0))
        if intents & PRIVILEGED & ~self._privileged:
            raise _Closing(4014)
        shard, shards = said.get("shard", [0, 1])
        for old in [each for each in self._sessions.values() if each.shard == shard and each.connection is None]:
            del self._sessions[old.id]
        session = _Session(secrets.token_hex(16), shard, shards, intents, connection)
        self._sessions[session.id] = session
        guilds = [guild for guild in self._world.guilds.values() if session.minds(guild.id)]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": {**payloads.user(self._world.me), "verified": True, "mfa_enabled": False, "flags": 0},
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "private_channels": [],
                "session_id": session.id,
                "resume_gateway_url": self.url,
                "application": {"id": str(self._world.me.id), "flags": 0},
                "shard": [shard, shards],
            },
        )
        for guild in guilds:
            if guild.available:
                session.dispatch("GUILD_CREATE", self._guild(session, guild))
        self._world.touch()
        return session

    def _resume(self, connection: _Connection, said: Json) -> _Session | None:
        if said.get("token") != self._token:
            raise _Closing(4004)
        session = self._sessions.get(str(said.get("session_id")))
        seen = int(said.get("seq") or 0)
        if session is None or self.refuse_resume or (session.sent and session.sent[0][0] > seen + 1):
            connection.send({"op": INVALID, "d": False})
            return None
        session.connection = connection
        for number, text in session.sent:
            if number > seen:
                connection.outbox.put_nowait(text)
        session.dispatch("RESUMED", {})
        self._world.touch()
        return session

    def _members(self, session: _Session, said: Json) -> None:
        guild = self._world.guilds.get(int(said["guild_id"]))
        if guild is None:
            return
        wanted = {int(id_) for id_ in said.get("user_ids", ())}
        begin = str(said.get("query") or "").lower()
        found = [
            payloads.full_member(each)
            for each in guild.members.values()
            if each.user.id in wanted or (not wanted and each.user.name.lower().startswith(begin))
        ]
        body: Json = {"guild_id": str(guild.id), "members": found, "chunk_index": 0, "chunk_count": 1, "not_found": []}
        if "nonce" in said:
            body["nonce"] = said["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", body)

    def _guild(self, session: _Session, guild: Guild) -> Json:
        return payloads.guild(guild, self._world.me.id, everyone=bool(session.intents & GUILD_MEMBERS))

    # What happens

    def _hear(self, event: Event) -> None:
        guild = event.guild
        there = guild is None or (guild.id in self._world.guilds and guild.available)
        if not there and event.name != "GUILD_DELETE":
            return
        for session in list(self._sessions.values()):
            if session.minds(None if guild is None else guild.id) and self._told(session, event):
                session.dispatch(event.name, self._body(session, event))
                if event.interaction is not None and self.deliver_twice > 0:
                    self.deliver_twice -= 1
                    session.dispatch(event.name, event.body)

    def _told(self, session: _Session, event: Event) -> bool:
        message = event.message
        if message is not None and message.reader is not None:
            # Discord takes whatever is ephemeral for a DM.
            return bool(session.intents & DIRECT_MESSAGES)
        if message is not None:
            intent = DIRECT_MESSAGES if event.guild is None else GUILD_MESSAGES
            seen = Permission.VIEW_CHANNEL in in_channel(message.channel, self._world.me.id)
            return seen and bool(session.intents & intent)
        if event.interaction is not None:
            return True
        return bool(session.intents & (GUILD_MEMBERS if event.name.startswith("GUILD_MEMBER_") else GUILDS))

    def _body(self, session: _Session, event: Event) -> Json:
        if event.name == "GUILD_CREATE" and event.guild is not None:
            return self._guild(session, event.guild)
        message, me = event.message, self._world.me
        if message is not None and message.reader is not None:
            return {key: value for key, value in event.body.items() if key not in {"guild_id", "member"}}
        if message is None or "content" not in event.body or session.intents & MESSAGE_CONTENT:
            return event.body
        if event.guild is None or message.author is me or me in message.mentions.users:
            return event.body
        return {**event.body, "content": "", "embeds": [], "attachments": [], "components": []}


def _read(text: str) -> Json:
    try:
        said = json.loads(text)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise _Closing(4002)
    return said


class _Closing(Exception):
    """The connection must be closed with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code
