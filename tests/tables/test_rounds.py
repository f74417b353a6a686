"""From ready to the result."""

from pathlib import Path

import pytest

from bot.games.base import commitment
from bot.tables.front import By, Change
from bot.tables.state import Stage
from tests.tables.world import ANA, BEN, CAT, DAN, World, refused, stage_of
from tests.toy import Toy, ToyRound


async def test_salt_is_public_before_cards_are_dealt(world: World) -> None:
    table = await world.table(ANA, BEN)
    secret_first = table.commitment
    world.front.gate.clear()
    await table.ready(BEN.id, 502, "  good  luck ")
    await table.ready(ANA.id, 501)
    await world.rest()
    assert stage_of(table) is Stage.REVEALING
    assert table.salt_parts == ((0, "501"), (1, "502:good luck"))
    world.front.gate.set()
    await world.rest()
    assert stage_of(table) is Stage.PLAYING
    assert table.round
    assert table.round.setup.salt == "501|502:good luck"
    assert commitment(table.round.setup.secret) == secret_first == table.commitment
    assert (table.id, (Stage.REVEALING, (1, -1), "501|502:good luck")) in world.front.shows


async def test_a_ready_person_who_leaves_while_the_salt_is_shown_stops_the_deal(world: World) -> None:
    table = await world.table(ANA, BEN)
    world.front.gate.clear()
    await table.ready(ANA.id, 501)
    await table.ready(BEN.id, 502)
    await world.rest()
    await table.leave(BEN.id)
    world.front.gate.set()
    await world.rest()
    assert stage_of(table) is Stage.SEATING


async def test_a_round_is_played_recorded_and_followed_by_the_next(world: World) -> None:
    table = await world.playing(ANA, BEN)
    first = table.commitment
    round_ = table.round
    assert isinstance(round_, ToyRound)
    await world.play_out(table)
    assert stage_of(table) is Stage.SEATING
    assert table.last
    record = await world.store.record(table.last.round)
    assert record
    assert record["actions"] == [list(action) for action in round_.actions]
    assert record["commitment"] == first != table.commitment
    assert record["stake"] == 10
    assert record["seats"] == ["p0", "p1"]
    assert world.on_disk() == []
    assert await world.store.running_rounds() == []
    next_round = await world.deal(table)
    assert next_round.setup.first_seat == 1
    assert table.stamp.number == 2


async def test_only_the_seat_asked_may_act_and_only_on_the_newest_turn(world: World) -> None:
    table = await world.playing(ANA, BEN)
    stamp = table.stamp
    assert await refused(table.act(CAT.id, "low")) == "not_seated"
    await table.act(ANA.id, "low", stamp)
    assert await refused(table.act(ANA.id, "low", stamp)) == "not_asked"
    await table.act(BEN.id, "low", stamp)
    assert await refused(table.act(ANA.id, "bid 1", stamp)) == "stale"
    assert await refused(table.act(BEN.id, "bid 1")) == "not_asked"
    assert await refused(table.act(ANA.id, "bid 99")) == "toy_bid"
    assert await refused(table.act(ANA.id, "dance")) == "toy_text"
    assert [text for _, _, text in world.on_disk()] == ["low", "low"]


async def test_ai_moves_in_a_row_are_one_update(trio: World) -> None:
    table = await trio.playing(ANA, ai=2)
    await trio.call(table)
    before = len(trio.front.shows)
    await table.act(ANA.id, "bid 1")
    await trio.rest()
    assert len(trio.front.shows) == before + 1
    assert trio.front.changes[-3:] == [
        Change(0, "bid 1", By.PERSON),
        Change(1, "bid 2", By.AI),
        Change(2, "bid 3", By.AI),
    ]


async def test_play_goes_on_while_a_show_takes_long_and_the_next_one_is_the_newest(world: World) -> None:
    table = await world.playing(ANA, BEN)
    world.front.gate.clear()
    await world.call(table)
    await table.act(ANA.id, "bid 1")
    await table.act(BEN.id, "bid 2")
    await world.rest()
    shows = len(world.front.shows)
    world.front.gate.set()
    await world.rest()
    assert len(world.front.shows) == shows + 1
    assert world.front.shows[-1] == (table.id, table.position)
    assert [change.text for change in world.front.changes] == ["low", "low", "bid 1", "bid 2"]


@pytest.mark.parametrize("text", ["bid 99", "9 of spades"])
async def test_an_ai_that_errs_does_what_autopilot_would(
    text: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Confused(Toy):
        def decide(self, view: object, level: str, seed: int) -> str:
            if text.startswith("9"):
                raise KeyError(text)
            return text

    world = await World(tmp_path, Confused()).start()
    try:
        table = await world.playing(ANA, ai=1)
        await world.call(table)
        assert (1, "low", By.AI) in world.front.changes
        assert text not in caplog.text
    finally:
        await world.stop()


async def test_watchers_queue_moves_up_into_a_seat_that_a_round_left_free(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    await table.watch(DAN)
    await table.queue_up(DAN.id)
    await table.leave(CAT.id, confirmed=True)
    assert table.seats[2].person == CAT, "not in mid-round"
    await trio.play_out(table)
    assert table.seats[2].person == DAN
    assert table.queue == ()
