"""Names of commands in the languages of Discord's clients."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.texts import ENGLISH, language, say


def localized(key: str) -> app_commands.locale_str:
    """The sentence for a key, to be translated by Translator."""
    return app_commands.locale_str(say(ENGLISH, key), key=key)


class Translator(app_commands.Translator):
    """Translates what ``localized`` made. Every Chinese locale gets Chinese: zh-TW does not fall back to zh-CN."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002 - discord.py passes it
    ) -> str | None:
        """The sentence in a locale, or None where English serves."""
        key = string.extras.get("key")
        if key is None or language(locale.value) == ENGLISH:
            return None
        return say(locale.value, key)
