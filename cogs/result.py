"""What came of a round, in words."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.games.baohuang.scoring import level
from bot.pictures.result import signed
from bot.tables.state import Result
from bot.tables.table import Table
from bot.texts import say
from cogs.controls import Ticket, button
from cogs.wording import safe

OPEN: Final = 0
"""The eyes of a replay that see all hands; those of a seat are its number from 1."""


def result_lines(table: Table, language: str) -> list[str]:
    """The table's last round: who won, and for each seat by place its role, points and skill."""
    last = table.last
    if last is None:
        return []
    result = last.result
    lines = [say(language, f"result.won.{result['winner']}", number=last.number)]
    if reasons := _reasons(result, language):
        lines.append(reasons)
    by_place = sorted(range(len(last.shares)), key=lambda number: int(result["places"][number]))
    lines += [_share_line(last, number, language) for number in by_place]
    lines += [
        say(
            language,
            f"result.{penalty.why}",
            name=safe(share_name(last, penalty.seat, language)),
            points=penalty.points,
        )
        for penalty in last.penalties
    ]
    if not last.scored:
        lines.append(say(language, "result.unscored"))
    return lines


def own_result(table: Table, number: int, locale: str) -> list[str]:
    """Who won the last round, and what it brought the person in a seat; nothing for who has sat down since."""
    last, person = table.last, table.seats[number].person
    if last is None or person is None or last.shares[number].name != person.name:
        return []
    lines = [say(locale, f"result.won.{last.result['winner']}", number=last.number), _share_line(last, number, locale)]
    return lines if last.scored else [*lines, say(locale, "result.unscored")]


def replay_button(table: Table, language: str) -> tuple[discord.ui.Button[Any], ...]:
    """A button that opens the last round's replay at its beginning; none before there is one."""
    if table.last is None:
        return ()
    return (
        button(
            Ticket("replay", table.last.round, 0, OPEN, "open"), say(language, "replay.button", number=table.last.round)
        ),
    )


def _reasons(result: Any, language: str) -> str:
    reasons = []
    if result["solo"]:
        reasons.append(say(language, f"board.solo_{result['solo']}"))
    if result["multiplier"] > 1:
        reasons.append(say(language, "board.multiplier", multiplier=result["multiplier"]))
    return " · ".join(reasons)


def share_name(last: Result, number: int, language: str) -> str:
    """Who had a seat in the last round: a person's name as it is, or what stands for an AI or a deleted player."""
    name = last.shares[number].name
    if name is None:
        return say(language, "board.ai", number=number + 1)
    return name or say(language, "replay.deleted")


def _share_line(last: Result, number: int, language: str) -> str:
    share, result, name = last.shares[number], last.result, share_name(last, number, language)
    role = "emperor" if number == result["emperor"] else "guard" if number == result["guard"] else "rebel"
    facts = [
        say(language, f"board.place.{result['places'][number]}"),
        f"**{name if share.name is None else safe(name)}**",
        say(language, f"board.role.{role}") + ("⛏️" if number in result["rose"] else ""),
        f"**{signed(share.score)}**",
    ]
    if last.scored and share.before is not None and share.after is not None:
        reached = say(language, f"level.{level(share.after)}")
        facts.append(say(language, "result.skill", before=share.before, after=share.after, level=reached))
    return " · ".join(facts)
