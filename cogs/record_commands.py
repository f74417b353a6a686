"""``/bh history``, ``/bh replay`` and ``/bh fairness``: looking back at rounds that are over."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.games.base import Illegal
from cogs import fairness, history, replays
from cogs.commands import Interaction
from cogs.translator import localized
from cogs.visit import Services, Visit
from cogs.wording import day

_CHOICES: Final = 25


def record_commands(services: Services) -> list[app_commands.Command[Any, ..., Any]]:
    """The commands, for the group ``/bh``."""

    @app_commands.command(name="history", description=localized("history.command"))
    @app_commands.describe(player=localized("history.parameter.player"))
    async def history_command(interaction: Interaction, player: discord.User | None = None) -> None:
        visit = Visit.of(services, interaction)
        user = visit.user.id if player is None else player.id
        await visit.tell(await visit.done(history.page(visit, user)))

    @app_commands.command(name="replay", description=localized("replay.command"))
    @app_commands.describe(number=localized("replay.parameter.round"), record=localized("replay.parameter.record"))
    @app_commands.rename(number="round")
    async def replay_command(
        interaction: Interaction, number: int | None = None, record: discord.Attachment | None = None
    ) -> None:
        visit = Visit.of(services, interaction)
        if record is None:
            await replays.open_round(visit, await _last_round(visit) if number is None else number)
        elif number is None:
            await replays.open_record(visit, record)
        else:
            raise Illegal("one_of_both")

    @replay_command.autocomplete("number")
    async def own_rounds(interaction: Interaction, text: str) -> list[app_commands.Choice[int]]:
        visit = Visit.of(services, interaction)
        teller = history.Teller(visit.locale, interaction.guild_id, own=True)
        return [
            app_commands.Choice(name=f"{teller.line(event)} · {day(event.at)}"[:100], value=event.round)
            for event in await history.played(visit, _CHOICES)
            if event.round is not None and str(event.round).startswith(text.strip().lstrip("#"))
        ]

    @app_commands.command(name="fairness", description=localized("fairness.command"))
    async def fairness_command(interaction: Interaction) -> None:
        visit = Visit.of(services, interaction)
        await visit.tell(await visit.done(fairness.fairness(visit)))

    return [history_command, replay_command, fairness_command]


async def _last_round(visit: Visit) -> int:
    """The last round of the table in this channel, or else the person's own."""
    table = visit.table_here()
    if table is not None and table.last is not None:
        return table.last.round
    own = await visit.done(history.played(visit, 1))
    if not own or own[0].round is None:
        raise Illegal("no_round_yet")
    return own[0].round
