"""A round on the playground shown as text: one person against four AI players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from bot.playground import Channel, Message, Person, Playground
from bot.texts import CHINESE, language

_PRESSED: Final = (1, 3, 4)
"""The styles of buttons that ask for a decision: blue, green, red. Grey ones can be left alone."""
_PATIENCE: Final = 120.0
"""Seconds to wait for a turn."""


async def play_a_round(discord: Playground, locale: str | None, show: Callable[[str], None]) -> None:
    """Open a table, fill it with AI players, and play a round by pressing what the private panel offers first."""
    guild = discord.add_guild("Playground")
    channel = discord.add_channel(guild)
    ann = discord.add_person("Ann", guild=guild, locale=CHINESE if language(locale) == CHINESE else "en-US")
    await discord.wait(lambda: ann.commands(channel) and discord.gateway.connected, _PATIENCE)
    show(f"Ann: /bh table open\n{_text((await ann.command(channel, 'bh table open')).message)}")
    place = await discord.wait(lambda: next((each for each in ann.channels(guild) if each.thread), None), _PATIENCE)
    board = await ann.sees(place, lambda message: len(message.buttons()) > 2, _PATIENCE)
    lobby = len(board.buttons())
    for button in (board.buttons()[2], board.buttons()[0]):
        show(f"Ann: [{button['label']}]")
        await ann.click(board, custom_id=button["custom_id"])
    pressed: set[str] = set()
    began = False

    def look() -> tuple[Message, str, str] | Message | None:
        nonlocal began
        # Between rounds the board has the buttons that it had before this one; of a closed table only one is left.
        between = len(board.buttons()) in (lobby, 1)
        began = began or not between
        return board if began and between else _next(ann, place, pressed)

    while True:
        found: tuple[Message, str, str] | Message = await discord.wait(look, _PATIENCE)
        show(_text(board))
        if isinstance(found, Message):
            return
        panel, custom_id, label = found
        show(f"{_text(panel)}\nAnn: [{label}]")
        pressed.add(custom_id)
        await ann.click(panel, custom_id=custom_id)


def _next(person: Person, place: Channel, pressed: set[str]) -> tuple[Message, str, str] | None:
    """The first button to press on the newest private message."""
    private = [message for message in person.messages(place) if message.reader is person.user and message.attachments]
    for message in private[-1:]:
        for custom_id, label in _buttons(message):
            if custom_id not in pressed:
                return message, custom_id, label
    return None


def _buttons(message: Message) -> Iterator[tuple[str, str]]:
    for part in message.buttons():
        if part["style"] in _PRESSED and not part.get("disabled"):
            yield part["custom_id"], part["label"]


def _text(message: Message) -> str:
    """What a message says, without its markup; pictures as their descriptions."""
    lines = [message.text(), *(f"[{each.description}]" for each in message.attachments if each.description)]
    plain = re.sub(r"<t:\d+:R>|[*`\u2068\u2069]|^-# ", "", "\n".join(lines), flags=re.MULTILINE)
    return "\n".join(f"  {line}" for line in plain.splitlines() if line.strip())
