"""Every limit on what a message, its parts and a modal may hold, through a real client's requests."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.checks.commands import check_choices, check_commands
from bot.playground.checks.messages import check_message
from bot.playground.checks.modals import check_modal
from bot.playground.errors import ApiError, Form
from tests.playground.forms import MESSAGES, MODALS, layout, words
from tests.playground.stage import Stage, picture, places, refusal


@pytest.mark.parametrize("case", MESSAGES)
async def test_what_a_message_may_hold(stage: Stage, case: str) -> None:
    payload, wrong = MESSAGES[case]
    request = stage.request("POST", f"/channels/{stage.channel.id}/messages", payload)
    if wrong is None:
        made = await request
        sent = stage.place.get_partial_message(int(made["id"]))
        await sent.fetch()
        return
    status, code, text = await refusal(request)
    assert (status, code) == (400, 50035)
    assert sorted(places(text)) == sorted(wrong.split())
    assert stage.alice.messages(stage.channel) == []


async def test_answers_and_edits_are_held_to_the_same(stage: Stage) -> None:
    found: asyncio.Queue[list[str]] = asyncio.Queue()
    bad, wrong = MESSAGES["26 options"]

    async def act(interaction: discord.Interaction) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        found.put_nowait(places((await refusal(stage.request("POST", path, {"type": 4, "data": bad})))[2]))
        await interaction.response.send_message("x")
        path = f"/webhooks/{interaction.application_id}/{interaction.token}"
        for method, end in (("POST", ""), ("PATCH", "/messages/@original")):
            found.put_nowait(places((await refusal(stage.request(method, path + end, bad)))[2]))

    await stage.on_command(act)
    asked = await stage.alice.command(stage.channel, "do")
    assert [await found.get() for _ in range(3)] == [[f"data.{wrong}"], [wrong], [wrong]]
    assert (asked.message.content, asked.message.components) == ("x", [])


async def test_a_layout_stays_one_and_shows_files(stage: Stage) -> None:
    class Board(discord.ui.LayoutView):
        gallery: discord.ui.MediaGallery[Board] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://card.png")
        )

    sent = await stage.place.send(view=Board(), file=picture())
    assert sent.flags.components_v2
    assert sent.attachments == []
    [shown] = sent.components
    assert isinstance(shown, discord.MediaGalleryComponent)
    assert shown.items[0].media.url.startswith(stage.playground.cdn_url)
    path = f"/channels/{stage.channel.id}/messages/{sent.id}"
    assert places((await refusal(stage.request("PATCH", path, {"flags": 0})))[2]) == ["flags"]
    assert places((await refusal(stage.request("PATCH", path, {"content": "x"})))[2]) == ["content"]
    plain = await stage.place.send("x")
    path = f"/channels/{stage.channel.id}/messages/{plain.id}"
    change = layout(words("y"))
    assert places((await refusal(stage.request("PATCH", path, change)))[2]) == ["content"]
    changed = await stage.request("PATCH", path, {**change, "content": None})
    assert changed["flags"] & (1 << 15)


def _keys(payload: Any) -> set[str]:
    """All keys in a payload."""
    if isinstance(payload, list):
        return set().union(*map(_keys, payload))
    return set(payload).union(*map(_keys, payload.values())) if isinstance(payload, dict) else set()


@pytest.mark.parametrize("case", MODALS)
async def test_what_a_modal_may_hold(stage: Stage, case: str) -> None:
    payload, wrong = MODALS[case]
    found: asyncio.Queue[list[str]] = asyncio.Queue()

    async def act(interaction: discord.Interaction) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        request = stage.request("POST", path, {"type": 9, "data": payload})
        if wrong is None:
            await request
            return
        found.put_nowait(places((await refusal(request))[2]))
        await interaction.response.defer()

    await stage.on_command(act)
    opened = await stage.alice.command(stage.channel, "do")
    if wrong is None:
        assert opened.modal == payload
    else:
        assert await found.get() == [f"data.{wrong}"]


KEYS = st.sampled_from(sorted({key for payload, _ in (*MESSAGES.values(), *MODALS.values()) for key in _keys(payload)}))
LEAVES = st.none() | st.booleans() | st.integers(-1, 25) | st.floats() | st.text(max_size=3)
ANYTHING = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner), max_leaves=20)


@given(ANYTHING)
def test_nonsense_is_refused_and_nothing_worse(nonsense: Any) -> None:
    anything = nonsense if isinstance(nonsense, dict) else {"components": nonsense}
    for v2 in (False, True):
        form = Form()
        check_message(form, nonsense, nonsense, nonsense, v2=v2, files=set())
    check_modal(Form(), anything)
    check_choices(Form(), nonsense, 3)
    with suppress(ApiError):
        check_commands(nonsense)
