"""What buttons and menus may hold, and the rows of a message without the newer layout."""

from __future__ import annotations

from bot.playground.checks.embeds import check_url
from bot.playground.errors import Form, Json

ROWS = 5
IN_ROW = 5
CUSTOM_ID = 100
LABEL = 80
OPTIONS = 25
PLACEHOLDER = 150
ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
NAMED = {5: ("user",), 6: ("role",), 7: ("role", "user"), 8: ("channel",)}
"""Menus of what has an id, and the kinds of it that they can start with."""
SELECTS = {STRING_SELECT, *NAMED}
LINK, PREMIUM = 5, 6
ADDRESS = 512
"""Characters of a link button's address."""
NOT_WITH = {LINK: {"custom_id", "sku_id"}, PREMIUM: {"custom_id", "label", "url", "emoji"}}
"""What a button of a style cannot have; those of the other styles have neither address nor goods."""


class CustomIds:
    """The custom_ids of one message or modal, each of which may occur once."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def check(self, form: Form, custom_id: object) -> None:
        """Note a custom_id of a wrong length, or one that was there before."""
        if not form.length(custom_id, 1, CUSTOM_ID):
            return
        if custom_id in self._seen:
            form.wrong("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        self._seen.add(str(custom_id))


def check_rows(form: Form, components: object) -> None:
    """Note what is wrong with the rows of a message."""
    ids = CustomIds()
    for number, row in enumerate(form.objects(components, 0, ROWS)):
        if row.get("type") != ROW:
            wrong_type(form[number], {ROW})
        else:
            check_row(form[number], row, ids)


def kind_of(part: Json) -> int:
    """The type of a component; 0 if it has none."""
    kind = part.get("type")
    return kind if isinstance(kind, int) else 0


def wrong_type(form: Form, allowed: set[int]) -> None:
    """Note a component of a type that does not belong here."""
    form["type"].wrong("UNION_TYPE_CHOICES", f'Value of field "type" must be one of {tuple(sorted(allowed))}.')


def check_row(form: Form, row: Json, ids: CustomIds) -> None:
    """Note what is wrong with one row: up to five buttons, or one menu."""
    places = form["components"]
    parts = places.objects(row.get("components"), 1, IN_ROW)
    width = 0
    for number, part in enumerate(parts):
        kind = kind_of(part)
        if kind == BUTTON:
            width += 1
            check_button(places[number], part, ids)
        elif kind in SELECTS:
            width += IN_ROW
            check_select(places[number], part, ids)
        else:
            wrong_type(places[number], {BUTTON, *SELECTS})
    if width > IN_ROW:
        form["components"].wrong("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")


def check_button(form: Form, part: Json, ids: CustomIds) -> None:
    """Note what is wrong with a button."""
    style = part.get("style")
    if not form["style"].number(style, 1, 6):
        return
    for key in NOT_WITH.get(int(part["style"]), {"url", "sku_id"}):
        if part.get(key) is not None:
            form[key].wrong("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "Not with a button of this style")
    if style == PREMIUM:
        form["sku_id"].length(part.get("sku_id"), 1, 20)
        return
    if part.get("label"):
        form["label"].length(part["label"], 0, LABEL)
    elif not part.get("emoji"):
        form.wrong("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
    if style == LINK:
        check_url(form["url"], part.get("url"), {"http", "https", "discord"}, ADDRESS)
    else:
        ids.check(form["custom_id"], part.get("custom_id"))


def check_select(form: Form, part: Json, ids: CustomIds) -> None:
    """Note what is wrong with a menu."""
    ids.check(form["custom_id"], part.get("custom_id"))
    if part.get("placeholder") is not None:
        form["placeholder"].length(part["placeholder"], 0, PLACEHOLDER)
    most = check_counts(form, part, OPTIONS)
    if part["type"] == STRING_SELECT:
        check_options(form["options"], part.get("options"), most or OPTIONS, most or 1)
    elif part.get("default_values"):
        check_named(form["default_values"], part["default_values"], most or OPTIONS, NAMED[part["type"]])


def check_named(form: Form, values: object, most: int, kinds: tuple[str, ...]) -> None:
    """Note what is wrong with the people, roles or channels that a menu starts with."""
    for number, value in enumerate(form.objects(values, 1, most)):
        place = form[number]
        if not str(value.get("id")).isdecimal():
            place["id"].wrong("NUMBER_TYPE_COERCE", f'Value "{value.get("id")}" is not snowflake.')
        if value.get("type") not in kinds:
            place["type"].wrong("BASE_TYPE_CHOICES", f"Value must be one of {kinds}.")


def check_counts(form: Form, part: Json, limit: int) -> int:
    """Note what is wrong with how many may be chosen, never more than a limit; the most, 0 if anything was wrong."""
    least, most = part.get("min_values"), part.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if not (form["min_values"].number(least, 0, limit) and form["max_values"].number(most, 1, limit)):
        return 0
    if least > most:
        form["min_values"].wrong("SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "min_values is greater than max_values")
        return 0
    return int(most)


def check_options(form: Form, options: object, most: int, least: int = 1, limit: int = OPTIONS) -> None:
    """Note what is wrong with options: how many there may be, of which at most so many may be chosen."""
    values: set[str] = set()
    chosen = 0
    checked = form.objects(options, least, limit)
    for number, option in enumerate(checked):
        place = form[number]
        place["label"].length(option.get("label"), 1, 100)
        if place["value"].length(option.get("value"), 1, 100):
            if option["value"] in values:
                place["value"].wrong(
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
                )
            values.add(option["value"])
        if option.get("description"):
            place["description"].length(option["description"], 0, 100)
        chosen += bool(option.get("default"))
    if chosen > most:
        form.wrong("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More options are chosen than may be")
