"""The ledger, what moderators add to it, and that all sums and ranks are what it gives."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import derived
from storage.errors import NotWritten
from storage.history import history
from storage.moderation import Moderator, affected, correct, undo, void
from storage.periods import Period
from storage.players import export, forget
from storage.queue import Statement
from storage.ranks import ALL, Measure, leaderboard
from storage.rounds import record, round_by_id
from storage.rows import Wishes
from storage.store import Store
from tests.storage.played import MONDAY, play

MODERATOR = Moderator(99, "Mo", 1, "two accounts of one person")
FIVE = [(1, 4), (2, 2), (3, -2), (4, -2), (5, -2)]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "bot.db")
    yield store
    await store.close()
    with closing(sqlite3.connect(tmp_path / "bot.db")) as database:
        assert derived.wrong(database) == {}


async def overall(store: Store, user: int) -> int:
    board = await leaderboard(store, ALL, period=Period.EVER, by=Measure.SKILL, at=MONDAY, own=user)
    return board.own.skill if board.own else 0


@pytest.mark.parametrize("table", ["ledger", "acts", "rounds"])
@pytest.mark.parametrize("sql", ["UPDATE {} SET id = id + 1", "DELETE FROM {}", "REPLACE INTO {0} SELECT * FROM {0}"])
async def test_nothing_is_altered_or_removed(store: Store, table: str, sql: str) -> None:
    await play(store, FIVE)
    assert await correct(store, MODERATOR, 1, -50, at=MONDAY)
    with pytest.raises(NotWritten, match="only added to"):
        await store.write([Statement(sql.format(table))])


async def test_a_round_counts_in_each_skill_that_it_is_to(store: Store) -> None:
    await play(store, FIVE, stake=100)
    await play(store, [(1, 3), (2, -3)], overall=False)
    await play(store, FIVE, stake=None)
    await play(store, [(1, 24), (2, -24)], stake=None, overall=False)
    assert await store.sums(1, [1, 2]) == {1: 430, 2: 170}
    assert [await overall(store, user) for user in (1, 2)] == [80, 40]
    assert (await history(store, 1)).total == 4, "what does not count is kept all the same"


async def test_a_void_round_takes_all_back_from_its_server_alone_and_can_be_undone(store: Store) -> None:
    number = await play(store, FIVE, quits=[3])
    assert await store.sums(1, [1, 3]) == {1: 40, 3: -420}
    act = await void(store, MODERATOR, number, at=MONDAY + 5)
    assert act
    assert await store.sums(1, [1, 3]) == {1: 0, 3: 0}
    assert [await overall(store, user) for user in (1, 3)] == [40, -420], "no server touches it"
    assert {(one.name, one.amount) for one in await affected(store, act)} == {
        ("p1", -40),
        ("p2", -20),
        ("p3", 420),
        ("p4", 20),
        ("p5", 20),
    }
    ended = await round_by_id(store, number)
    assert ended
    assert ended.void == act
    assert await void(store, MODERATOR, number, at=MONDAY + 6) is None, "it is void already"
    back = await undo(store, MODERATOR, act, at=MONDAY + 7)
    assert back
    assert await store.sums(1, [1, 3]) == {1: 40, 3: -420}
    assert await undo(store, MODERATOR, act, at=MONDAY + 8) is None
    assert await undo(store, MODERATOR, back, at=MONDAY + 8) is None
    assert await void(store, MODERATOR, number, at=MONDAY + 9), "it can be voided anew"
    events = (await history(store, 3, 1)).events
    assert [event.kind for event in events] == ["void", "void", "undo", "undo", "void", "void", "round", "penalty"]
    assert [event.act.reason if event.act else "" for event in events] == [MODERATOR.reason] * 6 + [""] * 2
    assert all(event.void for event in events[-2:])


async def test_moderators_act_in_their_server_and_with_a_reason(store: Store) -> None:
    number = await play(store, FIVE)
    elsewhere = Moderator(99, "Mo", 2, "why not")
    assert await void(store, elsewhere, number, at=MONDAY) is None
    act = await correct(store, MODERATOR, 1, -50, at=MONDAY)
    assert act
    assert await undo(store, elsewhere, act, at=MONDAY) is None
    assert await correct(store, MODERATOR, 77, 10, at=MONDAY) is None, "nobody"
    uncounted = await play(store, FIVE, stake=None)
    assert await void(store, MODERATOR, uncounted, at=MONDAY) is None
    with pytest.raises(NotWritten):
        await correct(store, Moderator(99, "Mo", 1, "  "), 1, 10, at=MONDAY)
    assert await store.sums(1, [1]) == {1: -10}
    assert await overall(store, 1) == 80
    assert await undo(store, MODERATOR, act, at=MONDAY)
    assert await store.sums(1, [1]) == {1: 40}


async def test_a_deleted_person_is_gone_and_the_others_results_stand(store: Store, tmp_path: Path) -> None:
    number = await play(store, [(70_000_000_001, 4), (2, 2), (3, -6)])
    await store.set_wishes(70_000_000_001, Wishes(hand_by_dm=False))
    await correct(store, MODERATOR, 70_000_000_001, 5, at=MONDAY)
    kept = await export(store, 70_000_000_001)
    assert kept["player"] == [{"discord_id": 70_000_000_001, "name": "p70000000001"}]
    assert [row["kind"] for row in kept["ledger"]] == ["round", "correction"]
    assert kept["settings"][0]["hand_by_dm"] == 0
    await forget(store, 70_000_000_001)
    assert all(rows == [] for rows in (await export(store, 70_000_000_001)).values())
    board = await leaderboard(store, 1, period=Period.EVER, by=Measure.SKILL, at=MONDAY)
    assert [(row.rank, row.name, row.skill) for row in board.rows] == [(1, "p2", 20), (2, "p3", -60)]
    found = await record(store, number)
    assert found == {"seats": ["", "p2", "p3"]}
    act = await void(store, MODERATOR, number, at=MONDAY)
    assert act
    assert {one.name for one in await affected(store, act)} == {"p2", "p3"}
    await play(store, [(70_000_000_001, 1), (2, -1)])
    assert await store.sums(1, [70_000_000_001]) == {70_000_000_001: 10}, "a new player"
    await forget(store, 70_000_000_001)
    await store.close()
    left = (tmp_path / "bot.db").read_bytes()
    assert b"p70000000001" not in left
    assert (70_000_000_001).to_bytes(6, "big") not in left


players = st.integers(1, 6)
deeds = st.lists(
    st.one_of(
        st.tuples(
            st.just("play"),
            st.lists(st.tuples(players, st.integers(-3, 3)), min_size=2, max_size=5, unique_by=lambda one: one[0]),
            st.integers(1, 2),
            st.sampled_from((None, 1, 10, 7)),
            st.booleans(),
            st.integers(0, 100),
        ),
        st.tuples(st.just("void"), st.integers(1, 8)),
        st.tuples(st.just("undo"), st.integers(1, 8)),
        st.tuples(st.just("correct"), players, st.integers(-20, 20)),
        st.tuples(st.just("forget"), players),
    ),
    max_size=16,
)


async def do(store: Store, kind: str, *details: object) -> None:
    match kind, *details:
        case "play", list(points), int(guild), stake, bool(counts), int(days):
            assert stake is None or isinstance(stake, int)
            quits = [user for user, _ in points[:1]] if days % 3 == 0 else []
            at = MONDAY + days * 86400
            await play(store, points, guild=guild, stake=stake, overall=counts, at=at, quits=quits)
        case "void", int(number):
            await void(store, MODERATOR, number, at=MONDAY)
        case "undo", int(number):
            await undo(store, MODERATOR, number, at=MONDAY)
        case "correct", int(user), int(amount):
            await correct(store, MODERATOR, user, amount, at=MONDAY)
        case "forget", int(user):
            await forget(store, user)


@settings(max_examples=40, deadline=None)
@given(deeds)
def test_sums_and_ranks_are_what_the_ledger_gives(
    tmp_path_factory: pytest.TempPathFactory, deeds: list[tuple[str, object]]
) -> None:
    path = tmp_path_factory.mktemp("deeds") / "bot.db"

    async def live() -> None:
        store = await Store.open(path)
        for deed in deeds:
            await do(store, *deed)
        await store.close()

    asyncio.run(live())
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        assert derived.wrong(database) == {}
        derived.rebuild(database)
        assert derived.wrong(database) == {}
        if database.execute("SELECT count(*) FROM standings").fetchone() != (0,):
            database.execute("UPDATE standings SET skill = skill + 1, won = won + 1")
            database.execute("UPDATE tallies SET rounds = rounds + 1")
            assert derived.wrong(database).keys() >= {"standings"}
            derived.rebuild(database)
            assert derived.wrong(database) == {}
