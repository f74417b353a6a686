"""Ranks, leaderboards, careers, histories and weeks."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.careers import MOST_STEPS, Played, Step, career, curve
from storage.deals import statistics
from storage.history import history
from storage.moderation import Moderator, void
from storage.periods import Period
from storage.ranks import ALL, LEAST_ROUNDS, Measure, Standing, leaderboard, standing
from storage.rows import Server
from storage.store import Store
from storage.weekly import Due, due, told, week
from tests.storage.played import MONDAY, play

DAY = 86400


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "bot.db")
    yield store
    await store.close()


@pytest.mark.parametrize(
    ("moment", "week", "month", "season"),
    [
        ("2026-11-30T00:00:00", "2026-11-30", "2026-11-01", "2026-10-01"),
        ("2026-11-29T23:59:59.900", "2026-11-23", "2026-11-01", "2026-10-01"),
        ("2027-01-01T00:00:00", "2026-12-28", "2027-01-01", "2027-01-01"),
        ("2028-03-31T23:59:59.999", "2028-03-27", "2028-03-01", "2028-01-01"),
        ("2028-02-29T12:00:00", "2028-02-28", "2028-02-01", "2028-01-01"),
    ],
)
def test_periods_begin_in_utc(moment: str, week: str, month: str, season: str) -> None:
    at = datetime.fromisoformat(f"{moment}+00:00").timestamp()
    begins = [datetime.fromtimestamp(period.since(at), UTC).strftime("%Y-%m-%d") for period in Period]
    assert begins == ["1970-01-01", week, month, season]
    for period in (Period.WEEK, Period.MONTH, Period.SEASON):
        assert period.before(at) == period.since(period.since(at) - 0.5) < period.since(at)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0, 4e9), min_size=1, max_size=8))
def test_the_database_has_the_same_periods(tmp_path_factory: pytest.TempPathFactory, moments: list[float]) -> None:
    async def live() -> None:
        store = await Store.open(tmp_path_factory.mktemp("periods") / "bot.db")
        for at in moments:
            await play(store, [(1, 1)], at=at)
        found = {(period, since) for period, since in await store.read("SELECT period, since FROM boards")}
        assert found == {(str(period), period.since(at)) for period in Period for at in moments}
        await store.close()

    asyncio.run(live())


results = st.lists(
    st.tuples(st.integers(1, 2), st.lists(st.tuples(st.integers(1, 9), st.integers(-2, 2)), min_size=1, max_size=5)),
    max_size=20,
)


@settings(max_examples=25, deadline=None)
@given(results, st.integers(0, 9), st.integers(1, 4), st.sampled_from(Period))
def test_every_page_has_the_right_rows_with_the_right_ranks(
    tmp_path_factory: pytest.TempPathFactory,
    results: list[tuple[int, list[tuple[int, int]]]],
    own: int,
    size: int,
    period: Period,
) -> None:
    async def live() -> None:
        store = await Store.open(tmp_path_factory.mktemp("ranks") / "bot.db")
        points: dict[int, Counter[int]] = {scope: Counter() for scope in (ALL, 1, 2)}
        for guild, rows in results:
            once = dict(rows)
            await play(store, list(once.items()), guild=guild)
            for scope in (ALL, guild):
                for user, score in once.items():
                    points[scope][user] += score
        for scope, sums in points.items():
            for by in (Measure.SKILL, Measure.POINTS):
                found: list[Standing] = []
                for first in range(0, len(sums) + size, size):
                    page = await leaderboard(
                        store, scope, period=period, by=by, at=MONDAY, first=first, size=size, own=own
                    )
                    assert page.players == len(sums)
                    assert len(page.rows) == max(0, min(size, len(sums) - first))
                    assert page.own == await standing(store, own, scope, period=period, by=by, at=MONDAY)
                    found += page.rows
                assert {row.user: row.points for row in found} == dict(sums)
                for row in found:
                    assert row.rank == 1 + sum(other > row.points for other in sums.values())
                    assert row.skill == 10 * row.points
                    assert (row if row.user == own else page.own) == page.own
                assert [row.rank for row in found] == sorted(row.rank or 0 for row in found)
        await store.close()

    asyncio.run(live())


async def test_the_share_won_ranks_those_with_enough_rounds(store: Store) -> None:
    for number in range(LEAST_ROUNDS):
        await play(store, [(1, 1 if number % 2 else -1), (2, 1 if number < 5 else -1), (3, 5)])
    await play(store, [(4, 24)])
    for scope in (ALL, 1):
        page = await leaderboard(store, scope, period=Period.EVER, by=Measure.SHARE, at=MONDAY, own=4)
        assert [(row.rank, row.name, row.won, row.rounds) for row in page.rows] == [
            (1, "p3", 10, 10),
            (2, "p1", 5, 10),
            (2, "p2", 5, 10),
        ]
        assert page.own
        assert page.own.rank is None, "one round is not enough"
        assert page.own.won == 1


async def test_a_period_has_what_was_played_in_it(store: Store) -> None:
    early = await play(store, [(1, 4), (2, -4)], at=MONDAY - 1)
    await play(store, [(1, 1), (2, -1)], at=MONDAY)

    async def skills(period: Period, at: float) -> list[int]:
        page = await leaderboard(store, 1, period=period, by=Measure.SKILL, at=at)
        return [row.skill for row in page.rows]

    assert await skills(Period.EVER, MONDAY) == [50, -50]
    assert await skills(Period.WEEK, MONDAY) == [10, -10]
    assert await skills(Period.WEEK, MONDAY - 1) == [40, -40]
    assert await skills(Period.WEEK, MONDAY + 7 * DAY) == []
    await void(store, Moderator(9, "Mo", 1, "because"), early, at=MONDAY + DAY)
    assert await skills(Period.WEEK, MONDAY - 1) == [0, 0], "it is taken back where it counted"
    assert await skills(Period.WEEK, MONDAY) == [10, -10]


async def test_a_career_is_told_by_role_and_place(store: Store) -> None:
    await play(store, [(1, 4), (2, 2), (3, -2)])
    await play(store, [(1, -8), (2, 2), (3, 6)])
    last = await play(store, [(2, 24), (1, -24)])
    found = await career(store, 1)
    assert found.roles == {"emperor": Played(2, 1), "guard": Played(1, 0)}
    assert found.places == {1: 1, 3: 1, 2: 1}
    assert (found.best, found.worst, found.place, found.rounds) == (4, -24, 2.0, 3)
    await void(store, Moderator(9, "Mo", 1, "because"), last, at=MONDAY)
    assert (await career(store, 1, 1)).worst == -8
    assert (await career(store, 1)).worst == -24
    nobody = await career(store, 77)
    assert (nobody.rounds, nobody.place, nobody.best) == (0, None, None)


async def test_a_curve_has_few_steps_and_ends_at_the_skill_now(store: Store) -> None:
    count = 2 * MOST_STEPS + 5
    for number in range(3):
        await play(store, [(1, 1)], at=MONDAY + number)
    assert await curve(store, 1, 1) == tuple(Step(MONDAY + number, 10 * number + 10) for number in range(3))
    for number in range(3, count):
        await play(store, [(1, 1)], at=MONDAY + number)
    for scope in (1, ALL):
        steps = await curve(store, 1, scope)
        assert MOST_STEPS / 2 <= len(steps) <= MOST_STEPS + 1
        assert steps[-1] == Step(MONDAY + count - 1, 10 * count)
        assert all(step.skill == 10 * (step.at - MONDAY + 1) for step in steps)
    assert await curve(store, 2, 1) == ()


async def test_a_history_comes_in_pages(store: Store) -> None:
    numbers = [await play(store, [(1, 1), (2, -1)], guild=1 + number % 2, at=MONDAY + number) for number in range(7)]
    page = await history(store, 1, first=2, size=3)
    assert [event.round for event in page.events] == [numbers[4], numbers[3], numbers[2]]
    assert page.total == 7
    here = await history(store, 1, 1)
    assert [event.round for event in here.events] == numbers[::-2]
    assert here.total == 4
    assert (here.events[0].role, here.events[0].place, here.events[0].points) == ("emperor", 1, 1)


async def test_a_week_is_told_once_where_that_is_wanted(store: Store) -> None:
    await store.set_server(1, Server(weekly=55))
    await store.set_server(2, Server())
    await play(store, [(1, 4), (2, -4)], at=MONDAY + DAY)
    await play(store, [(3, 4), (2, -4)], stake=None, at=MONDAY + DAY)
    now = MONDAY + 7 * DAY
    (found,) = await due(store, now)
    assert found == Due(1, 55, int(MONDAY))
    told_of = await week(store, found.guild, found.since)
    assert told_of.rounds == 2
    assert [(row.rank, row.name, row.points) for row in told_of.best.rows] == [(1, "p1", 4), (2, "p2", -4)]
    await told(store, found)
    assert await due(store, now + 6 * DAY) == ()
    assert [one.since for one in await due(store, now + 7 * DAY)] == [int(now)]
    assert await due(store, now - DAY) == (), "the clock was set back"
    await store.set_server(3, Server(weekly=66), told=int(MONDAY))
    assert await due(store, now) == (), "a server that begins is told of the week that runs first"
    await told(store, Due(1, 55, int(MONDAY + 700 * DAY)))
    assert await due(store, now) == (found,), "the clock had been ahead for a time"


async def test_deals_are_counted(store: Store) -> None:
    for _ in range(2):
        await play(store, [(1, 1)])
    assert await statistics(store, "g") == ({1: 4}, {0: 2, 2: 2})
    assert await statistics(store, "other") == ()
