"""``/bh settings``: what a server and a person choose, and what is kept on a person."""

from __future__ import annotations

from discord import app_commands

from cogs import privacy, server_settings, wish_settings
from cogs.commands import Interaction, described
from cogs.visit import Services, Visit


class SettingsCommands(app_commands.Group):
    """The group ``/bh settings``."""

    def __init__(self, services: Services) -> None:
        super().__init__(name="settings", description=described("settings"))
        self.services = services

    @app_commands.command(name="server", description=described("settings_command.server"))
    async def server(self, interaction: Interaction) -> None:
        """What this server has chosen, for those who manage it."""
        await server_settings.show(Visit.of(self.services, interaction))

    @app_commands.command(name="me", description=described("settings_command.me"))
    async def me(self, interaction: Interaction) -> None:
        """What one has chosen for oneself."""
        await wish_settings.show(Visit.of(self.services, interaction))

    @app_commands.command(name="privacy", description=described("settings_command.privacy"))
    async def privacy(self, interaction: Interaction) -> None:
        """What is kept on one, to download or to delete."""
        await privacy.show(Visit.of(self.services, interaction))
