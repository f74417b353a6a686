"""Rate limits: buckets per route and channel or interaction, and the global one; all requests are counted.

Discord does not publish most of these figures; they are what is commonly met.
"""

from __future__ import annotations

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
UNLIMITED = {("POST", "/interactions/{interaction}/{token}/callback")}


@dataclass(slots=True)
class _Window:
    end: float
    used: int = 0


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
    _windows: dict[tuple[str, str], _Window] = field(default_factory=dict)
    _global: _Window = field(default_factory=lambda: _Window(end=0.0))

    def take(self, method: str, route: str, major: str, *, counts: bool) -> tuple[dict[str, str], Refused | None]:
        """Count a request; give the headers of its answer, and what to answer instead if it is one too many.

        ``major`` is the channel or token that has its own bucket; ``counts`` whether the global limit applies.
        """
        now = self.clock.now()
        self.routes[f"{method} {route}"] += 1
        if counts:
            self.counted += 1
            if self._global.end <= now:
                self._global = _Window(end=now + 1.0)
            self._global.used += 1
            if self._global.used > GLOBAL_PER_SECOND:
                self.refused += 1
                if self.enforce:
                    return {}, _refusal(self._global.end - now, everywhere=True, headers={})
        if (method, route) in UNLIMITED:
            return {}, None
        if (method, route) == ("POST", "/channels/{channel}/messages"):
            self.channels[int(major)] += 1
        limit, seconds = RULES.get((method, route), DEFAULT)
        if len(self._windows) > 10_000:
            self._windows = {key: window for key, window in self._windows.items() if window.end > now}
        window = self._windows.get((f"{method} {route}", major))
        if window is None or window.end <= now:
            window = self._windows[f"{method} {route}", major] = _Window(end=now + seconds)
        window.used += 1
        over = window.used > limit
        self.refused += over
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(0, limit - window.used) if self.enforce else limit),
            "X-RateLimit-Reset": f"{window.end:.3f}",
            "X-RateLimit-Reset-After": f"{window.end - now:.3f}",
            "X-RateLimit-Bucket": sha256(f"{method} {route}".encode()).hexdigest()[:32],
        }
        if over and self.enforce:
            window.used -= 1
            return headers, _refusal(window.end - now, everywhere=False, headers=headers)
        return headers, None


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
