"""``/bh replay``: a round that is over, step by step. What is shown, and the controls under it.

The controls carry the round, the step and whose eyes. A record that somebody brought is in no database: it stays beside
its picture, from where each click takes it again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.games.baohuang.actions import PLAY, parse
from bot.games.baohuang.record import LIMIT, BadAction, check
from bot.games.baohuang.replay import Replay, Scene
from bot.games.base import GameError, Illegal, Malformed
from bot.pictures import Moment, Pictures, Shown, describe_cards, describe_moment
from bot.pictures.lettering import seat_name
from bot.pictures.table import did
from bot.texts import say
from bot.verify import sentence
from cogs.calls import Document, Draft, Failure, Picture, attempt
from cogs.controls import GOOD, MAIN, PLAIN, Choice, Ticket, button, line, menu, whole
from cogs.result import OPEN
from cogs.visit import Services, Visit
from cogs.wording import plain, safe
from storage.rounds import record as record_of
from storage.rounds import round_by_id

ATTACHED: Final = 0
"""Where a control has the number of a round: the record beside the picture."""
RECORD: Final = "record.json"
"""The name of that record's file."""
_CHOICES: Final = 25
_NEAR: Final = 5
_LONGEST_NAME: Final = 32


@dataclass(frozen=True, slots=True)
class Reel:
    """A round that is over, and what is known of it besides."""

    id: int
    """Its number; ATTACHED for a record that somebody brought."""
    record: dict[str, Any]
    replay: Replay
    names: tuple[str, ...]
    """Of the seats, without markup; "" where they are not to be told."""
    ai: tuple[int, ...] = ()
    ended: float | None = None
    void: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A moment of a round, as somebody sees it."""

    step: int
    eyes: int = OPEN


# Where rounds come from


async def stored(services: Services, number: int, guild: int | None, user: int | None, locale: str) -> Reel:
    """A round by its number; raise Illegal("no_such_round") if there is none, or it is not over.

    Who played is told in its server, and everywhere to those who played themselves.
    """
    store = services.store
    found = await round_by_id(store, number) if 0 < number < 2**63 else None
    record = None if found is None else await record_of(store, number)
    if found is None or record is None:
        raise Illegal("no_such_round", number=number)
    people = {person.seat: person for person in found.people}
    told = found.guild == guild or any(person.user == user for person in found.people)
    names = [
        (plain(people[seat].name)[:_LONGEST_NAME] or say(locale, "replay.deleted"))
        if seat in people
        else say(locale, "board.ai", number=seat + 1)
        for seat in range(5)
    ]
    if not told:
        names = [""] * 5
        record.pop("seats", None)
    ai = tuple(seat for seat in range(5) if seat not in people)
    return Reel(number, record, Replay(record), tuple(names), ai, found.ended, found.void is not None)


async def attached(file: discord.Attachment) -> Reel:
    """A record that somebody brought, once it has been checked as ``python -m bot verify`` does.

    Raise Malformed or BadAction for one that is not right, Illegal("record_unread") where it cannot be had.
    """
    if file.size > LIMIT:
        raise Malformed("record_size", limit=LIMIT)
    data = await attempt(file.read())
    if isinstance(data, Failure):
        raise Illegal("record_unread")
    record = await asyncio.to_thread(check, data)
    names = tuple(plain(name)[:_LONGEST_NAME] for name in record.get("seats", [""] * 5))
    return Reel(ATTACHED, record, Replay(record), names)


# What is shown


async def shown(visit: Visit, reel: Reel, spot: Spot) -> Draft:
    """A moment with all controls, for one person."""
    here = visit.interaction.guild_id is not None
    drawing = _Drawing(reel, spot, visit.locale, visit.wishes.clockwise)
    draft = await asyncio.to_thread(drawing.draft, visit.services.front.pictures)
    return replace(draft, controls=_controls(reel, spot, visit.locale, shareable=here))


async def for_all(visit: Visit, reel: Reel, spot: Spot, locale: str) -> Draft:
    """A moment to be shared: with nothing but a button by which others can look for themselves."""
    drawing = _Drawing(reel, spot, locale, clockwise=True)
    draft = await asyncio.to_thread(drawing.draft, visit.services.front.pictures)
    said = say(locale, "replay.shared", name=safe(visit.person.name))
    watch = button(_ticket(reel, spot, "open"), say(locale, "replay.watch"), GOOD)
    controls = () if reel.id == ATTACHED else ((watch,),)
    return replace(draft, content=f"{said}\n{draft.content}", controls=controls)


def exported(reel: Reel, locale: str) -> Draft:
    """The record as a file, and how to check it."""
    name = f"round-{reel.id}.json"
    data = json.dumps(reel.record, ensure_ascii=False).encode()
    words = say(locale, "replay.exported", number=reel.id, commitment=reel.record["commitment"], file=name)
    return Draft(content=words, document=Document(name, data))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What is to be drawn; that takes some milliseconds, so not on the event loop."""

    reel: Reel
    spot: Spot
    locale: str
    clockwise: bool

    def draft(self, pictures: Pictures) -> Draft:
        """The moment in words and as a picture."""
        reel, spot = self.reel, self.spot
        scene = reel.replay.scene(spot.step, None if spot.eyes == OPEN else spot.eyes - 1)
        way = Shown(reel.names, self.locale, ai=reel.ai, clockwise=self.clockwise)
        moment = Moment(scene.hands, scene.last, (spot.step, reel.replay.steps))
        words = describe_moment(scene.view, way, moment)
        picture = Picture(pictures.moment(scene.view, way, moment), words, "moment.png")
        return Draft(content=self._words(scene), picture=picture)

    def _words(self, scene: Scene) -> str:
        reel, spot, locale = self.reel, self.spot, self.locale
        variant = say(locale, f"variant.{reel.record['rules']['variant']}")
        if reel.id == ATTACHED:
            head = say(locale, "replay.title_attached", variant=variant)
        else:
            when = "" if reel.ended is None else f"<t:{int(reel.ended)}:f>"
            head = say(locale, "replay.title", number=reel.id, variant=variant, when=when)
        facts = [head, *([say(locale, "replay.void")] if reel.void else [])]
        steps = [say(locale, "replay.step", number=spot.step, total=reel.replay.steps)]
        if trick := reel.replay.trick_at(spot.step):
            steps.append(say(locale, "replay.trick", number=trick))
        steps.append(self._done(scene))
        eyes = _eyes(reel, spot.eyes, locale, safe)
        return "\n".join([" · ".join(facts), " · ".join(steps), f"-# {eyes}"])

    def _done(self, scene: Scene) -> str:
        if scene.last is None:
            return say(self.locale, "replay.secret" if scene.secret else "replay.deal")
        move = parse(scene.last.text)
        if move.verb == PLAY:
            done = describe_cards(move.cards, self.locale, scene.view.called)
        else:
            done = did(move, self.locale)
        return say(self.locale, "board.turn", name=safe(_name(self.reel, scene.last.seat, self.locale)), did=done)


def _name(reel: Reel, seat: int, locale: str) -> str:
    return seat_name(reel.names[seat], seat, locale)


def _eyes(reel: Reel, eyes: int, locale: str, shape: Callable[[str], str] = str) -> str:
    if eyes == OPEN:
        return say(locale, "replay.open")
    return say(locale, "replay.eyes", name=shape(_name(reel, eyes - 1, locale)))


# Controls


def _ticket(reel: Reel, spot: Spot, does: str) -> Ticket:
    return Ticket("replay", reel.id, spot.step, spot.eyes, does)


def _controls(reel: Reel, spot: Spot, locale: str, *, shareable: bool) -> tuple[tuple[discord.ui.Item[Any], ...], ...]:
    steps, tricks = reel.replay.steps, reel.replay.tricks

    def to(does: str, step: int, style: discord.ButtonStyle = PLAIN) -> discord.ui.Button[Any]:
        step = min(max(step, 0), steps)
        ticket = _ticket(reel, Spot(step, spot.eyes), does)
        return button(ticket, say(locale, f"replay.{does}"), style, disabled=step == spot.step)

    walk = (
        to("first", 0),
        to("back", spot.step - 1),
        to("next", spot.step + 1, MAIN),
        to("last", steps),
    )
    current = reel.replay.trick_at(spot.step)
    lines = [
        Choice(
            str(tricks[number].step),
            say(locale, "replay.trick_line", number=number + 1, name=_name(reel, tricks[number].lead.seat, locale)),
            describe_cards(tricks[number].lead.cards, locale),
            chosen=number + 1 == current,
        )
        for number in _offered(len(tricks), current - 1)
    ]
    jump = menu(_ticket(reel, spot, "trick"), say(locale, "replay.jump"), lines)
    eyes = [Choice(str(each), _eyes(reel, each, locale), chosen=each == spot.eyes) for each in range(6)]
    whose = menu(_ticket(reel, spot, "eyes"), say(locale, "replay.whose"), eyes)
    share = button(_ticket(reel, spot, "share"), say(locale, "replay.share"))
    export = button(_ticket(reel, spot, "export"), say(locale, "replay.export"))
    more = (*([share] if shareable else []), *([export] if reel.id != ATTACHED else []))
    rows = (walk, (jump,), (whose,), more)
    return tuple(row for row in rows if row)


def _offered(count: int, current: int) -> list[int]:
    """Which of so many tricks a menu offers: those near by, and some all over the round."""
    if count <= _CHOICES:
        return list(range(count))
    near = range(max(0, current - _NEAR), min(count, current + _NEAR + 1))
    far = _CHOICES - 2 * _NEAR - 1
    return sorted({*near, *(number * (count - 1) // (far - 1) for number in range(far))})


# What clicks do


async def press(visit: Visit, ticket: Ticket, values: list[str]) -> None:
    """Act on a control of a replay; raise GameError where that cannot be done."""
    if ticket.argument == "share":
        await _share(visit, ticket, values)
        return
    # A panel that leads to a replay stays a panel.
    new = ticket.argument in ("export", "open") or not visit.on_panel
    reel = await visit.reply.during(_reel(visit, ticket), new_message=new)
    if ticket.argument == "export":
        await visit.reply.tell(exported(reel, visit.locale))
    else:
        draft = await shown(visit, reel, _asked(reel, ticket, values))
        kept = tuple(_records(visit)) if reel.id == ATTACHED else ()
        await (visit.reply.tell if new else visit.tell)(replace(draft, kept=kept))


async def open_round(visit: Visit, number: int) -> None:
    """Show a round from its beginning, in a message of its own."""
    found = stored(visit.services, number, visit.interaction.guild_id, visit.user.id, visit.locale)
    reel = await visit.reply.during(found, new_message=True)
    await visit.reply.tell(await shown(visit, reel, Spot(0)))


async def open_record(visit: Visit, file: discord.Attachment) -> None:
    """Show a record that somebody brought, or say what is wrong with it."""
    try:
        reel = await visit.done(attached(file))
    except (GameError, BadAction) as error:
        if isinstance(error, Illegal):
            raise
        # JSON can escape half a character, which Discord does not take.
        what = safe(sentence(error, visit.locale).encode(errors="replace").decode())
        await visit.tell(Draft(content=say(visit.locale, "replay.wrong", what=what)))
        return
    data = json.dumps(reel.record, ensure_ascii=False).encode()
    await visit.tell(replace(await shown(visit, reel, Spot(0)), document=Document(RECORD, data)))


async def _share(visit: Visit, ticket: Ticket, values: list[str]) -> None:
    """Show the moment to everyone in the channel, with the names that everyone there may know."""
    guild = visit.interaction.guild_id
    thread = isinstance(visit.interaction.channel, discord.Thread)
    may = visit.interaction.permissions
    if guild is None or not (may.send_messages_in_threads if thread else may.send_messages):
        raise Illegal("may_not_share")
    of_guild = visit.interaction.guild_locale
    locale = (await visit.services.store.server(guild)).language or (of_guild.value if of_guild else visit.locale)
    # What is deferred must be the message clicked on: the first answer after a private deferral is private.
    reel = await visit.reply.during(_reel(visit, ticket, everyone=locale), new_message=False)
    await visit.reply.tell(await for_all(visit, reel, _asked(reel, ticket, values), locale), public=True)


async def _reel(visit: Visit, ticket: Ticket, *, everyone: str | None = None) -> Reel:
    """The round of a control; in the language of ``everyone``, it is for all in the channel."""
    if ticket.table_id != ATTACHED:
        user = visit.user.id if everyone is None else None
        return await stored(visit.services, ticket.table_id, visit.interaction.guild_id, user, everyone or visit.locale)
    files = _records(visit)
    if not files:
        raise Illegal("stale")
    try:
        return await attached(files[0])
    except BadAction as error:
        raise Illegal("stale") from error  # it was right when it was put there


def _records(visit: Visit) -> list[discord.Attachment]:
    message = visit.interaction.message
    return [] if message is None else [file for file in message.attachments if file.filename == RECORD]


def _asked(reel: Reel, ticket: Ticket, values: list[str]) -> Spot:
    """The moment that a control stands for, or that was chosen in a menu."""
    step, eyes = ticket.round, ticket.turn
    if ticket.argument in ("trick", "eyes"):
        chosen = whole(line(values))
        step, eyes = (chosen, eyes) if ticket.argument == "trick" else (step, chosen)
    if not 0 <= step <= reel.replay.steps or not OPEN <= eyes <= 5:
        raise Illegal("stale")
    return Spot(step, eyes)
