"""What commands may be registered and which not: every limit, a case each, with the place of what is wrong."""

from __future__ import annotations

from typing import Any


def command(**change: Any) -> dict[str, Any]:
    return {"name": "fine", "description": "Fine", "type": 1, **change}


def option(**change: Any) -> dict[str, Any]:
    return {"name": "word", "description": "A word", "type": 3, **change}


def large(choices: int) -> list[dict[str, Any]]:
    """25 options with so many choices of 200 characters."""
    return [option(name=f"o{n}", choices=[{"name": "n" * 100, "value": "v" * 100}] * choices) for n in range(25)]


CHOICE = {"name": "a", "value": "a"}
COMMANDS: list[tuple[str, list[dict[str, Any]], str | None]] = [
    ("fine", [command(options=[option(required=True), option(name="b")])], None),
    ("Chinese name", [command(name="保皇")], None),
    ("name of 32", [command(name="n" * 32)], None),
    ("name of 33", [command(name="n" * 33)], "0.name"),
    ("capital", [command(name="Fine")], "0.name"),
    ("space", [command(name="not fine")], "0.name"),
    ("twice", [command(), command()], "1"),
    ("description of 100", [command(description="d" * 100)], None),
    ("description of 101", [command(description="d" * 101)], "0.description"),
    ("no description", [command(description="")], "0.description"),
    ("localization", [command(description_localizations={"zh-CN": "好", "zh-TW": "好"})], None),
    ("unknown locale", [command(name_localizations={"zh": "好"})], "0.name_localizations.zh"),
    ("localized name", [command(name_localizations={"zh-CN": "不 好"})], "0.name_localizations.zh-CN"),
    ("localized text", [command(description_localizations={"ja": "x" * 101})], "0.description_localizations.ja"),
    ("25 options", [command(options=[option(name=f"o{n}") for n in range(25)])], None),
    ("26 options", [command(options=[option(name=f"o{n}") for n in range(26)])], "0.options"),
    ("option twice", [command(options=[option(), option()])], "0.options.1.name"),
    ("required last", [command(options=[option(), option(name="b", required=True)])], "0.options.1"),
    ("option name", [command(options=[option(name="Bad")])], "0.options.0.name"),
    ("option text", [command(options=[option(description="d" * 101)])], "0.options.0.description"),
    ("unknown type", [command(options=[option(type=99)])], "0.options.0.type"),
    ("choice of a number", [command(options=[option(type=4, choices=[{"name": "a", "value": 1}])])], None),
    ("choice of text", [command(options=[option(type=4, choices=[CHOICE])])], "0.options.0.choices.0.value"),
    (
        "localized choice",
        [command(options=[option(choices=[{**CHOICE, "name_localizations": {"ja": "n" * 101}}])])],
        "0.options.0.choices.0.name_localizations.ja",
    ),
    ("completed person", [command(options=[option(type=6, autocomplete=True)])], "0.options.0.type"),
    ("menu command", [{"name": "Look At", "type": 3}], None),
    ("type of command", [command(type=9)], "0.type"),
    ("26 choices", [command(options=[option(choices=[CHOICE] * 26)])], "0.options.0.choices"),
    (
        "choice name",
        [command(options=[option(choices=[{"name": "n" * 101, "value": "a"}])])],
        "0.options.0.choices.0.name",
    ),
    ("both", [command(options=[option(choices=[CHOICE], autocomplete=True)])], "0.options.0.autocomplete"),
    ("mixed", [command(options=[option(), option(type=1, name="sub")])], "0.options"),
    ("too deep", [command(options=[option(type=2, options=[option(type=2)])])], "0.options.0.options.0.type"),
    ("large", [command(options=large(1))], None),
    ("too large", [command(options=large(2))], "0"),
    ("101 commands", [command(name=f"c{n}") for n in range(101)], "_errors"),
]
