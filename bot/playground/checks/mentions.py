"""Whom a message may be allowed to mention."""

from __future__ import annotations

from bot.playground.errors import Form

KINDS = ("users", "roles", "everyone")
NAMED = 100
"""Users, and roles, that one message may name."""


def check_mentions(form: Form, allowed: object) -> None:
    """Note what is wrong with the allowed mentions of a message."""
    rule = form.mapping(allowed)
    parse = rule.get("parse") or []
    if not isinstance(parse, list) or not all(each in KINDS for each in parse):
        form["parse"].wrong("BASE_TYPE_CHOICES", f"Value must be one of {KINDS}.")
        return
    for kind in ("users", "roles"):
        named = rule.get(kind) or []
        if not isinstance(named, list) or not all(str(each).isdecimal() for each in named):
            form[kind].wrong("NUMBER_TYPE_COERCE", "Only a list of snowflakes here")
        elif len(named) > NAMED:
            form[kind].wrong("BASE_TYPE_MAX_LENGTH", f"Must be {NAMED} or fewer in length.")
        elif named and kind in parse:
            form["parse"].wrong("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"Not with {kind} that are named")
