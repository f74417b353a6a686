"""What moderators are shown of score farming, and what they are not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from storage.moderation import Moderator, void
from storage.patterns import EVIDENCE, MANY, QUITS, Involved, patterns
from storage.players import forget
from storage.store import Store
from tests.storage.played import MONDAY, play


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "bot.db")
    yield store
    await store.close()


async def honest(store: Store, count: int) -> None:
    """Rounds of many people at random, who sometimes quit."""
    random = Random(1)
    for _ in range(count):
        emperor, guard, *rebels = random.sample(range(100, 125), 5)
        g = random.choice((-3, -1, 1, 2))
        quits = [rebels[0]] if random.random() < 0.1 else []
        await play(store, [(emperor, 2 * g), (guard, g), *((one, -g) for one in rebels)], quits=quits)


async def test_honest_play_shows_nothing(store: Store) -> None:
    await honest(store, 120)
    assert await patterns(store, 1) == ()
    assert await patterns(store, 2) == ()


async def test_the_same_few_people_and_one_sided_flows(store: Store) -> None:
    await honest(store, 30)
    numbers = [await play(store, [(1, 4), (2, -2), (3, -2)]) for _ in range(MANY + 2)]
    await play(store, [(1, 4), (100, -2), (101, -2)])
    found = {(one.kind, *(person.user for person in one.people)): one for one in await patterns(store, 1)}
    assert found.keys() == {("circle", 1, 2, 3), ("flow", 1, 2), ("flow", 1, 3)}
    circle = found["circle", 1, 2, 3]
    assert (circle.often, circle.of) == (MANY + 2, MANY + 3)
    assert circle.people == (Involved(1, "p1", 48), Involved(2, "p2", -24), Involved(3, "p3", -24))
    assert circle.rounds == tuple(reversed(numbers))[:EVIDENCE]
    assert (found["flow", 1, 2].often, found["flow", 1, 2].of) == (MANY + 2, MANY + 2)


async def test_many_very_short_rounds(store: Store) -> None:
    for number in range(MANY):
        await play(store, [(1, 1), (10 + number, -1), (30 + number, 0)], seconds=20)
        await play(store, [(1, 1), (50 + number, -1), (70 + number, 0)])
    (found,) = await patterns(store, 1)
    assert (found.kind, found.people[0].user, found.often, found.of) == ("short", 1, MANY, 2 * MANY)


async def test_quits_that_favour_one(store: Store) -> None:
    for number in range(QUITS):
        await play(store, [(1, 24), (2, -6), (10 + number, -6)], quits=[2])
    await play(store, [(1, -24), (3, 6)], quits=[1])
    (found,) = await patterns(store, 1)
    assert (found.kind, [person.user for person in found.people]) == ("quits", [2, 1])
    assert (found.often, found.of) == (QUITS, QUITS)
    assert [person.points for person in found.people] == [-18, 72]


async def test_void_rounds_and_those_that_do_not_count_are_left_out(store: Store) -> None:
    numbers = [await play(store, [(1, 4), (2, -4)]) for _ in range(MANY)]
    for _ in range(MANY):
        await play(store, [(3, 4), (4, -4)], stake=None)
    assert [one.kind for one in await patterns(store, 1)] == ["circle"]
    await void(store, Moderator(9, "Mo", 1, "farmed"), numbers[0], at=MONDAY)
    assert await patterns(store, 1) == ()


async def test_who_is_deleted_is_nameless_in_it(store: Store) -> None:
    for _ in range(MANY):
        await play(store, [(1, 4), (2, -4)])
    await forget(store, 1)
    (found,) = await patterns(store, 1)
    assert found.people == (Involved(None, "", 40), Involved(2, "p2", -40))
