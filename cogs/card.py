"""The card: what the channel sees of a table. It says who sits there, how to sit down, and later what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.tables.state import Stage
from bot.tables.table import Table
from bot.texts import say
from cogs.board import NO_LEVELS, fairness, framed, seats_taken, spectators
from cogs.calls import Draft
from cogs.controls import GOOD, MAIN, Ticket, link, said_button
from cogs.places import board_url
from cogs.result import replay_button, result_lines
from cogs.wording import said_closed


def card(table: Table, levels: Mapping[int, str] = NO_LEVELS) -> Draft:
    """The card as it should be now; of a table that has closed, why, and a button to go on.

    ``levels`` are the skill levels of seats.
    """
    language = table.settings.language
    lines = result_lines(table, language)
    if lines:
        lines.append("")
    if table.closed is not None:
        lines.append(said_closed(table, language))
        ticket = Ticket("again", table.id)
        row = (said_button(language, ticket, "again", GOOD), *replay_button(table, language))
        return Draft(embed=framed(table, lines), controls=(row,))
    lines.append(say(language, f"card.{table.stage}"))
    lines += [*seats_taken(table, levels), *spectators(table)]
    if table.stage is Stage.SEATING:
        lines += ["", *fairness(table)]
    return Draft(embed=framed(table, lines), controls=(_buttons(table),))


def _buttons(table: Table) -> tuple[discord.ui.Item[Any], ...]:
    language = table.settings.language
    ticket = Ticket("join", table.id, table.number)
    row: list[discord.ui.Item[Any]] = []
    if table.stage is Stage.SEATING:
        row.append(said_button(language, ticket, "join", MAIN))
        row.append(said_button(language, ticket.to("fill"), "fill"))
    row.append(said_button(language, ticket.to("watch"), "watch"))
    row.append(link(board_url(table), say(language, "button.to_table")))
    return tuple(row)
