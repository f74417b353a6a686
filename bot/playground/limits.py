"""Rate limits: buckets per route and channel or interaction, and the global one; all requests are counted.

Discord does not publish most of these figures; they are what is commonly met.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256

from bot.playground.clock import Clock
from bot.playground.errors import Json

GLOBAL_PER_SECOND = 50
DEFAULT = (20, 5.0)
RULES: dict[tuple[str, str], tuple[int, float]] = {
    ("POST", "/channels/{channel}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel}/messages/{message}"): (5, 5.0),
    ("DELETE", "/channels/{channel}/messages/{message}"): (5, 1.0),
    ("POST", "/channels/{channel}/typing"): (5, 5.0),
    ("PATCH", "/channels/{channel}"): (5, 15.0),
    ("POST", "/users/@me/channels"): (10, 10.0),
    ("POST", "/webhooks/{application}/{token}"): (5, 2.0),
    ("PATCH", "/webhooks/{application}/{token}/messages/{message}"): (5, 2.0),
    ("DELETE", "/webhooks/{application}/{token}/messages/{message}"): (5, 2.0),
}
"""Requests and seconds by method and route; each channel, and each interaction, has its own."""
WINDOWS = 10_000
"""How many windows are kept before those that are over are thrown away."""
UNLIMITED = {("POST", "/interactions/{interaction}/{token}/callback")}


@dataclass(slots=True)
class _Window:
    """A stretch of time that begins with a request and takes so many."""

    end: float = 0.0
    used: int = 0

    def take(self, now: float, limit: int, seconds: float) -> float | None:
        """Use it once; the seconds until there is room, if there is none."""
        if self.end <= now:
            self.end, self.used = now + seconds, 0
        if self.used == limit:
            return self.end - now
        self.used += 1
        return None


@dataclass(slots=True)
class Refused:
    """A request that must wait: what to answer."""

    headers: dict[str, str]
    body: Json


@dataclass(slots=True)
class Limits:
    """The state of all buckets, and what was counted."""

    clock: Clock
    enforce: bool = True
    """When false, requests are counted and told in headers, but never refused."""
    routes: Counter[str] = field(default_factory=Counter)
    """Requests by "METHOD /route"."""
    channels: Counter[int] = field(default_factory=Counter)
    """Messages sent through /channels/..., by channel."""
    counted: int = 0
    """Requests that count against the global limit."""
    refused: int = 0
    """Requests over a limit, whether they were refused or only counted."""
    invalid: int = 0
    """Requests answered 401, 403 or 429: Discord blocks an address for a while after 10,000 of them in ten minutes."""
    _windows: dict[tuple[str, str, str], _Window] = field(default_factory=dict)
    _global: _Window = field(default_factory=_Window)

    def take(self, method: str, route: str, major: str, *, counts: bool) -> tuple[dict[str, str], Refused | None]:
        """Count a request; give the headers of its answer, and what to answer instead if it is one too many.

        ``major`` is the channel or token that has its own bucket; ``counts`` whether the global limit applies.
        """
        now = self.clock.now()
        self.routes[f"{method} {route}"] += 1
        if (method, route) == ("POST", "/channels/{channel}/messages"):
            self.channels[int(major)] += 1
        self.counted += counts
        wait = self._global.take(now, GLOBAL_PER_SECOND, 1.0) if counts else None
        if wait is not None and self._over():
            return {}, _refusal(wait, everywhere=True, headers={})
        if (method, route) in UNLIMITED:
            return {}, None
        limit, seconds = RULES.get((method, route), DEFAULT)
        window = self._window((method, route, major), now)
        over = window.take(now, limit, seconds)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - window.used) if self.enforce else limit),
            "X-RateLimit-Reset": f"{time.time() + window.end - now:.3f}",
            "X-RateLimit-Reset-After": f"{window.end - now:.3f}",
            "X-RateLimit-Bucket": sha256(f"{method} {route}".encode()).hexdigest()[:32],
        }
        if over is not None and self._over(counted=wait is not None):
            return headers, _refusal(over, everywhere=False, headers=headers)
        return headers, None

    def _over(self, *, counted: bool = False) -> bool:
        """Count a request over a limit, unless it was counted; whether it is refused."""
        self.refused += not counted
        return self.enforce

    def _window(self, key: tuple[str, str, str], now: float) -> _Window:
        if len(self._windows) > WINDOWS:
            self._windows = {each: window for each, window in self._windows.items() if window.end > now}
        return self._windows.setdefault(key, _Window())


def _refusal(wait: float, *, everywhere: bool, headers: dict[str, str]) -> Refused:
    told = {**headers, "Retry-After": f"{max(1, round(wait))}", "X-RateLimit-Scope": "global" if everywhere else "user"}
    if everywhere:
        told["X-RateLimit-Global"] = "true"
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": round(max(wait, 0.001), 3),
        "global": everywhere,
    }
    return Refused(told, body)
