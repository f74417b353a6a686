"""Checking a record: every action legal in its turn, and the result what the cards give (RECORD.md, "Checking")."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, NoReturn

from bot.games.baohuang.game import FORMAT, SeededRound
from bot.games.base import GameError, Malformed, Setup, commitment

LIMIT: Final = 1_000_000
"""The size in bytes up to which something is looked at as a record; a long round takes some 20,000."""

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_UTC: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|\+00:00)", re.ASCII)
_REQUIRED: Final = ("format", "rules", "first_seat", "secret", "commitment", "salt", "actions", "result")


class BadAction(Exception):
    """An action of a record that the rules do not allow: its number, counted from 1, its text, and why."""

    def __init__(self, number: int, seat: int, text: str, error: GameError) -> None:
        super().__init__(number, seat, text, error)
        self.number = number
        self.seat = seat
        self.text = text
        self.error = error


def check(data: bytes, shown: str | None = None) -> dict[str, Any]:
    """Check a record, given as the bytes of its JSON; ``shown`` is the commitment that was shown beforehand.

    Gives the record.

    Raises Malformed for what is no record, or a wrong one, and BadAction for the first action that is not allowed.
    """
    record = _read(data)
    if not isinstance(record, dict):
        raise Malformed("record_object")
    _keys("record", record, _REQUIRED, tuple(_OPTIONAL))
    if record["format"] != FORMAT:
        raise Malformed("record_value", key="format")
    for key, right in _FORMS.items():
        if key in record and not right(record[key]):
            raise Malformed("record_value", key=key)
    secret = bytes.fromhex(record["secret"])
    if commitment(secret) != record["commitment"]:
        raise Malformed("record_commitment")
    if shown is not None and shown != record["commitment"]:
        raise Malformed("record_commitment_shown")
    rules = _object("rules", record["rules"])
    round_ = SeededRound(Setup(rules, record["first_seat"], secret, record["salt"]))
    for number, action in enumerate(record["actions"], 1):
        if not _is_action(action):
            raise Malformed("record_action", number=number)
        seat, text = action[0], " ".join(action[1:])
        try:
            round_.act(seat, text)
        except GameError as error:
            raise BadAction(number, seat, text, error) from error
    outcome = round_.outcome()
    if outcome is None:
        raise Malformed("record_not_over", actions=len(record["actions"]))
    found = _object("result", record["result"])
    _keys("result", found, tuple(outcome.result))
    for key, value in outcome.result.items():
        if json.dumps(found[key]) != json.dumps(value):  # as text, for true is not 1 here
            raise Malformed("record_result", key=key, right=json.dumps(value))
    return record


def _read(data: bytes) -> object:
    if len(data) > LIMIT:
        raise Malformed("record_size", limit=LIMIT)
    try:
        return json.loads(
            data.decode(),
            object_pairs_hook=_unrepeated,
            parse_int=_integer,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise Malformed("record_utf8") from None
    except json.JSONDecodeError as error:
        raise Malformed("record_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise Malformed("record_nested") from None


def _unrepeated(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Malformed("record_repeated", key=key)
        found[key] = value
    return found


def _integer(text: str) -> int:
    if len(text) > 18:  # no number of a record comes near, and Python refuses very long ones with an error of its own
        _no_number(text)
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise Malformed("record_number", text=text)


def _object(key: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Malformed("record_value", key=key)
    return value


def _keys(name: str, found: Mapping[str, object], required: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    for key in found:
        if key not in required and key not in optional:
            raise Malformed("record_unknown", name=name, key=key)
    for key in required:
        if key not in found:
            raise Malformed("record_missing", name=name, key=key)


def _is_seat(value: object) -> bool:
    return type(value) is int and 0 <= value < 5


def _is_name(value: object) -> bool:
    # JSON can escape half a character (a lone surrogate), which is no text and has no UTF-8.
    return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _is_action(value: object) -> bool:
    # A verb with its cards in one string would read as the same action, but is not how a record writes it.
    return (
        isinstance(value, list)
        and len(value) in (2, 3)
        and _is_seat(value[0])
        and all(isinstance(word, str) for word in value[1:])
        and " " not in value[1]
    )


def _is_time(value: object) -> bool:
    if not isinstance(value, str) or not _UTC.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _is_penalty(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and _is_seat(value[0])
        and type(value[1]) is int
        and value[1] == 40
        and value[2] in ("left", "removed")
    )


def _is_list(value: object, right: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and all(right(item) for item in value)


_OPTIONAL: Final[Mapping[str, Callable[[Any], bool]]] = {
    "seats": lambda value: _is_list(value, _is_name) and len(value) == 5,
    "played_at": _is_time,
    "stake": lambda value: type(value) is int and value >= 1,
    "penalties": lambda value: _is_list(value, _is_penalty),
    "autopilot": lambda value: _is_list(value, _is_seat) and value == sorted(set(value)),
}
_FORMS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "first_seat": _is_seat,
    "secret": _is_hex,
    "commitment": _is_hex,
    "salt": lambda value: isinstance(value, str),
    "actions": lambda value: isinstance(value, list),
    **_OPTIONAL,
}
"""What the value of each key must be, where a look at it alone can tell."""
