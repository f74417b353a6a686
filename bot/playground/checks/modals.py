"""What a modal may hold."""

from __future__ import annotations

from bot.playground.checks.components import (
    ROW,
    SELECTS,
    TEXT_INPUT,
    CustomIds,
    check_counts,
    check_options,
    check_select,
    kind_of,
    wrong_type,
)
from bot.playground.errors import Form, Json

TITLE = 45
PARTS = 5
TEN = 10
"""Files, circles or boxes of one part."""
LABEL_PART, TEXT_DISPLAY, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 10, 19, 21, 22, 23
IN_LABEL = {TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX}


def check_modal(form: Form, modal: Json) -> None:
    """Note what is wrong with a modal."""
    form["title"].length(modal.get("title"), 1, TITLE)
    form["custom_id"].length(modal.get("custom_id"), 1, 100)
    ids = CustomIds()
    places = form["components"]
    for number, part in enumerate(places.objects(modal.get("components"), 1, PARTS)):
        place = places[number]
        match kind_of(part):
            case 1:
                for index, inner in enumerate(place["components"].objects(part.get("components"), 1, 1)):
                    _input(place["components"][index], inner, ids, {TEXT_INPUT})
                    place["components"][index]["label"].length(inner.get("label"), 1, 45)
            case 10:
                place["content"].length(part.get("content"), 1, 4000)
            case 18:
                place["label"].length(part.get("label"), 1, 45)
                if part.get("description"):
                    place["description"].length(part["description"], 0, 100)
                _input(place["component"], place["component"].mapping(part.get("component")), ids, IN_LABEL)
            case _:
                wrong_type(place, {ROW, TEXT_DISPLAY, LABEL_PART})


def _input(form: Form, part: Json, ids: CustomIds, allowed: set[int]) -> None:
    kind = kind_of(part)
    if kind not in allowed:
        wrong_type(form, allowed)
    elif kind == TEXT_INPUT:
        _text_input(form, part, ids)
    elif kind in SELECTS:
        check_select(form, part, ids)
    else:
        ids.check(form["custom_id"], part.get("custom_id"))
        if kind == FILE_UPLOAD:
            check_counts(form, part, TEN)
        elif kind == RADIO:
            check_options(form["options"], part.get("options"), 1, least=2, limit=TEN)
        elif kind == CHECKBOXES:
            most = check_counts(form, {"max_values": TEN, **part}, TEN)
            check_options(form["options"], part.get("options"), most or TEN, limit=TEN)


def _text_input(form: Form, part: Json, ids: CustomIds) -> None:
    ids.check(form["custom_id"], part.get("custom_id"))
    form["style"].number(part.get("style"), 1, 2)
    if part.get("placeholder"):
        form["placeholder"].length(part["placeholder"], 0, 100)
    least, most = part.get("min_length"), part.get("max_length")
    if least is not None:
        form["min_length"].number(least, 0, 4000)
    if most is not None:
        form["max_length"].number(most, 1, 4000)
    if form.fine and least is not None and most is not None and least > most:
        form["min_length"].wrong("NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
    if part.get("value"):
        form["value"].length(part["value"], 0, 4000 if most is None else most)
