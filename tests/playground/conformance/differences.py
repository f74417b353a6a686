"""Where simcord and the playground differ, and the rule by which the playground is right in each case.

Rules are named by page and section of Discord's documentation, by Discord's list of JSON error codes, or by a public
report. Where the playground was the one to be wrong, it was mended, so that no such difference is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Gist = tuple[int, Any]
"""HTTP status, and the code of a refusal or what is compared of an answer."""
ACCEPTED: Gist = (200, None)
FORM: Gist = (400, 50035)
EMPTY: Gist = (400, 50006)
FAILED: Gist = (0, 0)
"""simcord gives no answer, but fails."""


@dataclass(frozen=True)
class Difference:
    """What each says in a case, and why the playground is right."""

    rule: str
    ours: Gist
    theirs: Gist


def _all() -> Iterator[tuple[str, Difference]]:
    for rule, ours, theirs, cases in [*COMMANDS, *MESSAGES, *MENTIONS, *INTERACTIONS, *PLACES]:
        for case in cases:
            yield case, Difference(rule, ours, theirs)


Row = tuple[str, Gist, Gist, list[str]]
# simcord keeps commands as they come, and offers choices as they come.
COMMANDS: list[Row] = [
    (
        "Application Commands, Application Command Naming",
        FORM,
        ACCEPTED,
        [
            "command: name of 33",
            "command: capital",
            "command: space",
            "command: option name",
            "command: localized name",
        ],
    ),
    ("Application Commands, Registering a Command: names are unique", FORM, ACCEPTED, ["command: twice"]),
    ("Application Commands, Registering a Command: 100 commands", FORM, ACCEPTED, ["command: 101 commands"]),
    (
        "Application Commands, Application Command Structure: description of 1 to 100 characters, types, 25 options",
        FORM,
        ACCEPTED,
        ["command: description of 101", "command: no description", "command: type of command", "command: 26 options"],
    ),
    (
        "Application Commands, Application Command Option Structure: names, required ones first, all limits",
        FORM,
        ACCEPTED,
        [
            "command: option twice",
            "command: required last",
            "command: option text",
            "command: unknown type",
            "command: completed person",
            "command: 26 choices",
            "command: both",
            "length of 6001",
        ],
    ),
    (
        "Application Commands, Application Command Option Choice Structure: name, value of the type",
        FORM,
        ACCEPTED,
        [
            "command: choice of text",
            "command: choice name",
            "command: localized choice",
            "choice name of 101",
            "choice value of 101",
            "choice of no name",
            "choice of a number for text",
        ],
    ),
    ("Receiving and Responding, Autocomplete: 25 choices", FORM, ACCEPTED, ["26 choices"]),
    ("API Reference, Locales", FORM, ACCEPTED, ["command: unknown locale"]),
    (
        "Application Commands, Localization: option names distinct in each language, limits as without it",
        FORM,
        ACCEPTED,
        ["same localized option names", "option localized as another", "command: localized text"],
    ),
    (
        "Application Commands, Subcommands and Subcommand Groups: one level of nesting, no options beside",
        FORM,
        ACCEPTED,
        ["command: mixed", "command: too deep"],
    ),
    ("Application Commands, Slash Commands: 8000 characters in all", FORM, ACCEPTED, ["command: too large"]),
    ("JSON error code 20012: not authorized on this application", (403, 20012), ACCEPTED, ["commands in the world"]),
]
MESSAGES: list[Row] = [
    (
        "JSON error code 50006: cannot send an empty message",
        EMPTY,
        FORM,
        [
            "nothing at all",
            "empty content",
            "answer of nothing",
            "follow-up of nothing",
            "post of nothing",
            "DM of nothing",
        ],
    ),
    ("NITKC-DEV/Kisarazu-Multi-Manager #32: a line break alone gets 50006", EMPTY, FORM, ["blank content"]),
    ("JSON error code 50006: cannot send an empty message", EMPTY, ACCEPTED, ["edit to nothing"]),
    ("Message, Create Message: nonce of up to 25 characters", FORM, ACCEPTED, ["nonce of 26"]),
    ("Message, Create Message: enforce_nonce gives the message there is", (200, True), (200, False), ["same nonce"]),
    ("Glitchii/embedbuilder #57: BASE_TYPE_REQUIRED", FORM, ACCEPTED, ["message: empty field value"]),
    (
        "Message, Embed Structure: a colour is an integer of 24 bits (twilight-rs/twilight #687)",
        FORM,
        ACCEPTED,
        ["message: colour", "message: colour below black"],
    ),
    ("Message, Embed Image Structure: http(s) and attachments only", FORM, ACCEPTED, ["message: picture"]),
    ("discordjs/discord.js #5675: a button with no face is refused", FORM, ACCEPTED, ["message: no label"]),
    (
        "Component Reference, Select structures: defaults within min_values and max_values",
        FORM,
        ACCEPTED,
        ["message: too many chosen", "message: menu that starts with too many"],
    ),
    (
        "Component Reference, Select Default Value Structure: id and type; that the type is the menu's is inferred",
        FORM,
        ACCEPTED,
        ["message: menu that starts with nobody", "message: menu that starts with another kind"],
    ),
    ("Rapptz/discord.py #6984: at least max_values options", FORM, ACCEPTED, ["message: max above the options"]),
    ("Component Reference, File Structure: attachments only", FORM, ACCEPTED, ["message: file from the web"]),
    ("JSON error code 30015: ten attachments in a message; discord.py names the list", FORM, ACCEPTED, ["11 files"]),
    ("API Reference, Uploading Files: 10 MiB; 40005", (413, 40005), ACCEPTED, ["file that is too large"]),
    ("Message, Attachment Request Structure: 1024 characters", FORM, ACCEPTED, ["file text of 1025"]),
    ("Component Reference, Text Input Structure: style", FORM, ACCEPTED, ["modal: field without style"]),
    (
        "Component Reference, Text Input Structure: max_length; that it bounds what is filled in, too, is inferred",
        FORM,
        ACCEPTED,
        ["modal: value too long"],
    ),
]
BOTH = (200, "Alice role")
# simcord lists everyone who is named in the text, whatever is allowed.
MENTIONS: list[Row] = [
    (
        "Message, Edit Message: allowed_mentions controls the arrays",
        (200, ""),
        BOTH,
        ["mention nobody", "mention someone else"],
    ),
    ("Message, Allowed Mention Types", (200, "Alice"), BOTH, ["mention people", "mention Alice"]),
    ("Message, Allowed Mention Types", (200, "role"), BOTH, ["mention roles"]),
    ("Message, Allowed Mentions Object: 100 users", FORM, BOTH, ["mention 101"]),
    (
        "Message, Allowed Mentions Examples: an empty list is no error",
        BOTH,
        FORM,
        ["mention kinds beside an empty list"],
    ),
    (
        "Message, Default Settings for Allowed Mentions: in interactions people alone",
        (200, "Alice"),
        (200, "Alice role everyone"),
        ["mention in an answer"],
    ),
    ("Message, Message Reference Structure: fail_if_not_exists is true", FORM, ACCEPTED, ["reply to nothing"]),
    ("Message, Create Message: no reply to a system message", FORM, ACCEPTED, ["reply to the system"]),
]
INTERACTIONS: list[Row] = [
    (
        "Receiving and Responding, Interaction Callback Type: which answer goes with what",
        FORM,
        ACCEPTED,
        [
            "deferred update of nothing",
            "choices for a command",
            "message for a completion",
            "choices for a button",
            "modal for a modal",
        ],
    ),
    (
        "JSON error code 50027; discord/discord-api-docs #6851: 401 after 15 minutes",
        (401, 50027),
        (404, 10015),
        ["edit after 16 min", "follow-up after 16 min"],
    ),
    (
        "Receiving and Responding, Followup Messages: after responding; discordjs/discord.js #6883 gets 10015",
        (404, 10015),
        ACCEPTED,
        ["follow-up before the answer"],
    ),
]
PLACES: list[Row] = [
    (
        "Channel, Start Thread without Message: name and type",
        FORM,
        FAILED,
        ["thread of no type", "thread without name"],
    ),
    (
        "Channel, Start Thread without Message: 1 to 100 characters; 60, 1440, 4320 or 10080 minutes",
        FORM,
        ACCEPTED,
        ["thread name of 101", "thread for 61 min"],
    ),
    ("JSON error code 160004: one thread to a message", (400, 160004), ACCEPTED, ["second thread at a message"]),
    ("JSON error code 50024; Threads: no thread in a thread", (400, 50024), ACCEPTED, ["thread in a thread"]),
    (
        "JSON error code 50083; Channel, Modify Channel and Join, Leave Thread: not in an archived thread",
        (400, 50083),
        ACCEPTED,
        [
            "edit in an archived thread",
            "rename of an archived thread",
            "joining an archived thread",
            "leaving an archived thread",
        ],
    ),
    ("Threads, Forums: messages cannot be sent in forums", (400, 50024), ACCEPTED, ["message in a forum"]),
    ("JSON error code 50278: no mutual guilds", (403, 50278), ACCEPTED, ["DM to who has left"]),
    ("JSON error code 50033; bwmarrin/discordgo #953", (400, 50033), (404, 10013), ["DM to nobody"]),
    ("Mittelbots/Mittelbot #1238: a member that is no user gets 10013", (404, 10013), (404, 10007), ["unknown member"]),
    ("Message, Get Channel Messages: limit of 1 to 100", FORM, (200, None), ["history of 0"]),
    ("discord/discord-api-docs #2601: 403 for an embed", (403, 50013), ACCEPTED, ["embed without permission"]),
    ("Permissions, Bitwise Permission Flags: ATTACH_FILES", (403, 50013), ACCEPTED, ["file without permission"]),
    ("Message, Create Message: READ_MESSAGE_HISTORY to reply", (403, 50013), ACCEPTED, ["reply without permission"]),
]
DIFFERENCES: Mapping[str, Difference] = dict(_all())
