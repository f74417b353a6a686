"""What each button and menu does. The custom id says which table, which turn and what; see ``cogs.controls``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord

from bot.games.baohuang.actions import PASS
from bot.games.base import GameError, Illegal
from bot.tables.table import Table
from cogs import (
    history,
    hosting,
    leaderboards,
    patterns,
    playing,
    privacy,
    replays,
    server_settings,
    sitting,
    wish_settings,
)
from cogs.compose import Chosen
from cogs.compose import parse as parse_chosen
from cogs.controls import Ticket, line, ours, parse, whole
from cogs.hints import hint
from cogs.manual import help_draft, rules_draft
from cogs.more import modal, more
from cogs.recap import recap
from cogs.visit import Services, Visit

_OF_NO_TABLE: Final[Mapping[str, Callable[[Visit, Ticket, list[str]], Awaitable[None]]]] = {
    leaderboards.ACTION: leaderboards.press,
    "history": history.press,
    "replay": replays.press,
    server_settings.ACTION: server_settings.press,
    server_settings.SET: server_settings.press,
    wish_settings.ACTION: wish_settings.press,
    privacy.ACTION: privacy.press,
    patterns.ACTION: patterns.press,
}
"""What controls do that are of no table; where their tickets have its number, they may have another one."""


async def press(services: Services, interaction: discord.Interaction[Any]) -> None:
    """Act on a click on a button or menu, or on a form sent; those that are none of ours are left alone."""
    data: Any = interaction.data
    custom_id = str(data["custom_id"])
    if not ours(custom_id) or not await services.new(interaction):
        return
    visit, ticket = Visit.of(services, interaction), parse(custom_id)
    if ticket is None:
        await visit.refuse(Illegal("stale"), None)
        return
    table = None if ticket.action in _OF_NO_TABLE else services.tables.table(ticket.table_id)
    try:
        if ticket.action in _OF_NO_TABLE:
            await _OF_NO_TABLE[ticket.action](visit, ticket, _values(data))
        elif ticket.action == "again":
            await sitting.again(visit, ticket.table_id)
        elif table is None:
            fate = await services.tables.fate(ticket.table_id)
            await visit.say(f"closed.{fate}" if fate else "notice.gone")
        else:
            visit.reply.lends = ticket.action in _LENDING and services.front.loans.wanted(table, interaction)
            await _do(visit, table, ticket, _values(data))
            if visit.reply.lent:
                services.front.loans.take(table, interaction)
    except GameError as error:
        await visit.refuse(error, table)
    except Exception as error:
        await visit.failed(error)


def _values(data: Any) -> list[str]:
    """What was chosen in a menu, or written into a form."""
    if "components" in data:
        parts = [part for row in data["components"] for part in row.get("components", [row.get("component", {})])]
        return [str(part.get("value", "")) for part in parts]
    return [str(value) for value in data.get("values", ())]


_OF_A_ROUND: Final = {
    "ready",
    "unready",
    "ready_words",
    "leave_confirm",
    "ahead_on",
    "ahead_off",
    "autopilot_on",
    "autopilot_off",
    "abort",
}
"""What is refused from a control that was made for another round of the table."""


_LENDING: Final = {"ready", "hand"}
"""What people press on the board in every round: the token of such a click is worth keeping."""


async def _do(visit: Visit, table: Table, ticket: Ticket, values: list[str]) -> None:
    """Do what a control stands for; raise GameError where it cannot be done."""
    if ticket.action in _OF_A_ROUND and ticket.round != table.number:
        raise Illegal("stale")
    stamp = (ticket.round, ticket.turn)
    match ticket.action:
        case "join":
            await sitting.join(visit, table)
        case "leave" | "leave_confirm":
            await sitting.leave(visit, table, confirmed=ticket.action == "leave_confirm")
        case "watch" | "queue":
            await sitting.watch(visit, table, queue=ticket.action == "queue")
        case "unwatch":
            await sitting.unwatch(visit, table)
        case "fill":
            await hosting.add_ai(visit, table)
        case "ready":
            await sitting.ready(visit, table)
        case "unready":
            await sitting.unready(visit, table)
        case "hand":
            await visit.show_panel(table)
        case "pass":
            await playing.act(visit, table, PASS, stamp=stamp)
        case "hint":
            await hint(visit, table, stamp)
        case "ahead_on" | "ahead_off":
            await playing.ahead(visit, table, on=ticket.action == "ahead_on")
        case "autopilot_on" | "autopilot_off":
            await playing.autopilot(visit, table, on=ticket.action == "autopilot_on")
        case "answer":
            await playing.answer(visit, table, ticket.argument, stamp=stamp)
        case "answer_menu":
            await playing.act(visit, table, line(values), stamp=stamp)
        case "choose" | "choose_rank" | "choose_jokers" | "choose_count":
            await playing.compose(visit, table, _chosen(line(values)), stamp)
        case "switch":
            await playing.compose(visit, table, _chosen(ticket.argument), stamp)
        case "play":
            await playing.play(visit, table, _chosen(ticket.argument), stamp)
        case "more":
            await visit.tell(more(visit, table))
        case "help":
            await visit.tell(help_draft(visit.locale))
        case "rules":
            await visit.tell(rules_draft(visit.locale))
        case "last":
            await visit.tell(recap(table, visit.locale))
        case "ready_words" | "abort" if not values:
            await visit.reply.ask(modal(visit, ticket))
        case "ready_words":
            await sitting.ready(visit, table, values[0])
        case "abort":
            await hosting.close(visit, table, values[0])
        case "close":
            await hosting.close(visit, table)
        case "remove_ai":
            await hosting.remove_ai(visit, table)
        case "kick":
            await hosting.kick(visit, table, whole(line(values)))
        case "call_players":
            await hosting.call_players(visit, table)
        case _:
            raise Illegal("stale")


def _chosen(code: str) -> Chosen:
    chosen = parse_chosen(code)
    if chosen is None:
        raise Illegal("stale")
    return chosen
