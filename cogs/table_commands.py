"""``/bh table``: opening and running tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands

from bot.games.baohuang.game import GAME
from bot.games.base import Illegal
from bot.texts import say
from cogs import hosting, sitting
from cogs.calls import Draft
from cogs.commands import Interaction, choices, described, parameters
from cogs.more import MOST_REASON
from cogs.permissions import missing, said_permissions, threads_possible
from cogs.visit import Services, Visit

TURN_SECONDS: Final = (10, 300)
"""The shortest and longest turn time of a table."""


class TableCommands(app_commands.Group):
    """The group ``/bh table``."""

    def __init__(self, services: Services) -> None:
        super().__init__(name="table", description=described("table"))
        self.services = services

    def _visit(self, interaction: Interaction) -> Visit:
        return Visit.of(self.services, interaction)

    @app_commands.command(name="open", description=described("table_command.open"))
    @parameters(
        variant="variant",
        grab="grab",
        rebellion="rebellion",
        overload="overload",
        hold_sixes="hold_sixes",
        auto_pass="auto_pass",
        hints="hints",
        counter="counter",
        seconds="seconds",
        where="place",
    )
    @app_commands.choices(
        variant=choices("variant", "simple", "classic", "rizhao"),
        where=choices("command.choice", "thread", "channel"),
    )
    async def open(
        self,
        interaction: Interaction,
        variant: str | None = None,
        grab: bool | None = None,
        rebellion: bool | None = None,
        overload: bool | None = None,
        hold_sixes: bool | None = None,
        auto_pass: bool | None = None,
        hints: bool | None = None,
        counter: bool = False,
        seconds: app_commands.Range[int, TURN_SECONDS[0], TURN_SECONDS[1]] | None = None,
        where: str = "thread",
    ) -> None:
        """Open a table in this channel, its opener on the first seat."""
        visit = self._visit(interaction)
        if interaction.guild_id is None or interaction.channel_id is None:
            raise Illegal("only_in_server")
        lacking = missing(interaction)
        if lacking:
            await visit.say("notice.no_permission", permissions=said_permissions(lacking, visit.locale))
            return
        no_threads = threads_possible(interaction)
        own_thread = where == "thread" and no_threads == ()
        options = {"grab": grab, "rebellion": rebellion, "overload": overload, "hold_sixes": hold_sixes}
        given = {"variant": variant, **options, "auto_pass": auto_pass, "hints": hints}
        await sitting.open_table(
            visit,
            interaction.guild_id,
            interaction.channel_id,
            {key: value for key, value in given.items() if value is not None},
            turn=seconds,
            own_thread=own_thread,
            counter=counter,
        )
        if where == "thread" and no_threads:
            note = say(visit.locale, "notice.no_threads", permissions=said_permissions(no_threads, visit.locale))
            await visit.reply.tell(Draft(content=note))

    @app_commands.command(name="watch", description=described("table_command.watch"))
    @parameters(queue="queue")
    async def watch(self, interaction: Interaction, queue: bool = False) -> None:
        """Watch the table of this channel, or wait there for a seat."""
        visit = self._visit(interaction)
        await sitting.watch(visit, visit.need(visit.table_here()), queue=queue)

    @app_commands.command(name="close", description=described("table_command.close"))
    @parameters(reason="reason")
    async def close(self, interaction: Interaction, reason: app_commands.Range[str, 0, MOST_REASON] = "") -> None:
        """Close the table; in a round after it, or for a moderator with a reason: at once, unscored."""
        visit = self._visit(interaction)
        await hosting.close(visit, visit.need(visit.table_here() or visit.own_table()), reason)

    @app_commands.command(name="ai", description=described("table_command.ai"))
    @parameters(level="level", count="count", seat="seat", remove="remove")
    @app_commands.choices(level=choices("ai", *GAME.levels))
    async def ai(
        self,
        interaction: Interaction,
        level: str | None = None,
        count: app_commands.Range[int, 1, 4] | None = None,
        seat: app_commands.Range[int, 1, GAME.seats] | None = None,
        remove: bool = False,
    ) -> None:
        """Put AI players on free seats, say how well they play, or take them away."""
        visit = self._visit(interaction)
        table = visit.need(visit.own_table() or visit.table_here())
        number = None if seat is None else seat - 1
        if remove:
            await hosting.remove_ai(visit, table, count, number)
        else:
            await hosting.add_ai(visit, table, level, count, number)

    @app_commands.command(name="kick", description=described("table_command.kick"))
    @parameters(player="player")
    async def kick(self, interaction: Interaction, player: discord.User) -> None:
        """Take a player off the table."""
        visit = self._visit(interaction)
        await hosting.kick(visit, visit.need(visit.table_here() or visit.own_table()), player.id)

    @app_commands.command(name="call-players", description=described("table_command.call_players"))
    @parameters(role="role")
    async def call_players(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Ping the server's role for players; its managers choose the role."""
        visit = self._visit(interaction)
        if interaction.guild_id is None:
            raise Illegal("only_in_server")
        if role is None:
            await hosting.call_players(visit, visit.need(visit.own_table() or visit.table_here()))
            return
        guild = visit.need_manager()
        async with self.services.choosing:
            server = await self.services.store.server(guild)
            await self.services.store.set_server(guild, replace(server, role=role.id))
        await visit.say("notice.role_set", role=role.mention)
