"""Every request's way: faults, token, limits, body, handler, answer."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence

from aiohttp import web

from bot.playground.errors import ApiError, Json, ServerFailure
from bot.playground.faults import Faults
from bot.playground.limits import Limits
from bot.playground.messages import Messages
from bot.playground.rest.call import Body, Call, Route, Sent, read
from bot.playground.world import World

BASE = "/api/v10"
BY_TOKEN = ("/interactions/", "/webhooks/")
"""Routes that need no authorization, and do not count against the global limit: an interaction's token is in them."""
BIGGEST_REQUEST = 120 * 1024 * 1024


class Rest:
    """The REST interface: what it serves is in the modules of this folder."""

    def __init__(self, world: World, messages: Messages, limits: Limits, faults: Faults, token: str) -> None:
        self._world = world
        self._messages = messages
        self._limits = limits
        self._faults = faults
        self._token = token
        self.listeners: list[Callable[[Sent], None]] = []

    def add(self, app: web.Application, routes: Sequence[Route]) -> None:
        """Serve routes."""
        for route in routes:
            app.router.add_route(route[0], BASE + route[1], self._serve(route))

    def _serve(self, route: Route) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def serve(request: web.Request) -> web.Response:
            path = request.path.removeprefix(BASE)
            # Read before anything holds it: what has arrived takes effect, even if whoever sent it has gone since.
            body = await _arrived(request)
            await self._faults.wait(request.method, path)
            lost: web.Response | None = None
            befalling = self._faults.befalling(request.method, path)
            self._world.touch()
            for fault in befalling:
                if fault.delay:
                    await self._world.clock.sleep(fault.delay)
                if fault.code is not None:
                    error = ApiError(fault.code)
                    lost = _response(error.status, error.body(), {})
                elif fault.status is not None:
                    lost = _failure(fault.status, fault.retry_after)
                if lost is not None and not fault.after:
                    return lost
            answer = await self._answer(route, request, body)
            self._limits.invalid += answer.status in {401, 403, 429}
            return lost or answer

        return serve

    async def _answer(self, route: Route, request: web.Request, arrived: Body | ApiError) -> web.Response:
        method, template, handler = route
        by_token = template.startswith(BY_TOKEN)
        names = dict(request.match_info)
        if not by_token and request.headers.get("Authorization") != f"Bot {self._token}":
            return _response(401, ApiError(0).body(), {})
        major = names.get("token") or names.get("channel") or names.get("guild") or ""
        headers, refused = self._limits.take(method, template, major, counts=not by_token)
        if refused is not None:
            return _response(429, refused.body, {"Via": "1.1 playground", **refused.headers})
        body = Body() if isinstance(arrived, ApiError) else arrived
        call = Call(self._world, self._messages, names, dict(request.query), body.json, body.files)
        status, payload = 500, None
        try:
            if isinstance(arrived, ApiError):
                raise arrived
            status, payload = await handler(call)
        except ApiError as error:
            status, payload = error.status, error.body()
            if status == 429:
                headers |= {"Via": "1.1 playground", "Retry-After": "1"}
        except ServerFailure as failure:
            return _failure(failure.status, 0.0)
        finally:
            files = tuple(call.files.values())
            sent = Sent(method, request.path, call.body, files, status, call.channel, call.reader)
            for listener in list(self.listeners):
                listener(sent)
            self._world.touch()
        return _response(status, payload, headers)


async def _arrived(request: web.Request) -> Body | ApiError:
    """The body of a request, or what is wrong with it."""
    try:
        return await read(request)
    except ApiError as error:
        return error
    except ConnectionError:
        raise web.HTTPBadRequest from None  # nobody is there any more to read this


def _response(status: int, payload: object, headers: dict[str, str]) -> web.Response:
    if status == 204:
        return web.Response(status=204, headers=headers)
    # Not web.json_response: its charset parameter is one that clients do not expect here.
    return web.Response(
        status=status, body=json.dumps(payload).encode(), content_type="application/json", headers=headers
    )


def _failure(status: int, retry_after: float) -> web.Response:
    if status == 429:
        body: Json = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
        return _response(429, body, {"Via": "1.1 playground", "Retry-After": "1"})
    return web.Response(status=status, text="upstream connect error")
