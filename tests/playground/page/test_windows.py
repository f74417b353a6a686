"""What windows are told and can ask for, without a browser."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest
from discord import ui

from bot.playground.page.window import AT_ONCE
from tests.playground.page.conftest import Desk
from tests.playground.page.tab import Refusal, tab
from tests.playground.stage import Press, view


async def test_the_page_allows_nothing_from_elsewhere(desk: Desk) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(desk.page.url) as answer:
            policy = answer.headers["Content-Security-Policy"]
            text = await answer.text()
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http:" not in text
        assert "https:" not in text
        for path in ("page/../page.py", "page/%2e%2e/page.py", "page/none.js"):
            async with session.get(desk.page.url + path) as answer:
                assert answer.status == 404


async def test_other_names_of_this_machine_are_sent_to_the_one_origin(desk: Desk) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.get(desk.page.url + "?as=Ann", headers={"Host": "evil.example"}, allow_redirects=False) as answer,
    ):
        assert (answer.status, answer.headers["Location"]) == (302, desk.page.url + "?as=Ann")


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
async def test_another_site_cannot_open_a_window(desk: Desk, headers: dict[str, str]) -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(f"ws://{desk.address}/page-socket", headers=headers)
    assert refused.value.status == 403


async def test_windows_without_a_name_are_different_people(desk: Desk) -> None:
    async with tab(desk.address) as first, tab(desk.address) as second, tab(desk.address, "Ann") as third:
        names = [(await each.hears("hello"))["me"]["name"] for each in (first, second, third)]
    assert names == ["Ann", "Ben", "Ann"]


async def test_any_name_is_shown_as_it_is(desk: Desk) -> None:
    name = "<b>\u202eeve</b> @everyone " + "宽" * 40
    async with tab(desk.address, name) as window:
        shown = (await window.hears("hello"))["me"]["name"]
    assert shown == name[:32]


async def test_a_name_that_is_cut_is_the_same_when_one_comes_back(desk: Desk) -> None:
    async with tab(desk.address, "a" * 31 + " b") as window:
        first = (await window.hears("hello"))["me"]
    async with tab(desk.address, first["name"]) as window:
        assert (await window.hears("hello"))["me"] == first


async def test_requests_beyond_what_a_window_may_have_under_way_wait_their_turn(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        many = [ann.ask("history", channel=desk.channel.id) for _ in range(3 * AT_ONCE)]
        assert len(await asyncio.gather(*many)) == 3 * AT_ONCE


async def test_what_someone_says_is_new_to_others_until_they_have_read_it(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann, tab(desk.address, "Ben") as ben:
        me = (await ben.hears("hello"))["me"]["id"]
        await ann.ask("say", channel=desk.channel.id, text=f"<@{me}> hello", reply=None)
        seen = await ben.hears("message")
        assert (seen["channel"], seen["message"]["content"]) == (str(desk.channel.id), f"<@{me}> hello")
        assert (await ben.hears("notice"))["reason"] == "mention"
        marked = await ben.channel(desk.channel.id, lambda each: each["unread"])
        assert marked["mentions"] == 1
        assert not (await ann.channel(desk.channel.id))["unread"]
        await ben.ask("mark", channel=desk.channel.id, message=seen["message"]["id"])
        read = await ben.channel(desk.channel.id, lambda each: not each["unread"])
        assert read["mentions"] == 0
        history = await ann.ask("history", channel=desk.channel.id)
        assert [each["content"] for each in history["messages"]] == [f"<@{me}> hello"]
        assert not history["more"]


async def test_what_was_said_before_one_came_is_not_new(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        await ann.ask("say", channel=desk.channel.id, text="hello", reply=None)
        async with tab(desk.address, "Ben") as ben:
            assert not (await ben.channel(desk.channel.id))["unread"]


async def test_long_histories_come_in_parts(desk: Desk) -> None:
    async with tab(desk.address, "Ann") as ann:
        for number in range(70):
            await ann.ask("say", channel=desk.channel.id, text=str(number), reply=None)
        latest = await ann.ask("history", channel=desk.channel.id)
        earlier = await ann.ask("history", channel=desk.channel.id, before=latest["messages"][0]["id"])
    assert (latest["more"], earlier["more"]) == (True, False)
    told = [int(each["content"]) for each in (*earlier["messages"], *latest["messages"])]
    assert told == list(range(70))


async def test_a_command_is_answered_to_its_reader_alone(desk: Desk) -> None:
    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"only you: {interaction.locale}", ephemeral=True)

    desk.bot.act = act
    async with tab(desk.address, "Ann", locale="zh-CN") as ann, tab(desk.address, "Ben") as ben:
        answer = await ann.ask("command", channel=desk.channel.id, path="do", options={})
        assert answer == {"failed": False, "opened": None, "modal": None}
        said = (await ann.hears("message"))["message"]
        assert (said["content"], said["ephemeral"]) == ("only you: zh-CN", True)
        assert said["used"] == {"user": (await ann.hears("hello"))["me"]["id"], "path": "do"}
        await ann.ask("dismiss", message=said["id"])
        assert (await ann.hears("gone"))["message"] == said["id"]
        with pytest.raises(Refusal) as refused:
            await ben.ask("dismiss", message=said["id"])
        assert refused.value.code == "not_there"
        await ben.ask("say", channel=desk.channel.id, text="done", reply=None)
        await ben.hears("message", lambda event: event["message"]["content"] == "done")
        assert len([event for event in ben.events if event["event"] == "message"]) == 1


async def test_options_are_people_and_are_completed(desk: Desk) -> None:
    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.extras['who']} {interaction.extras['text']}")

    desk.bot.act = act
    async with tab(desk.address, "Ann") as ann:
        me = (await ann.hears("hello"))["me"]
        commands = (await ann.ask("commands", channel=desk.channel.id))["commands"]
        assert [each["name"] for each in commands] == ["do"]
        where = {"channel": desk.channel.id, "path": "do"}
        found = await ann.ask("complete", **where, options={"text": "hey"}, focused="text")
        assert found["choices"] == [{"name": "hey!", "value": "hey!"}]
        await ann.ask("command", **where, options={"text": "hey!", "who": me["id"]})
        said = await ann.hears("message")
        assert said["message"]["content"].endswith(" hey!")
        for options, option in (({"who": "1"}, "who"), ({"text": 7}, "text"), ({"none": "x"}, "none")):
            with pytest.raises(Refusal) as refused:
                await ann.ask("command", **where, options=options)
            assert refused.value.where == option


async def test_buttons_menus_and_forms(desk: Desk) -> None:
    class Form(ui.Modal, title="Form"):
        word: ui.TextInput[Form] = ui.TextInput(label="Word", custom_id="word", max_length=5)

        async def on_submit(self, interaction: discord.Interaction, /) -> None:
            await interaction.response.send_message(f"word {self.word.value}")

    class Menu(ui.Select[ui.View]):
        async def callback(self, interaction: discord.Interaction) -> None:
            await interaction.response.send_message(f"chose {self.values}")

    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    async def act(interaction: discord.Interaction) -> None:
        menu = Menu(custom_id="menu", options=[discord.SelectOption(label=each) for each in "abc"], max_values=2)
        await interaction.response.send_message("here", view=view(Press(ask), menu))

    desk.bot.act = act
    async with tab(desk.address, "Ann") as ann:
        await ann.ask("command", channel=desk.channel.id, path="do", options={})
        board = (await ann.hears("message"))["message"]["id"]
        await ann.ask("select", message=board, custom_id="menu", values=["b", "c"])
        await ann.hears("message", lambda event: event["message"]["content"] == "chose ['b', 'c']")
        opened = await ann.ask("click", message=board, custom_id="go")
        assert opened["modal"]["title"] == "Form"
        with pytest.raises(Refusal) as refused:
            await ann.ask("submit", opened=opened["opened"], values={"word": "too long"})
        assert (refused.value.where, refused.value.code) == ("word", "length")
        await ann.ask("submit", opened=opened["opened"], values={"word": "short"})
        await ann.hears("message", lambda event: event["message"]["content"] == "word short")
        with pytest.raises(Refusal) as refused:
            await ann.ask("submit", opened=opened["opened"], values={"word": "short"})
        assert refused.value.code == "no_modal"


@pytest.mark.parametrize(
    "given",
    [
        ("nothing", {}),
        ("history", {}),
        ("history", {"channel": "x"}),
        ("history", {"channel": 5}),
        ("click", {"message": "1"}),
        ("command", {"channel": 1, "path": "do"}),
        ("locale", {"locale": "fr"}),
        ("fault", {"what": "power"}),
        ("fault", {"what": "state", "channel": 1}),
        ("__init__", {}),
    ],
)
async def test_what_makes_no_sense_is_refused(desk: Desk, given: tuple[str, dict[str, object]]) -> None:
    async with tab(desk.address, "Ann") as ann:
        with pytest.raises(Refusal):
            await ann.ask(given[0], **given[1])
        await ann.ask("say", channel=desk.channel.id, text="still here", reply=None)


@pytest.mark.parametrize(
    ("deed", "given"),
    [("command", {"path": "do", "options": []}), ("history", {"before": float("inf")}), ("mark", {"message": [1]})],
)
async def test_values_of_another_kind_are_refused(desk: Desk, deed: str, given: dict[str, object]) -> None:
    async with tab(desk.address, "Ann") as ann:
        with pytest.raises(Refusal) as refused:
            await ann.ask(deed, channel=desk.channel.id, **given)
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"id": 1, "do": 2, "with": {}}', "[" * 100_000])
async def test_what_is_no_request_is_passed_over(desk: Desk, text: str) -> None:
    async with tab(desk.address, "Ann") as ann:
        await ann.socket.send_str(text)
        await ann.ask("say", channel=desk.channel.id, text="still here", reply=None)


async def test_a_silent_bot_has_failed(desk: Desk) -> None:
    begun = asyncio.Event()

    async def act(interaction: discord.Interaction) -> None:
        begun.set()

    desk.bot.act = act
    async with tab(desk.address, "Ann") as ann:
        answer = await ann.ask("command", channel=desk.channel.id, path="do", options={})
    assert begun.is_set()
    assert answer["failed"]
