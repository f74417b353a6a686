"""What those who run a table do: its opener, and the moderators of the place."""

from __future__ import annotations

import discord

from bot.games.base import Illegal
from bot.tables.state import STAND_IN, Stage
from bot.tables.table import Table
from bot.texts import say
from cogs.calls import Draft
from cogs.controls import MAIN, Ticket, said_button
from cogs.places import board_url
from cogs.visit import Visit
from cogs.wording import seat_name


async def close(visit: Visit, table: Table, reason: str = "") -> None:
    """Close the table; in a round after it, or for a moderator with a reason: at once, unscored."""
    playing = table.stage is Stage.PLAYING
    if reason and playing:
        await visit.done(table.abort(by=visit.user.id, moderator=visit.moderator, reason=reason))
        await visit.say("notice.aborted")
        return
    await visit.done(table.close(by=visit.user.id, moderator=visit.moderator))
    await visit.say("notice.closing" if playing else "notice.closed")


async def add_ai(
    visit: Visit, table: Table, level: str | None = None, count: int | None = None, number: int | None = None
) -> None:
    """Put AI players of a level on free seats: on all of them, on so many, or on the seat of this number.

    Where no seat is free, or that seat is an AI player's, those who sit there get the level.
    """
    by, wanted = visit.user.id, level or STAND_IN
    taken = [seat for seat, one in enumerate(table.seats) if one.level]
    if number is not None:
        numbers = [number]
    elif level is None or not taken or any(seat.free for seat in table.seats):
        for _ in range(count or 1):
            await visit.done(table.add_ai(by=by, moderator=visit.moderator, fill=count is None, level=wanted))
        await visit.say("notice.filled")
        return
    else:
        numbers = taken[:count]
    for each in numbers:
        await visit.done(table.set_ai(each, wanted, by=by, moderator=visit.moderator))
    await visit.say("notice.levelled", level=say(visit.locale, f"ai.{wanted}"))


async def remove_ai(visit: Visit, table: Table, count: int | None = None, number: int | None = None) -> None:
    """Take AI players away: all of them, so many, from the last seat on, or the one on the seat of this number."""
    numbers = [seat for seat, one in enumerate(table.seats) if one.level and number in (None, seat)]
    if not numbers:
        raise Illegal("no_ai_there")
    for each in reversed(numbers[-(count or len(numbers)) :]):
        await visit.done(table.remove_ai(each, by=visit.user.id, moderator=visit.moderator))
    await visit.say("notice.ai_removed")


async def kick(visit: Visit, table: Table, user_id: int) -> None:
    """Take a player off the table."""
    number = table.seat_of(user_id)
    if number is None:
        raise Illegal("nobody_there")
    name = seat_name(table, number, visit.locale)
    await visit.done(table.kick(number, by=visit.user.id, moderator=visit.moderator))
    await visit.say("notice.kicked", name=name)


async def call_players(visit: Visit, table: Table) -> None:
    """Ping the role that the server chose: a table has a free seat. It can be done once in a while."""
    store = visit.services.store
    if table.stage is Stage.PLAYING:
        raise Illegal("round_running")
    if not any(seat.free for seat in table.seats):
        raise Illegal("full")
    server = await store.server(table.guild)
    if server.role is None:
        raise Illegal("no_role")
    if not await store.call_players(table.guild, visit.services.tables.time.now()):
        raise Illegal("role_cooldown", minutes=server.cooldown // 60)
    language = table.settings.language
    draft = Draft(
        content=say(language, "notice.called", role=f"<@&{server.role}>", url=board_url(table)),
        controls=((said_button(language, Ticket("join", table.id, table.number), "join", MAIN),),),
        pings=discord.AllowedMentions(roles=[discord.Object(server.role)]),
    )
    await visit.reply.tell(draft, public=True)
