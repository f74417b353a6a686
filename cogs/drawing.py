"""The picture on a board: the table while a round runs, what came of the last one between rounds."""

from __future__ import annotations

from collections.abc import Mapping

from bot.pictures import Ended, Pictures, Player, Shown, describe_result, describe_table
from bot.tables.table import Table
from bot.texts import say
from cogs.board import public_view
from cogs.calls import Picture
from cogs.result import share_name
from cogs.wording import plain


def drawn(pictures: Pictures, table: Table, levels: Mapping[int, str]) -> Picture | None:
    """The picture of a table as everyone may see it, in a millisecond; None before its first round.

    ``levels`` are the skill levels of seats.
    """
    view = public_view(table)
    language = table.settings.language
    if view is not None:
        shown = Shown(
            names=[_name(table, number) for number in range(len(table.seats))],
            locale=language,
            ai=[number for number, seat in enumerate(table.seats) if seat.present is None],
            levels={number: seat.level for number, seat in enumerate(table.seats) if seat.level},
            skill_levels=levels,
            autopilot=[number for number, seat in enumerate(table.seats) if seat.present and seat.autopilot],
            counter=bool(table.memo.get("counter")),
        )
        return Picture(pictures.table(view, shown), describe_table(view, shown), "table.png")
    ended = _ended(table, language)
    if ended is None:
        return None
    return Picture(pictures.result(ended, language), describe_result(ended, language), "result.png")


def _ended(table: Table, language: str) -> Ended | None:
    last = table.last
    if last is None:
        return None
    fines = {penalty.seat: penalty.points for penalty in last.penalties}
    players = [
        Player(
            name=plain(share_name(last, number, language)),
            before=share.before,
            after=share.after,
            ai=share.name is None,
            penalty=fines.get(number, 0),
        )
        for number, share in enumerate(last.shares)
    ]
    return Ended(last.number, last.result, players, scored=last.scored)


def _name(table: Table, number: int) -> str:
    """Who sits on a seat, as it is."""
    seat, language = table.seats[number], table.settings.language
    if seat.present:
        return plain(seat.present.name)
    name = say(language, "board.ai", number=number + 1)
    return say(language, "board.ai_for", ai=name, name=plain(seat.person.name)) if seat.person else name
