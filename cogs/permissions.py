"""What the bot must be allowed to do where a table plays."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.texts import say

NEEDED: Final = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
"""In a channel."""
IN_THREAD: Final = ("view_channel", "send_messages_in_threads", "embed_links", "attach_files", "read_message_history")
"""In a thread or forum post."""
FOR_POSTS: Final = ("view_channel", "send_messages", "embed_links")
"""To post without anybody asking for it."""
FOR_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
"""To give a table a thread of its own."""


def missing(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """The permissions that a table needs in this place and the bot does not have."""
    needed = IN_THREAD if isinstance(interaction.channel, discord.Thread) else NEEDED
    return _lacking(interaction, needed)


def threads_possible(interaction: discord.Interaction[Any]) -> tuple[str, ...] | None:
    """The permissions missing for a thread of the table's own; None where there are no threads to be had."""
    if not isinstance(interaction.channel, discord.TextChannel):
        return None
    return _lacking(interaction, FOR_THREADS)


def _lacking(interaction: discord.Interaction[Any], names: tuple[str, ...]) -> tuple[str, ...]:
    have = interaction.app_permissions
    return tuple(name for name in names if not getattr(have, name))


def may_attach(client: discord.Client, guild_id: int, place: int) -> bool:
    """Whether the bot may attach files in a channel or thread, as far as it has been told."""
    guild = client.get_guild(guild_id)
    channel = guild and guild.get_channel_or_thread(place)
    me = guild and client.user and guild.get_member(client.user.id)
    if not channel or not me or (isinstance(channel, discord.Thread) and channel.parent is None):
        return True
    return channel.permissions_for(me).attach_files


def lacking_for_posts(client: discord.Client, guild_id: int, channel_id: int) -> tuple[str, ...] | None:
    """The permissions missing to post in a channel, as far as the bot has been told; None where it is gone."""
    guild = client.get_guild(guild_id)
    if guild is None:
        return ()
    channel = guild.get_channel(channel_id)
    if channel is None:
        return None
    have = channel.permissions_for(guild.me)
    return tuple(name for name in FOR_POSTS if not getattr(have, name))


def said_permissions(names: tuple[str, ...], locale: str) -> str:
    """The names of permissions as Discord's clients show them."""
    return say(locale, "cards.separator").join(f"**{say(locale, f'permission.{name}')}**" for name in names)


def invite() -> discord.Permissions:
    """All that the invite link asks for."""
    return discord.Permissions(**dict.fromkeys({*NEEDED, *IN_THREAD, *FOR_THREADS}, True))
