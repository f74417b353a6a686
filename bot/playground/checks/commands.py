"""What commands may be registered."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from bot.playground.errors import Form, Json

COMMANDS = 100
OPTIONS = 25
IN_ALL = 8000
"""Characters of names, descriptions and values of one command."""
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


def check_commands(commands: object) -> list[Json]:
    """The commands of a bulk overwrite; raise ApiError with everything wrong with them."""
    form = Form()
    checked = form.objects(commands, 0, COMMANDS)
    names: set[tuple[int, str]] = set()
    for number, command in enumerate(checked):
        place = form[number]
        kind = command.get("type", 1)
        if not place["type"].number(kind, 1, 3):
            continue
        key = (kind, str(command.get("name")))
        if key in names:
            place.wrong("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
        names.add(key)
        if kind != 1:
            place["name"].length(command.get("name"), 1, 32)
            continue
        _check(place, command, depth=0)
        if form.fine and _size(command) > IN_ALL:
            place.wrong("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({IN_ALL})")
    form.check()
    return checked


def _check(form: Form, command: Json, depth: int) -> None:
    """Note what is wrong with a command, subcommand or group at some depth."""
    _texts(form, command)
    places = form["options"]
    options = places.objects(command.get("options") or [], 0, OPTIONS)
    nested = (SUBCOMMAND, GROUP)
    kinds = {option.get("type") in nested for option in options}
    if kinds == {True, False}:
        places.wrong(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group options exclude others"
        )
        return
    _distinct(places, options)
    names: set[str] = set()
    optional = False
    for number, option in enumerate(options):
        place = places[number]
        name = str(option.get("name"))
        if name in names:
            place["name"].wrong("APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name must be unique")
        names.add(name)
        kind = option.get("type")
        if not place["type"].number(kind, 1, 11):
            continue
        if kind in nested:
            if depth > (0 if kind == GROUP else 1):
                place["type"].wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command nested too deep")
            _check(place, option, depth + 1)
            continue
        if option.get("required") and optional:
            place.wrong(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
        _option(place, option)


def _texts(form: Form, node: Json) -> None:
    _name(form["name"], node.get("name"))
    form["description"].length(node.get("description"), 1, 100)
    for place, name in _localized(form["name_localizations"], node.get("name_localizations")):
        _name(place, name)
    for place, text in _localized(form["description_localizations"], node.get("description_localizations")):
        place.length(text, 1, 100)


def _localized(form: Form, texts: object) -> Iterator[tuple[Form, object]]:
    """The texts of known locales, each with its place; a locale that is none is noted."""
    for locale, text in form.mapping(texts).items():
        if locale in LOCALES:
            yield form[locale], text
        else:
            form[locale].wrong("BASE_TYPE_CHOICES", f"Value must be one of {sorted(LOCALES)}.")


def _name(form: Form, name: object) -> None:
    if not form.length(name, 1, 32):
        return
    text = str(name)
    fine = all(each in "-_'" or unicodedata.category(each)[0] in "LN" or _indian(each) for each in text)
    if not fine or text != text.lower():
        form.wrong("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _indian(character: str) -> bool:
    """Whether a sign is of the two scripts whose vowel marks are allowed besides letters."""
    return unicodedata.name(character, "").startswith(("DEVANAGARI ", "THAI "))


def _distinct(form: Form, options: list[Json]) -> None:
    """Note localized names of options that another option has, as its own name or in that language."""
    taken: set[tuple[str, str]] = set()
    for number, option in enumerate(options):
        others = {str(each.get("name")) for each in options if each is not option}
        localized = option.get("name_localizations")
        for locale, name in localized.items() if isinstance(localized, dict) else ():
            if str(name) in others or (locale, str(name)) in taken:
                form[number]["name_localizations"][locale].wrong(
                    "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name must be unique"
                )
            taken.add((locale, str(name)))


def _option(form: Form, option: Json) -> None:
    _texts(form, option)
    places = form["choices"]
    choices = places.objects(option.get("choices") or [], 0, OPTIONS)
    if choices and option.get("autocomplete"):
        form["autocomplete"].wrong(
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", "Autocomplete and choices exclude each other"
        )
    if (choices or option.get("autocomplete")) and option["type"] not in {STRING, INTEGER, NUMBER}:
        form["type"].wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "This type takes no choices")
    for number, choice in enumerate(choices):
        check_choice(places[number], choice, option["type"])
    for key, most in (("min_length", 6000), ("max_length", 6000)):
        if option.get(key) is not None:
            form[key].number(option[key], 0 if key == "min_length" else 1, most)


def check_choice(form: Form, choice: Json, kind: int) -> None:
    """Note what is wrong with one choice of an option, registered or given by autocomplete."""
    form["name"].length(choice.get("name"), 1, 100)
    for place, name in _localized(form["name_localizations"], choice.get("name_localizations")):
        place.length(name, 1, 100)
    if kind == STRING:
        form["value"].length(choice.get("value"), 1, 100)
    elif not isinstance(choice.get("value"), int if kind == INTEGER else (int, float)):
        form["value"].wrong("NUMBER_TYPE_COERCE", f'Value "{choice.get("value")}" is not a number.')


def check_choices(form: Form, choices: object, kind: int) -> list[Json]:
    """The choices of an autocomplete answer; what is wrong with them is noted."""
    checked = form.objects(choices, 0, OPTIONS)
    for number, choice in enumerate(checked):
        check_choice(form[number], choice, kind)
    return checked


def _size(node: Json) -> int:
    """Characters of a command: of each text the longest of its languages."""
    total = 0
    for key in ("name", "description"):
        texts = [node.get(key), *(node.get(f"{key}_localizations") or {}).values()]
        total += max((len(text) for text in texts if isinstance(text, str)), default=0)
    if isinstance(node.get("value"), str):
        total += len(node["value"])
    return total + sum(_size(each) for each in [*(node.get("options") or ()), *(node.get("choices") or ())])
