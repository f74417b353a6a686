"""AI seats that take their time: nothing waits for them, nothing is lost, and what they do in a row is shown in one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.base import Game
from bot.tables.front import By, Change
from bot.tables.pace import Pace
from bot.tables.state import Stage
from bot.tables.table import Table
from tests.tables.world import ANA, BEN, CAT, DAN, World, refused, stage_of
from tests.toy import Toy, ToyRound

SECONDS = 0.05
"""What a decision takes."""


class Slow:
    """A decider that takes so many seconds of a world's clock for each decision."""

    def __init__(self, world: World, seconds: float = SECONDS) -> None:
        self.world = world
        self.seconds = seconds
        self.asked: list[str] = []
        """The levels that were asked."""

    async def __call__(self, game: Game, view: object, level: str, seed: int) -> str:
        self.asked.append(level)
        clock = self.world.clock
        await clock.wait(clock.now() + self.seconds, asyncio.Event())
        return game.decide(view, level, seed)


@pytest.fixture(name="five")
async def five_fixture(tmp_path: Path) -> AsyncIterator[World]:
    """Tables with five seats whose AI players take their time, shown at the pace of Discord."""
    world = World(tmp_path, Toy(5), Pace(mask=(2, 2)))
    world.decide = Slow(world)
    yield await world.start()
    await world.stop()


@pytest.fixture(name="slow")
async def slow_fixture(tmp_path: Path) -> AsyncIterator[World]:
    """Tables with three seats whose AI players take a second for each decision."""
    world = World(tmp_path, Toy(3))
    world.decide = Slow(world, 1)
    yield await world.start()
    await world.stop()


async def quieten(world: World) -> None:
    """Let all decisions and shows come that are on their way."""
    for _ in range(80):
        await world.advance(SECONDS)


async def thinking(world: World) -> Table:
    """A table at which the AI that plays on for Ben, who has left, is thinking about its bid."""
    table = await world.playing(ANA, BEN, CAT)
    await world.call(table)
    await table.leave(BEN.id, confirmed=True)
    await table.act(ANA.id, "bid 1")
    await world.rest()
    assert table.round
    assert [ask.seat for ask in table.round.asked()] == [1]
    return table


async def test_what_several_do_in_a_row_is_one_update_within_two_seconds(five: World) -> None:
    table = await five.table(ANA, ai=4, auto_pass=False)
    await table.ready(ANA.id, 1)
    await quieten(five)
    await table.act(ANA.id, "low")
    await quieten(five)
    before, began = len(five.front.shows), five.clock.now()
    await table.act(ANA.id, "bid 1")
    while len(five.front.shows) == before:
        await five.advance(0.01)
    assert SECONDS * 4 <= five.clock.now() - began < 2
    told = five.front.changes[-5:]
    assert [change.seat for change in told] == [0, 1, 2, 3, 4]
    assert [change.by for change in told] == [By.PERSON, *[By.AI] * 4]
    await quieten(five)
    assert len(five.front.shows) == before + 1


async def test_what_took_effect_does_not_wait_long_for_slow_ones(slow: World) -> None:
    table = await slow.playing(ANA, ai=2)
    await slow.advance(1)
    await slow.advance(1)
    before = len(slow.front.shows)
    await slow.call(table)
    await table.act(ANA.id, "bid 1")
    await slow.rest()
    assert len(slow.front.shows) == before + 1, "only that all have called"
    await slow.advance(1)
    assert slow.front.changes[-2:] == [Change(0, "bid 1", By.PERSON), Change(1, "bid 2", By.AI)]
    await slow.advance(1)
    assert slow.front.changes[-1].seat == 2


async def test_people_act_while_an_ai_thinks(slow: World) -> None:
    table = await slow.playing(ANA, BEN, ai=1)
    await table.act(BEN.id, "low")
    await table.act(ANA.id, "high")
    assert [text for _, _, text in slow.on_disk()] == ["low", "high"]
    await slow.advance(1)
    assert slow.on_disk()[-1] == (2, 2, "high")


async def test_who_takes_the_seat_back_is_not_decided_for(slow: World) -> None:
    table = await thinking(slow)
    await table.join(BEN)
    await slow.advance(1)
    assert slow.on_disk()[-1] == (3, 0, "bid 1")
    await table.act(BEN.id, "bid 3")
    assert slow.on_disk()[-1] == (4, 1, "bid 3")


async def test_who_comes_back_and_leaves_again_is_decided_for_once(slow: World) -> None:
    table = await thinking(slow)
    await table.join(BEN)
    await table.leave(BEN.id, confirmed=True)
    await slow.advance(1)
    assert slow.on_disk()[-1] == (4, 1, "bid 2")
    await slow.advance(1)
    assert slow.on_disk()[-1] == (4, 1, "bid 2"), "then Cat is asked"


async def test_a_round_that_is_broken_off_meanwhile(slow: World) -> None:
    table = await thinking(slow)
    await table.abort(by=DAN.id, moderator=True, reason="late")
    await slow.advance(1)
    assert stage_of(table) is Stage.CLOSED
    assert slow.front.closings == [table.id]
    assert slow.on_disk() == []


async def test_a_crash_meanwhile_loses_nothing(slow: World) -> None:
    table = await thinking(slow)
    await slow.crash()
    back = slow.tables.table(table.id)
    assert back
    assert slow.on_disk()[-1] == (3, 0, "bid 1")
    await slow.advance(1)
    assert slow.on_disk()[-1] == (4, 1, "bid 2"), "it is decided anew"


async def test_a_stop_does_not_wait_for_a_decision(slow: World) -> None:
    await thinking(slow)
    await slow.tables.stop()
    assert slow.on_disk()[-1] == (3, 0, "bid 1")


async def test_a_disk_that_fails_after_a_decision(slow: World, caplog: pytest.LogCaptureFixture) -> None:
    await thinking(slow)
    with slow.broken_disk():
        await slow.advance(1)
        assert slow.on_disk()[-1] == (3, 0, "bid 1")
    assert "not saved" in caplog.text
    await slow.advance(slow.pace.retry)
    await slow.advance(1)
    assert slow.on_disk()[-1] == (4, 1, "bid 2")


async def test_advice_is_for_who_is_asked_and_the_strongest_gives_it(slow: World) -> None:
    table = await slow.playing(ANA, BEN, CAT)
    await slow.call(table)
    assert isinstance(table.round, ToyRound)
    assert await refused(table.advice(BEN.id)) == "not_asked"
    assert await refused(table.advice(DAN.id)) == "not_seated"
    assert await refused(table.advice(ANA.id, (1, 99))) == "stale"
    advice = asyncio.create_task(table.advice(ANA.id, table.stamp))
    await slow.rest()
    await slow.advance(1)
    assert await advice == f"bid {table.round.limits[0]}"
    assert isinstance(slow.decide, Slow)
    assert slow.decide.asked == ["strong"]


async def test_advice_that_cannot_be_thought_of_is_refused(tmp_path: Path) -> None:
    class Lost(Toy):
        def decide(self, view: object, level: str, seed: int) -> str:
            raise ZeroDivisionError

    world = await World(tmp_path, Lost()).start()
    table = await world.playing(ANA, BEN)
    assert await refused(table.advice(ANA.id)) == "no_advice"
    await world.stop()


async def test_a_table_may_be_opened_without_advice(trio: World) -> None:
    table = await trio.tables.open(ANA, guild=1, channel=1, game="toy", options={}, hints=False)
    await table.add_ai(by=ANA.id, moderator=False, fill=True)
    await trio.deal(table)
    assert await refused(table.advice(ANA.id)) == "no_hints"
