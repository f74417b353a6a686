"""What the first versions left, for the migration that carries it over: SQL functions over their records.

A record of theirs that cannot be read stays as it is, and its rounds have neither seats nor roles.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from storage.packing import pack, unpack

_AI: Final = "AI"
"""How a record names a seat that nobody had."""


def old_seat(packed: bytes, number: int, people: int) -> int | None:
    """The seat of the person of this number, from 1, of so many whom the record's round was scored for."""
    names = _record(packed).get("seats", [])
    seats = [seat for seat, name in enumerate(names) if name != _AI]
    return seats[number - 1] if len(seats) == people else None


def old_role(packed: bytes | None, seat: int | None) -> str | None:
    """The role that a seat had."""
    result = _result(packed, seat)
    if result is None:
        return None
    if seat == result["emperor"]:
        return "solo" if result["solo"] else "emperor"
    return "guard" if seat == result["guard"] else "rebel"


def old_place(packed: bytes | None, seat: int | None) -> int | None:
    """The place in which a seat was out."""
    result = _result(packed, seat)
    return None if result is None or seat is None else int(result["places"][seat])


def repacked(packed: bytes, seats: str) -> bytes:
    """The record as it is kept now: without the names of people, those of these seats (JSON) to be found in players."""
    record = _record(packed)
    if not record:
        return packed
    known = json.loads(seats)
    names = [None if seat in known else name if name == _AI else "" for seat, name in enumerate(record["seats"])]
    return pack({**record, "seats": names})


def _result(packed: bytes | None, seat: int | None) -> dict[str, Any] | None:
    return None if packed is None or seat is None else _record(packed).get("result")


@lru_cache(maxsize=1)
def _record(packed: bytes) -> dict[str, Any]:
    try:
        return unpack(packed)
    except ValueError:
        return {}


FUNCTIONS: Final[Sequence[tuple[str, int, Callable[..., Any]]]] = (
    ("old_seat", 3, old_seat),
    ("old_role", 2, old_role),
    ("old_place", 2, old_place),
    ("repacked", 2, repacked),
)
"""Name, number of arguments, and function, for ``create_function``."""
