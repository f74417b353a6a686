"""Routes about the bot itself, users, servers and commands."""

from __future__ import annotations

from bot.playground.checks.commands import check_commands
from bot.playground.errors import ApiError, Json
from bot.playground.model import Guild
from bot.playground.payloads import channel as channel_json
from bot.playground.payloads import full_member, guild, user
from bot.playground.rest.call import Call, Result, Route


async def me(call: Call) -> Result:
    """The bot's own user."""
    return 200, {**user(call.world.me), "verified": True, "mfa_enabled": False, "flags": 0}


async def application(call: Call) -> Result:
    """The bot's application."""
    own = call.world.me
    return 200, {
        "id": str(own.id),
        "name": own.name,
        "icon": None,
        "description": "",
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": user(own),
        "team": None,
        "flags": 0,
        "bot": user(own),
        "install_params": None,
        "tags": [],
    }


async def someone(call: Call) -> Result:
    """A user."""
    found = call.world.users.get(call.snowflake("user"))
    if found is None:
        raise ApiError(10013)
    return 200, user(found)


async def open_dm(call: Call) -> Result:
    """Open the DM with someone."""
    # discord.py sends it as a bare integer.
    recipient = str(call.body.get("recipient_id"))
    found = call.world.users.get(int(recipient)) if recipient.isdigit() else None
    if found is None or found is call.world.me:
        raise ApiError(50033)
    return 200, channel_json(call.world.dm(found))


def _guild(call: Call) -> Guild:
    found = call.world.guilds.get(call.snowflake("guild"))
    if found is None:
        raise ApiError(10004)
    return found


async def get_guild(call: Call) -> Result:
    """A server."""
    return 200, guild(_guild(call), call.world.me.id, everyone=False)


async def get_member(call: Call) -> Result:
    """A member of a server."""
    found = _guild(call).members.get(call.snowflake("user"))
    if found is None:
        raise ApiError(10007 if call.snowflake("user") in call.world.users else 10013)
    return 200, full_member(found)


async def get_channels(call: Call) -> Result:
    """The channels of a server."""
    return 200, [channel_json(each) for each in _guild(call).channels.values() if each.thread is None]


def _scope(call: Call) -> int | None:
    if call.snowflake("application") != call.world.me.id:
        raise ApiError(20012)
    return _guild(call).id if "guild" in call.path else None


async def get_commands(call: Call) -> Result:
    """The commands that are registered."""
    return 200, call.world.commands.get(_scope(call), [])


async def put_commands(call: Call) -> Result:
    """Register these commands in place of all before."""
    scope = _scope(call)
    known = {(each["type"], each["name"]): each for each in call.world.commands.get(scope, [])}
    registered: list[Json] = []
    for command in check_commands(call.body.get("items")):
        kind = command.get("type", 1)
        before = known.get((kind, command["name"]))
        full: Json = {
            "description": "",
            "options": [],
            "nsfw": False,
            "default_member_permissions": None,
            "dm_permission": True,
            "contexts": None,
            **{key: value for key, value in command.items() if value is not None},
            "type": kind,
            "id": str(call.world.new_id()) if before is None else before["id"],
            "application_id": str(call.world.me.id),
            "version": str(call.world.new_id()),
        }
        if scope is not None:
            full["guild_id"] = str(scope)
        registered.append(full)
    call.world.commands[scope] = registered
    return 200, registered


COMMANDS = "/applications/{application}/commands"
GUILD_COMMANDS = "/applications/{application}/guilds/{guild}/commands"
ROUTES: list[Route] = [
    ("GET", "/users/@me", me),
    ("GET", "/oauth2/applications/@me", application),
    ("GET", "/applications/@me", application),
    ("GET", "/users/{user}", someone),
    ("POST", "/users/@me/channels", open_dm),
    ("GET", "/guilds/{guild}", get_guild),
    ("GET", "/guilds/{guild}/channels", get_channels),
    ("GET", "/guilds/{guild}/members/{user}", get_member),
    ("GET", COMMANDS, get_commands),
    ("PUT", COMMANDS, put_commands),
    ("GET", GUILD_COMMANDS, get_commands),
    ("PUT", GUILD_COMMANDS, put_commands),
]
