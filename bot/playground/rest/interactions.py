"""Routes through an interaction's token: the answer, its message, follow-ups."""

from __future__ import annotations

from bot.playground.checks.commands import check_choices
from bot.playground.checks.modals import check_modal
from bot.playground.errors import ApiError, Form, Json
from bot.playground.messages import Draft, as_told
from bot.playground.model import Answer, Asked, Channel, Flag, Interaction, Message, MessageType, User
from bot.playground.payloads import message as message_json
from bot.playground.permission import Permission, in_channel
from bot.playground.rest.call import Call, Result, Route
from bot.playground.world import TOKEN_LIFE

WINDOW = 3.0
"""Seconds in which an interaction must be answered."""
ANSWERS = {
    Asked.COMMAND: {Answer.MESSAGE, Answer.DEFER, Answer.MODAL},
    Asked.COMPONENT: {Answer.MESSAGE, Answer.DEFER, Answer.DEFER_UPDATE, Answer.UPDATE, Answer.MODAL},
    Asked.AUTOCOMPLETE: {Answer.CHOICES},
    Asked.MODAL: {Answer.MESSAGE, Answer.DEFER, Answer.DEFER_UPDATE, Answer.UPDATE},
}


async def answer(call: Call) -> Result:
    """Answer an interaction; only an answer that is right uses it up."""
    asked = call.world.interactions.get(call.path["token"])
    if asked is None or str(asked.id) != call.path["interaction"]:
        raise ApiError(10062)
    data: Json = call.body.get("data") or {}
    given = call.body.get("type")
    call.channel, call.reader = asked.channel, _answer_reader(asked, given, data)
    if call.world.clock.now() - asked.created > WINDOW and asked.answer is None:
        raise ApiError(10062)
    if asked.answer is not None:
        raise ApiError(40060)
    kind = _kind(asked, given)
    form = Form("data")
    match kind:
        case Answer.MESSAGE:
            asked.original = _post(call, asked, Draft(data, call.files), form, call.reader, first=True)
        case Answer.DEFER:
            asked.original = _loading(call, asked, call.reader)
        case Answer.DEFER_UPDATE:
            asked.original = asked.source
        case Answer.UPDATE:
            assert asked.source is not None
            call.messages.edit(_present(asked.source), Draft(data, call.files), form)
            asked.original = asked.source
        case Answer.CHOICES:
            asked.choices = check_choices(form["choices"], data.get("choices"), _focused_type(asked.data))
            form.check()
        case Answer.MODAL:
            check_modal(form, data)
            form.check()
            asked.modal = as_told(data, {})
    asked.answer = kind
    asked.answered.set()
    if call.query.get("with_response") not in {"1", "true"}:
        return 204, None
    return 200, _told(asked, kind)


def _kind(asked: Interaction, given: object) -> Answer:
    form = Form()
    allowed = set(ANSWERS[asked.asked])
    if asked.source is None:
        allowed -= {Answer.DEFER_UPDATE, Answer.UPDATE}
    found = next((each for each in allowed if each == given), None)
    if found is None:
        form["type"].wrong("BASE_TYPE_CHOICES", f"Value must be one of {tuple(sorted(map(int, allowed)))}.")
        form.check()
    assert found is not None
    return found


def _told(asked: Interaction, kind: Answer) -> Json:
    told: Json = {"id": str(asked.id), "type": int(asked.asked)}
    body: Json = {"interaction": told}
    if asked.original is not None:
        told["response_message_id"] = str(asked.original.id)
        told["response_message_loading"] = asked.original.loading
        told["response_message_ephemeral"] = asked.original.reader is not None
    if kind in {Answer.MESSAGE, Answer.UPDATE} and asked.original is not None:
        body["resource"] = {"type": int(kind), "message": message_json(asked.original)}
    elif kind is not Answer.DEFER:
        body["resource"] = {"type": int(kind)}
    return body


def _answer_reader(asked: Interaction, kind: object, data: Json) -> User | None:
    """Who alone gets to see an answer."""
    if kind in (Answer.CHOICES, Answer.MODAL) or asked.channel.recipient is not None:
        return asked.user
    if kind in (Answer.UPDATE, Answer.DEFER_UPDATE):
        return None if asked.source is None else asked.source.reader
    return _wants_reader(asked, data)


def _wants_reader(asked: Interaction, data: Json) -> User | None:
    flags = data.get("flags")
    return asked.user if isinstance(flags, int) and flags & Flag.EPHEMERAL else None


def _post(
    call: Call, asked: Interaction, draft: Draft, form: Form, reader: User | None, *, first: bool = False
) -> Message:
    _reachable(asked.channel, call)
    # In a DM only one person reads anyway; "ephemeral" then says that the message was asked to be so.
    ephemeral = reader if _wants_reader(asked, draft.body) is not None else None
    kind, past = MessageType.DEFAULT, None
    if first and asked.asked is Asked.COMMAND:
        kind = MessageType.COMMAND
    elif asked.source is not None:
        kind, past = MessageType.REPLY, asked.source
    return call.messages.create(
        asked.channel, draft, form, interaction=asked, kind=kind, reader=ephemeral, reference=past
    )


def _reachable(channel: Channel, call: Call) -> None:
    """Raise ApiError if nothing can be posted in a channel through an interaction any more."""
    if channel.deleted:
        raise ApiError(10003)
    state = channel.thread
    manages = Permission.MANAGE_THREADS in in_channel(channel, call.world.me.id)
    if state is not None and state.archived and state.locked and not manages:
        raise ApiError(50083)


def _loading(call: Call, asked: Interaction, reader: User | None) -> Message:
    _reachable(asked.channel, call)
    flags = Flag.LOADING | (Flag.EPHEMERAL if reader is not None else Flag(0))
    kind = MessageType.COMMAND if asked.asked is Asked.COMMAND else MessageType.DEFAULT
    world = call.world
    made = Message(
        world.new_id(), asked.channel, world.me, world.wall(), kind, flags=flags, reader=reader, interaction=asked
    )
    world.post(made)
    return made


def _focused_type(data: Json) -> int:
    options = data.get("options") or []
    while options and options[0]["type"] in {1, 2}:
        options = options[0].get("options") or []
    return next((int(option["type"]) for option in options if option.get("focused")), 3)


# Follow-ups


def _by_token(call: Call) -> Interaction:
    """The interaction whose token is in the path; raise ApiError if it has run out or has not been answered."""
    asked = call.world.interactions.get(call.path["token"])
    if call.snowflake("application") != call.world.me.id:
        raise ApiError(10015)
    if asked is None or call.world.clock.now() - asked.created > TOKEN_LIFE:
        raise ApiError(50027)
    if asked.answer is None:
        raise ApiError(10015)
    call.channel, call.reader = asked.channel, asked.channel.recipient
    return asked


async def follow_up(call: Call) -> Result:
    """Send one more message; the first after a deferred answer takes its place."""
    asked = _by_token(call)
    if asked.original is not None and asked.original.loading:
        made = asked.original
        call.reader = made.reader or call.reader
        call.messages.edit(_present(made), call.draft, Form())
    else:
        call.reader = call.reader or _wants_reader(asked, call.body)
        made = _post(call, asked, call.draft, Form(), call.reader)
        asked.followups.append(made)
    return (200, message_json(made)) if call.query.get("wait") in {"1", "true"} else (204, None)


def _message(call: Call) -> Message:
    asked = _by_token(call)
    name = call.path["message"]
    if name == "@original":
        found = asked.original
    else:
        reached = [*asked.followups, *([asked.original] if asked.original is not None else [])]
        found = next((each for each in reached if str(each.id) == name), None)
    if found is None:
        raise ApiError(10008)
    call.reader = found.reader or call.reader
    return _present(found)


def _present(message: Message) -> Message:
    if message.deleted:
        raise ApiError(10008)
    return message


async def get_message(call: Call) -> Result:
    """A message of an interaction."""
    return 200, message_json(_message(call))


async def edit_message(call: Call) -> Result:
    """Edit a message of an interaction."""
    found = _message(call)
    if found.reader is None and found.channel.thread is not None and found.channel.thread.archived:
        raise ApiError(50083)
    call.messages.edit(found, call.draft, Form())
    return 200, message_json(found)


async def delete_message(call: Call) -> Result:
    """Delete a message of an interaction."""
    call.world.delete(_message(call))
    return 204, None


WEBHOOK = "/webhooks/{application}/{token}"
ROUTES: list[Route] = [
    ("POST", "/interactions/{interaction}/{token}/callback", answer),
    ("POST", WEBHOOK, follow_up),
    ("GET", WEBHOOK + "/messages/{message}", get_message),
    ("PATCH", WEBHOOK + "/messages/{message}", edit_message),
    ("DELETE", WEBHOOK + "/messages/{message}", delete_message),
]
