"""The board: the one public message of a table, in the table's language. It shows nothing that is not public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.games.baohuang.rules import Rules
from bot.games.baohuang.view import View
from bot.pictures.table import public_facts
from bot.pictures.words import describe_cards
from bot.tables.state import Stage
from bot.tables.table import Table
from bot.texts import say
from cogs.calls import Draft
from cogs.controls import GOOD, MAIN, PLAIN, Ticket, said_button
from cogs.news import news
from cogs.result import replay_button, result_lines
from cogs.wording import listed, safe, said_level, said_play, said_rules, seat_name

FELT: Final = discord.Colour(0x1B4B38)
FEW: Final = 10
"""A seat with so many cards or fewer is shown loudly."""
ROW: Final = 5
"""Buttons in a row: Discord's limit."""
_FEW_NAMES: Final = 4
_MANY_NAMES: Final = 20
"""How many people are named in a line; the others are counted."""
LONGEST: Final = 3600
"""Characters of a board, of the 4,096 an embed's description may have."""
NO_LEVELS: Final[Mapping[int, str]] = {}


def board(table: Table, *, levels: Mapping[int, str] = NO_LEVELS, pictured: bool = False) -> Draft:
    """The board as it should be now, without its picture; beside one, the text leaves out what the picture says.

    ``levels`` are the skill levels of seats (``cogs.levels``).
    """
    playing = table.stage is Stage.PLAYING
    lines = (_play_lines if playing else _seating_lines)(table, levels, pictured)
    if table.closing:
        lines += ["", say(table.settings.language, "board.closing")]
    buttons = board_buttons(table)
    more = said_button(table.settings.language, Ticket("more", table.id, table.number), "more", PLAIN)
    behind = (more,) if playing else (more, *replay_button(table, table.settings.language))
    rows = ((*buttons, *behind),) if len(buttons) < ROW else (buttons, behind)
    return Draft(embed=framed(table, lines), controls=rows)


def board_buttons(table: Table) -> tuple[discord.ui.Button[Any], ...]:
    """The buttons under the board; those that do nothing now are disabled, so that none moves under a finger."""
    return tuple(_play_buttons(table) if table.stage is Stage.PLAYING else _seating_buttons(table))


def framed(table: Table, lines: list[str]) -> discord.Embed:
    """The lines in the frame that board and card share: title, colour, rules at the foot."""
    language = table.settings.language
    embed = discord.Embed(title=title(table, language), description="\n".join(lines)[:LONGEST], colour=FELT)
    embed.set_footer(text=said_rules(table.settings, language))
    return embed


def title(table: Table, language: str) -> str:
    """The variant and the number of the running or next round; of a table that has closed, of its last one."""
    last = None if table.closed is None else table.last
    number = table.number if last is None else last.number
    variant = say(language, f"variant.{Rules.parse(table.settings.rules).variant.name}")
    return say(language, "board.title", variant=variant, number=number)


def own_view(table: Table, number: int) -> View | None:
    """What a seat may see of the running round; None between rounds."""
    view = table.round.view(number) if table.round else None
    return view if isinstance(view, View) else None


def public_view(table: Table) -> View | None:
    """What everyone may see of the running round."""
    view = table.round.view(None) if table.round else None
    return view if isinstance(view, View) else None


def when(moment: float | None) -> str:
    """A moment as Discord's clients count it down; nothing for None."""
    return "" if moment is None else f"<t:{int(moment)}:R>"


# Between rounds


def seats_taken(table: Table, levels: Mapping[int, str]) -> list[str]:
    """Who sits where before a round, a line a seat, with their skill levels as far as these are given."""
    lines = []
    for number, seat in enumerate(table.seats):
        marks = _said_levels(table, levels, number)
        if seat.ready:
            marks.append(say(table.settings.language, "board.ready"))
        if seat.present and seat.present.id == table.opener.id:
            marks.append(say(table.settings.language, "board.opener"))
        name = seat_name(table, number, table.settings.language)
        lines.append(
            f"`{number + 1}` {'✅' if seat.ready or seat.level else '▫️'} " + " · ".join([f"**{name}**", *marks])
        )
    return lines


def spectators(table: Table, most: int = _MANY_NAMES) -> list[str]:
    """Who watches and who waits for a seat, a line each where there are any, with so many names at most."""
    language = table.settings.language
    waiting = [person for person in table.watchers if person.id in table.queue]
    watching = [person for person in table.watchers if person.id not in table.queue]
    lines = []
    if watching:
        lines.append(say(language, "board.watching", names=listed(watching, language, most)))
    if waiting:
        lines.append(say(language, "board.waiting", names=listed(waiting, language, most)))
    return lines


def fairness(table: Table) -> list[str]:
    """The commitment for the next round; once everyone is ready, what they added to the salt."""
    language = table.settings.language
    lines = [say(language, "board.commitment", hash=table.commitment)]
    if table.stage is Stage.REVEALING:
        for number, part in table.salt_parts:
            lines.append(say(language, "board.salt", number=number + 1, part=safe(part)))
    return lines


def _seating_lines(table: Table, levels: Mapping[int, str], pictured: bool) -> list[str]:
    language = table.settings.language
    if table.stage is Stage.REVEALING:
        head = say(language, "board.dealing")
    elif table.deadline is not None:
        head = say(language, "board.seating_again", when=when(table.deadline))
    else:
        head = say(language, "board.seating")
    result = result_lines(table, language)[: 1 if pictured else None]
    return [
        *result,
        *([""] if result else []),
        head,
        "",
        *seats_taken(table, levels),
        *spectators(table),
        "",
        *fairness(table),
    ]


def _seating_buttons(table: Table) -> list[discord.ui.Button[Any]]:
    ticket = Ticket("ready", table.id, table.number)
    language = table.settings.language
    return [
        said_button(language, ticket, "ready", GOOD),
        said_button(language, ticket.to("join"), "join", MAIN),
        said_button(language, ticket.to("fill"), "fill", PLAIN),
        said_button(language, ticket.to("watch"), "watch", PLAIN),
        said_button(language, ticket.to("leave"), "leave", PLAIN),
    ]


# In a round


def _play_buttons(table: Table) -> list[discord.ui.Button[Any]]:
    view = public_view(table)
    ticket = Ticket("hand", table.id, *table.stamp)
    return [
        said_button(table.settings.language, ticket, "hand", MAIN),
        said_button(
            table.settings.language, ticket.to("pass"), "pass", PLAIN, disabled=view is None or view.best is None
        ),
    ]


def _play_lines(table: Table, levels: Mapping[int, str], pictured: bool) -> list[str]:
    view = public_view(table)
    assert view is not None
    lines = [_status(table, view)]
    if view.step == "throne" and view.deal:
        lines.append(say(table.settings.language, "board.redealt", deal=view.deal + 1))
    if pictured:
        return [*lines, *news(table, view), *(f"-# {line}" for line in spectators(table, _FEW_NAMES))]
    seats = [_seat_line(table, view, levels, number) for number in range(len(table.seats))]
    return [*lines, *_facts(table, view), "", *seats, "", *news(table, view), *spectators(table)]


def _status(table: Table, view: View) -> str:
    language = table.settings.language
    time = when(table.deadline)
    if view.step in ("solo", "declare"):
        return say(language, f"board.{view.step}", when=time)
    if not view.asked:
        return say(language, "board.ended")
    name = seat_name(table, view.asked[0], language)
    if view.step == "play" and view.best is not None:
        said = say(language, "board.follow", name=name, cards=describe_cards(view.best.cards, language), when=time)
    else:
        said = say(language, "board.lead" if view.step == "play" else f"board.{view.step}", name=name, when=time)
    return f"▶️ {said}"


def _facts(table: Table, view: View) -> list[str]:
    """What is public about the round beside seats and plays."""
    language = table.settings.language
    if view.step == "throne":
        packet = describe_cards(view.packet[1:], language)
        return [say(language, "board.packet", cards=packet)] if packet else []
    facts = " · ".join(words for words, _ in public_facts(view, language))
    return [facts] if facts else []


def _seat_line(table: Table, view: View, levels: Mapping[int, str], number: int) -> str:
    language = table.settings.language
    place, count = view.places[number], view.counts[number]
    facts = [f"**{seat_name(table, number, language)}**", *_said_levels(table, levels, number)]
    if place is not None:
        facts.append(say(language, "board.out", place=say(language, f"board.place.{place}")))
    else:
        facts.append(say(language, "board.few_cards" if count <= FEW else "board.cards", count=count))
    if table.seats[number].autopilot:
        facts.append(say(language, "board.autopilot"))
    line = f"{_marks(view, number)} " + " · ".join(facts)
    played = [said_play(entry, language) for entry in view.trick if entry.seat == number]
    return f"{line}\n　　{played[-1]}" if played else line


def _said_levels(table: Table, levels: Mapping[int, str], number: int) -> list[str]:
    """How good whoever sits on a seat is: somebody's skill level, or how well an AI plays."""
    if number in levels:
        return [say(table.settings.language, f"level.{levels[number]}")]
    return said_level(table, number, table.settings.language)


def _marks(view: View, number: int) -> str:
    """What a seat publicly is: whose turn it is, emperor, guard, one that rose."""
    turn = number in view.asked and view.step not in ("solo", "declare")
    role = "👑" if number == view.emperor else "🛡️" if number == view.guard else "▫️"
    return ("▶️" if turn else "") + role + ("⛏️" if number in view.rose else "")
