"""Patterns of score farming, with the evidence: for those who manage a server to look at."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.pictures.result import signed
from bot.texts import say
from cogs.board import FELT
from cogs.calls import Draft
from cogs.controls import Ticket, button, said_button, whole
from cogs.visit import Visit
from cogs.wording import safe
from storage.patterns import Involved, Pattern, patterns

ACTION: Final = "patterns"
"""Another page, whose number from 0 is the ticket's argument."""
PAGE: Final = 5
"""Patterns on a page."""


async def show(visit: Visit, page: int = 0) -> None:
    """Show a page of what there is to be seen."""
    guild = visit.need_manager()
    found = await visit.done(patterns(visit.services.store, guild))
    pages = max(1, -(-len(found) // PAGE))
    page = min(page, pages - 1)
    embed = discord.Embed(
        title=say(visit.locale, "patterns.title"),
        description=say(visit.locale, "patterns.intro" if found else "patterns.none"),
        colour=FELT,
    )
    for pattern in found[page * PAGE : (page + 1) * PAGE]:
        embed.add_field(
            name=say(visit.locale, f"patterns.kind.{pattern.kind}"), value=_said(pattern, visit.locale), inline=False
        )
    await visit.tell(Draft(embed=embed, controls=(_pager(visit.locale, page, pages),) if pages > 1 else ()))


def _pager(locale: str, page: int, pages: int) -> tuple[discord.ui.Item[Any], ...]:
    """Which page this is, between the buttons to those beside it."""
    before, after = Ticket(ACTION, 0, argument=str(page - 1)), Ticket(ACTION, 0, argument=str(page + 1))
    number = say(locale, "patterns.page", page=page + 1, pages=pages)
    return (
        said_button(locale, before, "newer", disabled=page == 0),
        button(Ticket(ACTION, 0, argument=str(page)), number, disabled=True),
        said_button(locale, after, "older", disabled=page + 1 == pages),
    )


async def press(visit: Visit, ticket: Ticket, values: list[str]) -> None:  # noqa: ARG001 - as all have it
    """Turn to another page."""
    await show(visit, whole(ticket.argument))


def _said(pattern: Pattern, locale: str) -> str:
    """A pattern and what shows it."""
    names = [_name(person, locale) for person in pattern.people]
    lines = [
        say(
            locale,
            f"patterns.said.{pattern.kind}",
            first=names[0] if names else "",
            second=names[-1] if names else "",
            often=pattern.often,
            of=pattern.of,
        ),
        say(locale, "cards.separator").join(
            say(locale, "patterns.points", name=name, points=signed(person.points))
            for name, person in zip(names, pattern.people, strict=True)
        ),
        say(locale, "patterns.rounds", rounds=" ".join(f"#{number}" for number in pattern.rounds)),
    ]
    return "\n".join(lines)[:1024]


def _name(person: Involved, locale: str) -> str:
    return safe(person.name) if person.name else say(locale, "moderation.nameless")
