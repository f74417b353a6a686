"""Records of rounds, packed for the disk.

A packed record is a byte that names the form, then for form 1: the 32 bytes of the secret, and a raw deflate stream
that starts from PHRASES. In the stream are the record's JSON, in which the secret, its commitment and the actions have
left an empty place, and then a line for each action, of which the seat is left out where it is the next one. What does
not fit into that is kept as form 0, the JSON in a deflate stream. Form 120 is what the first versions wrote, a whole
zlib stream.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

PHRASES: Final = files(__package__).joinpath("phrases1.txt").read_bytes()
"""What records say often, the commonest last. What is on disk depends on it: it stays as it is for ever."""

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_GAP: Final = 0
"""What stands in the JSON for what is kept outside of it."""


def pack(record: Mapping[str, Any]) -> bytes:
    """A record, small; ``unpack`` gives back the same JSON, its keys in the same order."""
    secret, actions = record.get("secret"), record.get("actions")
    if isinstance(secret, str) and _HEX.fullmatch(secret) and isinstance(actions, Sequence):
        raw = bytes.fromhex(secret)
        gaps = {"secret": _GAP, "actions": _GAP}
        if record.get("commitment") == hashlib.sha256(raw).hexdigest():
            gaps["commitment"] = _GAP
        try:
            packed = b"\x01" + raw + _deflate(f"{_json({**record, **gaps})}\n{_lines(actions)}".encode())
            if _json(unpack(packed)) == _json(record):
                return packed
        except (TypeError, ValueError, LookupError):
            pass  # actions of another kind
    return b"\x00" + _deflate(_json(record).encode())


def unpack(packed: bytes) -> dict[str, Any]:
    """The record that was packed; raise ValueError for bytes that are none."""
    try:
        if packed[:1] == b"\x78":
            text = zlib.decompress(packed).decode()
        elif packed[:1] == b"\x00":
            text = _inflate(packed[1:])
        elif packed[:1] == b"\x01":
            return _from_parts(packed[1:33], _inflate(packed[33:]))
        else:
            raise ValueError("a form that is not known")
        record: dict[str, Any] = json.loads(text)
    except (zlib.error, LookupError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from error
    return record


def _from_parts(secret: bytes, text: str) -> dict[str, Any]:
    head, _, lines = text.partition("\n")
    record: dict[str, Any] = json.loads(head)
    record["secret"] = secret.hex()
    record["actions"] = _actions(lines)
    if type(record.get("commitment")) is int:
        record["commitment"] = hashlib.sha256(secret).hexdigest()
    return record


def _lines(actions: Sequence[Sequence[Any]]) -> str:
    """The number of seats, then a line for each action; the words of one are separated by tabs."""
    seats = 1 + max((action[0] for action in actions), default=0)
    lines, last = [str(seats)], -1
    for seat, *words in actions:
        lines.append(("" if seat == (last + 1) % seats else str(seat)) + "\t".join(words))
        last = seat
    return "\n".join(lines)


def _actions(lines: str) -> list[list[Any]]:
    first, *rest = lines.split("\n")
    seats, last = int(first), -1
    actions: list[list[Any]] = []
    for line in rest:
        last, words = (int(line[0]), line[1:]) if line[:1].isdecimal() else ((last + 1) % seats, line)
        actions.append([last, *words.split("\t")])
    return actions


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=PHRASES)
    return stream.compress(data) + stream.flush()


def _inflate(data: bytes) -> str:
    stream = zlib.decompressobj(-zlib.MAX_WBITS, zdict=PHRASES)
    text = stream.decompress(data) + stream.flush()
    if not stream.eof:
        raise ValueError("cut short")
    return text.decode()
