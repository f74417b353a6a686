"""Every setting, from the environment and a .env file, with its meaning (see .env.example)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


class SettingError(Exception):
    """A setting that cannot be used: ``code`` names what is wrong (texts: ``settings.CODE``), ``name`` the setting."""

    def __init__(self, code: str, name: str) -> None:
        super().__init__(code, name)
        self.code = code
        self.name = name


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one process."""

    token: str | None
    """DISCORD_TOKEN: the bot's token; None (not set at all) runs the playground."""
    database: Path
    """DATABASE: the SQLite file that keeps tables, rounds and results."""
    api_url: str | None
    """DISCORD_API_URL: another base of the REST interface, with gateway_url."""
    gateway_url: str | None
    """DISCORD_GATEWAY_URL: another gateway, with api_url."""
    playground_port: int
    """PLAYGROUND_PORT: where the playground listens, on 127.0.0.1 only."""
    log_level: str
    """LOG_LEVEL: DEBUG, INFO, WARNING or ERROR. What discord.py logs never goes below INFO."""

    @property
    def sprites(self) -> Path:
        """Where drawn cards are kept: beside the database."""
        return self.database.parent / "sprites"


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


def read(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment; raise SettingError for one that cannot be used."""
    token = environment.get("DISCORD_TOKEN")
    if token is not None and not token.strip():
        raise SettingError("empty", "DISCORD_TOKEN")
    api_url = _url(environment, "DISCORD_API_URL", {"http", "https"})
    gateway_url = _url(environment, "DISCORD_GATEWAY_URL", {"ws", "wss"})
    if (api_url is None) != (gateway_url is None):
        raise SettingError("both", "DISCORD_API_URL" if api_url is None else "DISCORD_GATEWAY_URL")
    level = environment.get("LOG_LEVEL", "INFO").upper()
    if level not in LEVELS:
        raise SettingError("level", "LOG_LEVEL")
    return Settings(
        token=token.strip() if token else None,
        database=Path(environment.get("DATABASE") or "baohuang.db"),
        api_url=api_url and api_url.rstrip("/"),
        gateway_url=gateway_url,
        playground_port=_port(environment.get("PLAYGROUND_PORT", "8642")),
        log_level=level,
    )


def load() -> Settings:
    """The settings of this process: its environment, then a .env file in the working directory for what is not set."""
    # Imported here, since the small commands that need no setting run on bare Python.
    from dotenv import dotenv_values  # noqa: PLC0415

    try:
        file = {name: value for name, value in dotenv_values(".env").items() if value is not None}
    except UnicodeDecodeError:
        raise SettingError("encoding", ".env") from None
    return read({**file, **os.environ})


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 5 or int(text) > 65535:
        raise SettingError("port", "PLAYGROUND_PORT")
    return int(text)


def _url(environment: Mapping[str, str], name: str, schemes: set[str]) -> str | None:
    url = environment.get(name)
    if not url:
        return None
    try:
        parts = urlsplit(url)
        usable = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets that do not match, a port out of range
        usable = False
    if not usable:
        raise SettingError("url", name)
    return url
