"""Routes about channels, threads and their messages."""

from __future__ import annotations

from itertools import islice

from bot.playground.errors import ApiError, Form, Json
from bot.playground.messages import Draft
from bot.playground.model import Channel, ChannelType, Flag, Message, MessageType
from bot.playground.payloads import channel as channel_json
from bot.playground.payloads import message as message_json
from bot.playground.permission import Permission, in_channel
from bot.playground.rest.call import Call, Result, Route

THREAD_MINUTES = (60, 1440, 4320, 10080)
SAID = frozenset({MessageType.DEFAULT, MessageType.REPLY, MessageType.COMMAND})
"""Messages that somebody said; the others are the system's."""


def _sending(channel: Channel) -> Permission:
    return Permission.SEND_MESSAGES if channel.thread is None else Permission.SEND_MESSAGES_IN_THREADS


def _needed(draft: Draft) -> list[Permission]:
    """What the bot needs to say this."""
    needed = []
    if draft.body.get("embeds"):
        needed.append(Permission.EMBED_LINKS)
    if draft.files:
        needed.append(Permission.ATTACH_FILES)
    if draft.body.get("message_reference"):
        needed.append(Permission.READ_MESSAGE_HISTORY)
    return needed


async def get_channel(call: Call) -> Result:
    """A channel."""
    return 200, channel_json(call.place())


async def send(call: Call) -> Result:
    """Send a message."""
    channel = call.place()
    if channel.type is ChannelType.FORUM:
        raise ApiError(50024)
    _reach(call, channel)
    _awake(call, channel)
    call.place(_sending(channel), *_needed(call.draft))
    nonce = call.body.get("nonce")
    if nonce is not None and call.body.get("enforce_nonce"):
        for past in islice(reversed(channel.messages.values()), 100):
            if past.nonce == str(nonce) and past.author is call.world.me:
                return 200, message_json(past)
    kind, past_message = MessageType.DEFAULT, _referenced(call, channel)
    if past_message is not None:
        kind = MessageType.REPLY
    made = call.messages.create(channel, call.draft, Form(), kind=kind, reference=past_message)
    return 200, message_json(made)


def _reach(call: Call, channel: Channel) -> None:
    """Raise ApiError if the person of a DM cannot be reached."""
    person = channel.recipient
    if person is None:
        return
    if not call.world.mutual(person):
        raise ApiError(50278)
    if not person.dms_open:
        raise ApiError(50007)


def _awake(call: Call, channel: Channel) -> None:
    """Raise ApiError if a thread is locked in the archive; a merely archived one wakes when something is posted."""
    state = channel.thread
    manages = Permission.MANAGE_THREADS in in_channel(channel, call.world.me.id)
    if state is not None and state.archived and state.locked and not manages:
        raise ApiError(50083)


def _referenced(call: Call, channel: Channel) -> Message | None:
    reference = call.body.get("message_reference")
    if not isinstance(reference, dict):
        return None
    id_ = str(reference.get("message_id"))
    found = channel.messages.get(int(id_)) if id_.isdigit() else None
    if (found is None or found.reader is not None) and reference.get("fail_if_not_exists", True):
        form = Form("message_reference")
        form.wrong("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.check()
    if found is not None and found.type not in SAID:
        form = Form("message_reference")
        form.wrong("REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE", "Cannot reply to a system message")
        form.check()
    return found


def _message(call: Call, channel: Channel) -> Message:
    """The message of the path, unless it is nobody's here: ephemeral ones are not."""
    found = channel.messages.get(call.snowflake("message"))
    if found is None or found.reader is not None:
        raise ApiError(10008)
    return found


async def get_message(call: Call) -> Result:
    """A message."""
    return 200, message_json(_message(call, call.place(Permission.READ_MESSAGE_HISTORY)))


async def get_messages(call: Call) -> Result:
    """The latest messages, newest first; none for a bot that may not read what was said."""
    channel = call.place()
    form, limit = Form("limit"), call.query.get("limit", "50")
    form.number(int(limit) if limit.isdigit() else None, 1, 100)
    form.check()
    before, after = int(call.query.get("before", 2**63)), int(call.query.get("after", 0))
    readable = Permission.READ_MESSAGE_HISTORY in in_channel(channel, call.world.me.id)
    found = [
        each for each in channel.messages.values() if readable and each.reader is None and after < each.id < before
    ]
    chosen = found[: int(limit)] if "after" in call.query else found[-int(limit) :]
    return 200, [message_json(each) for each in reversed(chosen)]


async def edit_message(call: Call) -> Result:
    """Edit a message of the bot."""
    channel = call.place()
    found = _message(call, channel)
    if found.author is not call.world.me:
        raise ApiError(50005)
    if found.type not in SAID:
        raise ApiError(50021)
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(50083)
    if channel.thread is not None and channel.thread.locked:
        call.place(_sending(channel))
    call.place(*_needed(Draft({**call.body, "message_reference": None}, call.files)))
    call.messages.count_old_edit(found)
    call.messages.edit(found, call.draft, Form())
    return 200, message_json(found)


async def delete_message(call: Call) -> Result:
    """Delete a message: one's own, or with the permission anyone's."""
    channel = call.place()
    found = _message(call, channel)
    if channel.thread is not None and channel.thread.archived and channel.thread.locked:
        raise ApiError(50083)
    if found.author is not call.world.me:
        call.place(Permission.MANAGE_MESSAGES)
    call.world.delete(found)
    return 204, None


async def typing(call: Call) -> Result:
    """Show that the bot is typing."""
    call.place(_sending(call.place()))
    return 204, None


# Threads


def _thread_form(body: Json) -> int:
    """Check what a new thread is to be; give its minutes until it is archived."""
    form = Form()
    form["name"].length(body.get("name"), 1, 100)
    minutes = body.get("auto_archive_duration") or 1440
    _minutes(form, minutes)
    form.check()
    return int(minutes)


def _minutes(form: Form, minutes: object) -> None:
    if minutes not in THREAD_MINUTES:
        form["auto_archive_duration"].wrong("BASE_TYPE_CHOICES", f"Value must be one of {THREAD_MINUTES}.")


async def start_thread_at(call: Call) -> Result:
    """Start a thread at a message, whose id it gets."""
    channel = call.place()
    if channel.type is not ChannelType.TEXT:
        raise ApiError(50024)
    call.place(Permission.CREATE_PUBLIC_THREADS, Permission.READ_MESSAGE_HISTORY)
    found = _message(call, channel)
    if found.thread is not None:
        raise ApiError(160004)
    minutes, world = _thread_form(call.body), call.world
    thread = world.add_thread(
        channel, call.body["name"], world.me, kind=ChannelType.PUBLIC_THREAD, minutes=minutes, start=found.id
    )
    found.thread = thread
    found.flags |= Flag.HAS_THREAD
    world.changed(found)
    world.post(Message(world.new_id(), thread, world.me, world.wall(), MessageType.THREAD_STARTER, reference=found))
    return 201, channel_json(thread)


async def start_thread(call: Call) -> Result:
    """Start a thread without a message, or a forum post with its first one."""
    channel = call.place()
    world = call.world
    if channel.type is ChannelType.FORUM:
        return await _start_post(call, channel)
    if channel.type is not ChannelType.TEXT:
        raise ApiError(50024)
    kind = call.body.get("type", ChannelType.PRIVATE_THREAD)
    if kind not in {ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}:
        form = Form("type")
        form.wrong("BASE_TYPE_CHOICES", "Value must be one of (10, 11, 12).")
        form.check()
    public = kind == ChannelType.PUBLIC_THREAD
    call.place(Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS)
    minutes = _thread_form(call.body)
    thread = world.add_thread(channel, call.body["name"], world.me, kind=ChannelType(kind), minutes=minutes)
    if public:
        told = Message(world.new_id(), channel, world.me, world.wall(), MessageType.THREAD_CREATED, content=thread.name)
        told.thread = thread
        world.post(told)
    return 201, channel_json(thread)


async def _start_post(call: Call, forum: Channel) -> Result:
    draft = Draft(call.body.get("message") or {}, call.files)
    call.place(Permission.SEND_MESSAGES, *_needed(draft))
    minutes, world = _thread_form(call.body), call.world
    thread = world.add_thread(forum, call.body["name"], world.me, kind=ChannelType.PUBLIC_THREAD, minutes=minutes)
    try:
        made = call.messages.create(thread, draft, Form("message"))
    except ApiError:
        world.delete_channel(thread)
        raise
    return 201, {**channel_json(thread), "message": message_json(made)}


async def edit_channel(call: Call) -> Result:
    """Change a channel or thread."""
    channel = call.place()
    form = Form()
    if "name" in call.body:
        form["name"].length(call.body["name"], 1, 100)
    if channel.guild is None:
        raise ApiError(50003)
    state = channel.thread
    if state is None:
        call.place(Permission.MANAGE_CHANNELS)
        form.check()
        channel.name = call.body.get("name", channel.name)
        channel.topic = call.body.get("topic", channel.topic)
        call.world.update_channel(channel)
        return 200, channel_json(channel)
    if "auto_archive_duration" in call.body:
        _minutes(form, call.body["auto_archive_duration"])
    form.check()
    manages = Permission.MANAGE_THREADS in in_channel(channel, call.world.me.id)
    own = state.owner == call.world.me.id
    waking = call.body.get("archived") is False
    if state.archived and not waking:
        raise ApiError(50083)
    if not manages and ("locked" in call.body or not (own or waking) or state.locked):
        raise ApiError(50013)
    channel.name = call.body.get("name", channel.name)
    state.minutes = call.body.get("auto_archive_duration", state.minutes)
    call.world.archive(channel, bool(call.body.get("archived", state.archived)), call.body.get("locked"))
    return 200, channel_json(channel)


async def delete_channel(call: Call) -> Result:
    """Delete a channel or thread."""
    channel = call.place()
    if channel.guild is None:
        return 200, channel_json(channel)
    call.place(Permission.MANAGE_CHANNELS if channel.thread is None else Permission.MANAGE_THREADS)
    body = channel_json(channel)
    call.world.delete_channel(channel)
    return 200, body


async def add_thread_member(call: Call) -> Result:
    """Put the bot or someone into a thread."""
    channel = call.place()
    if channel.thread is None or channel.guild is None:
        raise ApiError(50024)
    if channel.thread.archived:
        raise ApiError(50083)
    user = call.world.me.id if call.path["user"] == "@me" else call.snowflake("user")
    if user not in channel.guild.members:
        raise ApiError(10007)
    channel.thread.members.add(user)
    return 204, None


async def remove_thread_member(call: Call) -> Result:
    """Take the bot or someone out of a thread."""
    channel = call.place()
    if channel.thread is None:
        raise ApiError(50024)
    if channel.thread.archived:
        raise ApiError(50083)
    user = call.world.me.id if call.path["user"] == "@me" else call.snowflake("user")
    if user != call.world.me.id:
        call.place(Permission.MANAGE_THREADS)
    channel.thread.members.discard(user)
    return 204, None


CHANNEL = "/channels/{channel}"
MESSAGE = CHANNEL + "/messages/{message}"
ROUTES: list[Route] = [
    ("GET", CHANNEL, get_channel),
    ("PATCH", CHANNEL, edit_channel),
    ("DELETE", CHANNEL, delete_channel),
    ("GET", CHANNEL + "/messages", get_messages),
    ("POST", CHANNEL + "/messages", send),
    ("GET", MESSAGE, get_message),
    ("PATCH", MESSAGE, edit_message),
    ("DELETE", MESSAGE, delete_message),
    ("POST", MESSAGE + "/threads", start_thread_at),
    ("POST", CHANNEL + "/threads", start_thread),
    ("POST", CHANNEL + "/typing", typing),
    ("PUT", CHANNEL + "/thread-members/{user}", add_thread_member),
    ("DELETE", CHANNEL + "/thread-members/{user}", remove_thread_member),
]
