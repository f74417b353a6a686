"""The texts of ``/bh help`` and ``/bh rules``."""

from __future__ import annotations

import discord

from bot.texts import say
from cogs.board import FELT
from cogs.calls import Draft

SECTIONS = ("goal", "cards", "throne", "guard", "play", "end", "classic", "simple", "rizhao", "options", "time")


def help_draft(locale: str) -> Draft:
    """How to play here, and the commands."""
    embed = discord.Embed(title=say(locale, "help.title"), description=say(locale, "help.text"), colour=FELT)
    embed.add_field(name=say(locale, "help.commands.title"), value=say(locale, "help.commands.text"), inline=False)
    return Draft(embed=embed)


def rules_draft(locale: str) -> Draft:
    """The rules, section by section."""
    embed = discord.Embed(title=say(locale, "rules.title"), colour=FELT)
    for section in SECTIONS:
        embed.add_field(
            name=say(locale, f"rules.{section}.title"), value=say(locale, f"rules.{section}.text"), inline=False
        )
    return Draft(embed=embed)
