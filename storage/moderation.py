"""What moderators of a server do to its skill: each act is a row for ever, and so is its undoing.

The skill over all servers is not theirs to touch.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from storage.access import Access
from storage.ledger import known
from storage.queue import Statement

_BY: Final = "(SELECT id FROM players WHERE user = ?2)"
_COUNTS: Final = (
    "EXISTS (SELECT 1 FROM ledger WHERE round = rounds.id AND act IS NULL AND amount IS NOT NULL)"
    " AND NOT EXISTS (SELECT 1 FROM voided WHERE round = rounds.id)"
)
"""What a round must be to be voided."""


@dataclass(frozen=True, slots=True)
class Moderator:
    """Who acts, and what for."""

    user: int
    name: str
    guild: int
    reason: str
    """Anything but blanks."""


@dataclass(frozen=True, slots=True)
class Affected:
    """What an act brought a player."""

    user: int
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Standing:
    """An act that stands: nobody has undone it."""

    id: int
    kind: str
    """"correction" or "void"."""
    name: str
    """Of the player whose skill was corrected; empty for one who has had it deleted, and for a void."""
    amount: int | None
    """By how much it was."""
    round: int | None
    """Which was voided."""
    reason: str


@dataclass(frozen=True, slots=True)
class Voidable:
    """A round that can be voided."""

    id: int
    ended: float
    names: tuple[str, ...]
    """Of its people by seat; empty for those who have had them deleted."""


async def correct(access: Access, moderator: Moderator, user: int, amount: int, *, at: float) -> int | None:
    """Add to a player's skill in the moderator's server; the act's number, or None for somebody who is no player."""
    return await _act(
        access,
        moderator,
        "INSERT INTO acts (guild, moderator, reason, at, kind, player, amount)"
        f" SELECT ?1, {_BY}, ?3, ?4, 'correction', id, ?6 FROM players WHERE user = ?5",
        at,
        user,
        amount,
    )


async def void(access: Access, moderator: Moderator, round_id: int, *, at: float) -> int | None:
    """Take back all that a round brought in the skill of its server.

    The act's number, or None for a round that is not over, is of another server, does not count or is void already.
    """
    return await _act(
        access,
        moderator,
        "INSERT INTO acts (guild, moderator, reason, at, kind, round)"
        f" SELECT guild, {_BY}, ?3, ?4, 'void', id FROM rounds WHERE id = ?5 AND guild = ?1 AND {_COUNTS}",
        at,
        round_id,
    )


async def undo(access: Access, moderator: Moderator, act: int, *, at: float) -> int | None:
    """Take back a correction or a void.

    The act's number, or None for an act that is of another server, is an undoing, or has been undone already.
    """
    return await _act(
        access,
        moderator,
        "INSERT INTO acts (guild, moderator, reason, at, kind, undoes)"
        f" SELECT guild, {_BY}, ?3, ?4, 'undo', id FROM acts AS first WHERE id = ?5 AND guild = ?1 AND kind <> 'undo'"
        " AND NOT EXISTS (SELECT 1 FROM acts WHERE undoes = first.id)",
        at,
        act,
    )


async def affected(access: Access, act: int) -> tuple[Affected, ...]:
    """Whom an act concerns, to be told; not those who have had their names deleted."""
    rows = await access.read(
        "SELECT user, name, sum(amount) FROM ledger JOIN players ON players.id = player WHERE act = ?"
        " GROUP BY player ORDER BY player",
        act,
    )
    return tuple(Affected(*row) for row in rows)


async def standing(access: Access, guild: int, *, most: int) -> tuple[Standing, ...]:
    """The newest acts in a server that can be undone."""
    rows = await access.read(
        "SELECT acts.id, kind, ifnull(name, ''), amount, round, reason"
        " FROM acts LEFT JOIN players ON players.id = acts.player WHERE guild = ? AND kind <> 'undo'"
        " AND NOT EXISTS (SELECT 1 FROM acts AS later WHERE later.undoes = acts.id) ORDER BY acts.id DESC LIMIT ?",
        guild,
        most,
    )
    return tuple(Standing(*row) for row in rows)


async def voidable(access: Access, guild: int, *, most: int) -> tuple[Voidable, ...]:
    """The newest rounds of a server that can be voided."""
    rows = await access.read(
        "SELECT newest.id, ended, ifnull(name, '') FROM ("
        f"SELECT id, ended FROM rounds WHERE guild = ? AND {_COUNTS} ORDER BY ended DESC, id DESC LIMIT ?) AS newest"
        " JOIN ledger ON ledger.round = newest.id AND kind = 'round' AND act IS NULL"
        " LEFT JOIN players ON players.id = player ORDER BY ended DESC, newest.id DESC, seat",
        guild,
        most,
    )
    return tuple(
        Voidable(number, ended, tuple(name for _, _, name in of_round))
        for (number, ended), of_round in groupby(rows, key=lambda row: (row[0], row[1]))
    )


async def _act(access: Access, moderator: Moderator, sql: str, at: float, *values: object) -> int | None:
    """Write an act if there is something to act on; its ledger rows follow by triggers (migration 4)."""
    unit = [
        known(moderator.user, moderator.name),
        Statement(sql, (moderator.guild, moderator.user, moderator.reason, at, *values)),
    ]
    written = (await access.write(unit))[-1]
    return written.row if written.changed else None
