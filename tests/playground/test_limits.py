"""Rate limits and faults on demand."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.playground import Channel, HandClock, Playground
from tests.playground.stage import Stage, code


class Raw:
    """Requests without a client that waits and tries again by itself."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self._session = session

    async def request(
        self, method: str, path: str, *, token: bool = True, data: str | None = None, **body: Any
    ) -> tuple[int, Any, Any]:
        """Status, body and headers of an answer."""
        headers = {"Authorization": f"Bot {self.playground.token}"} if token else {}
        url = self.playground.api_url + path
        data = data or (json.dumps(body) if body else None)
        async with self._session.request(method, url, data=data, headers=headers) as answer:
            found = await answer.json() if answer.content_type == "application/json" else await answer.text()
            return answer.status, found, answer.headers


@pytest_asyncio.fixture
async def raw(clock: HandClock) -> AsyncIterator[Raw]:
    playground = Playground(clock=clock)
    await playground.start()
    async with aiohttp.ClientSession() as session:
        yield Raw(playground, session)
    await playground.stop()


@pytest.fixture
def channels(raw: Raw) -> list[Channel]:
    guild = raw.playground.add_guild("Server")
    return [raw.playground.add_channel(guild, str(number)) for number in range(2)]


async def test_a_channel_takes_five_messages_in_five_seconds(
    raw: Raw, channels: list[Channel], clock: HandClock
) -> None:
    first, second = (f"/channels/{channel.id}/messages" for channel in channels)
    for left in range(4, -1, -1):
        status, _, headers = await raw.request("POST", first, content="x")
        assert (status, headers["X-RateLimit-Remaining"]) == (200, str(left))
        assert headers["X-RateLimit-Limit"] == "5"
    clock.advance(1.5)
    status, body, headers = await raw.request("POST", first, content="x")
    assert status == 429
    assert body == {"message": "You are being rate limited.", "retry_after": 3.5, "global": False}
    assert (headers["X-RateLimit-Scope"], headers["X-RateLimit-Remaining"]) == ("user", "0")
    assert "Via" in headers
    assert (await raw.request("POST", second, content="x"))[0] == 200
    clock.advance(3.5)
    assert (await raw.request("POST", first, content="x"))[0] == 200
    limits = raw.playground.limits
    assert (limits.refused, limits.counted) == (1, 8)
    assert limits.channels == {channels[0].id: 7, channels[1].id: 1}


async def test_the_bot_makes_fifty_requests_a_second(raw: Raw, clock: HandClock) -> None:
    guild = raw.playground.add_guild("Server")
    paths = [f"/channels/{raw.playground.add_channel(guild).id}" for _ in range(51)]
    for path in paths[:50]:
        assert (await raw.request("GET", path))[0] == 200
    status, body, headers = await raw.request("GET", paths[50])
    assert (status, body["global"], headers["X-RateLimit-Global"]) == (429, True, "true")
    assert (await raw.request("POST", "/webhooks/1/token", token=False))[0] == 404
    clock.advance(1)
    assert (await raw.request("GET", paths[50]))[0] == 200


async def test_much_chinese_text_in_a_layout_fails(raw: Raw, channels: list[Channel]) -> None:
    path = f"/channels/{channels[0].id}/messages"
    for count, expected in ((3390, 200), (3391, 500)):
        text = {"type": 10, "content": "王" * count}
        assert (await raw.request("POST", path, flags=1 << 15, components=[text]))[0] == expected


async def test_limits_may_only_count(raw: Raw, channels: list[Channel]) -> None:
    raw.playground.limits.enforce = False
    for _ in range(60):
        assert (await raw.request("POST", f"/channels/{channels[0].id}/messages", content="x"))[0] == 200
    assert raw.playground.limits.routes["POST /channels/{channel}/messages"] == 60
    assert raw.playground.limits.refused == 55


async def test_who_may_ask_and_how(raw: Raw, channels: list[Channel]) -> None:
    assert (await raw.request("GET", "/users/@me", token=False))[:2] == (
        401,
        {"message": "401: Unauthorized", "code": 0},
    )
    assert raw.playground.limits.invalid == 1
    assert (await raw.request("GET", "/users/me"))[1]["code"] == 50035
    assert raw.playground.limits.invalid == 1
    assert (await raw.request("GET", "/nowhere"))[0] == 404
    assert (await raw.request("GET", "/gateway/bot"))[1]["url"] == raw.playground.gateway_url
    path = f"/channels/{channels[0].id}/messages"
    assert (await raw.request("POST", path, data="{"))[1]["code"] == 50109
    assert (await raw.request("POST", path, data=json.dumps(["x"])))[1]["code"] == 50006


async def test_answers_through_a_token_do_not_count(stage: Stage) -> None:
    async def act(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("x")
        await interaction.edit_original_response(content="y")
        await interaction.followup.send("z")

    await stage.on_command(act)
    before = stage.playground.limits.counted
    await stage.alice.command(stage.channel, "do")
    await stage.alice.sees(stage.channel, lambda message: message.content == "z")
    assert stage.playground.limits.counted == before
    assert stage.playground.limits.channels == {}


async def test_a_client_waits_out_a_limit(stage: Stage) -> None:
    fault = stage.playground.faults.add("/messages$", status=429, times=2, retry_after=0.01)
    await stage.place.send("x")
    assert fault.hits == 2
    assert [message.content for message in stage.alice.messages(stage.channel)] == ["x"]


async def test_a_request_may_fail_before_or_after_it_takes_effect(stage: Stage) -> None:
    stage.playground.faults.add(f"/channels/{stage.channel.id}/messages$", method="POST", status=503, times=1)
    with pytest.raises(discord.DiscordServerError):
        await stage.place.send("before")
    stage.playground.faults.add("/messages$", status=503, times=1, after=True)
    with pytest.raises(discord.DiscordServerError):
        await stage.place.send("after")
    stage.playground.faults.add("/messages$", code=40003)
    assert await code(stage.place.send("refused")) == 40003
    stage.playground.faults.clear()
    await stage.place.send("end")
    assert [message.content for message in stage.alice.messages(stage.channel)] == ["after", "end"]


async def test_a_request_may_be_held_and_slow(slow_stage: Stage, clock: HandClock) -> None:
    stage = slow_stage
    hold = stage.playground.faults.hold("/messages$")
    sending = asyncio.create_task(stage.place.send("x"))
    await asyncio.wait_for(hold.arrived.wait(), 10)
    assert stage.alice.messages(stage.channel) == []
    hold.release()
    await sending
    slow = stage.playground.faults.add("/messages$", delay=9)
    sending = asyncio.create_task(stage.place.send("y"))
    await stage.playground.wait(lambda: slow.hits)
    clock.advance(8)
    assert len(stage.alice.messages(stage.channel)) == 1
    clock.advance(1)
    await sending


async def test_what_has_arrived_takes_effect_though_its_sender_has_gone(raw: Raw, channels: list[Channel]) -> None:
    hold = raw.playground.faults.hold("/messages$", method="POST")
    asking = asyncio.create_task(raw.request("POST", f"/channels/{channels[0].id}/messages", content="Hello"))
    await hold.arrived.wait()
    asking.cancel()
    await asyncio.wait({asking})
    await raw.request("GET", f"/channels/{channels[0].id}")  # by then the loss has been noticed
    hold.release()
    await raw.playground.wait(lambda: channels[0].messages)
