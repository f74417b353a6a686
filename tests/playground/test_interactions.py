"""Answering: buttons, menus, modals, deferring, follow-ups, and everything that may go wrong with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.playground import HandClock, Message, Refused
from tests.playground.stage import Act, Press, Stage, code, refusal, view


async def press(stage: Stage, act: Act, *, ephemeral: bool = False) -> tuple[Message, Any]:
    """Put up a button that does this, press it; the message and the interaction."""

    async def put_up(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("button", view=view(Press(act)), ephemeral=ephemeral)

    await stage.on_command(put_up)
    message = (await stage.alice.command(stage.channel, "do")).message
    return message, await stage.alice.click(message, label="Go")


async def test_a_button_changes_its_message(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None:
        assert interaction.message is not None
        await interaction.response.edit_message(content=f"was {interaction.message.content}", view=None)

    message, pressed = await press(stage, act)
    assert (message.content, message.components) == ("was button", [])
    assert pressed.message is message
    assert message.edited is not None


async def test_a_private_button_may_be_followed_by_a_public_message(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None:
        assert interaction.message is not None
        assert interaction.message.flags.ephemeral
        await interaction.response.edit_message(content="changed")
        await interaction.followup.send("for all")

    message, _ = await press(stage, act, ephemeral=True)
    await stage.bob.sees(stage.channel, lambda seen: seen.content == "for all")
    assert message not in stage.bob.messages(stage.channel)
    assert message.content == "changed"


async def test_deferring_an_update_leaves_the_message_until_it_is_edited(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later")

    message, _ = await press(stage, act)
    await stage.playground.wait(lambda: message.content == "later")


async def test_deferring_shows_a_placeholder_until_the_first_follow_up(stage: Stage) -> None:
    gate = asyncio.Event()

    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await gate.wait()
        await interaction.followup.send("first")
        await interaction.followup.send("second")

    await stage.on_command(act)
    asked = await stage.alice.command(stage.channel, "do")
    assert asked.message.loading
    gate.set()
    second = await stage.bob.sees(stage.channel, lambda message: message.content == "second")
    assert second is asked.followups[0]
    assert (asked.message.content, asked.message.loading) == ("first", False)
    assert asked.message.reader is stage.alice.user


@pytest.mark.parametrize("values", [["b"], ["a", "b"]])
async def test_a_menu_gives_its_values(stage: Stage, values: list[str]) -> None:
    class Menu(discord.ui.Select[discord.ui.View]):
        async def callback(self, interaction: discord.Interaction) -> None:
            await interaction.response.send_message(",".join(self.values))

    menu = Menu(custom_id="menu", max_values=2, options=[discord.SelectOption(label=each) for each in "abc"])
    message = stage.posted(await stage.place.send("choose", view=view(menu)))
    assert (await stage.alice.select(message, values)).message.content == ",".join(values)
    for wrong in ([], ["d"], ["a", "b", "c"]):
        with pytest.raises(Refused):
            await stage.alice.select(message, wrong)


async def test_a_menu_of_people(stage: Stage) -> None:
    class Menu(discord.ui.UserSelect[discord.ui.View]):
        async def callback(self, interaction: discord.Interaction) -> None:
            await interaction.response.send_message(self.values[0].display_name)

    message = stage.posted(await stage.place.send("choose", view=view(Menu(custom_id="menu"))))
    assert (await stage.alice.select(message, [stage.bob])).message.content == "Bob"


async def test_what_a_menu_starts_with_is_told_by_ids_as_text(stage: Stage) -> None:
    start = discord.SelectDefaultValue.from_user(discord.Object(stage.bob.user.id))
    told = [{"id": str(stage.bob.user.id), "type": "user"}]
    sent = await stage.place.send("choose", view=view(discord.ui.UserSelect(custom_id="menu", default_values=[start])))
    [menu] = stage.posted(sent).selects()
    assert menu["default_values"] == told

    async def act(interaction: discord.Interaction) -> None:
        form = discord.ui.Modal(title="Choice")
        form.add_item(discord.ui.Label(text="One", component=discord.ui.UserSelect(default_values=[start])))
        await interaction.response.send_modal(form)

    await stage.on_command(act)
    opened = await stage.alice.command(stage.channel, "do")
    assert opened.modal is not None
    assert opened.modal["components"][0]["component"]["default_values"] == told


class Choice(discord.ui.Modal, title="Choice"):
    """Some words, and a menu below a label."""

    words: discord.ui.TextDisplay[Any] = discord.ui.TextDisplay("Choose")
    menu: discord.ui.Label[Choice] = discord.ui.Label(
        text="One",
        component=discord.ui.Select(custom_id="menu", options=[discord.SelectOption(label=each) for each in "ab"]),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.menu.component, discord.ui.Select)
        await interaction.response.send_message(",".join(self.menu.component.values))


async def test_a_modal_with_a_menu(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Choice())

    await stage.on_command(act)
    opened = await stage.alice.command(stage.channel, "do")
    wrong: list[dict[str, list[str]]] = [{}, {"menu": ["c"]}, {"menu": ["a", "b"]}, {"menu": ["a"], "other": ["a"]}]
    for values in wrong:
        with pytest.raises(Refused):
            await stage.alice.submit(opened, values)
    assert (await stage.alice.submit(opened, {"menu": "b"})).message.content == "b"


class Words(discord.ui.Modal, title="Words"):
    """One field, and one below a label."""

    old: discord.ui.TextInput[Words] = discord.ui.TextInput(label="Old", custom_id="old", max_length=5)
    new: discord.ui.Label[Words] = discord.ui.Label(
        text="New", component=discord.ui.TextInput(custom_id="new", required=False)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.new.component, discord.ui.TextInput)
        text = f"{self.old.value}/{self.new.component.value}"
        if interaction.message is None:
            await interaction.response.send_message(text)
        else:
            await interaction.response.edit_message(content=text)


async def open_modal(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Words())


async def test_a_modal_is_filled_in(stage: Stage) -> None:
    await stage.on_command(open_modal)
    opened = await stage.alice.command(stage.channel, "do")
    with pytest.raises(Refused):
        await stage.alice.submit(opened, {"new": "x"})
    with pytest.raises(Refused):
        await stage.alice.submit(opened, {"old": "123456"})
    with pytest.raises(Refused):
        await stage.bob.submit(opened, {"old": "1"})
    assert (await stage.alice.submit(opened, {"old": "a", "new": "b"})).message.content == "a/b"


async def test_a_modal_opened_by_a_button_changes_its_message(stage: Stage) -> None:
    message, opened = await press(stage, open_modal)
    await stage.alice.submit(opened, {"old": "a"})
    assert message.content == "a/"


async def test_what_cannot_be_pressed(stage: Stage) -> None:
    off = Press(label="Off", custom_id="off", disabled=True)
    link: discord.ui.Button[discord.ui.View] = discord.ui.Button(label="Web", url="https://example.org")
    message = stage.posted(await stage.place.send("x", view=view(off, link)))
    for label in ("Off", "Web", "None"):
        with pytest.raises(Refused):
            await stage.alice.click(message, label=label)
    stage.playground.delete_message(message)
    with pytest.raises(Refused):
        await stage.alice.click(message, label="Off")


# What goes wrong


async def test_a_second_answer_is_refused(stage: Stage) -> None:
    seen: list[discord.Interaction] = []

    async def act(interaction: discord.Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("one")

    await stage.on_command(act)
    await stage.alice.command(stage.channel, "do")
    again = discord.InteractionResponse(seen[0])
    assert await code(again.send_message("two")) == 40060
    assert await code(again.send_modal(Words())) == 40060
    nowhere = f"/interactions/{seen[0].id}/nonsense/callback"
    assert await code(stage.request("POST", nowhere, {"type": 5})) == 10062
    assert [message.content for message in stage.alice.messages(stage.channel)] == ["one"]


async def test_a_modal_cannot_follow_a_defer(stage: Stage) -> None:
    codes: list[int] = []

    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.defer(thinking=True)
        codes.append(await code(discord.InteractionResponse(interaction).send_modal(Words())))
        await interaction.edit_original_response(content="end")

    await stage.on_command(act)
    await stage.alice.command(stage.channel, "do")
    await stage.alice.sees(stage.channel, lambda message: message.content == "end")
    assert codes == [40060]


async def test_a_failed_answer_does_not_use_the_interaction_up(stage: Stage) -> None:
    codes: list[int] = []

    async def act(interaction: discord.Interaction) -> None:
        codes.append(await code(interaction.response.send_message("x" * 2001)))
        await interaction.response.send_message("short")

    await stage.on_command(act)
    assert (await stage.alice.command(stage.channel, "do")).message.content == "short"
    assert codes == [50035]


async def test_no_answer_within_three_seconds_fails(slow_stage: Stage, clock: HandClock) -> None:
    stage, gate, codes = slow_stage, asyncio.Event(), list[int]()
    came = asyncio.Event()

    async def act(interaction: discord.Interaction) -> None:
        came.set()
        await gate.wait()
        codes.append(await code(interaction.response.send_message("late")))
        came.set()

    await stage.on_command(act)
    asking = asyncio.create_task(stage.alice.command(stage.channel, "do"))
    await came.wait()
    clock.advance(3.01)
    assert (await asking).failed
    came.clear()
    gate.set()
    await came.wait()
    assert codes == [10062]
    assert stage.alice.messages(stage.channel) == []


async def test_a_token_lives_for_fifteen_minutes(slow_stage: Stage, clock: HandClock) -> None:
    stage, seen = slow_stage, list[discord.Interaction]()

    async def act(interaction: discord.Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("x")

    await stage.on_command(act)
    await stage.alice.command(stage.channel, "do")
    clock.advance(15 * 60 - 1)
    await seen[0].edit_original_response(content="y")
    clock.advance(2)
    assert (await refusal(seen[0].edit_original_response(content="z")))[:2] == (401, 50027)
    assert (await refusal(seen[0].followup.send("z")))[:2] == (401, 50027)
    await stage.alice.command(stage.channel, "do")
    assert (await refusal(seen[0].followup.send("z")))[:2] == (401, 50027)


async def test_a_follow_up_needs_an_answer_first(stage: Stage) -> None:
    codes: list[int] = []

    async def act(interaction: discord.Interaction) -> None:
        codes.append(await code(interaction.followup.send("x")))
        await interaction.response.send_message("y")

    await stage.on_command(act)
    await stage.alice.command(stage.channel, "do")
    assert codes == [10015]


async def test_private_messages_are_reached_by_token_alone(stage: Stage) -> None:
    seen: list[discord.Interaction] = []

    async def act(interaction: discord.Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("x", ephemeral=True)

    await stage.on_command(act)
    message = (await stage.alice.command(stage.channel, "do")).message
    partial = stage.place.get_partial_message(message.id)
    requests: list[Callable[[], Awaitable[Any]]] = [
        partial.fetch,
        lambda: partial.edit(content="y"),
        partial.delete,
        lambda: partial.create_thread(name="thread"),
    ]
    for request in requests:
        assert await code(request()) == 10008
    assert [each async for each in stage.place.history()] == []
    assert (await seen[0].original_response()).content == "x"
    stage.alice.dismiss(message)
    assert stage.alice.messages(stage.channel) == []
    await seen[0].edit_original_response(content="y")
    await seen[0].delete_original_response()
    assert await code(seen[0].edit_original_response(content="z")) == 10008


async def test_an_interaction_may_be_delivered_twice(stage: Stage) -> None:
    results: asyncio.Queue[int] = asyncio.Queue()

    async def act(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("x")
        except discord.HTTPException as error:
            results.put_nowait(error.code)
        else:
            results.put_nowait(0)

    await stage.on_command(act)
    stage.playground.gateway.deliver_twice = 1
    await stage.alice.command(stage.channel, "do")
    assert sorted([await results.get(), await results.get()]) == [0, 40060]
    assert len(stage.alice.messages(stage.channel)) == 1


async def test_an_answer_in_a_deleted_channel(stage: Stage) -> None:
    seen: list[discord.Interaction] = []

    async def act(interaction: discord.Interaction) -> None:
        seen.append(interaction)
        await interaction.response.send_message("x")

    await stage.on_command(act)
    await stage.alice.command(stage.channel, "do")
    stage.playground.delete_channel(stage.channel)
    assert await code(seen[0].followup.send("y")) == 10003
    assert await code(seen[0].edit_original_response(content="y")) == 10008
    with pytest.raises(Refused):
        await stage.alice.command(stage.channel, "do")


@pytest.mark.parametrize("kind", [4, 5, 6, 7, 1, 8, 99, "4", None, [4]])
async def test_kinds_of_answer_that_a_command_takes(stage: Stage, kind: Any) -> None:
    outcomes: asyncio.Queue[int] = asyncio.Queue()

    async def act(interaction: discord.Interaction) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        try:
            await stage.request("POST", path, {"type": kind, "data": {"content": "x"}})
        except discord.HTTPException as error:
            outcomes.put_nowait(error.code)
            await interaction.response.send_message("y")
        else:
            outcomes.put_nowait(0)

    await stage.on_command(act)
    await stage.alice.command(stage.channel, "do")
    assert await outcomes.get() == (0 if kind in (4, 5) else 50035)
