"""Rounds that are over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.access import Access
from storage.errors import DamagedDatabase
from storage.packing import pack, unpack
from storage.queue import Statement
from storage.rows import Entry


@dataclass(frozen=True, slots=True)
class Seated:
    """What a round brought the person of a seat."""

    seat: int
    user: int | None
    """None for somebody who has had their name deleted."""
    name: str
    """The person's name now; empty for somebody who has had it deleted."""
    role: str | None
    place: int | None
    """Neither is known of some rounds of the first versions."""
    points: int
    amount: int | None
    """What that is in the skill of the server; None where the round does not count there."""
    overall: int | None
    """The same for the skill over all servers."""


@dataclass(frozen=True, slots=True)
class EndedRound:
    """A round that is over, and those who played it."""

    id: int
    table: int
    guild: int
    started: float | None
    """Not known of rounds of the first versions."""
    ended: float
    void: int | None
    """The act by which it is void now."""
    people: tuple[Seated, ...]
    """By seat, without AI seats."""


def ended(
    round_id: int, record: Mapping[str, Any], *, table: int, guild: int, entries: Sequence[Entry], at: float
) -> Statement:
    """The statement that puts in a round, while it is still among the running ones, from which it has its start.

    The names of the people are left to ``players``, where each has one place, and can be deleted.
    """
    names = {entry.seat: entry.name for entry in entries if entry.kind == "round"}
    if "seats" in record:
        seats = [None if names.get(seat) == name else name for seat, name in enumerate(record["seats"])]
        record = {**record, "seats": seats}
    return Statement(
        "INSERT INTO rounds (id, table_id, guild, started, ended, record)"
        " VALUES (?1, ?2, ?3, (SELECT started FROM running WHERE id = ?1), ?4, ?5)",
        (round_id, table, guild, at, pack(record)),
    )


async def record(access: Access, round_id: int) -> dict[str, Any] | None:
    """The record of a round that is over, with the names that its people have now; None if there is none.

    Those who have had their names deleted are "". Raise DamagedDatabase for one that cannot be read.
    """
    rows = await access.read("SELECT record FROM rounds WHERE id = ?", round_id)
    if not rows:
        return None
    try:
        found = unpack(rows[0][0])
    except ValueError as error:
        raise DamagedDatabase(f"round {round_id}: {error}") from error
    if None in found.get("seats", ()):
        names = {person.seat: person.name for person in await _people(access, round_id)}
        found["seats"] = [names.get(seat, "") if name is None else name for seat, name in enumerate(found["seats"])]
    return found


async def round_by_id(access: Access, round_id: int) -> EndedRound | None:
    """The round with this number; None if there is none, or it is not over."""
    rows = await access.read(
        "SELECT id, table_id, guild, started, ended, (SELECT act FROM voided WHERE round = rounds.id)"
        " FROM rounds WHERE id = ?",
        round_id,
    )
    if not rows:
        return None
    number, table, guild, started, at, void = rows[0]
    return EndedRound(number, table, guild, started, at, void, await _people(access, round_id))


async def _people(access: Access, round_id: int) -> tuple[Seated, ...]:
    rows = await access.read(
        "SELECT seat, user, ifnull(name, ''), role, place, points, amount, overall"
        " FROM ledger LEFT JOIN players ON players.id = player"
        " WHERE round = ? AND kind = 'round' AND act IS NULL AND seat IS NOT NULL ORDER BY seat",
        round_id,
    )
    return tuple(Seated(*row) for row in rows)
