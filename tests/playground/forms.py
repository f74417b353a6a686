"""What messages and modals may hold and what not: every limit, a case each, with the places of what is wrong."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def button(**change: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **change}


def option(**change: Any) -> Json:
    return {"label": "a", "value": "a", **change}


def options(count: int) -> list[Json]:
    return [option(value=str(number)) for number in range(count)]


def menu(**change: Any) -> Json:
    return {"type": 3, "custom_id": "menu", "options": options(2), **change}


def people(*values: Json) -> Json:
    return {"type": 5, "custom_id": "x", "default_values": list(values)}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def rows(*parts: Json) -> Json:
    return {"content": "x", "components": [row(*parts)]}


def buttons(count: int) -> list[Json]:
    return [button(custom_id=str(number)) for number in range(count)]


def embed(**change: Any) -> Json:
    return {"embeds": [{"title": "x", **change}]}


def field(**change: Any) -> Json:
    return {"name": "n", "value": "v", **change}


def layout(*parts: Json) -> Json:
    return {"flags": 1 << 15, "components": list(parts)}


def words(content: str) -> Json:
    return {"type": 10, "content": content}


def box(*parts: Json) -> Json:
    return {"type": 17, "components": list(parts)}


def link(url: str) -> Json:
    return {"media": {"url": url}}


WEB = "https://example.org/a.png"
IN_ROW = "components.0.components.0"
MESSAGES: dict[str, tuple[Json, str | None]] = {
    "content of 2000": ({"content": "x" * 2000}, None),
    "content of 2001": ({"content": "x" * 2001}, "content"),
    "content that is no text": ({"content": 5}, "content"),
    "embeds of 6000": ({"embeds": [{"description": "x" * 3000}] * 2}, None),
    "embeds of 6001": ({"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]}, "embeds"),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "embed title": (embed(title="x" * 257), "embeds.0.title"),
    "embed description": (embed(description="x" * 4097), "embeds.0.description"),
    "25 fields": (embed(fields=[field()] * 25), None),
    "26 fields": (embed(fields=[field()] * 26), "embeds.0.fields"),
    "field name": (embed(fields=[field(name="x" * 257)]), "embeds.0.fields.0.name"),
    "field value": (embed(fields=[field(value="x" * 1025)]), "embeds.0.fields.0.value"),
    "empty field value": (embed(fields=[field(value="")]), "embeds.0.fields.0.value"),
    "footer": (embed(footer={"text": "x" * 2049}), "embeds.0.footer.text"),
    "author": (embed(author={"name": "x" * 257}), "embeds.0.author.name"),
    "colour": (embed(color=1 << 24), "embeds.0.color"),
    "picture": (embed(image={"url": "file:///x"}), "embeds.0.image.url"),
    "five rows": ({"content": "x", "components": [row(each) for each in buttons(5)]}, None),
    "six rows": ({"content": "x", "components": [row(each) for each in buttons(6)]}, "components"),
    "five buttons": (rows(*buttons(5)), None),
    "six buttons": (rows(*buttons(6)), "components.0.components"),
    "empty row": (rows(), "components.0.components"),
    "no row": ({"content": "x", "components": [button()]}, "components.0.type"),
    "label of 80": (rows(button(label="x" * 80)), None),
    "label of 81": (rows(button(label="x" * 81)), f"{IN_ROW}.label"),
    "no label": (rows(button(label="")), IN_ROW),
    "shop button": (rows({"type": 2, "style": 6, "sku_id": "1"}), None),
    "shop button of nothing": (rows({"type": 2, "style": 6}), f"{IN_ROW}.sku_id"),
    "button with url": (rows(button(url=WEB)), f"{IN_ROW}.url"),
    "too many chosen": (
        rows(menu(options=[option(default=True), option(value="b", default=True)])),
        f"{IN_ROW}.options",
    ),
    "number as text": (rows(button(style="1")), f"{IN_ROW}.style"),
    "colour below black": (embed(color=-1), "embeds.0.color"),
    "footer that is text": (embed(footer="x"), "embeds.0.footer"),
    "emoji alone": (rows(button(label=None, emoji={"name": "👑"})), None),
    "custom_id of 100": (rows(button(custom_id="x" * 100)), None),
    "custom_id of 101": (rows(button(custom_id="x" * 101)), f"{IN_ROW}.custom_id"),
    "empty custom_id": (rows(button(custom_id="")), f"{IN_ROW}.custom_id"),
    "custom_id twice": (rows(button(), button()), "components.0.components.1.custom_id"),
    "custom_id twice in rows": (
        {"content": "x", "components": [row(button(custom_id="menu")), row(menu())]},
        "components.1.components.0.custom_id",
    ),
    "style": (rows(button(style=7)), f"{IN_ROW}.style"),
    "link": (rows({"type": 2, "style": 5, "label": "x", "url": WEB}), None),
    "link with custom_id": (rows(button(style=5, url=WEB)), f"{IN_ROW}.custom_id"),
    "link without url": (rows({"type": 2, "style": 5, "label": "x"}), f"{IN_ROW}.url"),
    "text field in a message": (rows({"type": 4, "custom_id": "x", "style": 1}), f"{IN_ROW}.type"),
    "25 options": (rows(menu(options=options(25))), None),
    "26 options": (rows(menu(options=options(26))), f"{IN_ROW}.options"),
    "no options": (rows(menu(options=[])), f"{IN_ROW}.options"),
    "option label": (rows(menu(options=[option(label="x" * 101)])), f"{IN_ROW}.options.0.label"),
    "option value": (rows(menu(options=[option(value="x" * 101)])), f"{IN_ROW}.options.0.value"),
    "option description": (rows(menu(options=[option(description="x" * 101)])), f"{IN_ROW}.options.0.description"),
    "option value twice": (rows(menu(options=[option(), option()])), f"{IN_ROW}.options.1.value"),
    "placeholder of 150": (rows(menu(placeholder="x" * 150)), None),
    "placeholder of 151": (rows(menu(placeholder="x" * 151)), f"{IN_ROW}.placeholder"),
    "min above max": (rows(menu(min_values=2)), f"{IN_ROW}.min_values"),
    "max above the options": (rows(menu(max_values=3)), f"{IN_ROW}.options"),
    "max of 26": (rows(menu(max_values=26)), f"{IN_ROW}.max_values"),
    "two menus": (rows(menu(), menu(custom_id="b")), "components.0.components"),
    "menu and button": (rows(menu(), button()), "components.0.components"),
    "menu of people": (rows({"type": 5, "custom_id": "x"}), None),
    "menu that starts with someone": (rows(people({"id": 7, "type": "user"})), None),
    "menu that starts with too many": (rows(people(*[{"id": "7", "type": "user"}] * 2)), f"{IN_ROW}.default_values"),
    "menu that starts with nobody": (rows(people({"type": "user"})), f"{IN_ROW}.default_values.0.id"),
    "menu that starts with another kind": (
        rows(people({"id": "7", "type": "role"})),
        f"{IN_ROW}.default_values.0.type",
    ),
    "layout": (layout(box(words("a"), row(button())), {"type": 14}), None),
    "layout in an ordinary message": ({"content": "x", "components": [words("a")]}, "components.0.type"),
    "layout with content": ({**layout(words("a")), "content": "x"}, "content"),
    "layout with embeds": ({**layout(words("a")), **embed()}, "embeds"),
    "40 components": (layout(box(*[words("a")] * 39)), None),
    "41 components": (layout(box(*[words("a")] * 40)), "components"),
    "41 components, rows and all": (layout(*[row(*buttons(5))] * 7), "components"),
    "4000 characters": (layout(words("x" * 2000), box(words("x" * 2000))), None),
    "4001 characters": (layout(words("x" * 2000), box(words("x" * 2001))), "components"),
    "empty text": (layout(words("")), "components.0.content"),
    "box in a box": (layout(box(box(words("a")))), "components.0.components.0.type"),
    "section": (layout({"type": 9, "components": [words("a")], "accessory": button()}), None),
    "section without accessory": (layout({"type": 9, "components": [words("a")]}), "components.0.accessory"),
    "section of 4": (
        layout({"type": 9, "components": [words("a")] * 4, "accessory": button()}),
        "components.0.components",
    ),
    "thumbnail alone": (layout({"type": 11, **link(WEB)}), "components.0.type"),
    "gallery": (layout({"type": 12, "items": [link(WEB)] * 10}), None),
    "gallery of 11": (layout({"type": 12, "items": [link(WEB)] * 11}), "components.0.items"),
    "picture that is not there": (
        layout({"type": 12, "items": [link("attachment://x")]}),
        "components.0.items.0.media.url",
    ),
    "file from the web": (layout({"type": 13, "file": {"url": WEB}}), "components.0.file.url"),
    "number twice": (layout({"id": 5, **words("a")}, {"id": 5, **words("b")}), "components.1.id"),
    "two things wrong": ({"content": "x" * 2001, **embed(title="x" * 257)}, "content embeds.0.title"),
}


def text_field(**change: Any) -> Json:
    return {"type": 4, "custom_id": "f", "style": 1, "label": "F", **change}


def modal(*parts: Json, **change: Any) -> Json:
    return {"title": "T", "custom_id": "m", "components": list(parts or [row(text_field())]), **change}


def labelled(component: Json, **change: Any) -> Json:
    return {"type": 18, "label": "L", "component": component, **change}


MODALS: dict[str, tuple[Json, str | None]] = {
    "title of 45": (modal(title="x" * 45), None),
    "title of 46": (modal(title="x" * 46), "title"),
    "no title": (modal(title=""), "title"),
    "custom_id": (modal(custom_id="x" * 101), "custom_id"),
    "5 parts": (modal(*[row(text_field(custom_id=str(n))) for n in range(5)]), None),
    "6 parts": (modal(*[row(text_field(custom_id=str(n))) for n in range(6)]), "components"),
    "no parts": (modal(components=[]), "components"),
    "label": (modal(row(text_field(label="x" * 46))), f"{IN_ROW}.label"),
    "style": (modal(row(text_field(style=3))), f"{IN_ROW}.style"),
    "placeholder": (modal(row(text_field(placeholder="x" * 101))), f"{IN_ROW}.placeholder"),
    "value too long": (modal(row(text_field(max_length=2, value="xxx"))), f"{IN_ROW}.value"),
    "max_length": (modal(row(text_field(max_length=4001))), f"{IN_ROW}.max_length"),
    "button": (modal(row(button())), f"{IN_ROW}.type"),
    "field twice": (modal(row(text_field()), row(text_field())), "components.1.components.0.custom_id"),
    "label part": (modal(labelled(text_field(label=None))), None),
    "label part's label": (modal(labelled(text_field(), label="x" * 46)), "components.0.label"),
    "label part's description": (modal(labelled(text_field(), description="x" * 101)), "components.0.description"),
    "menu": (modal(labelled(menu())), None),
    "menu of 26": (modal(labelled(menu(options=options(26)))), "components.0.component.options"),
    "text": (modal(words("a")), None),
    "min_length": (modal(row(text_field(min_length=4001))), f"{IN_ROW}.min_length"),
    "file": (modal(labelled({"type": 19, "custom_id": "f"})), None),
    "choice of one": (modal(labelled({"type": 21, "custom_id": "f", "options": options(2)})), None),
    "separator": (modal({"type": 14}), "components.0.type"),
}
