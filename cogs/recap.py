"""What has happened at a table: the last tricks, or between rounds the last result."""

from __future__ import annotations

from bot.games.baohuang.view import View
from bot.tables.table import Table
from bot.texts import say
from cogs.board import public_view
from cogs.calls import Draft
from cogs.result import result_lines
from cogs.wording import newest, said_turn

TRICKS = 3
"""How many tricks are told of, the current one among them."""
ARROW = " → "
LONGEST = 1900 // TRICKS
"""Characters of a trick, so that all fit into the 2,000 of a message: of a long one the first plays are left out."""


def recap(table: Table, locale: str) -> Draft:
    """The last tricks without their passes, a line each; between rounds the result of the last one."""
    view = public_view(table)
    lines = _tricks(table, view, locale) if view else result_lines(table, locale)
    return Draft(content="\n".join(lines) or say(locale, "notice.nothing_played"))


def _tricks(table: Table, view: View, locale: str) -> list[str]:
    lines = []
    first = max(0, len(view.tricks) - TRICKS)
    for number, trick in enumerate(view.tricks[first:], first + 1):
        turns = [said_turn(table, entry, locale) for entry in trick if entry.cards]
        if turns:
            head = f"**{say(locale, 'notice.trick', number=number)}** "
            lines.append(head + ARROW.join(newest(turns, LONGEST - len(head), ARROW)))
    return lines
