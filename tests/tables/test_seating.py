"""Sitting down, leaving, watching, queueing, and who may say so."""

import pytest

from bot.games.base import Illegal, Malformed
from bot.tables.front import By, Change
from bot.tables.seating import MOST_WATCHERS
from bot.tables.state import Away, Closed, Person, Stage
from tests.tables.world import ANA, BEN, CAT, DAN, EVE, FAY, World, refused, stage_of
from tests.toy import ToyRound


async def test_opener_sits_and_others_join_until_it_is_full(world: World) -> None:
    table = await world.table(ANA)
    await table.join(BEN)
    assert [seat.person for seat in table.seats] == [ANA, BEN]
    assert await refused(table.join(CAT)) == "full"
    assert await refused(table.join(BEN)) == "already_seated"


async def test_one_seat_to_a_person_anywhere(world: World) -> None:
    here, there = await world.table(ANA), await world.table(BEN)
    assert await refused(here.join(BEN)) == "seated_elsewhere"
    assert world.tables.seat_of(BEN.id) == (there, 0)
    await there.leave(BEN.id)
    await here.join(BEN)
    assert world.tables.seat_of(BEN.id) == (here, 1)


async def test_free_seats_go_to_the_queue_in_order_but_not_to_those_who_sit_elsewhere(world: World) -> None:
    table, other = await world.table(ANA, BEN), await world.table(DAN)
    assert await refused(table.queue_up(CAT.id)) == "not_watching"
    for person in (CAT, EVE, FAY):
        await table.watch(person)
        await table.queue_up(person.id)
    assert await refused(table.queue_up(CAT.id)) == "already_queued"
    await other.join(CAT)
    await table.leave(BEN.id)
    assert table.seats[1].person == EVE
    assert list(table.queue) == [CAT.id, FAY.id]
    assert EVE not in table.watchers
    await table.unwatch(FAY.id)
    assert list(table.queue) == [CAT.id]
    assert await refused(table.unwatch(FAY.id)) == "not_watching"
    assert await refused(table.watch(ANA)) == "already_seated"
    assert await refused(table.watch(CAT)) == "already_watching"


async def test_who_waited_for_a_seat_while_at_another_table_gets_it_on_leaving_that(world: World) -> None:
    table, other = await world.table(ANA), await world.table(CAT)
    await table.watch(CAT)
    await table.queue_up(CAT.id)
    assert list(table.queue) == [CAT.id]
    await other.leave(CAT.id)
    await world.rest()
    assert world.tables.seat_of(CAT.id) == (table, 1)
    assert world.front.shows[-1] == (table.id, table.position)
    assert len(world.front.closings) == 1


async def test_ai_seats_come_and_go_at_the_openers_word(trio: World) -> None:
    table = await trio.table(ANA)
    await table.join(BEN)
    assert await refused(table.add_ai(by=BEN.id, moderator=False)) == "not_opener"
    await table.add_ai(by=BEN.id, moderator=True)
    assert await refused(table.add_ai(by=ANA.id, moderator=False, fill=True)) == "full"
    assert await refused(table.remove_ai(1, by=ANA.id, moderator=False)) == "no_ai_there"
    assert await refused(table.remove_ai(7, by=ANA.id, moderator=False)) == "no_ai_there"
    await table.leave(BEN.id)
    await table.remove_ai(2, by=ANA.id, moderator=False)
    await table.add_ai(by=ANA.id, moderator=False, fill=True)
    assert [seat.level for seat in table.seats] == [None, "normal", "normal"]
    await trio.deal(table)
    assert await refused(table.remove_ai(2, by=ANA.id, moderator=False)) == "round_running"
    assert await refused(table.add_ai(by=ANA.id, moderator=False)) == "round_running"


async def test_ready_and_its_words(world: World) -> None:
    table = await world.table(ANA)
    with pytest.raises(Malformed) as long:
        await table.ready(ANA.id, 1, "x" * 33)
    assert (long.value.code, long.value.values) == ("words", {"most": 32})
    assert await refused(table.ready(ANA.id, 1, "\ud800")) == "words"
    await table.ready(ANA.id, 1, "宽" * 32)
    assert await refused(table.ready(ANA.id, 2)) == "already_ready"
    assert await refused(table.ready(BEN.id, 2)) == "not_seated"
    await table.unready(ANA.id)
    assert await refused(table.unready(ANA.id)) == "not_ready"
    assert table.salt_parts == ()


async def test_the_last_person_closes_the_table(world: World) -> None:
    table = await world.table(ANA, ai=1)
    await table.leave(ANA.id)
    await world.rest()
    assert (table.stage, table.closed) == (Stage.CLOSED, Closed.EMPTY)
    assert world.front.closings == [table.id]
    assert world.tables.table(table.id) is None
    assert await refused(table.join(BEN)) == "closed"


async def test_the_opener_hands_on_the_table(world: World) -> None:
    table = await world.table(ANA, BEN)
    await table.leave(ANA.id)
    assert table.opener == BEN
    assert await refused(table.close(by=ANA.id, moderator=False)) == "not_opener"
    await table.close(by=BEN.id, moderator=False)
    assert table.closed is Closed.OPENER


async def test_kick(trio: World) -> None:
    table = await trio.table(ANA, BEN, CAT)
    assert await refused(table.kick(2, by=BEN.id, moderator=False)) == "not_opener"
    await table.kick(2, by=ANA.id, moderator=False)
    assert await refused(table.kick(2, by=ANA.id, moderator=False)) == "nobody_there"
    await table.join(CAT)
    await trio.deal(table)
    assert await refused(table.kick(2, by=ANA.id, moderator=False)) == "not_moderator"
    await table.kick(2, by=DAN.id, moderator=True)
    assert table.seats[2].away is Away.REMOVED
    assert await refused(table.join(CAT)) == "removed"
    assert await trio.store.sums(11, [CAT.id]) == {CAT.id: -400}


async def test_leaving_in_a_round_is_confirmed_and_one_comes_back_to_the_same_hand(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    assert table.round
    hand = table.round.view(1)
    with pytest.raises(Illegal) as asked:
        await table.leave(BEN.id)
    assert (asked.value.code, asked.value.values) == ("confirm_leaving", {"points": 40})
    assert table.seat_of(BEN.id) == 1
    await table.leave(BEN.id, confirmed=True)
    assert trio.tables.seat_of(BEN.id) is None
    assert await refused(table.join(DAN)) == "round_running"
    await table.join(BEN)
    assert table.seat_of(BEN.id) == 1
    assert table.round.view(1) == hand
    await table.leave(BEN.id, confirmed=True)
    assert await trio.store.sums(11, [BEN.id]) == {BEN.id: -400}, "it is paid once a round"


async def test_an_ai_plays_on_for_who_left_and_the_seat_is_free_afterwards(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    await table.watch(DAN)
    await table.queue_up(DAN.id)
    await table.leave(BEN.id, confirmed=True)
    await trio.play_out(table)
    assert table.last
    assert table.last.scored
    assert [(one.seat, one.points, one.why) for one in table.last.penalties] == [(1, 40, Away.LEFT)]
    assert table.seats[1].person == DAN
    record = await trio.store.record(table.last.round)
    assert record
    assert record["penalties"] == [[1, 40, "left"]]
    left = table.last.shares[1]
    assert left.name == "p1"
    assert (left.before, left.after) == (1200, 1200 + 10 * left.score)
    assert await trio.store.sums(11, [BEN.id]) == {BEN.id: -400 + 10 * left.score}


async def test_when_the_last_person_leaves_a_round_nobody_pays(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    for person in (ANA, BEN):
        await table.leave(person.id, confirmed=True)
    assert table.cost_of_leaving(CAT.id) == 0
    await table.leave(CAT.id, confirmed=True)
    assert table.closed is Closed.EMPTY
    assert await trio.store.sums(11, [ANA.id, BEN.id, CAT.id]) == dict.fromkeys((ANA.id, BEN.id, CAT.id), 0)
    assert await trio.store.running_rounds() == []


async def test_leaving_a_round_that_does_not_count_is_free(trio: World) -> None:
    table = await trio.playing(ANA, BEN, ai=1)
    assert table.cost_of_leaving(BEN.id) == 0
    await table.leave(BEN.id, confirmed=True)
    assert await trio.store.sums(11, [BEN.id]) == {BEN.id: 0}
    await trio.play_out(table)
    assert table.last
    assert not table.last.scored
    assert await trio.store.sums(11, [ANA.id]) == {ANA.id: 0}


async def test_closing_waits_for_the_round(world: World) -> None:
    table = await world.playing(ANA, BEN)
    await table.close(by=ANA.id, moderator=False)
    assert table.closing
    assert stage_of(table) is Stage.PLAYING
    await world.play_out(table)
    assert table.closed is Closed.OPENER
    assert table.last
    await world.rest()
    assert world.front.closings == [table.id]


async def test_only_a_moderator_without_a_seat_breaks_a_round_off_and_says_why(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    await table.leave(BEN.id, confirmed=True)
    assert await refused(table.abort(by=DAN.id, moderator=False, reason="x")) == "not_moderator"
    assert await refused(table.abort(by=ANA.id, moderator=True, reason="x")) == "abort_seated"
    assert await refused(table.abort(by=BEN.id, moderator=True, reason="x")) == "abort_seated"
    assert await refused(table.abort(by=DAN.id, moderator=True, reason="  ")) == "reason"
    await table.abort(by=DAN.id, moderator=True, reason=" the cat ate it ")
    assert (table.closed, table.reason) == (Closed.ABORTED, "the cat ate it")
    assert await trio.store.sums(11, [BEN.id]) == {BEN.id: 0}, "a round that is not scored costs nothing"
    assert await trio.tables.fate(table.id) is Closed.ABORTED


async def test_again_opens_one_table_with_the_same_settings(world: World) -> None:
    table = await world.table(ANA, auto_pass=False, tricks=3)
    assert await refused(world.tables.again(ANA, table.id)) == "still_open"
    assert await refused(world.tables.again(ANA, 999)) == "no_table"
    await table.close(by=ANA.id, moderator=False)
    again = await world.tables.again(BEN, table.id)
    assert again.settings == table.settings
    assert (again.opener, again.guild, again.channel) == (BEN, table.guild, table.channel)
    assert again.commitment != table.commitment
    with pytest.raises(Illegal) as second:
        await world.tables.again(CAT, table.id)
    assert (second.value.code, second.value.values) == ("again_open", {"table": again.id})


async def test_options_are_the_games(world: World) -> None:
    with pytest.raises(Malformed):
        await world.tables.open(ANA, guild=1, channel=2, game="toy", options={"colour": "red"})
    assert world.tables.open_tables() == ()


async def test_a_place_that_has_gone_frees_its_people_at_once(trio: World) -> None:
    table = await trio.playing(ANA, BEN, CAT)
    await table.lose()
    assert table.closed is Closed.LOST
    await trio.table(ANA)


async def test_a_table_has_room_for_so_many_watchers(world: World) -> None:
    table = await world.table(ANA)
    for number in range(MOST_WATCHERS):
        await table.watch(Person(1000 + number, f"W{number}"))
    assert await refused(table.watch(BEN)) == "full_watching"
    await table.join(BEN)
    assert table.seats[1].person == BEN


async def test_the_level_of_an_ai_is_chosen_and_changed_between_rounds_and_kept(trio: World) -> None:
    table = await trio.table(ANA)
    await table.add_ai(by=ANA.id, moderator=False, level="strong")
    await table.add_ai(by=ANA.id, moderator=False)
    assert [seat.level for seat in table.seats] == [None, "strong", "normal"]
    await table.set_ai(2, "strong", by=ANA.id, moderator=False)
    await table.set_ai(1, "normal", by=BEN.id, moderator=True)
    assert await refused(table.set_ai(1, "divine", by=ANA.id, moderator=False)) == "ai_level"
    assert await refused(table.add_ai(by=ANA.id, moderator=False, level="divine")) == "ai_level"
    assert await refused(table.set_ai(0, "normal", by=ANA.id, moderator=False)) == "not_for_ai"
    assert await refused(table.set_ai(3, "normal", by=ANA.id, moderator=False)) == "not_for_ai"
    assert await refused(table.set_ai(1, "normal", by=BEN.id, moderator=False)) == "not_opener"
    await trio.crash()
    back = trio.tables.table(table.id)
    assert back
    assert [seat.level for seat in back.seats] == [None, "normal", "strong"]
    await trio.deal(back)
    assert await refused(back.set_ai(1, "strong", by=ANA.id, moderator=False)) == "round_running"
    await back.act(ANA.id, "low")
    await trio.rest()
    await back.act(ANA.id, "bid 1")
    await trio.rest()
    assert isinstance(back.round, ToyRound)
    limits = back.round.limits
    assert trio.front.changes[-2:] == [Change(1, "bid 2", By.AI), Change(2, f"bid {limits[2]}", By.AI)]
