"""``/bh settings privacy``: all that is kept on a person as a file, and its deletion."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any, Final

from bot.games.base import Illegal
from bot.tables.table import Table
from bot.texts import say
from cogs.calls import Document, Draft
from cogs.controls import GRAVE, MAIN, Ticket, said_button
from cogs.visit import Visit
from storage.players import export, forget, seats_in

ACTION: Final = "privacy"
LARGEST: Final = 8 * 1024 * 1024
"""Bytes of a file that Discord surely takes; a larger one is compressed."""


async def show(visit: Visit) -> None:
    """Say what is kept, with the two buttons."""
    row = (
        said_button(visit.locale, Ticket(ACTION, 0, argument="export"), "privacy_export", MAIN),
        said_button(visit.locale, Ticket(ACTION, 0, argument="ask"), "privacy_delete", GRAVE),
    )
    await visit.tell(Draft(content=say(visit.locale, "privacy.text"), controls=(row,), no_picture=True))


async def press(visit: Visit, ticket: Ticket, values: list[str]) -> None:  # noqa: ARG001 - as all have it
    """Export, ask before deleting, delete."""
    match ticket.argument:
        case "export":
            document = await visit.done(_document(visit))
            await visit.tell(Draft(content=say(visit.locale, "privacy.exported"), document=document))
        case "ask":
            _need_away(visit)
            row = (
                said_button(visit.locale, Ticket(ACTION, 0, argument="delete"), "privacy_confirm", GRAVE),
                said_button(visit.locale, Ticket(ACTION, 0), "privacy_keep"),
            )
            await visit.tell(Draft(content=say(visit.locale, "privacy.ask"), controls=(row,)))
        case "delete":
            await visit.done(_forget(visit))
            await visit.say("privacy.deleted")
        case _:
            await show(visit)


async def _document(visit: Visit) -> Document:
    kept: dict[str, Any] = {**await export(visit.services.store, visit.user.id), "tables": _tables(visit)}
    return await asyncio.to_thread(_written, kept)


def _written(kept: dict[str, Any]) -> Document:
    data = json.dumps(kept, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")
    if len(data) > LARGEST:
        return Document("baohuang.json.gz", gzip.compress(data))
    return Document("baohuang.json", data)


def _tables(visit: Visit) -> list[dict[str, Any]]:
    """The tables that know the person: they forget who was there when their closing has been shown."""
    return [
        {"table": table.id, "server": table.guild, "channel": table.channel, "seat": table.seat_of(visit.user.id)}
        for table in visit.services.tables.kept_tables()
        if _knows(table, visit.user.id)
    ]


def _knows(table: Table, user_id: int) -> bool:
    people = [*(seat.person for seat in table.seats if seat.person), *table.watchers]
    return f"dm/{user_id}" in table.memo or any(person.id == user_id for person in people)


def _need_away(visit: Visit) -> None:
    """Raise Illegal("seated_still") for somebody with a seat, or with one given up in a round that still runs."""
    for table in visit.services.tables.open_tables():
        if any(seat.person and seat.person.id == visit.user.id for seat in table.seats):
            raise Illegal("seated_still")


async def _forget(visit: Visit) -> None:
    services, user_id = visit.services, visit.user.id
    async with services.choosing:  # whoever confirms twice is deleted twice, and told so
        _need_away(visit)
        with services.tables.claim({user_id}):  # they cannot sit down meanwhile
            tables = services.tables.kept_tables()
            seats = await seats_in(services.store, user_id, [table.last.round for table in tables if table.last])
            for table in tables:
                await table.forget(user_id, seats.get(table.last.round) if table.last else None)
            await forget(services.store, user_id)
            services.personal.forget(user_id)
