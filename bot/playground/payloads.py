"""The state of the look-alike as Discord's JSON: ids are strings, times ISO 8601 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.playground.errors import Json
from bot.playground.model import (
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    Member,
    Message,
    MessageType,
    Role,
    User,
)
from bot.playground.permission import Permission, in_channel

ATTACHMENT_LIMIT = 10 * 1024 * 1024
"""Bytes of one file."""


def stamp(wall: float) -> str:
    """A wall time in seconds as text."""
    return datetime.fromtimestamp(wall, UTC).isoformat()


def user(subject: User) -> Json:
    """A user as anyone sees it."""
    return {
        "id": str(subject.id),
        "username": subject.username,
        "global_name": None if subject.bot else subject.name,
        "discriminator": "0000" if subject.bot else "0",
        "avatar": None,
        "bot": subject.bot,
        "public_flags": 0,
    }


def member(subject: Member) -> Json:
    """A member, without the user."""
    return {
        "roles": [str(role) for role in subject.roles],
        "nick": subject.nick,
        "avatar": None,
        "joined_at": stamp(subject.joined),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def full_member(subject: Member) -> Json:
    """A member with the user."""
    return {**member(subject), "user": user(subject.user)}


def role(subject: Role, position: int) -> Json:
    """A role."""
    return {
        "id": str(subject.id),
        "name": subject.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": position,
        "permissions": str(int(subject.permissions)),
        "managed": subject.managed,
        "mentionable": not subject.managed,
        "flags": 0,
    }


def channel(subject: Channel) -> Json:
    """A channel, thread or DM."""
    last = next(reversed(subject.messages), None)
    body: Json = {
        "id": str(subject.id),
        "type": int(subject.type),
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if subject.type is ChannelType.DM:
        body["recipients"] = [] if subject.recipient is None else [user(subject.recipient)]
        return body
    if subject.guild is not None:
        body["guild_id"] = str(subject.guild.id)
    body["name"] = subject.name
    body["parent_id"] = None if subject.parent is None else str(subject.parent.id)
    body["rate_limit_per_user"] = 0
    if subject.thread is None:
        body |= {
            "position": subject.position,
            "topic": subject.topic,
            "nsfw": False,
            "permission_overwrites": [
                {
                    "id": str(id_),
                    "type": int(overwrite.member),
                    "allow": str(int(overwrite.allow)),
                    "deny": str(int(overwrite.deny)),
                }
                for id_, overwrite in subject.overwrites.items()
            ],
            "default_auto_archive_duration": 1440,
        }
        if subject.type is ChannelType.FORUM:
            body |= {"available_tags": [], "default_reaction_emoji": None, "default_sort_order": None}
            body |= {"default_forum_layout": 0}
        return body
    thread = subject.thread
    return body | {
        "owner_id": str(thread.owner),
        "message_count": thread.posted,
        "total_message_sent": thread.posted,
        "member_count": min(len(thread.members), 50),
        "applied_tags": thread.tags,
        "thread_metadata": {
            "archived": thread.archived,
            "auto_archive_duration": thread.minutes,
            "archive_timestamp": stamp(thread.changed),
            "locked": thread.locked,
            "invitable": True,
            "create_timestamp": stamp(thread.changed),
        },
    }


def guild(subject: Guild, me: int, *, everyone: bool) -> Json:
    """A server as GUILD_CREATE tells the bot; ``everyone`` lists all members, not only the bot."""
    if not subject.available:
        return {"id": str(subject.id), "unavailable": True}
    channels = [each for each in subject.channels.values() if each.thread is None]
    active = [each for each in subject.channels.values() if each.thread is not None and not each.thread.archived]
    return {
        "id": str(subject.id),
        "name": subject.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": str(subject.owner),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [role(each, position) for position, each in enumerate(subject.roles.values())],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "preferred_locale": subject.locale,
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "premium_progress_bar_enabled": False,
        "joined_at": stamp(subject.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(subject.members),
        "voice_states": [],
        "members": [full_member(each) for each in subject.members.values() if everyone or each.user.id == me],
        "channels": [channel(each) for each in channels],
        "threads": [channel(each) for each in active if Permission.VIEW_CHANNEL in in_channel(each, me)],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(subject: Attachment) -> Json:
    """An uploaded file."""
    body: Json = {
        "id": str(subject.id),
        "filename": subject.filename,
        "size": len(subject.content),
        "url": subject.url,
        "proxy_url": subject.url,
        "content_type": subject.content_type,
    }
    if subject.description is not None:
        body["description"] = subject.description
    if subject.width is not None:
        body |= {"width": subject.width, "height": subject.height}
    return body


def message(subject: Message, *, reference: bool = True) -> Json:
    """A message with everything in it; a reply carries what it replies to unless ``reference`` is false."""
    used = _shown(subject.embeds) | _shown(subject.components)
    where = subject.channel
    body: Json = {
        "id": str(subject.id),
        "channel_id": str(where.id),
        "type": int(subject.type),
        "author": user(subject.author),
        "content": subject.content,
        "timestamp": stamp(subject.created),
        "edited_timestamp": None if subject.edited is None else stamp(subject.edited),
        "tts": False,
        "mention_everyone": subject.mentions.everyone,
        "mentions": [user(each) for each in subject.mentions.users],
        "mention_roles": [str(each) for each in subject.mentions.roles],
        # A file that an embed or a component shows is not listed beside them.
        "attachments": [attachment(each) for each in subject.attachments if each.url not in used],
        "embeds": subject.embeds,
        "components": subject.components,
        "pinned": False,
        "flags": int(subject.flags),
    }
    if where.guild is not None:
        body["guild_id"] = str(where.guild.id)
        author = where.guild.members.get(subject.author.id)
        if author is not None:
            body["member"] = member(author)
    if subject.nonce is not None:
        body["nonce"] = subject.nonce
    if subject.interaction is not None:
        body["application_id"] = body["webhook_id"] = str(subject.author.id)
        body["interaction_metadata"] = {
            "id": str(subject.interaction.id),
            "type": int(subject.interaction.asked),
            "user": user(subject.interaction.user),
            "authorizing_integration_owners": owners(subject.interaction),
        }
    if subject.thread is not None:
        body["thread"] = channel(subject.thread)
    if reference and subject.type in {MessageType.REPLY, MessageType.THREAD_STARTER}:
        past = subject.reference
        if past is not None:
            body["message_reference"] = {"message_id": str(past.id), "channel_id": str(past.channel.id)}
            if past.channel.guild is not None:
                body["message_reference"]["guild_id"] = str(past.channel.guild.id)
        gone = past is None or past.deleted
        body["referenced_message"] = None if past is None or gone else message(past, reference=False)
    return body


def _shown(parts: object) -> set[str]:
    """All addresses that embeds or components have in them."""
    if isinstance(parts, list):
        return set().union(*map(_shown, parts))
    if not isinstance(parts, dict):
        return set()
    own = {parts["url"]} if isinstance(parts.get("url"), str) else set()
    return own.union(*map(_shown, parts.values()))


def owners(subject: Interaction) -> Json:
    """Through whose installation the bot was reached: the server, or in a DM nobody in particular."""
    return {"0": "0" if subject.guild is None else str(subject.guild.id)}


def interaction(subject: Interaction, me: User) -> Json:
    """An interaction as the bot gets it; its message is as it is now."""
    where = subject.channel
    asker = in_channel(where, subject.user.id)
    body: Json = {
        "id": str(subject.id),
        "application_id": str(me.id),
        "type": int(subject.asked),
        "token": subject.token,
        "version": 1,
        "data": subject.data,
        "channel_id": str(where.id),
        "channel": {**channel(where), "permissions": str(int(asker))},
        "app_permissions": str(int(in_channel(where, me.id))),
        "locale": subject.user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": owners(subject),
        "context": 1 if where.guild is None else 0,
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    if where.guild is None:
        body["user"] = user(subject.user)
    else:
        body["guild_id"] = str(where.guild.id)
        body["guild_locale"] = where.guild.locale
        body["guild"] = {"id": str(where.guild.id), "locale": where.guild.locale, "features": []}
        asking = where.guild.members[subject.user.id]
        body["member"] = {**full_member(asking), "permissions": str(int(asker))}
    if subject.source is not None:
        body["message"] = message(subject.source)
    return body
