"""Making and editing messages from what the bot sends: the same for channels, answers, follow-ups and forum posts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.playground.checks.mentions import check_mentions
from bot.playground.checks.messages import check_message
from bot.playground.errors import ApiError, Form, Json
from bot.playground.files import uploaded
from bot.playground.model import Attachment, Channel, Flag, Interaction, Message, MessageType, User
from bot.playground.payloads import ATTACHMENT_LIMIT
from bot.playground.permission import Permission, in_channel
from bot.playground.world import World

CREATING = Flag.SUPPRESS_EMBEDS | Flag.SILENT | Flag.COMPONENTS_V2
"""Flags that the bot may set on a new message; in an answer also EPHEMERAL."""
OLD = 3600.0
"""Seconds after which edits are limited further."""
OLD_EDITS, OLD_SECONDS = 3, 20.0
"""How many edits of old messages a channel has in how many seconds, as people have met it; it is not published."""
FILES = 10
"""Files of one message."""
DESCRIPTION, NONCE = 1024, 25
"""Characters that tell what a file shows, and that a bot may know a message by."""


@dataclass(frozen=True, slots=True)
class File:
    """One uploaded part of a request."""

    filename: str
    content: bytes


@dataclass(slots=True)
class Draft:
    """What a request says a message should be: the JSON part and the files by their number."""

    body: Json
    files: dict[int, File] = field(default_factory=dict)


class Messages:
    """The writer of the bot's messages."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._old_edits: dict[int, list[float]] = {}

    def create(
        self,
        channel: Channel,
        draft: Draft,
        form: Form,
        *,
        interaction: Interaction | None = None,
        kind: MessageType = MessageType.DEFAULT,
        reader: User | None = None,
        reference: Message | None = None,
    ) -> Message:
        """Post a new message of the bot; raise ApiError if it may not be."""
        body = draft.body
        message = Message(
            self._world.new_id(),
            channel,
            self._world.me,
            self._world.wall(),
            kind,
            reader=reader,
            interaction=interaction,
            reference=reference,
        )
        message.flags = Flag(_integer(body.get("flags"))) & CREATING
        if reader is not None:
            message.flags |= Flag.EPHEMERAL
        if body.get("nonce") is not None:
            message.nonce = str(body["nonce"])
            form["nonce"].length(message.nonce, 0, NONCE)
        self._fill(message, draft, form)
        self._mention(message, body.get("allowed_mentions"))
        self._world.post(message)
        return message

    def edit(self, message: Message, draft: Draft, form: Form) -> None:
        """Change a message of the bot by what the request gives, the rest stays; raise ApiError if it may not be."""
        self._fill(message, draft, form)
        message.flags &= ~Flag.LOADING
        message.edited = self._world.wall()
        if not {"content", "components"}.isdisjoint(draft.body):
            self._mention(message, draft.body.get("allowed_mentions"))
        self._world.changed(message)

    def count_old_edit(self, message: Message) -> None:
        """Count an edit if the message is old; raise ApiError if its channel has had too many such edits."""
        if self._world.wall() - message.created > OLD:
            now = self._world.clock.now()
            recent = [each for each in self._old_edits.get(message.channel.id, ()) if each > now - OLD_SECONDS]
            if len(recent) >= OLD_EDITS:
                raise ApiError(30046, retry_after=recent[0] + OLD_SECONDS - now)
            self._old_edits[message.channel.id] = [*recent, now]

    def _fill(self, message: Message, draft: Draft, form: Form) -> None:
        """Merge the request into the message, check the whole, and only then let it take effect."""
        body = draft.body
        flags = message.flags
        if message.id in message.channel.messages:
            asked = Flag(_integer(body.get("flags", int(flags))))
            if Flag.COMPONENTS_V2 in flags and "flags" in body and Flag.COMPONENTS_V2 not in asked:
                form["flags"].wrong("MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "IS_COMPONENTS_V2 cannot be removed")
            changeable = Flag.SUPPRESS_EMBEDS | Flag.COMPONENTS_V2
            flags = (flags & ~changeable) | (asked & changeable) | (flags & Flag.COMPONENTS_V2)
        content = body.get("content", message.content)
        embeds = body.get("embeds", message.embeds)
        components = body.get("components", message.components)
        content, embeds, components = content or "", embeds or [], components or []
        files = self._files(message, draft, form)
        check_mentions(form["allowed_mentions"], body.get("allowed_mentions"))
        check_message(
            form, content, embeds, components, v2=Flag.COMPONENTS_V2 in flags, files={each.filename for each in files}
        )
        form.check()
        if not (content.strip() or embeds or components or files):
            raise ApiError(50006)
        addresses = {f"attachment://{each.filename}": each for each in files}
        message.flags = flags
        message.content = content
        message.embeds = [_resolved_embed(embed, addresses) for embed in embeds]
        message.components = _numbered(as_told(components, addresses))
        self._world.keep_files(message, files)

    def _files(self, message: Message, draft: Draft, form: Form) -> list[Attachment]:
        for number, file in draft.files.items():
            if len(file.content) > ATTACHMENT_LIMIT:
                raise ApiError(40005)
            form["files"][number].length(file.filename, 1, 260)
        told = draft.body.get("attachments")
        described = (
            {} if told is None else {str(each.get("id")): each for each in form["attachments"].objects(told, 0, 10)}
        )
        kept = [each for each in message.attachments if told is None or str(each.id) in described]
        for id_ in described:
            if id_ not in {str(each.id) for each in kept} and not (id_.isdigit() and int(id_) in draft.files):
                form["attachments"].wrong("ATTACHMENT_NOT_FOUND", f"Attachment {id_} not found")
        new = []
        for number, file in draft.files.items():
            about = described.get(str(number), {})
            if about.get("description") is not None:
                form["attachments"]["description"].length(about["description"], 0, DESCRIPTION)
            name = about.get("filename")
            name = name if isinstance(name, str) else file.filename
            new.append(uploaded(self._world, message.channel, name, file.content, about.get("description")))
        if len(kept) + len(new) > FILES:
            form["attachments"].wrong("BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
        return kept + new

    def _mention(self, message: Message, allowed: object) -> None:
        """Work out who is mentioned. Left to itself, what is said through an interaction mentions people alone."""
        kinds = ["users", "roles", "everyone"] if message.interaction is None else ["users"]
        rule: Json = allowed if isinstance(allowed, dict) else {"parse": kinds, "replied_user": True}
        parse = rule.get("parse") or []
        text = message.content if Flag.COMPONENTS_V2 not in message.flags else message.text()
        users = {int(id_) for id_ in re.findall(r"<@!?(\d+)>", text)}
        roles = {int(id_) for id_ in re.findall(r"<@&(\d+)>", text)}
        if "users" not in parse:
            users &= {int(id_) for id_ in rule.get("users") or ()}
        if "roles" not in parse:
            roles &= {int(id_) for id_ in rule.get("roles") or ()}
        guild = message.channel.guild
        mentions = message.mentions
        mentions.users = [self._world.users[id_] for id_ in sorted(users) if id_ in self._world.users]
        if guild is not None:
            mentions.roles = sorted(roles & set(guild.roles))
            may = Permission.MENTION_EVERYONE in in_channel(message.channel, message.author.id)
            everyone = re.search("@(everyone|here)", text) is not None
            mentions.everyone = everyone and may and "everyone" in parse
        past = message.reference
        if past is not None and message.type is MessageType.REPLY and rule.get("replied_user", False):
            mentions.users = [*(each for each in mentions.users if each is not past.author), past.author]


def _integer(value: object) -> int:
    return value if isinstance(value, int) else 0


def _resolved_embed(embed: Json, addresses: dict[str, Attachment]) -> Json:
    """An embed with the pictures it names as attachments in place; a picture that is not there is left out."""
    found: Json = {"type": "rich", **embed}
    for part in ("image", "thumbnail"):
        url = embed.get(part, {}).get("url")
        if url in addresses:
            file = addresses[url]
            found[part] = {"url": file.url, "proxy_url": file.url, "width": file.width, "height": file.height}
        elif url is not None and url.startswith("attachment://"):
            del found[part]
    return found


def as_told(part: Any, addresses: Mapping[str, Attachment]) -> Any:
    """Components as Discord tells them: files that they name as attachments in place, ids that menus name as text."""
    if isinstance(part, list):
        return [as_told(each, addresses) for each in part]
    if not isinstance(part, dict):
        return part
    if part.get("type") in ("user", "role", "channel"):
        return {**part, "id": str(part.get("id"))}
    if part.get("url") in addresses:
        file = addresses[part["url"]]
        media = {"proxy_url": file.url, "attachment_id": str(file.id), "content_type": file.content_type}
        return {**part, **media, "url": file.url, "width": file.width, "height": file.height, "loading_state": 2}
    return {key: as_told(each, addresses) for key, each in part.items()}


def _numbered(components: list[Json]) -> list[Json]:
    """Components with an id each: those that have none get the lowest free ones, in order."""
    everything: list[Json] = []
    waiting = list(components)
    while waiting:
        part = waiting.pop(0)
        everything.append(part)
        waiting[:0] = [*part.get("components", ()), *([part["accessory"]] if "accessory" in part else ())]
    taken = {part["id"] for part in everything if part.get("id")}
    free = (number for number in range(1, 10_000) if number not in taken)
    for part in everything:
        if not part.get("id"):
            part["id"] = next(free)
    return components
