"""A disk, a front or a game that fails for a while: nobody pays for it, and no table stands still for ever."""

from __future__ import annotations

from pathlib import Path

from bot.games.base import Setup
from bot.tables.state import Stage
from bot.tables.table import Table
from tests.tables.world import ANA, BEN, CAT, GUILD, SpyFront, World, refused, stage_of
from tests.toy import Toy, ToyRound

PEOPLE = (ANA, BEN, CAT)


async def skill(world: World) -> list[int]:
    return list((await world.store.sums(GUILD, [person.id for person in PEOPLE])).values())


async def test_leaving_a_round_that_cannot_be_shown_costs_nothing(trio: World) -> None:
    table = await trio.playing(*PEOPLE)
    assert table.cost_of_leaving(CAT.id) == 40
    trio.front.broken = True
    table.show()
    await trio.rest()
    assert table.cost_of_leaving(CAT.id) == 0
    await table.leave(CAT.id, confirmed=True)
    await table.kick(1, by=ANA.id, moderator=True)
    assert await skill(trio) == [0, 0, 0]
    trio.front.broken = False
    await trio.advance(5)
    assert table.deadline is not None, "the round goes on"
    await table.join(CAT)
    assert table.cost_of_leaving(CAT.id) == 40


async def test_who_leaves_when_the_end_of_a_round_cannot_be_saved_is_not_fined(trio: World) -> None:
    table = await trio.playing(*PEOPLE, tricks=1)
    await trio.call(table)
    await table.act(ANA.id, "bid 1")
    await trio.advance(2)
    await table.act(BEN.id, "pass")
    await trio.advance(2)
    with trio.broken_disk("INSERT ON rounds"):
        await table.act(CAT.id, "pass")
        await trio.advance(2)
        assert stage_of(table) is Stage.PLAYING
        assert await refused(table.leave(CAT.id, confirmed=True)) == "not_saved"
        assert await refused(table.kick(2, by=ANA.id, moderator=True)) == "not_saved"
    await table.leave(CAT.id, confirmed=True)
    assert stage_of(table) is Stage.SEATING
    assert table.last
    assert table.last.penalties == ()
    assert await skill(trio) == [20, -10, -10]
    await trio.rest()
    assert trio.front.shows[-1] == (table.id, table.position)


async def test_a_table_whose_round_is_over_at_last_may_close_by_it(trio: World) -> None:
    table = await trio.playing(*PEOPLE, tricks=1)
    await trio.call(table)
    await table.act(ANA.id, "bid 1")
    await trio.advance(2)
    await table.act(BEN.id, "pass")
    await trio.advance(2)
    await table.close(by=ANA.id, moderator=False)
    with trio.broken_disk("INSERT ON rounds"):
        await table.act(CAT.id, "pass")
        await trio.advance(2)
    assert await refused(table.leave(CAT.id, confirmed=True)) == "closed"
    await trio.rest()
    assert trio.front.closings == [table.id]
    assert await skill(trio) == [20, -10, -10]


class Moody(Toy):
    """A toy whose rounds cannot say whether a pass is forced while it is in a mood."""

    def __init__(self) -> None:
        super().__init__(3)
        self.mood = False

    def start(self, setup: Setup) -> ToyRound:
        return MoodyRound(setup, self)


class MoodyRound(ToyRound):
    def __init__(self, setup: Setup, game: Moody) -> None:
        super().__init__(setup, game.seats)
        self.game = game

    def forced(self, seat: int) -> str | None:
        if self.game.mood:
            raise ZeroDivisionError
        return super().forced(seat)


class Grumpy(SpyFront):
    """A front whose panels fail."""

    def refresh(self, table: Table) -> None:
        raise ZeroDivisionError


async def test_a_mistake_of_the_game_does_not_end_a_table(tmp_path: Path) -> None:
    game = Moody()
    world = await World(tmp_path, game).start()
    table = await world.playing(*PEOPLE)
    await world.call(table)
    game.mood = True
    await table.act(ANA.id, "bid 1")
    await world.advance(10)
    game.mood = False
    await world.advance(60)
    assert table.seats[1].autopilot, "time goes on at this table"
    await world.stop()


async def test_a_mistake_of_the_panels_does_not_end_a_table(tmp_path: Path) -> None:
    world = World(tmp_path, Toy(3))
    world.front = Grumpy()
    await world.start()
    table = await world.playing(*PEOPLE)
    await world.call(table)
    await table.act(ANA.id, "bid 1")
    await world.advance(60)
    assert table.seats[1].autopilot
    assert len(world.front.shows) > 1
    await world.stop()
