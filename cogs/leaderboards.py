"""``/bh leaderboard``: the best of the server or over all, page by page. The controls carry what they show."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.games.baohuang.scoring import level
from bot.games.base import Illegal
from bot.pictures import Ranked, Ranking, describe_ranking
from bot.pictures.leaderboard import name_of
from bot.pictures.result import figure, signed
from bot.tables.state import SKILL_START
from bot.texts import language, say
from cogs.board import FELT
from cogs.calls import Draft, Picture
from cogs.controls import Choice, Ticket, button, menu
from cogs.ranks import said_share
from cogs.visit import Visit
from cogs.wording import plain, safe
from storage.periods import Period
from storage.ranks import ALL, LEAST_ROUNDS, Leaderboard, Measure, Standing, leaderboard

ACTION: Final = "leaderboard"
"""Of the controls' tickets."""
ROWS: Final = 10
"""Of a page."""
_MOST: Final = 10**9
"""The last number that a page can have."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one of the leaderboards."""

    everywhere: bool
    period: Period
    by: Measure
    number: int = 0

    def ticket(self, control: str) -> Ticket:
        """What a control that leads to this page stands for; a menu leads to another period or measure of it."""
        scope = "all" if self.everywhere else "here"
        return Ticket(ACTION, 0, argument=f"{control}.{scope}.{self.period}.{self.by}.{self.number}")


async def show_leaderboard(visit: Visit, page: Page) -> None:
    """Answer with a page; in a direct message there is no server that it could be of."""
    await visit.tell(await visit.done(_draft(visit, page)))


async def press(visit: Visit, ticket: Ticket, values: list[str]) -> None:
    """Turn to the page that a control leads to."""
    try:
        control, scope, period, by, number = ticket.argument.split(".")
        page = Page(scope == "all", Period(period), Measure(by), min(int(number), _MOST))
        if control == "period":
            page = replace(page, period=Period(values[0]), number=0)
        elif control == "by":
            page = replace(page, by=Measure(values[0]), number=0)
    except (ValueError, IndexError):
        raise Illegal("stale") from None
    if page.number < 0:
        raise Illegal("stale")
    await show_leaderboard(visit, page)


async def _draft(visit: Visit, page: Page) -> Draft:
    guild, locale = visit.interaction.guild_id, visit.locale
    if guild is None and not page.everywhere:
        raise Illegal("leaderboard_of_server")
    scope = ALL if page.everywhere or guild is None else guild
    found = await _look(visit, scope, page)
    pages = max(1, -(-found.players // ROWS))
    if page.number >= pages:  # it has become shorter
        page = replace(page, number=pages - 1)
        found = await _look(visit, scope, page)
    title = _title(page, locale)
    controls = _controls(page, pages, locale, choose_scope=guild is not None)
    embed = discord.Embed(title=title, colour=FELT)
    if not found.rows:
        lines = [
            say(
                locale,
                "leaderboard.empty_share" if page.by is Measure.SHARE else "leaderboard.empty",
                least=LEAST_ROUNDS,
            )
        ]
        if found.own is not None:
            lines.append(_own_few(found.own, locale))
        embed.description = "\n".join(lines)
        return Draft(embed=embed, controls=controls, no_picture=True)
    ranking = await _ranking(visit, scope, page, found)
    embed.description = "\n".join(_lines(ranking, found.own, locale))
    foot = [say(locale, "leaderboard.page", page=page.number + 1, pages=pages, players=found.players)]
    if page.by is Measure.SHARE:
        foot.append(say(locale, "leaderboard.least", least=LEAST_ROUNDS))
    embed.set_footer(text=" · ".join(foot))
    png = await asyncio.to_thread(visit.services.front.pictures.ranking, ranking, locale)
    picture = Picture(png, describe_ranking(ranking, language(locale)), "leaderboard.png")
    return Draft(embed=embed, controls=controls, picture=picture)


async def _look(visit: Visit, scope: int, page: Page) -> Leaderboard:
    return await leaderboard(
        visit.services.store,
        scope,
        period=page.period,
        by=page.by,
        at=visit.services.front.now(),
        first=page.number * ROWS,
        size=ROWS,
        own=visit.user.id,
    )


async def _ranking(visit: Visit, scope: int, page: Page, found: Leaderboard) -> Ranking:
    """What the picture shows of a page."""
    own = found.own
    users = {row.user for row in found.rows}
    sums = await visit.services.store.sums(scope, users | ({own.user} if own else set()))
    rows = [_ranked(row, page, sums[row.user], visit) for row in found.rows]
    below = None if own is None or own.user in users else _ranked(own, page, sums[own.user], visit)
    return Ranking(_title(page, visit.locale), rows, below)


def _ranked(row: Standing, page: Page, ever: int, visit: Visit) -> Ranked:
    return Ranked(
        row.rank,
        plain(row.name),
        level(SKILL_START + ever),
        row.rounds,
        _value(row, page, visit.locale),
        own=row.user == visit.user.id,
    )


def _value(row: Standing, page: Page, locale: str) -> str:
    """What players are ranked by: of a period that is what it has brought."""
    if page.by is Measure.SHARE:
        return said_share(row.won, row.rounds, locale, digits=1) if row.rounds else "–"
    if page.by is Measure.POINTS:
        return signed(row.points)
    if page.period is Period.EVER:
        return figure(SKILL_START + row.skill)
    return signed(row.skill)


def _title(page: Page, locale: str) -> str:
    return say(
        locale,
        "leaderboard.title",
        scope=say(locale, f"leaderboard.scope.{'all' if page.everywhere else 'here'}"),
        period=say(locale, f"leaderboard.period.{page.period}"),
        measure=say(locale, f"leaderboard.measure.{page.by}"),
    )


def _lines(ranking: Ranking, own: Standing | None, locale: str) -> list[str]:
    """The rows in words, and always something of whoever asks."""
    lines = [_line(row, locale) for row in ranking.rows]
    if own is None:
        lines += ["", say(locale, "leaderboard.own_none")]
    elif own.rank is None:
        lines += ["", _own_few(own, locale)]
    elif ranking.own is not None:
        lines += ["", _line(ranking.own, locale)]
    return lines


def _own_few(own: Standing, locale: str) -> str:
    """How far somebody is who has not yet played enough rounds to be ranked by the share won."""
    return say(locale, "leaderboard.own_few", rounds=own.rounds, least=LEAST_ROUNDS)


def _line(row: Ranked, locale: str) -> str:
    """A row as the text beside the picture has it, which shows more."""
    facts = (str(row.rank), safe(name_of(row, language(locale))), say(locale, f"level.{row.level}"), row.value)
    said = " · ".join(facts)
    return f"**{said}**" if row.own else said


def _controls(
    page: Page, pages: int, locale: str, *, choose_scope: bool
) -> tuple[tuple[discord.ui.Item[Any], ...], ...]:
    """Buttons for the pages beside this one and the other scope; menus of periods and measures."""
    before, after = replace(page, number=max(0, page.number - 1)), replace(page, number=page.number + 1)
    row: list[discord.ui.Item[Any]] = [
        button(before.ticket("previous"), say(locale, "leaderboard.previous"), disabled=page.number == 0),
        button(after.ticket("next"), say(locale, "leaderboard.next"), disabled=after.number >= pages),
    ]
    if choose_scope:
        other = replace(page, everywhere=not page.everywhere, number=0)
        row.append(
            button(other.ticket("scope"), say(locale, f"leaderboard.to_{'all' if other.everywhere else 'here'}"))
        )
    periods = [
        Choice(period, say(locale, f"leaderboard.period.{period}"), chosen=period is page.period) for period in Period
    ]
    measures = [Choice(by, say(locale, f"leaderboard.measure.{by}"), chosen=by is page.by) for by in Measure]
    return (
        tuple(row),
        (menu(page.ticket("period"), say(locale, "leaderboard.choose_period"), periods),),
        (menu(page.ticket("by"), say(locale, "leaderboard.choose_measure"), measures),),
    )
