"""What a round brings in the skill of its server and in that over all servers."""

from __future__ import annotations

from bot.tables.state import Person, State
from bot.tables.table import Table
from storage.history import Event, history
from storage.periods import Period
from storage.ranks import ALL, Measure, leaderboard
from storage.rounds import round_by_id
from tests.tables.world import ANA, BEN, CAT, CHANNEL, GUILD, World


async def played(world: World, *people: Person, stake: int = 10, least: int = 3, ai: int = 0) -> Table:
    """A table of people and AI seats in its first round."""
    table = await world.tables.open(
        people[0], guild=GUILD, channel=CHANNEL, game="toy", options={"tricks": 2}, stake=stake, least=least
    )
    for person in people[1:]:
        await table.join(person)
    for _ in range(ai):
        await table.add_ai(by=people[0].id, moderator=False)
    await world.deal(table)
    return table


async def events(world: World, person: Person) -> tuple[Event, ...]:
    """What a person's history says, oldest first."""
    return (await history(world.store, person.id)).events[::-1]


async def overall(world: World) -> dict[str, int]:
    board = await leaderboard(world.store, ALL, period=Period.EVER, by=Measure.SKILL, at=world.clock.now())
    return {row.name: row.skill for row in board.rows}


async def test_the_server_has_its_stake_and_all_servers_have_ten(trio: World) -> None:
    table = await played(trio, ANA, BEN, CAT, stake=25)
    await trio.play_out(table)
    assert table.last
    points = {share.name: share.score for share in table.last.shares}
    assert any(points.values())
    sums = await trio.store.sums(GUILD, [ANA.id, BEN.id, CAT.id])
    assert list(sums.values()) == [25 * score for score in points.values()]
    assert await overall(trio) == {name: 10 * score for name, score in points.items()}
    assert [share.after for share in table.last.shares] == [1600 + total for total in sums.values()]
    ended = await round_by_id(trio.store, table.last.round)
    assert ended
    assert [(one.role, one.points) for one in ended.people] == [("low", score) for score in points.values()]
    assert ended.started is not None
    assert ended.started < ended.ended


async def test_a_server_may_let_two_people_count_for_itself(trio: World) -> None:
    table = await played(trio, ANA, BEN, least=2, ai=1)
    assert table.cost_of_leaving(BEN.id) == 40
    await table.leave(BEN.id, confirmed=True)
    assert await trio.store.sums(GUILD, [BEN.id]) == {BEN.id: -400}
    await trio.play_out(table)
    assert table.last
    assert table.last.scored
    assert [(event.kind, event.amount is None, event.overall) for event in await events(trio, BEN)] == [
        ("penalty", False, None),
        ("round", False, None),
    ]
    assert await overall(trio) == {}


async def test_a_server_may_want_more_people_than_all_servers_do(trio: World) -> None:
    table = await played(trio, ANA, BEN, CAT, least=5)
    await table.leave(CAT.id, confirmed=True)
    await trio.play_out(table)
    assert table.last
    (penalty, result) = await events(trio, CAT)
    assert (penalty.amount, penalty.overall, result.amount) == (None, -400, None)
    assert result.overall == 10 * result.points
    assert await trio.store.sums(GUILD, [CAT.id]) == {CAT.id: 0}
    assert [(share.before, share.after) for share in table.last.shares] == [(1600, 1600)] * 3


async def test_what_does_not_count_is_recorded_all_the_same(trio: World) -> None:
    table = await played(trio, ANA, BEN, ai=1)
    await trio.play_out(table)
    assert table.last
    assert not table.last.scored
    (result,) = await events(trio, ANA)
    assert (result.round, result.amount, result.overall) == (table.last.round, None, None)


async def test_a_table_that_was_put_away_forgets_who_was_there(trio: World) -> None:
    table = await played(trio, ANA, BEN, CAT)
    await table.remember(own_thread=True, **{f"dm/{BEN.id}": 5})
    await trio.play_out(table)
    await table.close(by=ANA.id, moderator=False)
    while (row := await trio.store.table(table.id)) is None or row.closed is None:
        await trio.rest()
    assert not any(str(word) in row.state for person in (ANA, BEN, CAT) for word in (person.id, f'"{person.name}"'))
    state = State.from_json(row.state)
    assert (state.memo, state.closed, state.settings) == ({"own_thread": True}, table.closed, table.settings)
    await table.remember(**{f"dm/{BEN.id}": 6})  # a direct message that was long on its way
    await table.forget(BEN.id, 1)
    assert await trio.store.table(table.id) == row
    again = await trio.tables.again(BEN, table.id, keep={"own_thread"})
    assert again.memo["own_thread"]
