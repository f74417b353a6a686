"""Crashes, stops, disks that fail, callers that give up, and many at once."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games.base import GameError
from bot.tables.pace import Pace
from bot.tables.state import Closed, Person, Stage, State
from bot.tables.tables import AT_ONCE
from storage.store import Store
from tests.tables.world import ANA, BEN, CAT, DAN, World, refused, stage_of
from tests.toy import Toy, ToyRound, legal_moves


async def test_a_crash_in_mid_round_loses_nothing(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await world.call(table)
    await table.act(ANA.id, "bid 1")
    await table.watch(CAT)
    await table.remember(board=5, thread=6)
    await table.remember(thread=None)
    assert table.round
    actions, hand, stamp = list(table.round.actions), table.round.view(0), table.stamp
    await world.crash()
    back = world.tables.table(table.id)
    assert back
    assert back.round
    assert (list(back.round.actions), back.round.view(0), back.stamp) == (actions, hand, stamp)
    assert back.watchers == (CAT,)
    assert back.memo == {"board": 5}
    assert world.tables.seat_of(BEN.id) == (back, 1)
    await back.act(BEN.id, "bid 2", stamp)


async def test_deadlines_begin_anew_after_a_long_downtime(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await world.call(table)
    world.clock.time += 1_000_000
    await world.crash()
    back = world.tables.table(table.id)
    assert back
    assert back.deadline == world.clock.now() + 45
    await world.advance(10)
    assert world.front.nudges == [(0,)], "the player whose turn it is is pinged again"


async def test_standing_answers_survive_a_crash(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await world.call(table)
    await table.answer_ahead(BEN.id, on=True)
    await world.crash()
    back = world.tables.table(table.id)
    assert back
    await back.act(ANA.id, "bid 1")
    await world.advance(2)
    assert world.on_disk()[-1] == (3, 1, "pass")


async def test_a_pass_chosen_before_its_time_survives_a_crash(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await world.call(table)
    await table.act(ANA.id, "bid 1")
    assert await table.act(BEN.id, "pass") is False
    await world.crash()
    await world.advance(2)
    assert world.on_disk()[-1] == (3, 1, "pass")


async def test_a_crash_while_the_salt_is_shown(world: World) -> None:
    table = await world.table(ANA, BEN)
    world.front.gate.clear()
    await table.ready(ANA.id, 1)
    await table.ready(BEN.id, 2, "hi")
    await world.crash()
    back = world.tables.table(table.id)
    assert back
    assert back.round
    assert back.round.setup.salt == "1|2:hi"
    assert back.commitment == table.commitment


async def test_a_crash_between_the_last_action_and_the_result(world: World) -> None:
    table = await world.playing(ANA, BEN, tricks=1)
    await world.call(table)
    await table.act(ANA.id, "bid 1")
    await world.advance(2)
    with world.broken_disk("INSERT ON rounds"):
        await table.act(BEN.id, "pass")
        await world.rest()
        assert stage_of(table) is Stage.PLAYING
        assert table.last is None
    await world.crash()
    back = world.tables.table(table.id)
    assert back
    assert back.stage is Stage.SEATING
    assert back.last
    assert await world.store.record(back.last.round)


async def test_a_failing_disk_leaves_everything_as_it_was(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await world.call(table)
    stamp = table.stamp
    with world.broken_disk():
        assert await refused(table.act(ANA.id, "bid 1", stamp)) == "not_saved"
    assert table.stamp == stamp
    await table.act(ANA.id, "bid 1", stamp)
    with world.broken_disk("UPDATE ON tables"):
        assert await refused(table.watch(CAT)) == "not_saved"
    assert table.watchers == ()
    with world.broken_disk("INSERT ON tables"):
        assert await refused(world.table(CAT)) == "not_saved"
    assert world.tables.seat_of(CAT.id) is None


async def test_the_end_of_a_round_is_tried_again_when_the_disk_works(world: World) -> None:
    table = await world.playing(ANA, BEN, tricks=1)
    await world.call(table)
    await table.act(ANA.id, "bid 1")
    await world.advance(2)
    with world.broken_disk("INSERT ON rounds"):
        await table.act(BEN.id, "pass")
        await world.advance(5)
        assert stage_of(table) is Stage.PLAYING
    await world.advance(5)
    assert stage_of(table) is Stage.SEATING


async def test_while_the_disk_fails_the_system_waits_before_it_tries_again(trio: World) -> None:
    table = await trio.playing(ANA, ai=2)
    await table.act(ANA.id, "low")
    await trio.rest()
    shows = len(trio.front.shows)
    with trio.broken_disk():
        await table.autopilot(ANA.id, on=True)
        for _ in range(20):
            await trio.rest()
        assert len(trio.front.shows) <= shows + 1
    assert trio.on_disk()[3:] == []
    await trio.advance(5)
    assert trio.on_disk()[3:] or table.round is None


async def test_the_deal_is_tried_again_when_the_disk_works(world: World) -> None:
    table = await world.table(ANA, BEN)
    with world.broken_disk("INSERT ON running"):
        await table.ready(ANA.id, 1)
        await table.ready(BEN.id, 2)
        await world.rest()
        assert stage_of(table) is Stage.REVEALING
    await world.advance(5)
    assert stage_of(table) is Stage.PLAYING


async def test_an_action_counts_even_if_whoever_took_it_does_not_wait(world: World) -> None:
    table = await world.playing(ANA, BEN)
    caller = asyncio.create_task(table.act(ANA.id, "high"))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    await world.rest()
    assert table.round
    assert [tuple(action) for action in table.round.actions] == [(0, "high")]
    assert world.on_disk() == [(0, 0, "high")]


async def test_nobody_is_told_before_the_disk_has_it(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await world.call(table)
    shows = len(world.front.shows)
    with world.broken_disk():
        assert await refused(table.act(ANA.id, "bid 1")) == "not_saved"
        await world.rest()
    assert len(world.front.shows) == shows
    assert all(change.text != "bid 1" for change in world.front.changes)


async def test_stopping_finishes_running_moves_and_refuses_new_ones(world: World) -> None:
    table = await world.playing(ANA, BEN)
    moves = [asyncio.create_task(table.act(person.id, "high")) for person in (ANA, BEN)]
    await asyncio.sleep(0)
    await world.tables.stop()
    done = await asyncio.gather(*moves, return_exceptions=True)
    taken = sum(result is True for result in done)
    assert len(world.on_disk()) == taken
    assert all(result is True or getattr(result, "code", "") == "stopping" for result in done)
    assert await refused(table.watch(CAT)) == "stopping"
    assert await refused(world.tables.open(CAT, guild=1, channel=1, game="toy", options={})) == "stopping"


@pytest.mark.parametrize("steps", range(6))
async def test_tables_may_close_while_the_house_stops(world: World, steps: int) -> None:
    for number in range(3):
        await world.table(Person(1000 + number, "host"))
    world.clock.advance(1800)
    for _ in range(steps):
        await asyncio.sleep(0)
    await world.tables.stop()
    states = [State.from_json(row.state) for row in await world.store.open_tables()]
    assert len(world.tables.open_tables()) == sum(state.closed is None for state in states)


async def test_stopping_does_not_wait_for_a_show_that_hangs(world: World) -> None:
    table = await world.playing(ANA, BEN)
    world.front.gate.clear()
    await table.act(ANA.id, "high")
    await world.rest()
    await asyncio.wait_for(world.tables.stop(), 5)
    assert world.on_disk() == [(0, 0, "high")]


async def test_a_hundred_join_at_once(trio: World) -> None:
    table = await trio.table(ANA)
    crowd = [Person(1000 + number, f"c{number}") for number in range(100)]
    results = await asyncio.gather(*map(table.join, crowd), return_exceptions=True)
    assert sum(result is None for result in results) == 2
    assert {getattr(result, "code", None) for result in results} == {None, "full"}
    await trio.crash()
    back = trio.tables.table(table.id)
    assert back
    assert [seat.person for seat in back.seats] == [seat.person for seat in table.seats]


async def test_one_person_at_a_hundred_doors_gets_one_seat(world: World) -> None:
    tables = [await world.table(Person(1000 + number, "host")) for number in range(20)]
    results = await asyncio.gather(*(table.join(ANA) for table in tables for _ in range(5)), return_exceptions=True)
    assert sum(result is None for result in results) == 1
    assert sum(table.seat_of(ANA.id) is not None for table in tables) == 1


async def test_one_person_who_opens_many_tables_at_once_gets_one(world: World) -> None:
    openings = (world.tables.open(ANA, guild=1, channel=n, game="toy", options={}) for n in range(5))
    results = await asyncio.gather(*openings, return_exceptions=True)
    assert sorted(getattr(result, "code", "open") for result in results) == ["open", *["seated_elsewhere"] * 4]
    assert len(world.tables.open_tables()) == 1


async def test_of_a_hundred_acts_at_once_one_counts(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await world.call(table)
    stamp = table.stamp
    results = await asyncio.gather(*(table.act(ANA.id, "bid 1", stamp) for _ in range(100)), return_exceptions=True)
    assert sum(result is True for result in results) == 1
    assert {getattr(result, "code", None) for result in results} == {None, "stale"}
    assert world.on_disk()[2:] == [(2, 0, "bid 1")]


async def test_everyone_ready_at_once_is_one_deal(world: World) -> None:
    table = await world.table(ANA, BEN)
    await asyncio.gather(
        *(table.ready(person.id, n) for n in range(20) for person in (ANA, BEN)), return_exceptions=True
    )
    await world.rest()
    assert stage_of(table) is Stage.PLAYING
    assert len(await world.store.running_rounds()) == 1


async def test_two_again_at_once_open_one_table(world: World) -> None:
    table = await world.table(ANA)
    await table.close(by=ANA.id, moderator=False)
    results = await asyncio.gather(
        *(world.tables.again(person, table.id) for person in (ANA, BEN, CAT)), return_exceptions=True
    )
    assert sum(not isinstance(result, BaseException) for result in results) == 1
    assert len(world.tables.open_tables()) == 1


async def test_who_acts_as_the_time_runs_out_is_not_put_on_autopilot(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await world.call(table)
    act = asyncio.create_task(table.act(ANA.id, "bid 2"))
    await asyncio.sleep(0)
    await world.advance(45)
    assert await act is True
    assert not table.seats[0].autopilot
    assert world.on_disk()[2] == (2, 0, "bid 2")


async def test_a_table_this_version_cannot_read_does_not_keep_the_others_away(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    bad = await world.store.open_table(1, 2, '{"from": "another time"}')
    table = await world.table(ANA)
    await world.crash()
    assert world.tables.table(bad) is None
    assert world.tables.table(table.id)
    assert f"table {bad} cannot be brought back" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_closed_table_stays_closed(world: World) -> None:
    table = await world.table(ANA)
    await table.leave(ANA.id)
    await world.crash()
    assert world.tables.open_tables() == ()
    assert await world.tables.fate(table.id) is Closed.EMPTY
    assert await world.tables.fate(999) is None


async def test_a_closing_that_was_not_shown_is_shown_after_a_start(world: World) -> None:
    table = await world.table(ANA)
    world.front.gate.clear()
    await table.watch(BEN)
    await world.rest()
    await table.close(by=ANA.id, moderator=False)
    await world.crash()
    assert world.front.closings == [table.id]
    assert world.tables.open_tables() == ()
    await world.stop()
    world.front.closings.clear()
    await world.start()
    assert world.front.closings == [], "once"


async def test_a_closing_is_shown_until_it_has_been(world: World) -> None:
    table = await world.table(ANA)
    world.front.hides_closings = True
    await table.close(by=ANA.id, moderator=False)
    await world.rest()
    assert world.front.closings == []
    world.front.hides_closings = False
    await world.advance(world.pace.retry_most)
    assert world.front.closings == [table.id]


async def test_after_a_start_tables_are_shown_the_newest_round_first_and_not_all_at_once(world: World) -> None:
    world.pace = replace(world.pace, requests=10)
    people = [Person(1000 + number, "host") for number in range(2 * AT_ONCE)]
    tables = [await world.table(person) for person in people]
    await tables[0].join(BEN)
    await world.deal(tables[0])
    await world.crash()
    shown = [number for number, _ in world.front.shows]
    assert shown[0] == tables[0].id
    assert set(shown) == {tables[0].id, *(table.id for table in tables[-AT_ONCE + 1 :])}
    back = world.tables.table(tables[1].id)
    assert back
    await back.watch(BEN)
    await world.rest()
    assert world.front.shows[-1][0] == back.id, "where something happens it is shown at once"
    for _ in range(AT_ONCE):
        await world.advance(0.1)
    assert {number for number, _ in world.front.shows} == {table.id for table in tables}


EVENTS = st.lists(
    st.tuples(
        st.sampled_from(
            ("act", "act", "act", "act", "ahead", "leave", "join", "pilot", "back", "wait", "crash", "kick")
        ),
        st.integers(0, 3),
        st.integers(0, 9),
    ),
    max_size=25,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=EVENTS)
def test_whatever_happens_each_acknowledged_action_is_on_disk_once(
    events: list[tuple[str, int, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    asyncio.run(live_through(World(tmp_path_factory.mktemp("world"), Toy(3), Pace(mask=(2, 2), between=0)), events))


async def live_through(world: World, events: list[tuple[str, int, int]]) -> None:
    await world.start()
    try:
        await _live_through(world, events)
    finally:
        await world.stop()


async def _live_through(world: World, events: list[tuple[str, int, int]]) -> None:
    table = await world.playing(ANA, BEN, CAT, tricks=4)
    people = (ANA, BEN, CAT, DAN)
    acknowledged: list[tuple[int, int, str]] = []
    first = (await world.store.running_rounds())[0].id
    for kind, who, detail in events:
        person, now = people[who], world.tables.table(table.id)
        if now is None:
            break
        seat, stamp = now.seat_of(person.id), now.stamp
        try:
            if kind == "act" and isinstance(now.round, ToyRound) and seat is not None:
                moves = legal_moves(now.round, seat) or ["pass"]
                number = len(now.round.actions)
                text = moves[detail % len(moves)]
                if await now.act(person.id, text, stamp) and stamp.number == 1:
                    acknowledged.append((number, seat, text))
            elif kind == "ahead":
                await now.answer_ahead(person.id, on=detail < 5)
            elif kind == "leave":
                await now.leave(person.id, confirmed=True)
            elif kind == "join":
                await now.join(person)
            elif kind in {"pilot", "back"}:
                await now.autopilot(person.id, on=kind == "pilot")
            elif kind == "kick":
                await now.kick(who, by=DAN.id, moderator=True)
            elif kind == "wait":
                await world.advance(detail * 5)
            elif kind == "crash":
                await world.crash()
        except GameError:
            pass
        await world.rest()
    final = world.tables.table(table.id)
    record = await world.store.record(first)
    kept = [(n, *action) for n, action in enumerate(record["actions"])] if record else world.on_disk()
    if record or final:  # a round that was broken off leaves no actions
        assert [kept[number] for number, _, _ in acknowledged] == acknowledged
        assert len({number for number, _, _ in acknowledged}) == len(acknowledged)
    if final and final.round and not record:
        assert kept == [(n, *action) for n, action in enumerate(final.round.actions)]
    await check_ledger(world.store, final is not None and final.round is not None)


async def check_ledger(store: Store, running: bool) -> None:
    """Scores sum to zero, so in the end only penalties are missing from the sum; a round for nothing leaves nothing."""
    total = sum((await store.sums(11, [ANA.id, BEN.id, CAT.id])).values())
    assert total in {0, -400, -800, -1200}
    if not running and not await store.record(1):
        assert total == 0
