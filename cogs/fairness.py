"""``/bh fairness``: why the shuffle can be trusted and how far, and what all deals of this bot gave to each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.games.baohuang import luck
from bot.games.baohuang.game import GAME
from bot.texts import say
from cogs.board import FELT
from cogs.calls import Draft
from cogs.visit import Visit
from storage.deals import statistics

_MOST: Final = 4
"""The last column of the table is so many jokers, or more."""


async def fairness(visit: Visit) -> Draft:
    """The explanation, and the statistics as they are now."""
    seats = await statistics(visit.services.store, GAME.key)
    locale = visit.locale
    embed = discord.Embed(title=say(locale, "fairness.title"), description=say(locale, "fairness.text"), colour=FELT)
    limits = say(locale, "fairness.limits.text")
    embed.add_field(name=say(locale, "fairness.limits.title"), value=limits, inline=False)
    deals = sum(seats[0].values()) if seats else 0
    title = say(locale, "fairness.deals.title", deals=f"{deals:,}")
    embed.add_field(name=title, value=_counted(seats, deals, locale), inline=False)
    return Draft(embed=embed)


def _counted(seats: Sequence[Mapping[int, int]], deals: int, locale: str) -> str:
    if not deals:
        return say(locale, "fairness.deals.none")
    means = [
        say(locale, "fairness.deals.seat", number=number, mean=f"{_mean(seat):.2f}")
        for number, seat in enumerate(seats, 1)
    ]
    said = say(
        locale,
        "fairness.deals.text",
        table=_table(seats, deals),
        means=say(locale, "cards.separator").join(means),
        strays=f"{luck.strays(deals):.2f}",
    )
    return f"{said} {say(locale, 'fairness.deals.chance')}"


def _mean(seat: Mapping[int, int]) -> float:
    return sum(jokers * times for jokers, times in seat.items()) / sum(seat.values())


def _table(seats: Sequence[Mapping[int, int]], deals: int) -> str:
    """A column for each number of jokers, a row for each seat, and one for chance: 26 characters wide, for phones."""
    rows = [["", *map(str, range(_MOST)), f"{_MOST}+"]]
    for number, seat in enumerate(seats, 1):
        shares = [seat.get(jokers, 0) / deals for jokers in range(luck.JOKERS + 1)]
        rows.append([str(number), *_columns(shares)])
    rows.append(["≈", *_columns([luck.chance(jokers) for jokers in range(luck.JOKERS + 1)])])
    return "\n".join(f"{head:1}" + "".join(f"{cell:>5}" for cell in cells) for head, *cells in rows)


def _columns(shares: Sequence[float]) -> list[str]:
    found = (*shares[:_MOST], sum(shares[_MOST:]))
    return ["100" if share > 0.9995 else f"{100 * share:.1f}" for share in found]
