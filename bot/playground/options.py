"""What Discord's client checks of a command's options before it sends anything."""

from __future__ import annotations

from collections.abc import Mapping

from bot.playground import payloads
from bot.playground.errors import Json
from bot.playground.model import Attachment, Channel, Role, User

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
BIGGEST_INTEGER = 2**53
LONGEST_TEXT = 6000


class Refused(Exception):
    """Discord's client does not let a person do this; nothing has reached the bot.

    ``where`` is the option or field; ``code`` says why (texts: ``page.refused.CODE``).
    """

    def __init__(self, where: str, code: str) -> None:
        super().__init__(f"{where}: {code}")
        self.where = where
        self.code = code


def locate(commands: list[Json], path: str) -> tuple[Json, list[Json], Json]:
    """The command of a path like "bh table open", the subcommands on the way, and what holds the options."""
    names = path.removeprefix("/").split()
    command = next((each for each in commands if each["type"] == 1 and names and each["name"] == names[0]), None)
    if command is None:
        raise Refused(path, "no_command")
    node, way = command, list[Json]()
    for name in names[1:]:
        inner = (each for each in node.get("options", ()) if each["type"] in {SUBCOMMAND, GROUP})
        found = next((each for each in inner if each["name"] == name), None)
        if found is None:
            raise Refused(path, "no_command")
        node = found
        way.append(node)
    if any(each["type"] in {SUBCOMMAND, GROUP} for each in node.get("options", ())):
        raise Refused(path, "subcommand")
    return command, way, node


def fill(node: Json, values: Mapping[str, object], resolved: Json, *, focused: str | None = None) -> list[Json]:
    """Options as an interaction carries them; raise Refused for a value that the client does not take.

    While one is ``focused`` for autocomplete, nothing needs to be complete.
    """
    known = {each["name"]: each for each in node.get("options", ())}
    for name in values:
        if name not in known:
            raise Refused(name, "no_option")
    if focused is not None and not known.get(focused, {}).get("autocomplete"):
        raise Refused(focused, "not_completed")
    found = []
    for name, option in known.items():
        if name not in values:
            if option.get("required") and focused is None:
                raise Refused(name, "required")
            continue
        value = str(values[name]) if name == focused else _value(option, values[name], resolved)
        sent: Json = {"name": name, "type": option["type"], "value": value}
        if name == focused:
            sent["focused"] = True
        found.append(sent)
    return found


def _value(option: Json, value: object, resolved: Json) -> object:
    name, kind = option["name"], option["type"]
    if option.get("choices"):
        for choice in option["choices"]:
            if value in {choice["value"], choice["name"]}:
                return choice["value"]
        raise Refused(name, "choice")
    if kind == STRING:
        return _text(option, value)
    if kind in {INTEGER, NUMBER}:
        return _number(option, value)
    if kind == BOOLEAN:
        if not isinstance(value, bool):
            raise Refused(name, "boolean")
        return value
    taken = {USER: (User,), CHANNEL: (Channel,), ROLE: (Role,), MENTIONABLE: (User, Role), ATTACHMENT: (Attachment,)}
    wanted = taken.get(kind, ())
    if not isinstance(value, wanted):
        raise Refused(name, "from_list")
    if isinstance(value, Channel) and option.get("channel_types") and value.type not in option["channel_types"]:
        raise Refused(name, "channel_type")
    return resolve(value, resolved)


def _text(option: Json, value: object) -> str:
    name = option["name"]
    if not isinstance(value, str):
        raise Refused(name, "text")
    if not option.get("min_length", 0 if not option.get("required") else 1) <= len(value):
        raise Refused(name, "too_short")
    if len(value) > option.get("max_length", LONGEST_TEXT):
        raise Refused(name, "too_long")
    return value


def _number(option: Json, value: object) -> int | float:
    name = option["name"]
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole and not (option["type"] == NUMBER and isinstance(value, float)):
        raise Refused(name, "number")
    assert isinstance(value, int | float)
    if not option.get("min_value", -BIGGEST_INTEGER) <= value <= option.get("max_value", BIGGEST_INTEGER):
        raise Refused(name, "range")
    return value


def resolve(value: object, resolved: Json) -> str:
    """The id of someone or something, with what it is put into an interaction's resolved data."""
    match value:
        case User():
            resolved.setdefault("users", {})[str(value.id)] = payloads.user(value)
        case Channel():
            resolved.setdefault("channels", {})[str(value.id)] = {**payloads.channel(value), "permissions": "0"}
        case Role():
            resolved.setdefault("roles", {})[str(value.id)] = payloads.role(value, 1)
        case Attachment():
            resolved.setdefault("attachments", {})[str(value.id)] = payloads.attachment(value)
        case _:
            raise TypeError(value)
    return str(value.id)
