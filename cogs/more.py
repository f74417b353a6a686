"""The menu behind [More]: all that has no button of its own on board and panel."""

from __future__ import annotations

from typing import Any, TypeAlias

import discord

from bot.tables.state import MOST_WORDS, Stage
from bot.tables.table import Table
from bot.texts import say
from cogs.calls import Draft
from cogs.controls import GRAVE, Choice, Ticket, menu, said_button
from cogs.visit import Visit
from cogs.wording import plain

Row: TypeAlias = tuple[discord.ui.Item[Any], ...]
Field: TypeAlias = "discord.ui.TextInput[Any]"

MOST_REASON = 200
"""Characters of a moderator's reason."""
MODALS = {"ready_words": MOST_WORDS, "abort": MOST_REASON}
"""What asks for text first, and how much of it at most."""


def more(visit: Visit, table: Table) -> Draft:
    """What this person can do beside the usual, as buttons; for those who run the table also that."""
    ticket = Ticket("help", table.id, *table.stamp)
    rows = [_anyone(visit, table, ticket), _host(visit, table, ticket)]
    others = [seat.present for seat in table.seats if seat.present and seat.present.id != visit.user.id]
    if others and _may_kick(visit, table):
        choices = [Choice(str(person.id), plain(person.name) or str(person.id)) for person in others]
        rows.append((menu(ticket.to("kick"), say(visit.locale, "more.kick"), choices),))
    return Draft(content=say(visit.locale, "more.title"), controls=tuple(row for row in rows if row))


def modal(visit: Visit, ticket: Ticket) -> discord.ui.Modal:
    """The form that asks for the text an action needs."""
    form = discord.ui.Modal(title=say(visit.locale, f"more.{ticket.action}"), timeout=600, custom_id=ticket.custom_id)
    field: Field = discord.ui.TextInput(
        label=say(visit.locale, f"more.{ticket.action}_label"), max_length=MODALS[ticket.action], custom_id="text"
    )
    form.add_item(field)
    form.stop()  # so that discord.py keeps no hold on it, for ten minutes or for ever: we route by custom id
    return form


def _anyone(visit: Visit, table: Table, ticket: Ticket) -> Row:
    row = [said_button(visit.locale, ticket.to(name), name) for name in ("help", "rules", "last")]
    number = table.seat_of(visit.user.id)
    if number is None:
        return tuple(row)
    if table.stage is Stage.PLAYING:
        name = "autopilot_off" if table.seats[number].autopilot else "autopilot_on"
        row.append(said_button(visit.locale, ticket.to(name), name))
    elif table.seats[number].ready is None:
        row.append(said_button(visit.locale, ticket.to("ready_words"), "ready_words"))
    return (*row, said_button(visit.locale, ticket.to("leave"), "leave"))


def _host(visit: Visit, table: Table, ticket: Ticket) -> Row:
    seating = table.stage is Stage.SEATING
    names = []
    if seating and any(seat.free for seat in table.seats):
        names.append("call_players")
    if visit.moderator or visit.user.id == table.opener.id:
        if seating and any(seat.level for seat in table.seats):
            names.append("remove_ai")
        names.append("close")
    if table.stage is Stage.PLAYING and visit.moderator and table.seat_of(visit.user.id) is None:
        names.append("abort")
    grave = ("close", "abort")
    return tuple(
        said_button(visit.locale, ticket.to(name), name, *([GRAVE] if name in grave else [])) for name in names
    )


def _may_kick(visit: Visit, table: Table) -> bool:
    return visit.moderator or (visit.user.id == table.opener.id and table.stage is Stage.SEATING)
