"""What those who manage a server do to its skill: each act with a reason, told to those whom it concerns."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Final

from bot.games.base import Illegal, Malformed
from bot.pictures.result import signed
from bot.texts import say
from cogs.calls import Draft, Failure, open_dm, send
from cogs.visit import Visit
from cogs.weekly import public_language
from cogs.wording import day, plain, safe
from storage import moderation
from storage.moderation import Affected, Moderator, Standing, Voidable

MOST_REASON: Final = 200
"""Characters of a reason."""
MOST_AMOUNT: Final = 100_000
"""By how much skill can be corrected at once."""


async def void(visit: Visit, round_id: int, reason: str) -> None:
    """Void a round."""
    moderator = _moderator(visit, reason)
    act = await visit.done(moderation.void(visit.services.store, moderator, round_id, at=_now(visit)))
    if act is None:
        raise Illegal("void_nothing", round=round_id)
    await _tell(visit, moderator, act, "void", round=round_id)


async def correct(visit: Visit, user_id: int, name: str, amount: int, reason: str) -> None:
    """Add to the skill of a player, or take from it."""
    moderator = _moderator(visit, reason)
    if amount == 0:
        raise Malformed("amount_zero")
    act = await visit.done(moderation.correct(visit.services.store, moderator, user_id, amount, at=_now(visit)))
    if act is None:
        raise Illegal("no_player", player=name)
    await _tell(visit, moderator, act, "correction")


async def undo(visit: Visit, number: int, reason: str) -> None:
    """Take a void or a correction back."""
    moderator = _moderator(visit, reason)
    act = await visit.done(moderation.undo(visit.services.store, moderator, number, at=_now(visit)))
    if act is None:
        raise Illegal("undo_nothing", act=number)
    await _tell(visit, moderator, act, "undo", undone=number)


def said_standing(act: Standing, locale: str) -> str:
    """An act that can be undone, in a line."""
    if act.kind == "void":
        done = say(locale, "moderation.line.void", round=act.round)
    else:
        name = plain(act.name) or say(locale, "moderation.nameless")
        done = say(locale, "moderation.line.correction", player=name, amount=signed(act.amount or 0))
    return say(locale, "moderation.line.act", act=act.id, done=done, reason=plain(act.reason))


def said_voidable(one: Voidable, locale: str) -> str:
    """A round that can be voided, in a line."""
    names = [plain(name) or say(locale, "moderation.nameless") for name in one.names]
    return f"#{one.id} · {day(one.ended)} · {say(locale, 'cards.separator').join(names)}"


def _moderator(visit: Visit, reason: str) -> Moderator:
    """Who acts and why; raise Malformed("reason_empty") for a reason without a letter or digit."""
    guild = visit.need_manager()
    words = " ".join(plain(reason).split())
    if not any(mark.isalnum() for mark in words):
        raise Malformed("reason_empty")
    return Moderator(visit.user.id, visit.user.display_name, guild, words)


def _now(visit: Visit) -> float:
    return visit.services.tables.time.now()


async def _tell(visit: Visit, moderator: Moderator, act: int, kind: str, **values: object) -> None:
    """Tell those whom an act concerns, and the moderator whom it concerns and who could not be told."""
    visit.services.front.reranked(moderator.guild, visit.services.tables.open_tables())
    people = await visit.done(moderation.affected(visit.services.store, act))
    arrived = await visit.done(_all([_letter(visit, moderator, person, kind, **values) for person in people]))
    lines = [say(visit.locale, f"moderation.done.{kind}", act=act, **values)]
    for person, told in zip(people, arrived, strict=True):
        key = "moderation.told" if told else "moderation.untold"
        lines.append(say(visit.locale, key, player=safe(person.name), amount=signed(person.amount)))
    lines.append(say(visit.locale, "moderation.stays" if kind == "undo" else "moderation.undoable", act=act))
    await visit.tell(Draft(content="\n".join(lines)))


async def _all(letters: Sequence[Awaitable[bool]]) -> list[bool]:
    return await asyncio.gather(*letters)


async def _letter(visit: Visit, moderator: Moderator, person: Affected, kind: str, **values: object) -> bool:
    """Tell a player by direct message what has been done to their skill and why; whether it could be sent."""
    services, client = visit.services, visit.services.front.client
    guild = client.get_guild(moderator.guild)
    server = await services.store.server(moderator.guild)
    locale = await services.personal.language(person.user)
    locale = locale or public_language(client, moderator.guild, server.language)
    text = say(
        locale,
        f"moderation.letter.{kind}",
        server=safe(guild.name) if guild else moderator.guild,
        moderator=safe(moderator.name),
        amount=signed(person.amount),
        **values,
    )
    why = say(locale, "moderation.letter.why", reason=safe(moderator.reason))
    channel = await open_dm(client, person.user)
    if isinstance(channel, Failure):
        return False
    return not isinstance(await send(client, channel, Draft(content=f"{text}\n{why}")), Failure)
