"""``/bh-mod``: what those who manage a server do to its skill.

A group of its own: Discord shows it to them alone, and ``/bh`` has no room for more.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

import discord
from discord import app_commands

from cogs import moderation, patterns
from cogs.commands import Interaction, described, parameters
from cogs.moderation import MOST_AMOUNT, MOST_REASON
from cogs.visit import Services, Visit
from storage.moderation import standing, voidable

MOST_NUMBER: Final = 2**53
"""The largest number that Discord takes for an option."""
_CHOICES: Final = 25
"""Choices that Discord shows while somebody types."""
_SEARCHED: Final = 1000
"""The newest acts, among which they are looked for."""
_NEWEST: Final = 200
"""The newest rounds, among which they are looked for."""


class ModCommands(app_commands.Group):
    """The group ``/bh-mod``."""

    def __init__(self, services: Services) -> None:
        managers = discord.Permissions(manage_guild=True)
        super().__init__(name="bh-mod", description=described("mod"), guild_only=True, default_permissions=managers)
        self.services = services

    @app_commands.command(name="void", description=described("mod_command.void"))
    @app_commands.rename(number="round")
    @parameters(number="round", reason="mod_reason")
    async def void(
        self,
        interaction: Interaction,
        number: app_commands.Range[int, 1, MOST_NUMBER],
        reason: app_commands.Range[str, 1, MOST_REASON],
    ) -> None:
        """Take back what a round brought."""
        await moderation.void(Visit.of(self.services, interaction), number, reason)

    @void.autocomplete("number")
    async def _rounds(self, interaction: Interaction, text: str) -> list[app_commands.Choice[int]]:
        visit = Visit.of(self.services, interaction)
        rounds = await voidable(self.services.store, visit.need_manager(), most=_NEWEST)
        return _found(text, ((one.id, moderation.said_voidable(one, visit.locale)) for one in rounds))

    @app_commands.command(name="correct", description=described("mod_command.correct"))
    @parameters(player="corrected", amount="amount", reason="mod_reason")
    async def correct(
        self,
        interaction: Interaction,
        player: discord.User,
        amount: app_commands.Range[int, -MOST_AMOUNT, MOST_AMOUNT],
        reason: app_commands.Range[str, 1, MOST_REASON],
    ) -> None:
        """Correct a player's skill."""
        await moderation.correct(Visit.of(self.services, interaction), player.id, player.display_name, amount, reason)

    @app_commands.command(name="undo", description=described("mod_command.undo"))
    @parameters(act="act", reason="mod_reason")
    async def undo(
        self,
        interaction: Interaction,
        act: app_commands.Range[int, 1, MOST_NUMBER],
        reason: app_commands.Range[str, 1, MOST_REASON],
    ) -> None:
        """Take a void or a correction back."""
        await moderation.undo(Visit.of(self.services, interaction), act, reason)

    @undo.autocomplete("act")
    async def _acts(self, interaction: Interaction, text: str) -> list[app_commands.Choice[int]]:
        visit = Visit.of(self.services, interaction)
        acts = await standing(self.services.store, visit.need_manager(), most=_SEARCHED)
        return _found(text, ((act.id, moderation.said_standing(act, visit.locale)) for act in acts))

    @app_commands.command(name="patterns", description=described("mod_command.patterns"))
    async def patterns(self, interaction: Interaction) -> None:
        """Patterns of score farming in the newest rounds."""
        await patterns.show(Visit.of(self.services, interaction))


def _found(text: str, lines: Iterable[tuple[int, str]]) -> list[app_commands.Choice[int]]:
    """The first lines that hold what has been typed, each with its number."""
    wanted = text.strip().casefold()
    found = (app_commands.Choice(name=line[:100], value=number) for number, line in lines if wanted in line.casefold())
    return list(islice(found, _CHOICES))
