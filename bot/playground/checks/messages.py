"""What a message may hold as a whole."""

from __future__ import annotations

from bot.playground.checks.components import check_rows
from bot.playground.checks.embeds import check_embeds
from bot.playground.checks.layout import check_layout
from bot.playground.errors import Form

CONTENT = 2000


def check_message(
    form: Form, content: object, embeds: object, components: object, *, v2: bool, files: set[str]
) -> None:
    """Note what is wrong with a message; ``files`` are the names that components may show as attachments."""
    form["content"].length(content, 0, CONTENT)
    check_embeds(form["embeds"], embeds)
    if not v2:
        check_rows(form["components"], components)
        return
    for field, value in (("content", content), ("embeds", embeds)):
        if value:
            form[field].wrong(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    check_layout(form["components"], components, files)
