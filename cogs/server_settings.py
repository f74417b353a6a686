"""``/bh settings server``: what those who manage a server choose for it, shown, previewed and saved at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final, TypeAlias

import discord

from bot.games.baohuang.rules import VARIANTS
from bot.games.base import Illegal
from bot.tables.state import SKILL_START
from bot.texts import CHINESE, ENGLISH, say
from cogs.board import FELT
from cogs.calls import Draft
from cogs.controls import PLAIN, Choice, Ticket, button, line, menu, said_button, whole
from cogs.defaults import SWITCHES, chosen_rules, table_settings
from cogs.permissions import lacking_for_posts, said_permissions
from cogs.visit import Visit
from cogs.weekly import WEEK, public_language, said_week
from cogs.wording import said_rules
from storage import weekly
from storage.periods import Period
from storage.rows import Server

Row: TypeAlias = tuple[discord.ui.Item[Any], ...]

ACTION: Final = "server"
"""A menu of settings; which one is open is the ticket's argument."""
SET: Final = "server_set"
"""A choice for the setting that is the ticket's argument; after a colon the value, where it is a button."""
PARTS: Final = ("language", "variant", "options", "turn", "stake", "least", "channels", "weekly")
TURNS: Final = (10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 90, 105, 120, 150, 180, 210, 240, 270, 300)
STAKES: Final = (*range(1, 11), 12, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100)
STEPS: Final = (-10, -1, 1, 10)
"""Buttons that change the stake by so much."""
LEASTS: Final = (2, 3, 4, 5)
MOST_CHANNELS: Final = 25
"""Channels that a server may choose: Discord's limit for a menu."""
_TABLE_CHANNELS: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]
_POST_CHANNELS: Final = [discord.ChannelType.text, discord.ChannelType.news]


async def show(visit: Visit, part: str = "") -> None:
    """Show what the server has chosen, with the controls of one setting."""
    guild, locale = visit.need_manager(), visit.locale
    server = await visit.done(visit.services.store.server(guild))
    preview = await visit.done(_preview(visit, guild, server, part))
    lines = [
        say(locale, "me.line", part=say(locale, f"server.part.{one}"), value=_value(visit, guild, server, one))
        for one in PARTS
    ]
    embed = discord.Embed(
        title=say(locale, "server.title"),
        description="\n".join([say(locale, "server.intro"), "", *lines]),
        colour=FELT,
    )
    embed.add_field(name=say(locale, "server.preview"), value=preview, inline=False)
    choices = [Choice(one, say(locale, f"server.part.{one}"), chosen=one == part) for one in PARTS]
    rows: list[Row] = [(menu(Ticket(ACTION, 0), say(locale, "server.ask"), choices),)]
    rows += _controls(visit, guild, server, part)
    await visit.tell(Draft(embed=embed, controls=tuple(rows)))


async def press(visit: Visit, ticket: Ticket, values: list[str]) -> None:
    """Open a setting, or choose for it."""
    guild = visit.need_manager()
    if ticket.action == ACTION:
        part = line(values)
        if part not in PARTS:
            raise Illegal("stale")
        await show(visit, part)
        return
    part, _, value = ticket.argument.partition(":")
    await visit.done(_choose(visit, guild, part, [value] if value else values))
    await show(visit, part)


async def _choose(visit: Visit, guild: int, part: str, values: list[str]) -> None:
    store = visit.services.store
    async with visit.services.choosing:
        before = await store.server(guild)
        after = _changed(before, part, values)
        begins = before.weekly is None and after.weekly is not None
        # The first weekly post is of the week that runs now.
        told = Period.WEEK.before(visit.services.tables.time.now()) if begins else None
        await store.set_server(guild, after, told=told)
    if after.weekly != before.weekly:
        visit.services.weekly.look()


def _changed(server: Server, part: str, values: list[str]) -> Server:
    """What a server has chosen, after a choice for one setting."""
    rules = chosen_rules(server, {})
    match part, values:
        case "language", [value]:
            return replace(server, language=value if value in (ENGLISH, CHINESE) else None)
        case "variant", [value] if value in VARIANTS:
            return replace(server, rules=chosen_rules(server, {"variant": value}))
        case "options", _:
            return replace(server, rules={**rules, **{name: name in values for name in _options(server)}})
        case "turn", [value] if whole(value) in TURNS:
            return replace(server, turn=whole(value))
        case "stake", [value]:
            return replace(server, stake=min(max(whole(value), STAKES[0]), STAKES[-1]))
        case "least", [value] if whole(value) in LEASTS:
            return replace(server, least=whole(value))
        case "channels", ["none"]:
            return replace(server, channels=())
        case "channels", _:
            return replace(server, channels=tuple(map(whole, values)))
        case "weekly", ["none"]:
            return replace(server, weekly=None)
        case "weekly", [value]:
            return replace(server, weekly=whole(value))
    raise Illegal("stale")


def _options(server: Server) -> dict[str, bool]:
    """The options and switches of the server's variant, and whether they are on."""
    rules = chosen_rules(server, {})
    offered = {**dict(VARIANTS[rules["variant"]].options), **dict.fromkeys(SWITCHES, True)}
    return {name: bool(rules.get(name, usual)) for name, usual in offered.items()}


# What is shown


def _value(visit: Visit, guild: int, server: Server, part: str) -> str:
    """A setting as it is now."""
    locale = visit.locale
    match part:
        case "language":
            return say(locale, f"server.language.{server.language or 'opener'}")
        case "variant":
            return say(locale, f"variant.{chosen_rules(server, {})['variant']}")
        case "options":
            names = [say(locale, f"option.{name}") for name, on in _options(server).items() if on]
            return say(locale, "cards.separator").join(names) or say(locale, "server.none")
        case "turn":
            return say(locale, "board.seconds", seconds=server.turn)
        case "stake" | "least":
            number = getattr(server, part)
            return say(locale, f"server.value.{part}", number=number)
        case "channels":
            return _said_channels(visit, guild, server.channels)
        case _:
            return _said_weekly(visit, guild, server.weekly)


def _said_channels(visit: Visit, guild: int, channels: Iterable[int]) -> str:
    there = _channels(visit, guild, channels)
    said = [f"<#{channel}>" for channel in there]
    gone = len(tuple(channels)) - len(there)
    if gone:
        said.append(say(visit.locale, "server.gone_channels", count=gone))
    return " ".join(said) or say(visit.locale, "server.everywhere")


def _said_weekly(visit: Visit, guild: int, channel: int | None) -> str:
    if channel is None:
        return say(visit.locale, "server.off")
    lacking = lacking_for_posts(visit.services.front.client, guild, channel)
    if lacking is None:
        return say(visit.locale, "server.gone_weekly")
    if lacking:
        permissions = said_permissions(lacking, visit.locale)
        return say(visit.locale, "server.silent_weekly", channel=f"<#{channel}>", permissions=permissions)
    return f"<#{channel}>"


def _channels(visit: Visit, guild: int, channels: Iterable[int]) -> list[int]:
    """Those of some channels that are there."""
    found = visit.services.front.client.get_guild(guild)
    return [channel for channel in channels if found and found.get_channel(channel)]


async def _preview(visit: Visit, guild: int, server: Server, part: str) -> str:
    """What a setting comes to."""
    settings = table_settings(server, visit.locale)
    match part:
        case "stake":
            return say(visit.locale, "server.example.stake", after=SKILL_START + 12 * server.stake)
        case "least":
            key = "counts" if server.least <= 2 else "does_not_count"
            return say(visit.locale, f"server.example.{key}")
        case "weekly":
            now = visit.services.tables.time.now()
            week = await weekly.week(visit.services.store, guild, now, size=3)
            language = public_language(visit.services.front.client, guild, server.language)
            lines = await said_week(visit.services.store, guild, week, language)
            moment = f"<t:{Period.WEEK.since(now) + WEEK}:f>"
            return "\n".join([say(visit.locale, "server.example.weekly", when=moment), lines])
    variant = say(settings.language, f"variant.{settings.rules['variant']}")
    title = say(settings.language, "board.title", variant=variant, number=1)
    return f"**{title}**\n{say(settings.language, 'card.seating')}\n-# {said_rules(settings, settings.language)}"


# What there is to choose


def _controls(visit: Visit, guild: int, server: Server, part: str) -> list[Row]:
    """The controls of one setting."""
    locale, ticket = visit.locale, Ticket(SET, 0, argument=part)
    rules = chosen_rules(server, {})
    match part:
        case "language":
            lines = [
                Choice(one, say(locale, f"server.language.{one}"), chosen=one == (server.language or "opener"))
                for one in ("opener", ENGLISH, CHINESE)
            ]
        case "variant":
            lines = [Choice(one, say(locale, f"variant.{one}"), chosen=one == rules["variant"]) for one in VARIANTS]
        case "options":
            return [(_options_menu(visit, server, ticket),)]
        case "turn":
            lines = [
                Choice(str(one), say(locale, "board.seconds", seconds=one), chosen=one == server.turn) for one in TURNS
            ]
        case "stake":
            return [(_numbers(visit, ticket, STAKES, server.stake),), _steps(server.stake)]
        case "least":
            return [(_numbers(visit, ticket, LEASTS, server.least),)]
        case "channels":
            return [
                (_channel_menu(visit, guild, ticket, server.channels, _TABLE_CHANNELS, MOST_CHANNELS),),
                (said_button(locale, ticket.to(SET, f"{part}:none"), "everywhere", disabled=not server.channels),),
            ]
        case "weekly":
            chosen = () if server.weekly is None else (server.weekly,)
            return [
                (_channel_menu(visit, guild, ticket, chosen, _POST_CHANNELS, 1),),
                (said_button(locale, ticket.to(SET, f"{part}:none"), "weekly_off", disabled=server.weekly is None),),
            ]
        case _:
            return []
    return [(menu(ticket, say(locale, f"server.part.{part}"), lines),)]


def _numbers(visit: Visit, ticket: Ticket, numbers: Iterable[int], now: int) -> discord.ui.Select[Any]:
    part = ticket.argument
    lines = [
        Choice(str(one), say(visit.locale, f"server.value.{part}", number=one), chosen=one == now) for one in numbers
    ]
    return menu(ticket, say(visit.locale, f"server.part.{part}"), lines)


def _steps(stake: int) -> Row:
    """Buttons that change the stake by a little: a menu has not room for a hundred lines."""
    row = []
    for step in STEPS:
        after = min(max(stake + step, STAKES[0]), STAKES[-1])
        ticket = Ticket(SET, 0, turn=STEPS.index(step), argument=f"stake:{after}")
        row.append(button(ticket, f"{step:+d}", PLAIN, disabled=after == stake))
    return tuple(row)


def _options_menu(visit: Visit, server: Server, ticket: Ticket) -> discord.ui.Select[Any]:
    options = _options(server)
    return discord.ui.Select(
        custom_id=ticket.custom_id,
        placeholder=say(visit.locale, "server.part.options"),
        min_values=0,
        max_values=len(options),
        options=[
            discord.SelectOption(
                label=say(visit.locale, f"option.{name}"),
                value=name,
                description=say(visit.locale, f"command.parameter.{name}")[:100],
                default=on,
            )
            for name, on in options.items()
        ],
    )


def _channel_menu(
    visit: Visit, guild: int, ticket: Ticket, chosen: Iterable[int], kinds: list[discord.ChannelType], most: int
) -> discord.ui.ChannelSelect[Any]:
    kind = discord.SelectDefaultValueType.channel
    return discord.ui.ChannelSelect(
        custom_id=ticket.custom_id,
        placeholder=say(visit.locale, "server.choose"),
        channel_types=kinds,
        min_values=1,
        max_values=most,
        default_values=[discord.SelectDefaultValue(id=one, type=kind) for one in _channels(visit, guild, chosen)],
    )
