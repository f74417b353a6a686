"""``/bh settings me``: what people choose for themselves, shown, previewed and saved at once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeAlias

import discord

from bot.games.base import Illegal
from bot.texts import CHINESE, ENGLISH, say
from cogs import privacy
from cogs.board import FELT
from cogs.calls import Draft, Picture
from cogs.controls import GOOD, PLAIN, Choice, Ticket, button, menu, said_button
from cogs.demonstration import shown_hand, shown_table
from cogs.personal import LOW_FIRST
from cogs.visit import Visit
from storage.rows import Wishes

Row: TypeAlias = tuple[discord.ui.Item[Any], ...]

ACTION: Final = "me"
"""A choice for the setting that is the ticket's argument; after a colon the choice, where it is a button."""


class Setting(NamedTuple):
    """A setting: what of ``Wishes`` it is, and for each choice what is kept."""

    field: str
    choices: Mapping[str, object]

    def now(self, wishes: Wishes) -> str:
        """What is chosen; the first where that is none of the choices."""
        kept = getattr(wishes, self.field)
        return next((name for name, value in self.choices.items() if value == kept), next(iter(self.choices)))


_SWITCH: Final = {"on": True, "off": False}
SETTINGS: Final = {
    "language": Setting("language", {"discord": None, ENGLISH: ENGLISH, CHINESE: CHINESE}),
    "order": Setting("hand_order", {"high_first": None, LOW_FIRST: LOW_FIRST}),
    "direction": Setting("clockwise", {"clockwise": True, "anticlockwise": False}),
    "dm": Setting("hand_by_dm", _SWITCH),
    "pings": Setting("pings", _SWITCH),
}
MENUS: Final = ("language", "order", "direction")
"""The settings with a menu; the others have a button."""


async def show(visit: Visit, part: str = "") -> None:
    """Show what the person has chosen, all controls, and what the setting that was changed last comes to."""
    locale = visit.locale
    now = {name: setting.now(visit.wishes) for name, setting in SETTINGS.items()}
    lines = [_line(name, now[name], locale, "me.line") for name in SETTINGS]
    embed = discord.Embed(
        title=say(locale, "me.title"), description="\n".join([say(locale, "me.intro"), "", *lines]), colour=FELT
    )
    if part in ("dm", "pings"):
        closed = part == "dm" and visit.wishes.hand_by_dm and visit.user.id in visit.services.front.hands.closed
        key = "panel.dm_closed" if closed else f"me.example.{part}_{now[part]}"
        embed.add_field(name=say(locale, "me.preview"), value=say(locale, key), inline=False)
    rows: list[Row] = [(_menu(name, now[name], locale),) for name in MENUS]
    switches = [_switch(name, now[name], locale) for name in SETTINGS if name not in MENUS]
    rows.append((*switches, said_button(locale, Ticket(privacy.ACTION, 0), "privacy")))
    picture = await visit.done(_picture(visit, part))
    await visit.tell(Draft(embed=embed, controls=tuple(rows), picture=picture))


async def press(visit: Visit, ticket: Ticket, values: list[str]) -> None:
    """Take a choice."""
    part, _, value = ticket.argument.partition(":")
    setting, wanted = SETTINGS.get(part), value or next(iter(values), "")
    if setting is None or wanted not in setting.choices:
        raise Illegal("stale")
    await wish(visit, **{setting.field: setting.choices[wanted]})
    await show(visit, part)


async def hand_by_dm(visit: Visit, *, wanted: bool) -> None:
    """Switch the hand by direct message on or off, from now on."""
    await wish(visit, hand_by_dm=wanted)
    await visit.say("notice.dm_on" if wanted else "notice.dm_off")


async def wish(visit: Visit, **chosen: Any) -> None:
    """Keep what the person chooses (see Wishes), and show what they see at a table accordingly from now on."""
    wishes = visit.wishes = await visit.done(_wish(visit, chosen))
    visit.locale = wishes.language or visit.interaction.locale.value
    front, table = visit.services.front, visit.own_table()
    if table is None:
        return
    hands, user_id = front.hands, visit.user.id
    letter = hands.greet(user_id, table, visit.locale) if wishes.hand_by_dm else hands.withdraw(user_id, table)
    await visit.done(letter)
    front.panels.refresh(table)


async def _wish(visit: Visit, chosen: Mapping[str, Any]) -> Wishes:
    personal, user_id = visit.services.personal, visit.user.id
    async with visit.services.choosing:
        wishes = replace(await personal.of(user_id), **chosen)
        await personal.keep(user_id, wishes)
    return wishes


def _menu(name: str, now: str, locale: str) -> discord.ui.Select[Any]:
    choices = SETTINGS[name].choices
    lines = [Choice(one, _line(name, one, locale, "me.control"), chosen=one == now) for one in choices]
    return menu(Ticket(ACTION, 0, argument=name), say(locale, f"me.part.{name}"), lines)


def _switch(name: str, now: str, locale: str) -> discord.ui.Button[Any]:
    other = "off" if now == "on" else "on"
    style = GOOD if now == "on" else PLAIN
    return button(Ticket(ACTION, 0, argument=f"{name}:{other}"), _line(name, now, locale, "me.control"), style)


def _line(name: str, choice: str, locale: str, key: str) -> str:
    """A setting and a choice for it."""
    return say(locale, key, part=say(locale, f"me.part.{name}"), value=say(locale, f"me.{name}.{choice}"))


async def _picture(visit: Visit, part: str) -> Picture:
    """A hand or a table as this person sees them."""
    pictures, wishes = visit.services.front.pictures, visit.wishes
    if part == "direction":
        return await asyncio.to_thread(shown_table, pictures, visit.locale, clockwise=wishes.clockwise)
    return await asyncio.to_thread(shown_hand, pictures, visit.locale, low_first=wishes.hand_order == LOW_FIRST)
