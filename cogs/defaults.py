"""What a server has chosen for the tables that are opened in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.games.baohuang.game import GAME
from bot.games.base import Illegal
from bot.tables.state import Settings
from bot.texts import language
from storage.rows import Server

SIMPLE: Final = "simple"
"""The variant where neither the server nor the opener has chosen one."""
SWITCHES: Final = ("auto_pass", "hints")
"""What tables have in every variant; on where nothing else is said."""


def chosen_rules(server: Server, given: Mapping[str, object]) -> dict[str, Any]:
    """Variant, options and switches for a new table: those given, then the server's, then the usual ones.

    The server's options hold for its own variant only.
    """
    own = {"variant": SIMPLE, **server.rules}
    if given.get("variant", own["variant"]) != own["variant"]:
        own = {key: value for key, value in own.items() if key in SWITCHES}
    return {**dict.fromkeys(SWITCHES, True), **own, **given}


def need_allowed(server: Server, place: discord.abc.Snowflake | None) -> None:
    """Raise Illegal("channel_not_chosen") where the server wants no tables; in threads their channel counts."""
    within = {getattr(place, "id", None), getattr(place, "parent_id", None)}
    if server.channels and within.isdisjoint(server.channels):
        raise Illegal("channel_not_chosen", channels=server.channels)


def table_settings(server: Server, locale: str) -> Settings:
    """The settings of a table that somebody with a locale opens in a server, with nothing of their own."""
    options = chosen_rules(server, {})
    switches = {name: bool(options.pop(name)) for name in SWITCHES}
    tongue = language(server.language or locale)
    rules = GAME.rules(options)
    return Settings(GAME.key, rules, server.turn, language=tongue, stake=server.stake, least=server.least, **switches)
