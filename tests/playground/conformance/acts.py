"""What the conformance test does in both look-alikes: each act ends with the answer that is compared."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from bot.playground import Permission
from tests.playground.conformance.opinions import Asked, Files, Json, Said, World
from tests.playground.forms import button, modal, rows

Act = Callable[[World], Awaitable[Said]]
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = range(4, 10)
EPHEMERAL = 1 << 6
X: Json = {"content": "x"}
SECRET: Json = {**X, "flags": EPHEMERAL}
WITH_BUTTON: Json = rows(button())


def post(body: Any, files: Files | None = None) -> Act:
    """Send a message."""

    async def act(world: World) -> Said:
        return await world.request("POST", f"/channels/{world.channel}/messages", body, files)

    return act


def edit(first: Json, change: Any, files: Files | None = None, new: Files | None = None) -> Act:
    """Send a message and edit it."""

    async def act(world: World) -> Said:
        made = await post(first, files)(world)
        return await world.request("PATCH", f"/channels/{world.channel}/messages/{made.id}", change, new)

    return act


def told(said: Said, what: Any) -> Said:
    """An answer of which something more is compared."""
    return replace(said, told=what)


async def answer(world: World, asked: Asked, kind: int, data: Any = None) -> Said:
    """Answer an interaction."""
    return await world.request(
        "POST", f"/interactions/{asked.id}/{asked.token}/callback", {"type": kind, "data": data or {}}
    )


async def by_token(world: World, method: str, asked: Asked, end: str = "", body: Any = None) -> Said:
    """Make a request through an interaction's token."""
    return await world.request(method, f"/webhooks/{world.application}/{asked.token}{end}", body)


def answered(*answers: tuple[int, Any]) -> Act:
    """Use a command and answer it, perhaps more than once; the last answer counts."""

    async def act(world: World) -> Said:
        asked = await world.command()
        for kind, data in answers[:-1]:
            await answer(world, asked, kind, data)
        return await answer(world, asked, *answers[-1])

    return act


def pressed(kind: int, data: Any = None) -> Act:
    """Press a button and answer that."""

    async def act(world: World) -> Said:
        made = await post(WITH_BUTTON)(world)
        return await answer(world, await world.press(made.id), kind, data)

    return act


def completed(choices: Any) -> Act:
    """Offer choices."""

    async def act(world: World) -> Said:
        return await answer(world, await world.complete(), CHOICES, {"choices": choices})

    return act


def submitted(kind: int, data: Any = None) -> Act:
    """Send a modal and answer that."""

    async def act(world: World) -> Said:
        opened = await world.command()
        await answer(world, opened, MODAL, modal())
        return await answer(world, await world.submit(opened), kind, data)

    return act


def then(kind: int, data: Any, method: str, end: str = "", body: Any = None, after: float = 0) -> Act:
    """Answer a command and make a request through its token, perhaps some time later."""

    async def act(world: World) -> Said:
        asked = await world.command()
        await answer(world, asked, kind, data)
        await world.wait(after)
        return await by_token(world, method, asked, end, body)

    return act


def late(seconds: float) -> Act:
    """Answer a command after so long."""

    async def act(world: World) -> Said:
        asked = await world.command()
        await world.wait(seconds)
        return await answer(world, asked, MESSAGE, X)

    return act


def through_channel(method: str, end: str = "", body: Any = None) -> Act:
    """Reach for an ephemeral message through its channel."""

    async def act(world: World) -> Said:
        asked = await world.command()
        await answer(world, asked, MESSAGE, SECRET)
        made = await by_token(world, "GET", asked, "/messages/@original")
        return await world.request(method, f"/channels/{world.channel}/messages/{made.id}{end}", body)

    return act


def registered(commands: Any) -> Act:
    """Register commands."""

    async def act(world: World) -> Said:
        return await world.request("PUT", f"/applications/{world.application}/guilds/{world.guild}/commands", commands)

    return act


def thread(body: Any, end: str = "") -> Act:
    """Start a thread, with a message's id in ``end`` at one."""

    async def act(world: World) -> Said:
        if end:
            made = await post(X)(world)
            return await world.request("POST", f"/channels/{world.channel}/messages/{made.id}/threads", body)
        return await world.request("POST", f"/channels/{world.channel}/threads", body)

    return act


def in_thread(method: str, path: str, body: Any = None, change: Json | None = None) -> Act:
    """Start a thread with one message, change it, and make a request in it."""

    async def act(world: World) -> Said:
        made = await thread({"name": "t", "type": 11})(world)
        said = await world.request("POST", f"/channels/{made.id}/messages", X)
        if change is not None:
            await world.request("PATCH", f"/channels/{made.id}", change)
        return await world.request(method, f"/channels/{made.id}{path.format(message=said.id)}", body)

    return act


def forum(path: str, body: Any, files: Files | None = None) -> Act:
    """Make a request in the forum."""

    async def act(world: World) -> Said:
        return await world.request("POST", f"/channels/{world.forum}{path}", body, files)

    return act


def direct(body: Any, *, left: bool = False) -> Act:
    """Open the DM with Alice and send a message there."""

    async def act(world: World) -> Said:
        made = await world.request("POST", "/users/@me/channels", {"recipient_id": world.alice})
        if left:
            world.leave()
        return await world.request("POST", f"/channels/{made.id}/messages", body)

    return act


def plain(method: str, path: str, body: Any = None) -> Act:
    """Make one request; {channel}, {alice} and the like stand for ids."""

    async def act(world: World) -> Said:
        return await world.request(method, path.format(**vars(world)), body)

    return act


def without(
    denied: Permission, method: str = "POST", path: str = "/messages", body: Any = None, files: Files | None = None
) -> Act:
    """Make a request in a channel that denies the bot something."""

    async def act(world: World) -> Said:
        return await world.request(method, f"/channels/{world.without(denied)}{path}", body, files)

    return act


def alices(method: str, body: Any = None) -> Act:
    """Do something to a message of Alice."""

    async def act(world: World) -> Said:
        return await world.request(method, f"/channels/{world.channel}/messages/{await world.say('hi')}", body)

    return act


def reply(**reference: Any) -> Act:
    """Reply to Alice, or to what the reference says instead."""

    async def act(world: World) -> Said:
        to = {"message_id": await world.say("hi"), **reference}
        return await post({**X, "message_reference": to, "allowed_mentions": {"parse": []}})(world)

    return act


def mention(allowed: Json | None = None, change: str | None = None) -> Act:
    """Mention Alice, a role and everyone; or edit that in."""

    async def act(world: World) -> Said:
        body: Json = {"content": f"<@{world.alice}> <@&{world.role()}> @everyone"}
        if allowed is not None:
            body |= {"allowed_mentions": _named(allowed, world)}
        return _mentioned(await (post(body) if change is None else edit({"content": change}, body))(world), world)

    return act


def _mentioned(said: Said, world: World) -> Said:
    """An answer of which it is compared who is mentioned."""
    if said.refused:
        return said
    people = ["Alice" if int(each["id"]) == world.alice else "?" for each in said.body["mentions"]]
    roles = ["role"] * len(said.body["mention_roles"])
    return told(said, " ".join([*people, *roles, *["everyone"] * said.body["mention_everyone"]]))


def _named(allowed: Json, world: World) -> Json:
    return {key: [str(world.alice) if each == "ALICE" else each for each in value] for key, value in allowed.items()}


# Acts that are one of a kind


async def failed_answer_uses_nothing_up(world: World) -> Said:
    asked = await world.command()
    failed = await answer(world, asked, MESSAGE, {"content": "x" * 2001})
    return told(await answer(world, asked, MESSAGE, X), failed.gist)


async def wrong_token(world: World) -> Said:
    asked = await world.command()
    return await answer(world, Asked(asked.id, "wrong"), MESSAGE, X)


async def deferred_update_then_edit(world: World) -> Said:
    made = await post(WITH_BUTTON)(world)
    asked = await world.press(made.id)
    await answer(world, asked, DEFER_UPDATE)
    changed = await by_token(world, "PATCH", asked, "/messages/@original", {"content": "y"})
    return told(changed, changed.id == made.id)


async def follow_up_takes_the_place_of_a_defer(world: World) -> Said:
    asked = await world.command()
    await answer(world, asked, DEFER, {"flags": EPHEMERAL})
    waiting = await by_token(world, "GET", asked, "/messages/@original")
    made = await world.request("POST", f"/webhooks/{world.application}/{asked.token}?wait=true", X)
    return told(made, (made.id == waiting.id, made.body["flags"]))


async def edit_of_a_deleted_answer(world: World) -> Said:
    asked = await world.command()
    await answer(world, asked, MESSAGE, X)
    await by_token(world, "DELETE", asked, "/messages/@original")
    return await by_token(world, "PATCH", asked, "/messages/@original", X)


async def follow_up_of_another_interaction(world: World) -> Said:
    first, second = await world.command(), await world.command()
    for asked in (first, second):
        await answer(world, asked, MESSAGE, X)
    made = await world.request("POST", f"/webhooks/{world.application}/{first.token}?wait=true", X)
    return await by_token(world, "PATCH", second, f"/messages/{made.id}", X)


async def token_of_another_application(world: World) -> Said:
    asked = await world.command()
    await answer(world, asked, MESSAGE, X)
    return await world.request("POST", f"/webhooks/{world.alice}/{asked.token}", X)


async def history_without_ephemeral(world: World) -> Said:
    asked = await world.command()
    await answer(world, asked, MESSAGE, SECRET)
    found = await world.request("GET", f"/channels/{world.channel}/messages")
    return told(found, len(found.body))


async def second_thread_at_a_message(world: World) -> Said:
    made = await post(X)(world)
    path = f"/channels/{world.channel}/messages/{made.id}/threads"
    await world.request("POST", path, {"name": "t"})
    return await world.request("POST", path, {"name": "t"})


async def reply_to_the_system(world: World) -> Said:
    await thread({"name": "t", "type": 11})(world)
    [told] = (await world.request("GET", f"/channels/{world.channel}/messages")).body
    return await post({**X, "message_reference": {"message_id": told["id"]}})(world)


async def mention_in_an_answer(world: World) -> Said:
    asked = await world.command()
    await answer(world, asked, MESSAGE, {"content": f"<@{world.alice}> <@&{world.role()}> @everyone"})
    return _mentioned(await by_token(world, "GET", asked, "/messages/@original"), world)


async def history_without_permission(world: World) -> Said:
    channel = world.without(Permission.READ_MESSAGE_HISTORY)
    await world.request("POST", f"/channels/{channel}/messages", X)
    found = await world.request("GET", f"/channels/{channel}/messages")
    return told(found, len(found.body))


async def reply_without_permission(world: World) -> Said:
    path = f"/channels/{world.without(Permission.READ_MESSAGE_HISTORY)}/messages"
    made = await world.request("POST", path, X)
    return await world.request("POST", path, {**X, "message_reference": {"message_id": made.id}})


async def message_in_a_thread_without_permission(world: World) -> Said:
    path = f"/channels/{world.without(Permission.SEND_MESSAGES_IN_THREADS)}/threads"
    made = await world.request("POST", path, {"name": "t", "type": 11})
    return await world.request("POST", f"/channels/{made.id}/messages", X)


async def same_nonce(world: World) -> Said:
    body = {**X, "nonce": "n", "enforce_nonce": True}
    first, second = await post(body)(world), await post(body)(world)
    return told(second, first.id == second.id)


async def edit_keeps_files_named(world: World) -> Said:
    made = await post(X, {"a.png": b"a", "b.png": b"b"})(world)
    kept = [{"id": made.body["attachments"][1]["id"]}]
    changed = await world.request("PATCH", f"/channels/{world.channel}/messages/{made.id}", {"attachments": kept})
    return told(changed, [each["filename"] for each in changed.body["attachments"]])


async def message_for_a_completion(world: World) -> Said:
    return await answer(world, await world.complete(), MESSAGE, X)


async def follow_up_before_the_answer(world: World) -> Said:
    return await by_token(world, "POST", await world.command(), "", X)
