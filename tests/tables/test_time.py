"""Deadlines, nudges, autopilot, passes by the system and in advance."""

import asyncio
from pathlib import Path

import pytest

from bot.tables.front import By
from bot.tables.pace import Pace, SystemTime
from bot.tables.state import Closed, Stage
from bot.tables.table import Table
from bot.tables.tables import Tables
from storage.store import Store
from tests.tables.world import ANA, BEN, CAT, DAN, SpyFront, World, refused, stage_of
from tests.toy import Toy, ToyRound


async def bidding(world: World, *, auto_pass: bool = True, tricks: int = 2) -> tuple[Table, ToyRound]:
    table = await world.playing(ANA, BEN, auto_pass=auto_pass, tricks=tricks)
    await world.call(table)
    assert isinstance(table.round, ToyRound)
    return table, table.round


async def test_silence_in_the_secret_step_is_an_answer_but_not_autopilot(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await table.act(ANA.id, "high")
    await world.advance(29)
    assert world.on_disk() == [(0, 0, "high")]
    await world.advance(1)
    assert world.on_disk() == [(0, 0, "high"), (1, 1, "low")]
    assert not any(seat.autopilot for seat in table.seats)


async def test_who_runs_out_of_turn_time_goes_on_autopilot(world: World) -> None:
    table, round_ = await bidding(world)
    await world.advance(44)
    assert len(round_.actions) == 2
    await world.advance(1)
    assert round_.actions[2] == (0, "bid 1")
    assert [seat.autopilot for seat in table.seats] == [True, False]
    assert world.front.changes[-1] == (0, "bid 1", By.AUTOPILOT)


async def test_no_deadline_runs_before_the_turn_has_been_shown(world: World) -> None:
    table, round_ = await bidding(world)
    await table.act(ANA.id, "bid 1")
    world.front.gate.clear()
    await table.act(BEN.id, "bid 2")
    await world.advance(1000)
    assert len(round_.actions) == 4
    world.front.gate.set()
    await world.rest()
    assert table.deadline == world.clock.now() + 45
    await world.advance(45)
    assert len(round_.actions) > 4


async def test_a_parked_table_waits_and_is_shown_again_with_backoff(world: World) -> None:
    table, round_ = await bidding(world)
    world.front.broken = True
    await table.watch(DAN)
    await world.rest()
    tries = len(world.front.shows)
    await world.advance(100)
    assert len(round_.actions) == 2, "no deadline runs, not even one that had started"
    assert len(world.front.shows) == tries + 1
    await world.advance(9)
    assert len(world.front.shows) == tries + 1
    await world.advance(1)
    assert len(world.front.shows) == tries + 2
    world.front.broken = False
    await world.advance(300)
    assert table.deadline == world.clock.now() + 45
    await world.advance(45)
    assert len(round_.actions) > 2


async def test_a_parked_table_is_kept_for_hours_and_may_be_idle_again_when_it_is_shown(world: World) -> None:
    table = await world.table(ANA)
    world.front.broken = True
    await table.join(BEN)
    await world.advance(5 * 3600)
    assert stage_of(table) is Stage.SEATING
    world.front.broken = False
    await world.advance(300)
    assert stage_of(table) is Stage.SEATING
    await world.advance(1799)
    assert stage_of(table) is Stage.SEATING
    await world.advance(1)
    assert table.closed is Closed.IDLE


async def test_a_table_parked_for_too_long_lets_its_people_go_and_nobody_pays(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    await table.leave(CAT.id, confirmed=True)
    await trio.call(table)
    trio.front.broken = True
    await table.act(ANA.id, "bid 1")
    await trio.rest()
    await trio.advance(6 * 3600 - 1)
    assert stage_of(table) is Stage.PLAYING
    await trio.advance(1)
    assert table.closed is Closed.LOST
    assert trio.front.closings == [table.id]
    assert await trio.store.sums(11, [CAT.id]) == {CAT.id: 0}
    assert await trio.store.running_rounds() == []
    trio.front.broken = False
    await trio.table(ANA, BEN, CAT)


async def test_who_has_not_acted_is_nudged_once(world: World) -> None:
    table, _ = await bidding(world)
    await world.advance(9)
    assert world.front.nudges == []
    await world.advance(1)
    assert world.front.nudges == [(0,)]
    await world.advance(10)
    assert world.front.nudges == [(0,)]
    await table.act(ANA.id, "bid 1")
    await world.rest()
    await world.advance(10)
    assert world.front.nudges == [(0,), (1,)]


async def test_only_those_who_have_not_answered_are_nudged(trio: World) -> None:
    table = await trio.playing(ANA, BEN, ai=1)
    await table.act(BEN.id, "low")
    await trio.advance(10)
    assert trio.front.nudges == [(0,)]


async def test_a_forced_pass_is_made_by_the_system_after_the_mask(world: World) -> None:
    table, round_ = await bidding(world)
    high = max(round_.limits[0], round_.limits[1])
    await table.act(ANA.id, f"bid {round_.limits[0]}")
    await world.rest()
    forced = round_.limits[0] == high
    await world.advance(1.9)
    assert len(round_.actions) == 3
    await world.advance(0.1)
    assert len(round_.actions) == (4 if forced else 3)
    if not forced:
        await table.act(BEN.id, f"bid {high}")
        await world.advance(2)
        assert len(round_.actions) == 5
    assert world.front.changes[-1].by is By.FORCED


async def test_without_auto_pass_everyone_passes_by_hand(world: World) -> None:
    table, round_ = await bidding(world, auto_pass=False)
    await table.act(ANA.id, f"bid {round_.limits[0]}")
    await world.advance(10)
    assert len(round_.actions) == 3
    assert world.front.nudges[-1] == (1,)


async def test_a_chosen_pass_shows_no_sooner_than_a_forced_one(world: World) -> None:
    table, round_ = await bidding(world)
    await table.act(ANA.id, "bid 1")
    await world.rest()
    assert await table.act(BEN.id, "pass") is False
    assert await refused(table.act(BEN.id, "bid 2")) == "already_answered"
    await world.advance(1.9)
    assert len(round_.actions) == 3
    await world.advance(0.1)
    assert round_.actions[3] == (1, "pass")
    await table.act(ANA.id, "bid 1")
    await world.advance(2)
    assert await table.act(BEN.id, "pass") is True


async def test_a_pass_in_advance_lasts_for_the_trick(world: World) -> None:
    table, round_ = await bidding(world, tricks=3)
    assert await refused(table.answer_ahead(BEN.id, on=False)) == "not_ahead"
    await table.answer_ahead(BEN.id, on=True)
    assert await refused(table.answer_ahead(BEN.id, on=True)) == "already_ahead"
    await table.answer_ahead(BEN.id, on=False)
    await table.answer_ahead(BEN.id, on=True)
    await table.act(ANA.id, "bid 1")
    assert await refused(table.answer_ahead(BEN.id, on=False)) == "too_late"
    await world.advance(1.9)
    assert len(round_.actions) == 3
    await world.advance(0.1)
    assert round_.actions[3] == (1, "pass")
    await table.act(ANA.id, "bid 1")
    await world.advance(2)
    assert len(round_.actions) == 5, "it was for the trick before"


async def test_nothing_can_be_answered_ahead_in_the_secret_step(world: World) -> None:
    table = await world.playing(ANA, BEN)
    assert await refused(table.answer_ahead(ANA.id, on=True)) == "nothing_ahead"


async def test_autopilot_is_taken_back_three_times(world: World) -> None:
    table, _ = await bidding(world)
    assert await refused(table.autopilot(BEN.id, on=False)) == "not_on_autopilot"
    for _ in range(3):
        await table.autopilot(BEN.id, on=True)
        await table.autopilot(BEN.id, on=False)
    await table.autopilot(BEN.id, on=True)
    assert await refused(table.autopilot(BEN.id, on=True)) == "on_autopilot"
    assert await refused(table.autopilot(BEN.id, on=False)) == "autopilot_stays"
    await table.act(ANA.id, "bid 1")
    await world.rest()
    assert world.front.changes[-1] == (1, "pass", By.AUTOPILOT)


async def test_leaving_and_coming_back_is_no_way_off_the_fourth_autopilot(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    for _ in range(3):
        await table.autopilot(CAT.id, on=True)
        await table.autopilot(CAT.id, on=False)
    await table.autopilot(CAT.id, on=True)
    await table.leave(CAT.id, confirmed=True)
    await table.join(CAT)
    assert await refused(table.autopilot(CAT.id, on=False)) == "autopilot_stays"


async def test_the_system_plays_a_lap_at_most_before_people_have_seen_it(world: World) -> None:
    table, round_ = await bidding(world, tricks=9)
    world.front.gate.clear()
    await table.autopilot(ANA.id, on=True)
    await table.autopilot(BEN.id, on=True)
    await world.rest()
    assert len(round_.actions) == 2 + 2
    world.front.gate.set()
    await world.rest()
    assert len(round_.actions) > 4


async def test_a_seat_on_autopilot_at_the_end_closes_the_table(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    await table.autopilot(CAT.id, on=True)
    await trio.play_out(table)
    assert table.closed is Closed.AUTOPILOT
    assert table.last
    assert table.last.scored
    record = await trio.store.record(table.last.round)
    assert record
    assert record["autopilot"] == [2]


async def test_a_round_with_everyone_on_autopilot_is_not_scored(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    await table.leave(CAT.id, confirmed=True)
    await table.join(CAT)
    for person in (ANA, BEN, CAT):
        await table.autopilot(person.id, on=True)
    for _ in range(20):
        await trio.rest()
    assert table.closed is Closed.AUTOPILOT
    assert table.last
    assert not table.last.scored
    assert [(share.before, share.after) for share in table.last.shares] == [(1600, 1600), (1600, 1600), (1200, 1600)]
    assert await trio.store.sums(11, [ANA.id, BEN.id, CAT.id]) == dict.fromkeys((ANA.id, BEN.id, CAT.id), 0)


async def test_a_round_whose_end_only_ai_players_and_autopilot_play_is_not_scored(tmp_path: Path) -> None:
    world = await World(tmp_path, Toy(5)).start()
    table = await world.playing(ANA, BEN, CAT, DAN, ai=1)
    await table.leave(CAT.id, confirmed=True)
    for person in (ANA, BEN, DAN):
        await table.autopilot(person.id, on=True)
    for _ in range(40):
        await world.advance(2)
    assert table.closed is Closed.AUTOPILOT
    assert table.last
    assert not table.last.scored
    people = [each.id for each in (ANA, BEN, CAT, DAN)]
    assert await world.store.sums(11, people) == dict.fromkeys(people, 0)
    await world.stop()


async def test_who_is_not_ready_in_time_makes_room_for_the_queue(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await table.watch(CAT)
    await table.queue_up(CAT.id)
    await world.play_out(table)
    await table.ready(ANA.id, 1)
    await world.advance(58 - 2)  # the last pass took 2 s to show, and the round was over before them
    assert table.seats[1].person == BEN
    await world.advance(2)
    assert [seat.person for seat in table.seats] == [ANA, CAT]
    assert table.deadline is None
    await world.advance(200)
    assert table.seats[1].person == CAT, "who comes later has no such deadline"


async def test_a_table_where_nothing_happens_closes(world: World) -> None:
    table = await world.table(ANA)
    await world.advance(1799)
    await table.watch(BEN)
    await world.advance(1799)
    assert table.closed is None
    await world.advance(1)
    assert table.closed is Closed.IDLE
    assert world.front.closings == [table.id]


async def test_the_machines_own_time_drives_a_table_too(tmp_path: Path) -> None:
    closed = asyncio.Event()

    class Front(SpyFront):
        async def closed(self, table: Table) -> None:
            closed.set()

    store = await Store.open(tmp_path / "bot.sqlite")
    tables = Tables(store, Front(), {"toy": Toy()}, pace=Pace(idle=0.01))
    table = await tables.open(ANA, guild=1, channel=2, game="toy", options={})
    await asyncio.wait_for(closed.wait(), 5)
    assert table.closed is Closed.IDLE
    await tables.stop()
    await store.close()


async def test_waiting_ends_with_the_time_or_with_the_wake() -> None:
    time, wake = SystemTime(), asyncio.Event()
    start = time.now()
    await time.wait(start - 1, wake)
    await time.wait(start + 0.01, wake)
    assert time.now() >= start + 0.01
    wake.set()
    await time.wait(None, wake)


async def test_waiting_goes_by_the_clock_also_where_that_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    class SetTime(SystemTime):
        ahead = 0.0

        def now(self) -> float:
            return super().now() + self.ahead

    monkeypatch.setattr("bot.tables.pace.LOOK", 0.01)
    time = SetTime()
    waiting = asyncio.create_task(time.wait(time.now() + 3600, asyncio.Event()))
    await asyncio.sleep(0)
    assert not waiting.done()
    time.ahead = 3600
    await asyncio.wait_for(waiting, 5)


async def test_shows_of_a_table_are_spaced_and_skip_what_came_in_between(tmp_path: Path) -> None:
    world = await World(tmp_path, pace=Pace(mask=(2, 2), between=1.2)).start()
    table = await world.table(ANA)
    await world.advance(1.2)
    before, refreshed = len(world.front.shows), len(world.front.refreshed)
    for _ in range(5):
        await table.watch(BEN)
        await table.unwatch(BEN.id)
        await world.rest()
    assert len(world.front.shows) == before + 1, "the first at once, the others wait"
    assert len(world.front.refreshed) == refreshed + 10, "what nobody waits for is told at once"
    await world.advance(1.1)
    assert len(world.front.shows) == before + 1
    await world.advance(0.2)
    assert len(world.front.shows) == before + 2
    await world.stop()


async def test_a_table_closes_without_waiting_for_its_next_show(tmp_path: Path) -> None:
    world = await World(tmp_path, pace=Pace(mask=(2, 2), between=1.2)).start()
    table = await world.table(ANA)
    await table.leave(ANA.id)
    await world.rest()
    assert world.front.closings == [table.id]
    await world.stop()


async def test_a_held_show_holds_up_no_refresh(world: World) -> None:
    table = await world.table(ANA)
    world.front.gate.clear()
    await table.watch(BEN)
    await world.rest()
    before = len(world.front.refreshed)
    await table.unwatch(BEN.id)
    await world.rest()
    assert len(world.front.refreshed) == before + 1
    world.front.gate.set()
