"""What a filled-in modal sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.playground.errors import Json
from bot.playground.options import Refused

ROW, TEXT_INPUT, STRING_SELECT, TEXT_DISPLAY, LABEL = 1, 4, 3, 10, 18


def answers(modal: Json, values: Mapping[str, str | Sequence[str]]) -> list[Json]:
    """The components that a modal sends back; raise Refused for a value that its fields do not take."""
    sent: list[Json] = []
    known: set[str] = set()
    for part in modal["components"]:
        base: Json = {"type": part["type"], "id": part.get("id", 0)}
        if part["type"] == ROW:
            sent.append({**base, "components": [_field(part["components"][0], values, known)]})
        elif part["type"] == LABEL:
            sent.append({**base, "component": _field(part["component"], values, known)})
        else:
            sent.append(base)
    for name in values:
        if name not in known:
            raise Refused(name, "no_field")
    return sent


def _field(part: Json, values: Mapping[str, str | Sequence[str]], known: set[str]) -> Json:
    name = part["custom_id"]
    known.add(name)
    given = values.get(name)
    sent: Json = {"type": part["type"], "id": part.get("id", 0), "custom_id": name}
    if part["type"] == TEXT_INPUT:
        text = part.get("value", "") if given is None else given
        if not isinstance(text, str):
            raise Refused(name, "text")
        if not text and part.get("required", True):
            raise Refused(name, "required")
        if text and not (part.get("min_length") or 0) <= len(text) <= (part.get("max_length") or 4000):
            raise Refused(name, "length")
        return {**sent, "value": text}
    chosen = [given] if isinstance(given, str) else list(given or ())
    if part["type"] == STRING_SELECT:
        offered = {option["value"] for option in part["options"]}
        least = part.get("min_values", 1) if part.get("required", True) else 0
        if not set(chosen) <= offered or not least <= len(chosen) <= part.get("max_values", 1):
            raise Refused(name, "choice")
    return {**sent, "values": chosen}
