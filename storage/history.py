"""What has happened to a player, from the ledger: rounds, penalties, and what moderators did, with their reasons."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from storage.access import Access


@dataclass(frozen=True, slots=True)
class Act:
    """What a moderator did, and why."""

    id: int
    kind: str
    """"correction", "void" or "undo"."""
    moderator: str
    """The moderator's name now; empty for one who has had it deleted."""
    reason: str
    at: float
    undone: int | None
    """The act that undid it."""


@dataclass(frozen=True, slots=True)
class Event:
    """A row of the ledger."""

    id: int
    kind: str
    """"round", "penalty", "refund"; "correction"; "void" for what takes a row of a round back, "undo" for what takes a
    correction or a void back."""
    at: float
    guild: int
    round: int | None
    role: str | None
    place: int | None
    points: int
    amount: int | None
    """In the skill of the server; None where it does not count there."""
    overall: int | None
    """In the skill over all servers."""
    void: int | None
    """The act by which the round is void now, in a row of a round."""
    act: Act | None
    """What a moderator did to bring this row about."""


@dataclass(frozen=True, slots=True)
class History:
    """A page of a player's history."""

    events: tuple[Event, ...]
    """Newest first."""
    total: int
    """How many there are in all."""


async def history(
    access: Access, user: int, guild: int | None = None, *, first: int = 0, size: int | None = None
) -> History:
    """The events from number ``first`` (from 0) of a player, in one server or everywhere; None is all the rest."""
    among = "player = (SELECT id FROM players WHERE user = :user)" + ("" if guild is None else " AND guild = :guild")
    values = {"user": user, "guild": guild, "first": first, "size": -1 if size is None else size}

    def look(database: sqlite3.Connection) -> History:
        (total,) = database.execute(f"SELECT count(*) FROM ledger WHERE {among}", values).fetchone()
        rows = database.execute(
            "SELECT ledger.id, ledger.kind, ledger.at, ledger.guild, ledger.round, role, place, points, ledger.amount,"
            " overall, CASE WHEN act IS NULL THEN (SELECT voided.act FROM voided WHERE voided.round = ledger.round)"
            " END, acts.id, acts.kind, ifnull(name, ''), reason, acts.at,"
            " (SELECT later.id FROM acts AS later WHERE later.undoes = acts.id)"
            f" FROM (SELECT id FROM ledger WHERE {among} ORDER BY id DESC LIMIT :size OFFSET :first) AS page"
            " JOIN ledger ON ledger.id = page.id LEFT JOIN acts ON acts.id = act"
            " LEFT JOIN players ON players.id = moderator ORDER BY ledger.id DESC",
            values,
        )
        return History(tuple(_event(*row) for row in rows), total)

    return await access.at_once(look)


def _event(
    number: int,
    kind: str,
    at: float,
    guild: int,
    round_id: int | None,
    role: str | None,
    place: int | None,
    points: int,
    amount: int | None,
    overall: int | None,
    void: int | None,
    *act: Any,
) -> Event:
    made = None if act[0] is None else Act(*act)
    return Event(number, kind, at, guild, round_id, role, place, points, amount, overall, void, made)
