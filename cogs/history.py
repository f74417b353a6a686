"""``/bh history``: what has happened to a player, page by page, and the way from there to each round's replay.

Of a server only its own people are told where something was; what its moderators did and why is for them, and for the
player whom it concerns.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.games.baohuang.scoring import level
from bot.pictures.result import signed
from bot.tables.state import SKILL_START
from bot.texts import say
from cogs import replays
from cogs.board import FELT
from cogs.calls import Draft
from cogs.controls import Choice, Ticket, button, line, menu, whole
from cogs.visit import Visit
from cogs.wording import safe
from storage.history import Event, history
from storage.ranks import ALL

PAGE: Final = 8
"""Entries on a page."""
_AT_ONCE: Final = 50
"""Entries that are read at once where only rounds are wanted."""
_LONGEST_REASON: Final = 220
_LONGEST_NAME: Final = 32


async def page(visit: Visit, user: int, first: int = 0) -> Draft:
    """A page of a player's history, from an entry on."""
    found = await history(visit.services.store, user, first=first, size=PAGE)
    if not found.events:
        return Draft(
            content=say(visit.locale, "history.none" if not first else "history.none_here", mention=f"<@{user}>")
        )
    teller = Teller(visit.locale, visit.interaction.guild_id, own=visit.user.id == user)
    scope = visit.interaction.guild_id or ALL
    skill = SKILL_START + (await visit.services.store.sums(scope, [user]))[user]
    reached = say(visit.locale, f"level.{level(skill)}")
    head = say(visit.locale, "history.whose", mention=f"<@{user}>", level=reached, total=found.total)
    lines = [head, "", *map(teller.event, found.events)]
    embed = discord.Embed(title=say(visit.locale, "history.title"), description="\n".join(lines), colour=FELT)
    rows: list[tuple[discord.ui.Item[Any], ...]] = []
    rounds = [event for event in found.events if event.kind == "round"]
    if rounds:
        choices = [Choice(str(event.round), teller.line(event)) for event in rounds]
        rows.append((menu(Ticket("history", user, first, 0, "open"), say(visit.locale, "history.menu"), choices),))
    if found.total > PAGE:
        rows.append(_turning(visit, user, first, found.total))
    return Draft(embed=embed, controls=tuple(rows))


async def press(visit: Visit, ticket: Ticket, values: list[str]) -> None:
    """Turn a page, or open the replay of a round."""
    if ticket.argument == "open":
        await replays.open_round(visit, whole(line(values)))
    else:
        await visit.tell(await visit.done(page(visit, ticket.table_id, ticket.round)))


async def played(visit: Visit, most: int) -> list[Event]:
    """The person's own last rounds, newest first, however much moderators have done since."""
    rounds: list[Event] = []
    first, total = 0, 1
    while first < total and len(rounds) < most:
        found = await history(visit.services.store, visit.user.id, first=first, size=_AT_ONCE)
        rounds += [event for event in found.events if event.kind == "round"]
        first, total = first + _AT_ONCE, found.total
    return rounds[:most]


class Teller:
    """Puts events into words for somebody in a server, or in no server; ``own`` are the reader's own."""

    def __init__(self, locale: str, guild: int | None, *, own: bool) -> None:
        self._locale = locale
        self._guild = guild
        self._own = own

    def line(self, event: Event) -> str:
        """A round in one short line without markup."""
        return " · ".join([f"#{event.round}", *self._result(event)])

    def event(self, event: Event) -> str:
        """An event with all that the reader may know of it."""
        known: dict[str, Any] = {
            "number": event.round,
            "when": f"<t:{int(event.at)}:d>",
            "where": self._say("here" if event.guild == self._guild else "elsewhere"),
        }
        if event.kind == "round":
            facts = self._result(event, mark="**") + self._changes(event)
            if event.void is not None and self._told(event):
                facts.append(self._say("is_void", number=event.void))
            return " · ".join([f"**#{event.round}** {known['when']}", known["where"], *facts])
        if event.act is None:
            return " · ".join([self._say(event.kind, **known, points=signed(event.points)), *self._changes(event)])
        if not self._told(event):
            return f"⚖️ {known['when']} · {known['where']} · {self._say('hidden')}"
        act = event.act
        moderator = safe(act.moderator[:_LONGEST_NAME]) if act.moderator else self._say("nameless")
        facts = [self._say(event.kind, **known, moderator=moderator), self._say("act", number=act.id)]
        facts += self._changes(event)
        if act.undone is not None:
            facts.append(self._say("is_undone", number=act.undone))
        return " · ".join(facts) + f"\n　　{self._say('reason', reason=_brief(act.reason))}"

    def _told(self, event: Event) -> bool:
        return self._own or event.guild == self._guild

    def _result(self, event: Event, mark: str = "") -> list[str]:
        facts = []
        if event.role is not None:
            solo = event.role == "solo"
            facts.append(self._say("solo") if solo else say(self._locale, f"board.role.{event.role}"))
        if event.place is not None:
            facts.append(say(self._locale, f"board.place.{event.place}"))
        return [*facts, f"{mark}{signed(event.points)}{mark}"]

    def _changes(self, event: Event) -> list[str]:
        """What an event changed in the skill of this server, and in that over all."""
        changes = []
        here = event.guild == self._guild
        if event.amount is not None and (here or self._own):
            changes.append(self._say("skill_here" if here else "skill_there", change=signed(event.amount)))
        if event.overall is not None:
            changes.append(self._say("skill_all", change=signed(event.overall)))
        if event.amount is None and event.overall is None:
            changes.append(self._say("uncounted"))
        return changes

    def _say(self, key: str, **values: object) -> str:
        return say(self._locale, f"history.{key}", **values)


def _brief(reason: str) -> str:
    """A reason in no more than its share of a page: what would be markup takes twice its room."""
    words = " ".join(reason.split())
    shown, most = safe(words), min(len(words), _LONGEST_REASON)
    while len(shown) > _LONGEST_REASON:
        most -= 1
        shown = safe(f"{words[:most]}…")
    return shown


def _turning(visit: Visit, user: int, first: int, total: int) -> tuple[discord.ui.Item[Any], ...]:
    last = (total - 1) // PAGE * PAGE
    targets = {"first": 0, "newer": max(first - PAGE, 0), "older": min(first + PAGE, last), "last": last}
    return tuple(
        button(Ticket("history", user, to, 0, name), say(visit.locale, f"history.{name}"), disabled=to == first)
        for name, to in targets.items()
    )
