"""Buttons and menus that carry their place: the table, the turn, and what they do.

Their custom ids are all that is needed to act on them, so they work after a restart, and one of an earlier turn, round
or table is known as such. They are routed by custom id (``parse``), not by discord.py's views.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.games.base import Illegal
from bot.texts import say

PREFIX: Final = "bh"
_LARGEST: Final = 2**63
"""No id is as large: neither Discord nor SQLite has room for it."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a control stands for. ``stamp`` is round.turn of the table; where it does not matter it is 0.0."""

    action: str
    table_id: int
    round: int = 0
    turn: int = 0
    argument: str = ""

    @property
    def custom_id(self) -> str:
        """At most 100 characters, as Discord demands."""
        turn = max(0, self.turn)  # a table has -1 where no clock runs
        return f"{PREFIX}/{self.action}/{self.table_id}/{self.round}.{turn}/{self.argument}"

    def to(self, action: str, argument: str = "") -> Ticket:
        """The same place, for another control."""
        return replace(self, action=action, argument=argument)


def ours(custom_id: str) -> bool:
    """Whether a control with this custom id is for us to act on."""
    return custom_id.startswith(f"{PREFIX}/")


def parse(custom_id: str) -> Ticket | None:
    """The ticket with this custom id; None if we cannot have made it."""
    parts = custom_id.split("/", 4)
    if len(parts) != 5 or not ours(custom_id):
        return None
    _, action, table_id, stamp, argument = parts
    number, _, turn = stamp.partition(".")
    try:
        return Ticket(action, whole(table_id), whole(number), whole(turn), argument)
    except Illegal:
        return None


def whole(text: str) -> int:
    """The number from 0 in a custom id or a menu's line; raise Illegal("stale") if it is none that we have made."""
    if not (text.isascii() and text.isdigit()) or int(text) >= _LARGEST:
        raise Illegal("stale")
    return int(text)


def line(values: Sequence[str]) -> str:
    """The line chosen in a menu; raise Illegal("stale") where there is none."""
    if not values:
        raise Illegal("stale")
    return values[0]


PLAIN: Final = discord.ButtonStyle.secondary
MAIN: Final = discord.ButtonStyle.primary
GOOD: Final = discord.ButtonStyle.success
GRAVE: Final = discord.ButtonStyle.danger


def button(
    ticket: Ticket,
    label: str,
    style: discord.ButtonStyle = PLAIN,
    *,
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """A button; its label is cut to Discord's 80 characters."""
    return discord.ui.Button(style=style, label=label[:80], custom_id=ticket.custom_id, disabled=disabled)


def link(url: str, label: str) -> discord.ui.Button[Any]:
    """A button that opens an address."""
    return discord.ui.Button(style=discord.ButtonStyle.link, label=label[:80], url=url)


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu."""

    value: str
    label: str
    description: str | None = None
    chosen: bool = False


def menu(ticket: Ticket, placeholder: str, choices: list[Choice]) -> discord.ui.Select[Any]:
    """A menu of up to 25 choices, of which one is taken; texts are cut to Discord's 100 characters."""
    return discord.ui.Select(
        custom_id=ticket.custom_id,
        placeholder=placeholder[:150],
        options=[
            discord.SelectOption(
                label=choice.label[:100],
                value=choice.value,
                description=choice.description and choice.description[:100],
                default=choice.chosen,
            )
            for choice in choices[:25]
        ],
    )


def said_button(
    locale: str | None, ticket: Ticket, key: str, style: discord.ButtonStyle = PLAIN, *, disabled: bool = False
) -> discord.ui.Button[Any]:
    """A button labelled with the sentence ``button.KEY``."""
    return button(ticket, say(locale, f"button.{key}"), style, disabled=disabled)
