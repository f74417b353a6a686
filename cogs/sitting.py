"""What people do between rounds: open a table, sit down, get ready, watch, leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.games.baohuang.game import GAME
from bot.games.base import Illegal
from bot.tables.state import State
from bot.tables.table import Table
from bot.texts import language, say
from cogs.calls import Draft
from cogs.controls import GRAVE, PLAIN, Ticket, link, said_button
from cogs.defaults import SWITCHES, chosen_rules, need_allowed
from cogs.places import board_spot, board_url, place
from cogs.visit import Visit
from cogs.wording import refused


async def join(visit: Visit, table: Table) -> None:
    """Sit down; the greeting by DM shows whether the hand can be sent."""
    await visit.done(table.join(visit.person))
    await seated(visit, table)


async def seated(visit: Visit, table: Table) -> None:
    """Say that the person has a seat now, and where to get ready."""
    await visit.done(visit.services.front.settled(table))
    await visit.done(visit.services.front.hands.greet(visit.user.id, table, visit.locale))
    number = table.seat_of(visit.user.id)
    if number is None:
        await visit.say("panel.hand_gone")
        return
    notes = [say(visit.locale, "notice.seated", number=number + 1)]
    if board_spot(table) is None:
        notes.append(say(visit.locale, "notice.unshown"))
    if visit.user.id in visit.services.front.hands.closed:
        notes.append(say(visit.locale, "panel.dm_closed"))
    ticket = Ticket("ready", table.id, table.number)
    row: list[discord.ui.Item[Any]] = []
    if visit.interaction.channel_id == place(table):
        row.append(said_button(visit.locale, ticket, "ready", discord.ButtonStyle.success))
    else:
        row.append(link(board_url(table), say(visit.locale, "button.to_table")))
    await visit.tell(Draft(content="\n".join(notes), controls=(tuple(row),)))


async def again(visit: Visit, table_id: int) -> None:
    """Open a table with the settings of one that has closed, in its place."""
    await seated(visit, await visit.done(_again(visit, table_id)))


async def _again(visit: Visit, table_id: int) -> Table:
    async with visit.services.opening:
        row = await visit.services.store.table(table_id)
        if row is None:
            raise Illegal("no_table")
        server = await visit.services.store.server(row.guild)
        need_allowed(server, visit.interaction.channel)
        if not State.from_json(row.state).memo.get("own_thread"):
            _need_free(visit, row.channel)
        return await visit.services.tables.again(
            visit.person,
            table_id,
            stake=server.stake,
            least=server.least,
            language=server.language,
            keep={"own_thread", "counter"},
        )


async def open_table(
    visit: Visit,
    guild: int,
    channel: int,
    given: Mapping[str, object],
    *,
    turn: int | None,
    own_thread: bool,
    counter: bool,
) -> None:
    """Open a table in a channel, or in a thread of its own there; what is not given is as the server has chosen."""

    async def work() -> Table:
        async with visit.services.opening:
            server = await visit.services.store.server(guild)
            need_allowed(server, visit.interaction.channel)
            if not own_thread:
                _need_free(visit, channel)
            options = chosen_rules(server, given)
            switches = {name: options.pop(name) for name in SWITCHES}
            return await visit.services.tables.open(
                visit.person,
                guild=guild,
                channel=channel,
                game=GAME.key,
                options=options,
                turn=turn or server.turn,
                language=language(server.language or visit.locale),
                stake=server.stake,
                least=server.least,
                **switches,
                memo={"own_thread": own_thread, "counter": counter},
            )

    await seated(visit, await visit.done(work()))


def _need_free(visit: Visit, channel: int) -> None:
    """Raise Illegal("channel_taken") where a table plays in a channel already."""
    tables = visit.services.tables.open_tables()
    if any(place(table) == channel and not table.memo.get("own_thread") for table in tables):
        raise Illegal("channel_taken")


async def leave(visit: Visit, table: Table, *, confirmed: bool) -> None:
    """Stand up; in a round only when confirmed, with autopilot offered instead."""
    try:
        await visit.done(table.leave(visit.user.id, confirmed=confirmed))
    except Illegal as error:
        if error.code != "confirm_leaving":
            raise
        ticket = Ticket("leave_confirm", table.id, *table.stamp)
        row = (
            said_button(visit.locale, ticket.to("autopilot_on"), "take_autopilot", PLAIN),
            said_button(visit.locale, ticket, "leave_confirm", GRAVE),
        )
        await visit.tell(Draft(content=refused(visit.locale, error), controls=(row,)))
    else:
        await visit.say("notice.left")


async def ready(visit: Visit, table: Table, words: str = "") -> None:
    """Get ready for the next round."""
    await visit.done(table.ready(visit.user.id, visit.interaction.id, words))
    await visit.show_panel(table)


async def unready(visit: Visit, table: Table) -> None:
    """Be ready no longer."""
    await visit.done(table.unready(visit.user.id))
    await visit.show_panel(table)


async def watch(visit: Visit, table: Table, *, queue: bool) -> None:
    """Watch; pressed again, or asked for, wait for a seat."""
    if all(watcher.id != visit.user.id for watcher in table.watchers):
        await visit.done(table.watch(visit.person))
    elif not queue:
        raise Illegal("already_watching")
    if queue:
        await visit.done(table.queue_up(visit.user.id))
        if table.seat_of(visit.user.id) is not None:
            await seated(visit, table)
            return
    ticket = Ticket("unwatch", table.id)
    row: list[discord.ui.Item[Any]] = [said_button(visit.locale, ticket, "unwatch")]
    if not queue:
        row.insert(0, said_button(visit.locale, ticket.to("queue"), "queue"))
    row.append(link(board_url(table), say(visit.locale, "button.to_table")))
    key = "notice.queued" if queue else "notice.watching"
    await visit.tell(Draft(content=say(visit.locale, key), controls=(tuple(row),)))


async def unwatch(visit: Visit, table: Table) -> None:
    """Watch no longer."""
    await visit.done(table.unwatch(visit.user.id))
    await visit.say("notice.unwatched")
