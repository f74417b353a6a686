"""What a window can ask for on behalf of its person."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from bot.playground.errors import Json
from bot.playground.model import Attachment, Channel, Interaction, Message, Role, User
from bot.playground.options import ATTACHMENT, CHANNEL, MENTIONABLE, ROLE, USER, Refused, locate
from bot.playground.page import told
from bot.playground.page.mischief import Mischief, Wanted
from bot.playground.person import Person
from bot.playground.world import World

SHOWN: Final = 60
"""How many messages of a channel are fetched at once."""
OPENED: Final = 20
"""How many modals can wait to be sent."""


@dataclass(eq=False, slots=True)
class Deeds:
    """What one window can do. Every deed raises Refused, and changes nothing, when it is not possible."""

    world: World
    person: Person
    read: dict[int, int]
    """The last message read, by channel."""
    mischief: Mischief
    _opened: dict[str, Interaction] = field(default_factory=dict)

    async def do(self, name: object, given: Json) -> Json:
        """Do what a window asks for; what came of it."""
        deed = _DEEDS.get(name) if isinstance(name, str) else None
        if deed is None:
            raise Refused(str(name), "no_deed")
        try:
            return await deed(self, given)
        except (KeyError, ValueError, TypeError) as error:
            raise Refused(str(name), "malformed") from error

    # Reading

    async def history(self, given: Json) -> Json:
        """The latest messages of a channel, or those before one; oldest first."""
        channel, before = self._channel(given), int(str(given.get("before") or 0))
        newest = (each for each in reversed(channel.messages.values()) if not before or each.id < before)
        found = list(islice((each for each in newest if self.person.has(each)), SHOWN + 1))
        messages = [told.message(each) for each in reversed(found[:SHOWN])]
        return {"messages": messages, "more": len(found) > SHOWN}

    async def mark(self, given: Json) -> Json:
        """Note that a channel has been read up to a message."""
        channel = self._channel(given)
        self.read[channel.id] = max(self.read.get(channel.id, 0), int(str(given["message"])))
        self.world.touch()
        return {}

    async def locale(self, given: Json) -> Json:
        """Let Discord have another language."""
        self.person.user.locale = {"zh-CN": "zh-CN", "en": "en-US"}[given["locale"]]
        return {}

    # Writing

    async def say(self, given: Json) -> Json:
        """Send a message."""
        reply = None if given.get("reply") is None else self._message({"message": given["reply"]})
        self.person.say(self._channel(given), str(given["text"]), reply=reply)
        return {}

    async def remove(self, given: Json) -> Json:
        """Delete a message, as its author or as a moderator does."""
        message = self._message(given)
        if message.reader is not None:
            raise Refused("message", "not_yours")
        self.world.delete(message)
        return {}

    async def dismiss(self, given: Json) -> Json:
        """Hide a message that nobody else sees."""
        message = self._message(given)
        self.person.dismiss(message)
        self.world.changed(message)
        return {}

    # Asking the bot

    async def commands(self, given: Json) -> Json:
        """The commands that are offered in a channel."""
        return {"commands": self.person.commands(self._channel(given))}

    async def command(self, given: Json) -> Json:
        """Use a slash command."""
        channel, path = self._channel(given), str(given["path"])
        return self._answer(await self.person.command(channel, path, **self._options(channel, path, given["options"])))

    async def upload(self, given: Json) -> Json:
        """Upload a file for an option of a command; ``data`` is base64."""
        content = b64decode(str(given["data"]), validate=True)
        return {"file": str(self.person.upload(self._channel(given), str(given["name"]), content).id)}

    async def complete(self, given: Json) -> Json:
        """The choices for the option that is being typed."""
        channel, path, focused = self._channel(given), str(given["path"]), str(given["focused"])
        options = self._options(channel, path, given["options"])
        return {"choices": await self.person.autocomplete(channel, path, options, focused)}

    async def click(self, given: Json) -> Json:
        """Press a button."""
        return self._answer(await self.person.click(self._message(given), custom_id=str(given["custom_id"])))

    async def select(self, given: Json) -> Json:
        """Choose in a menu."""
        message, custom_id = self._message(given), str(given["custom_id"])
        part = next((each for each in message.selects() if each["custom_id"] == custom_id), None)
        kind = 0 if part is None else part["type"]
        values = [each if kind == 3 else self._named(each) for each in map(str, given["values"])]
        return self._answer(await self.person.select(message, values, custom_id=custom_id))

    async def submit(self, given: Json) -> Json:
        """Send a modal that was filled in."""
        opened = self._opened.get(str(given["opened"]))
        if opened is None:
            raise Refused("modal", "no_modal")
        asked = await self.person.submit(opened, dict(given["values"]))
        if not asked.failed:
            self._opened.pop(str(opened.id), None)
        return self._answer(asked)

    # Faults

    async def fault(self, given: Json) -> Json:
        """Do what the drawer offers."""
        deed = self.mischief.deed(given.get("what"))
        if deed is None:
            raise Refused(str(given.get("what")), "no_deed")
        await deed(Wanted(self.person, self._channel(given), given.get("value")))
        self.world.touch()
        return {}

    # What things are called

    def _channel(self, given: Mapping[str, object]) -> Channel:
        found = self.world.channels.get(int(str(given["channel"]))) or self._left(int(str(given["channel"])))
        if found is None or not self.world.enters(self.person.user, found):
            raise Refused("channel", "not_there")
        return found

    def _left(self, id_: int) -> Channel | None:
        """A channel of a server that the bot is not in."""
        return next((guild.channels[id_] for guild in self.mischief.guilds if id_ in guild.channels), None)

    def _message(self, given: Mapping[str, object]) -> Message:
        id_ = int(str(given["message"]))
        places = [*self.world.channels.values(), *(each for g in self.mischief.guilds for each in g.channels.values())]
        found = next((channel.messages[id_] for channel in places if id_ in channel.messages), None)
        if found is None or not self.person.has(found):
            raise Refused("message", "not_there")
        return found

    def _options(self, channel: Channel, path: str, given: object) -> dict[str, object]:
        """Options as the person gives them: people, roles and channels instead of their ids."""
        if not isinstance(given, dict):
            raise TypeError
        node = locate(self.person.commands(channel), path)[2]
        kinds = {option["name"]: option["type"] for option in node.get("options", ())}
        special = {USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT}
        return {name: self._named(value) if kinds.get(name) in special else value for name, value in given.items()}

    def _named(self, id_: object) -> User | Role | Channel | Attachment | object:
        """What an id stands for, or else the id, which nothing takes."""
        number = int(str(id_)) if str(id_).isdigit() else 0
        roles = {id_: role for guild in self.mischief.guilds for id_, role in guild.roles.items()}
        found: object = self.world.users.get(number) or roles.get(number) or self.world.channels.get(number)
        found = found or self.world.attachments.get(number)
        return id_ if found is None else found

    def _answer(self, asked: Interaction) -> Json:
        if asked.modal is not None:
            while len(self._opened) >= OPENED:
                del self._opened[next(iter(self._opened))]
            self._opened[str(asked.id)] = asked
        return told.answer(asked)


_DEEDS: Final[dict[str, Callable[[Deeds, Json], Awaitable[Json]]]] = {
    each.__name__: each
    for each in (
        *(Deeds.history, Deeds.mark, Deeds.locale, Deeds.say, Deeds.remove, Deeds.dismiss, Deeds.commands),
        *(Deeds.command, Deeds.upload, Deeds.complete, Deeds.click, Deeds.select, Deeds.submit, Deeds.fault),
    )
}
