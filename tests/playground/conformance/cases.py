"""What is done in both look-alikes, by name."""

from __future__ import annotations

from collections.abc import Mapping

from bot.playground import Permission
from tests.playground.command_forms import COMMANDS
from tests.playground.command_forms import command as slash
from tests.playground.command_forms import option as parameter
from tests.playground.conformance import acts
from tests.playground.conformance.acts import (
    CHOICES,
    DEFER,
    DEFER_UPDATE,
    MESSAGE,
    MODAL,
    SECRET,
    UPDATE,
    WITH_BUTTON,
    Act,
    X,
    alices,
    answered,
    completed,
    direct,
    edit,
    forum,
    in_thread,
    late,
    mention,
    plain,
    post,
    pressed,
    registered,
    reply,
    submitted,
    then,
    thread,
    through_channel,
    without,
)
from tests.playground.conformance.opinions import Files, Json
from tests.playground.forms import (
    MESSAGES,
    MODALS,
    WEB,
    box,
    button,
    embed,
    labelled,
    layout,
    link,
    menu,
    modal,
    option,
    options,
    row,
    rows,
    text_field,
    words,
)

V2 = 1 << 15
PICTURE: Files = {"card.png": b"x"}
SHOWN: Json = layout({"type": 12, "items": [link("attachment://card.png")]})


def section(part: Json, accessory: Json) -> Json:
    """One part with something at its side."""
    return {"type": 9, "components": [part], "accessory": accessory}


HERE, BY = "/channels/{channel}", "/messages/@original"
MORE: Mapping[str, Act] = {
    # Messages
    "nothing at all": post({}),
    "empty content": post({"content": ""}),
    "blank content": post({"content": " \n"}),
    "nonce of 25": post({**X, "nonce": "n" * 25}),
    "nonce of 26": post({**X, "nonce": "n" * 26}),
    "same nonce": acts.same_nonce,
    "embed title with blanks around": post(embed(title=" " + "x" * 256 + " ")),
    "embed that is text": post({"embeds": ["x"]}),
    "embeds that are none": post({**X, "embeds": None}),
    "components that are none": post({**X, "components": None}),
    "address of 512": post(rows({"type": 2, "style": 5, "label": "x", "url": WEB + "a" * (512 - len(WEB))})),
    "address of 513": post(rows({"type": 2, "style": 5, "label": "x", "url": WEB + "a" * (513 - len(WEB))})),
    "shop button with label": post(rows({"type": 2, "style": 6, "sku_id": "1", "label": "x"})),
    "shop button with custom_id": post(rows({"type": 2, "style": 6, "sku_id": "1", "custom_id": "x"})),
    "button with goods": post(rows(button(sku_id="1"))),
    "button without custom_id": post(rows({"type": 2, "style": 1, "label": "x"})),
    "menu without options": post(rows({"type": 3, "custom_id": "m"})),
    "menu of 0 at least": post(rows(menu(min_values=0))),
    "menu of 0 at most": post(rows(menu(min_values=0, max_values=0))),
    "menu of roles": post(rows({"type": 6, "custom_id": "m"})),
    "menu of channels": post(rows({"type": 8, "custom_id": "m"})),
    "option description of 100": post(rows(menu(options=[option(description="x" * 100)]))),
    "section of 3": post(layout({"type": 9, "components": [words("a")] * 3, "accessory": button()})),
    "section with a picture": post(layout(section(words("a"), {"type": 11, **link(WEB)}))),
    "section of buttons": post(layout(section(button(), button(custom_id="b")))),
    "picture text of 1024": post(layout({"type": 12, "items": [{**link(WEB), "description": "x" * 1024}]})),
    "picture text of 1025": post(layout({"type": 12, "items": [{**link(WEB), "description": "x" * 1025}]})),
    "thumbnail text of 1025": post(layout(section(words("a"), {"type": 11, **link(WEB), "description": "x" * 1025}))),
    "empty gallery": post(layout({"type": 12, "items": []})),
    "box with colour": post(layout({**box(words("a")), "accent_color": 0xFFFFFF})),
    "box with wrong colour": post(layout({**box(words("a")), "accent_color": 1 << 24})),
    "wide separator": post(layout({"type": 14, "spacing": 3})),
    "layout of nothing": post({"flags": V2, "components": []}),
    "button alone in a layout": post(layout(button())),
    "row in a layout": post(layout(row(menu()))),
    "custom_id twice in a layout": post(layout(row(button()), box(row(button())))),
    # Files
    "file": post(X, PICTURE),
    "file without text": post({}, PICTURE),
    "file that is shown": post(SHOWN, PICTURE),
    "file in a layout's file": post(layout({"type": 13, "file": {"url": "attachment://card.png"}}), PICTURE),
    "file of another name": post(SHOWN, {"other.png": b"x"}),
    "embed with a file": post(embed(image={"url": "attachment://card.png"}), PICTURE),
    "10 files": post(X, {f"{n}.png": b"x" for n in range(10)}),
    "11 files": post(X, {f"{n}.png": b"x" for n in range(11)}),
    "file that is too large": post(X, {"a.bin": bytes(10 * 1024 * 1024 + 1)}),
    "file text of 1024": post({**X, "attachments": [{"id": 0, "description": "x" * 1024}]}, PICTURE),
    "file text of 1025": post({**X, "attachments": [{"id": 0, "description": "x" * 1025}]}, PICTURE),
    # Edits
    "edit": edit(X, {"content": "y"}),
    "edit to nothing": edit(X, {"content": ""}),
    "edit to 2001": edit(X, {"content": "x" * 2001}),
    "edit away the button": edit(WITH_BUTTON, {"components": []}),
    "edit to six buttons": edit(X, rows(*[button(custom_id=str(n)) for n in range(6)])),
    "edit of a layout": edit(layout(words("a")), {"components": [words("b")]}),
    "edit a layout to text": edit(layout(words("a")), {"content": "x"}),
    "edit away the layout": edit(layout(words("a")), {"flags": 0, **X, "components": []}),
    "edit text to a layout": edit(X, {"content": None, **layout(words("a"))}),
    "edit text and layout": edit(X, layout(words("a"))),
    "edit in a file": edit(X, {}, new=PICTURE),
    "edit away the file": edit(X, {"attachments": []}, PICTURE),
    "edit to an unknown file": edit(X, {"attachments": [{"id": "5"}]}, PICTURE),
    "edit keeps files named": acts.edit_keeps_files_named,
    "edit of Alice's message": alices("PATCH", X),
    "edit of an unknown message": plain("PATCH", HERE + "/messages/5", X),
    # Replies and mentions
    "reply": reply(),
    "reply to nothing": reply(message_id="5"),
    "reply to nothing perhaps": reply(message_id="5", fail_if_not_exists=False),
    "reply to the system": acts.reply_to_the_system,
    "mention": mention(),
    "mention nobody": mention({"parse": []}),
    "mention people": mention({"parse": ["users"]}),
    "mention Alice": mention({"users": ["ALICE"]}),
    "mention someone else": mention({"users": ["5"]}),
    "mention roles": mention({"parse": ["roles"]}),
    "mention twice told": mention({"parse": ["users"], "users": ["ALICE"]}),
    "mention kinds beside an empty list": mention({"parse": ["users", "roles"], "users": []}),
    "mention unknown kinds": mention({"parse": ["friends"]}),
    "mention 101": mention({"users": [str(n) for n in range(1, 102)]}),
    "mention in an answer": acts.mention_in_an_answer,
    "mention by an edit": mention(change="x"),
    # Modals beyond the table
    **{
        f"modal: {name}": answered((MODAL, payload))
        for name, payload in {
            "text from 5 to 2": modal(labelled(text_field(label=None, min_length=5, max_length=2))),
            "field without style": modal(labelled({"type": 4, "custom_id": "f"})),
            "file for 10": modal(labelled({"type": 19, "custom_id": "f", "max_values": 10})),
            "file for 11": modal(labelled({"type": 19, "custom_id": "f", "max_values": 11})),
            "choice of 10": modal(labelled({"type": 21, "custom_id": "f", "options": options(10)})),
            "choice of 11": modal(labelled({"type": 21, "custom_id": "f", "options": options(11)})),
            "choice of 1": modal(labelled({"type": 21, "custom_id": "f", "options": options(1)})),
            "boxes of 10": modal(labelled({"type": 22, "custom_id": "f", "options": options(10)})),
            "boxes of 11": modal(labelled({"type": 22, "custom_id": "f", "options": options(11), "max_values": 10})),
            "boxes for 11": modal(labelled({"type": 22, "custom_id": "f", "options": options(2), "max_values": 11})),
            "one box": modal(labelled({"type": 23, "custom_id": "f"})),
            "field alone": modal(text_field()),
            "button in a label": modal(labelled(button())),
            "label of nothing": modal({"type": 18, "label": "L"}),
        }.items()
    },
    # Choices
    "25 choices": completed([{"name": "n", "value": str(n)} for n in range(25)]),
    "26 choices": completed([{"name": "n", "value": str(n)} for n in range(26)]),
    "no choices": completed([]),
    "choice name of 100": completed([{"name": "n" * 100, "value": "v" * 100}]),
    "choice name of 101": completed([{"name": "n" * 101, "value": "v"}]),
    "choice value of 101": completed([{"name": "n", "value": "v" * 101}]),
    "choice of no name": completed([{"name": "", "value": "v"}]),
    "choice of a number for text": completed([{"name": "n", "value": 5}]),
    # Commands beyond the table
    "Hindi name": registered([slash(name="हिन्दी")]),
    "Thai name": registered([slash(name="ที่นี่")]),
    "name with sign": registered([slash(name="a_b-c'd")]),
    "same localized option names": registered(
        [
            slash(
                options=[parameter(name=name, name_localizations={"zh-CN": "牌"}) for name in ("a", "b")],
            )
        ]
    ),
    "option localized as another": registered(
        [slash(options=[parameter(name="a", name_localizations={"de": "b"}), parameter(name="b")])]
    ),
    "same name of two kinds": registered([slash(), {"name": "fine", "type": 2}]),
    "subcommand": registered(
        [slash(options=[parameter(type=1), parameter(type=2, name="b", options=[parameter(type=1)])])]
    ),
    "length of 6000": registered([slash(options=[parameter(min_length=0, max_length=6000)])]),
    "length of 6001": registered([slash(options=[parameter(max_length=6001)])]),
    "commands in the world": plain("PUT", "/applications/{alice}/commands", [slash()]),
    # Answers
    "answer": answered((MESSAGE, X)),
    "answer of nothing": answered((MESSAGE, {})),
    "answer after 2.9 s": late(2.9),
    "answer after 3.1 s": late(3.1),
    "second answer": answered((MESSAGE, X), (MESSAGE, X)),
    "answer after a defer": answered((DEFER, None), (MESSAGE, X)),
    "modal after a defer": answered((DEFER, None), (MODAL, modal())),
    "answer after one that failed": acts.failed_answer_uses_nothing_up,
    "answer with a wrong token": acts.wrong_token,
    "unknown answer": answered((3, None)),
    "update of nothing": answered((UPDATE, X)),
    "deferred update of nothing": answered((DEFER_UPDATE, None)),
    "choices for a command": answered((CHOICES, {"choices": []})),
    "message for a completion": acts.message_for_a_completion,
    "update": pressed(UPDATE, X),
    "deferred update": pressed(DEFER_UPDATE),
    "message for a button": pressed(MESSAGE, X),
    "modal for a button": pressed(MODAL, modal()),
    "choices for a button": pressed(CHOICES, {"choices": []}),
    "update to too much": pressed(UPDATE, {"content": "x" * 2001}),
    "message for a modal": submitted(MESSAGE, X),
    "defer for a modal": submitted(DEFER),
    "modal for a modal": submitted(MODAL, modal()),
    "update for a modal from a command": submitted(UPDATE, X),
    # By token
    "original": then(MESSAGE, X, "GET", BY),
    "original of a modal": then(MODAL, modal(), "GET", BY),
    "edit of a defer": then(DEFER, None, "PATCH", BY, X),
    "edit of a defer to too much": then(DEFER, None, "PATCH", BY, {"content": "x" * 2001}),
    "edit of a defer to a layout": then(DEFER, None, "PATCH", BY, layout(words("a"))),
    "edit after 14 min": then(MESSAGE, X, "PATCH", BY, X, after=14 * 60),
    "edit after 16 min": then(MESSAGE, X, "PATCH", BY, X, after=16 * 60),
    "follow-up": then(MESSAGE, X, "POST", "", X),
    "follow-up of nothing": then(MESSAGE, X, "POST", "", {}),
    "secret follow-up": then(MESSAGE, X, "POST", "", SECRET),
    "follow-up after a modal": then(MODAL, modal(), "POST", "", X),
    "follow-up after 16 min": then(MESSAGE, X, "POST", "", X, after=16 * 60),
    "follow-up before the answer": acts.follow_up_before_the_answer,
    "follow-up in place of a defer": acts.follow_up_takes_the_place_of_a_defer,
    "deferred update, then edit": acts.deferred_update_then_edit,
    "unknown follow-up": then(MESSAGE, X, "PATCH", "/messages/5", X),
    "follow-up of another": acts.follow_up_of_another_interaction,
    "edit of a deleted answer": acts.edit_of_a_deleted_answer,
    "token of another application": acts.token_of_another_application,
    # Ephemeral messages through the channel
    "secret fetched": through_channel("GET"),
    "secret edited": through_channel("PATCH", "", X),
    "secret deleted": through_channel("DELETE"),
    "thread at a secret": through_channel("POST", "/threads", {"name": "t"}),
    "secret edited by token": then(MESSAGE, SECRET, "PATCH", BY, X),
    "secret deleted by token": then(MESSAGE, SECRET, "DELETE", BY),
    "history without secrets": acts.history_without_ephemeral,
    # Threads and forums
    "thread": thread({"name": "t", "type": 11}),
    "private thread": thread({"name": "t", "type": 12}),
    "thread of no type": thread({"name": "t", "type": 5}),
    "thread without name": thread({"type": 11}),
    "thread name of 100": thread({"name": "t" * 100, "type": 11}),
    "thread name of 101": thread({"name": "t" * 101, "type": 11}),
    "thread for 61 min": thread({"name": "t", "type": 11, "auto_archive_duration": 61}),
    "thread at a message": thread({"name": "t"}, "at"),
    "second thread at a message": acts.second_thread_at_a_message,
    "thread at an unknown message": plain("POST", HERE + "/messages/5/threads", {"name": "t"}),
    "thread in a thread": in_thread("POST", "/threads", {"name": "t", "type": 11}),
    "message in a thread": in_thread("POST", "/messages", X),
    "message in an archived thread": in_thread("POST", "/messages", X, {"archived": True}),
    "edit in an archived thread": in_thread("PATCH", "/messages/{message}", X, {"archived": True}),
    "rename of an archived thread": in_thread("PATCH", "", {"name": "u"}, {"archived": True}),
    "waking of an archived thread": in_thread("PATCH", "", {"archived": False}, {"archived": True}),
    "joining a thread": in_thread("PUT", "/thread-members/@me"),
    "joining an archived thread": in_thread("PUT", "/thread-members/@me", None, {"archived": True}),
    "leaving an archived thread": in_thread("DELETE", "/thread-members/@me", None, {"archived": True}),
    "joining a channel": plain("PUT", HERE + "/thread-members/@me"),
    "deleting a thread": in_thread("DELETE", ""),
    "message in a forum": forum("/messages", X),
    "post": forum("/threads", {"name": "p", "message": X}),
    "post with a file": forum("/threads", {"name": "p", "message": SHOWN}, PICTURE),
    "post of nothing": forum("/threads", {"name": "p", "message": {}}),
    "post of too much": forum("/threads", {"name": "p", "message": {"content": "x" * 2001}}),
    "post without name": forum("/threads", {"name": "", "message": X}),
    "post name of 101": forum("/threads", {"name": "p" * 101, "message": X}),
    "post for 61 min": forum("/threads", {"name": "p", "message": X, "auto_archive_duration": 61}),
    # DMs
    "DM": direct(X),
    "DM of nothing": direct({}),
    "DM to who has left": direct(X, left=True),
    "DM to nobody": plain("POST", "/users/@me/channels", {"recipient_id": 5}),
    # Places and people
    "channel": plain("GET", HERE),
    "unknown channel": plain("GET", "/channels/5"),
    "message in an unknown channel": plain("POST", "/channels/5/messages", X),
    "unknown message": plain("GET", HERE + "/messages/5"),
    "deleting an unknown message": plain("DELETE", HERE + "/messages/5"),
    "deleting Alice's message": alices("DELETE"),
    "user": plain("GET", "/users/{alice}"),
    "unknown user": plain("GET", "/users/5"),
    "member": plain("GET", "/guilds/{guild}/members/{alice}"),
    "unknown member": plain("GET", "/guilds/{guild}/members/5"),
    "unknown server": plain("GET", "/guilds/5"),
    "history of 0": plain("GET", HERE + "/messages?limit=0"),
    # Permissions
    "unseen channel": without(Permission.VIEW_CHANNEL, "GET", ""),
    "message in an unseen channel": without(Permission.VIEW_CHANNEL, body=X),
    "message without permission": without(Permission.SEND_MESSAGES, body=X),
    "embed without permission": without(Permission.EMBED_LINKS, body=embed()),
    "history without permission": acts.history_without_permission,
    "message fetched without permission": without(Permission.READ_MESSAGE_HISTORY, "GET", "/messages/5"),
    "typing without permission": without(Permission.SEND_MESSAGES, "POST", "/typing"),
    "rename without permission": without(Permission.MANAGE_CHANNELS, "PATCH", "", {"name": "x"}),
    "delete without permission": without(Permission.MANAGE_CHANNELS, "DELETE", ""),
    "thread without permission": without(
        Permission.CREATE_PUBLIC_THREADS, path="/threads", body={"name": "t", "type": 11}
    ),
    "private thread without permission": without(
        Permission.CREATE_PRIVATE_THREADS, path="/threads", body={"name": "t", "type": 12}
    ),
    "thread without permission to send": without(
        Permission.SEND_MESSAGES, path="/threads", body={"name": "t", "type": 11}
    ),
    "message in a thread without permission": without(Permission.SEND_MESSAGES_IN_THREADS, body=X),
}


ACTS: Mapping[str, Act] = {
    **{f"message: {name}": post(payload) for name, (payload, _) in MESSAGES.items()},
    **{f"modal: {name}": answered((MODAL, payload)) for name, (payload, _) in MODALS.items()},
    **{f"command: {name}": registered(payload) for name, payload, _ in COMMANDS},
    **MORE,
}
