"""The one answer to an interaction."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.playground import Answer, Playground
from cogs.calls import Draft
from cogs.reply import Reply
from tests.cogs.players import Tapper
from tests.cogs.room import room


@pytest.mark.parametrize("lends", [False, True])
async def test_what_is_private_is_never_edited_into_a_board(
    playground: Playground, tmp_path: Path, lends: bool
) -> None:
    """Nor is the board taken away: also where the first answer failed, so that an edit could still be the answer."""
    async with room(playground, tmp_path / "bot.db") as here:
        board = await here.board(await here.open(where="channel"))
        texts: set[str] = set()
        playground.world.listeners.append(lambda event: texts.add(board.text()) if event.message is board else None)
        done: list[object] = []

        async def answer(interaction: discord.Interaction[Any]) -> None:
            reply = Reply(interaction)
            reply.lends = lends
            done.append(await reply.tell(Draft(content="for one")))
            done.append(await reply.change(Draft(content="for one alone")))
            await reply.remove()

        here.client.on_interaction = answer  # type: ignore[method-assign]
        playground.faults.add("/callback", code=50013, times=1)
        click = await here.people[1].click(board, label="Ready")
        await playground.wait(lambda: click.message.deleted)
        assert done[0] is not None
        assert done[1] is None
        assert click.message is not board
        assert not board.deleted
        assert not [text for text in texts if "for one" in text]


async def test_a_pass_on_the_board_that_takes_long_leaves_nothing_loading(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        board, people = await here.board(place), here.people[:2]
        players = [Tapper(here, place, person) for person in people]
        for person in people:
            await here.panel_of(person, place)

        def follows() -> Tapper | None:
            return next((one for one in players if one.ready and here.view(one.person).best is not None), None)

        while (follower := follows()) is None:
            ready = await playground.wait(lambda: next((one for one in players if one.ready), None))
            if follows() is None:
                ticket = ready._next()
                assert ticket is not None
                await ready.tap(ticket)
        monkeypatch.setattr("cogs.reply.PATIENCE", 0)
        answer = await follower.person.click(board, label="Pass")
        assert answer.answer is Answer.DEFER
        await follower.person.sees(place, lambda message: message is answer.message and not message.loading)


@pytest.mark.parametrize("patience", [1.5, 0])
async def test_an_answer_of_which_only_the_confirmation_is_lost_is_one(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    """Discord says on the second try that there is an answer: that is ours, and what follows goes on from it."""
    async with room(playground, tmp_path / "bot.db") as here:
        place, ann = await here.deal(people=1), here.people[0]
        monkeypatch.setattr("cogs.reply.PATIENCE", patience)
        panels = []
        for _ in range(2):
            playground.faults.add("/callback$", status=502, after=True, times=1)
            panels.append((await ann.command(place, "bh hand")).message)
            again = await playground.wait(lambda: next((sent for sent in here.sent if sent.status == 400), None))
            here.sent.remove(again)
            await ann.sees(place, lambda message: message is panels[-1] and message.buttons())
        await playground.wait(lambda: panels[0].deleted)


@pytest.mark.parametrize(("patience", "later"), [(3600.0, 7200.0), (0.05, -3600.0)])
async def test_what_a_click_has_waited_already_counts_whatever_the_clocks_say(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patience: float, later: float
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        board = await here.board(await here.open(where="channel"))
        ready = asyncio.Event()

        async def answer(interaction: discord.Interaction[Any]) -> None:
            now = interaction.created_at + timedelta(seconds=later)
            monkeypatch.setattr("cogs.reply.discord.utils.utcnow", lambda: now)
            reply = Reply(interaction)
            await reply.during(ready.wait(), new_message=True)
            await reply.tell(Draft(content="for one"))

        here.client.on_interaction = answer  # type: ignore[method-assign]
        monkeypatch.setattr("cogs.reply.PATIENCE", patience)
        click = await here.people[1].click(board, label="Ready")
        assert click.answer is Answer.DEFER
        ready.set()
        await here.people[1].sees(board.channel, lambda message: message.text() == "for one")
