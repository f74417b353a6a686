"""What a message of the newer layout (components v2) may hold."""

from __future__ import annotations

from bot.playground.checks.components import BUTTON, ROW, CustomIds, check_button, check_row, kind_of, wrong_type
from bot.playground.checks.embeds import check_url
from bot.playground.errors import Form, Json, ServerFailure

COMPONENTS = 40
TEXT = 4000
DESCRIPTION = 1024
"""Characters that tell what a picture shows."""
BYTES = 10_170
"""More UTF-8 bytes of text than this have been answered with HTTP 500."""
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
INNER = {ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR}
OUTER = INNER | {CONTAINER}


def check_layout(form: Form, components: object, files: set[str]) -> None:
    """Note what is wrong with the components of a message; raise ServerFailure for what Discord fails on."""
    check = _Layout(files)
    for number, part in enumerate(form.objects(components, 1, COMPONENTS)):
        check.part(form[number], part, OUTER)
    if check.count > COMPONENTS:
        form.wrong(
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", f"The total number of components cannot exceed {COMPONENTS}"
        )
    if check.characters > TEXT:
        form.wrong(
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size exceeds the maximum size of {TEXT}",
        )
    elif check.bytes > BYTES:
        raise ServerFailure(500)


class _Layout:
    """The walk over the components of one message."""

    def __init__(self, files: set[str]) -> None:
        self.files = files
        self.ids = CustomIds()
        self.numbers: set[int] = set()
        self.count = 0
        self.characters = 0
        self.bytes = 0

    def part(self, form: Form, part: Json, allowed: set[int]) -> None:
        """Note what is wrong with a component and what is in it."""
        kind = kind_of(part)
        if kind not in allowed:
            wrong_type(form, allowed)
            return
        self.count += 1
        number = part.get("id")
        if number is not None and form["id"].number(number, 0, 2**31 - 1) and number:
            if number in self.numbers:
                form["id"].wrong("COMPONENT_DUPLICATED_ID", "Component id cannot be duplicated")
            self.numbers.add(number)
        match kind:
            case 1:
                check_row(form, part, self.ids)
                self.count += len(form["components"].objects(part.get("components"), 0, COMPONENTS))
            case 2:
                check_button(form, part, self.ids)
            case 9:
                self._section(form, part)
            case 10:
                self._text(form["content"], part.get("content"))
            case 11:
                self._picture(form, part)
            case 12:
                for index, item in enumerate(form["items"].objects(part.get("items"), 1, 10)):
                    self._picture(form["items"][index], item)
            case 13:
                self._media(form["file"], part.get("file"), attached=True)
            case 14:
                if part.get("spacing") is not None:
                    form["spacing"].number(part["spacing"], 1, 2)
            case 17:
                if part.get("accent_color") is not None:
                    form["accent_color"].number(part["accent_color"], 0, 0xFFFFFF)
                for index, inner in enumerate(form["components"].objects(part.get("components"), 1, COMPONENTS)):
                    self.part(form["components"][index], inner, INNER)

    def _section(self, form: Form, part: Json) -> None:
        for index, inner in enumerate(form["components"].objects(part.get("components"), 1, 3)):
            self.part(form["components"][index], inner, {TEXT_DISPLAY})
        accessory = part.get("accessory")
        if not isinstance(accessory, dict):
            form["accessory"].wrong("BASE_TYPE_REQUIRED", "This field is required")
        else:
            self.part(form["accessory"], accessory, {BUTTON, THUMBNAIL})

    def _text(self, form: Form, content: object) -> None:
        if form.length(content, 1, TEXT):
            self.characters += len(str(content))
            self.bytes += len(str(content).encode())

    def _picture(self, form: Form, part: Json) -> None:
        self._media(form["media"], part.get("media"))
        if part.get("description") is not None:
            form["description"].length(part["description"], 0, DESCRIPTION)

    def _media(self, form: Form, media: object, *, attached: bool = False) -> None:
        url = media.get("url") if isinstance(media, dict) else None
        check_url(form["url"], url, {"attachment"} if attached and not _kept(url) else {"http", "https", "attachment"})
        if isinstance(url, str) and url.startswith("attachment://") and url[13:] not in self.files:
            form["url"].wrong(
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment '{url}' was not found.",
            )


def _kept(url: object) -> bool:
    """Whether an address is that of an attachment that the message already has."""
    return isinstance(url, str) and "/attachments/" in url
