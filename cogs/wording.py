"""What boards, cards and panels have in common: names made safe, and a round in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import discord

from bot.games.baohuang.rules import OPTIONS, Rules
from bot.games.baohuang.view import Entry
from bot.games.base import GameError
from bot.pictures.words import describe_cards
from bot.tables.state import Person, Settings
from bot.tables.table import Table
from bot.texts import knows, say

_STEERING: Final = re.compile(r"[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Control characters and those that turn the direction of what follows."""
_MARKUP: Final = re.compile(r"[\\*_~|`\[\]<]|^[#>-]")


def plain(name: str) -> str:
    """A name without control characters and changes of direction, for where there is no markup."""
    return _STEERING.sub("", name)


def safe(name: str) -> str:
    """A name as it is, without power over what stands around it: no markup, no pings, no change of direction."""
    # discord.py's own function leaves alone what stands in a link. "<" begins mentions, times, emoji of servers.
    shown = discord.utils.escape_mentions(_MARKUP.sub(r"\\\g<0>", plain(name)))
    return f"\u2068{shown}\u2069"


def seat_name(table: Table, number: int, language: str) -> str:
    """Who sits on a seat: a person's name, an AI's, or that it is free."""
    seat = table.seats[number]
    if seat.present:
        return safe(seat.present.name)
    if seat.free:
        return say(language, "board.free")
    name = say(language, "board.ai", number=number + 1)
    return say(language, "board.ai_for", ai=name, name=safe(seat.person.name)) if seat.person else name


def said_level(table: Table, number: int, language: str) -> list[str]:
    """How well the AI of a seat plays; nothing for a seat that is no AI's."""
    level = table.seats[number].level
    return [] if level is None else [say(language, f"ai.{level}")]


def listed(people: Sequence[Person], language: str, most: int = 20) -> str:
    """The names of people, so many at most, and how many more there are."""
    names = say(language, "cards.separator").join(safe(person.name) for person in people[:most])
    return f"{names} +{len(people) - most}" if len(people) > most else names


def newest(words: Sequence[str], room: int, between: str) -> Sequence[str]:
    """As many of the last words as there are characters for, with what stands between them."""
    kept = 0
    room += len(between)  # nothing stands before the first
    while kept < len(words) and (room := room - len(words[-1 - kept]) - len(between)) >= 0:
        kept += 1
    return words[len(words) - kept :]


def said_play(entry: Entry, language: str) -> str:
    """The cards of a turn, or that it was a pass."""
    return describe_cards(entry.cards, language) if entry.cards else say(language, "board.passed")


def said_turn(table: Table, entry: Entry, language: str) -> str:
    """Who did what in a turn."""
    return say(language, "board.turn", name=seat_name(table, entry.seat, language), did=said_play(entry, language))


def refused(locale: str | None, error: GameError) -> str:
    """The sentence for a refusal: text that a person typed is made safe, names of options and variants translated.

    A tuple holds ids of channels.
    """
    values: dict[str, object] = {}
    for name, value in error.values.items():
        key = f"{name}.{value}"
        if isinstance(value, tuple):
            values[name] = " ".join(f"<#{channel}>" for channel in value)
        else:
            values[name] = say(locale, key) if knows(key) else safe(value) if isinstance(value, str) else value
    return say(locale, f"refusal.{error.code}", **values)


def said_closed(table: Table, language: str) -> str:
    """Why a table has closed, with the moderator's words where there are any."""
    why = say(language, f"closed.{table.closed}")
    return f"{why} {say(language, 'closed.reason', reason=safe(table.reason))}" if table.reason else why


def said_rules(settings: Settings, language: str) -> str:
    """Variant, the options that are on, turn time: one line."""
    rules = Rules.parse(settings.rules)
    parts = [say(language, f"variant.{rules.variant.name}")]
    parts += [say(language, f"option.{option}") for option in OPTIONS if getattr(rules, option)]
    parts += [say(language, f"option.{option}") for option in ("auto_pass", "hints") if getattr(settings, option)]
    parts.append(say(language, "board.seconds", seconds=settings.turn))
    return " · ".join(parts)


def day(at: float) -> str:
    """The day of a moment in UTC, where Discord shows no moment in its reader's own time."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"
