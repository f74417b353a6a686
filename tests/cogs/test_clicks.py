"""Clicks and commands that do not count: wrong turns, strangers, stale controls, several at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from bot.playground import Channel, Message, Person, Playground
from bot.playground.world import Event
from cogs.controls import Ticket
from tests.cogs.players import Tapper, tickets
from tests.cogs.room import FAST, press, room, told

IN_A_ROUND = ("claim", "yield", "reveal", "rebel", "stay", "pass", "hand", "last")
"""Commands that take no argument."""


def control(message: Message, *actions: str) -> Ticket:
    """The first control of a message that does one of these."""
    return next(ticket for action in actions for ticket in tickets(message) if ticket.action == action)


def panels(person: Person, place: Channel) -> list[Message]:
    """The private messages with a hand that a person has before them."""
    return [message for message in person.messages(place) if message.reader is person.user and message.attachments]


async def test_out_of_turn_is_told_privately_and_changes_nothing(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal()
        assert here.table.round
        before = list(here.table.round.actions)
        asked = await here.turn()
        idle = [person for person in here.people if person is not asked]
        board = await here.board(place)
        for person in idle:
            assert told(await person.command(place, "bh claim")) == "It is not your turn."
            assert told(await person.command(place, "bh play", cards="6")) == "It is not your turn."
        # The board's Pass is disabled now; somebody whose screen is old may still press it.
        board.buttons()[1]["disabled"] = False
        assert told(await press(idle[0], board, "Pass")) == "It is not your turn."
        assert list(here.table.round.actions) == before


async def test_strangers_are_told_privately(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal()
        stranger = playground.add_person("Stranger", guild=here.guild)
        board = await here.board(place)
        assert told(await press(stranger, board, "My hand")) == "You have no seat at this table."
        for name in IN_A_ROUND[:-1]:
            assert told(await stranger.command(place, f"bh {name}")).startswith("You have no seat at any table.")
        assert told(await stranger.command(place, "bh last")) == "Nothing has been played yet."
        assert told(await stranger.command(place, "bh join")).startswith("A round is running.")
        assert told(await stranger.command(place, "bh table close")).startswith("Only the table's opener")
        assert told(await stranger.command(place, "bh table ai")).startswith("Only the table's opener")
        assert await stranger.autocomplete(place, "bh play", {"cards": "9"}, "cards") == []


async def test_controls_of_an_earlier_turn_round_and_table(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann = here.people[0]
        board = await here.board(place)
        player = Tapper(here, place, ann)
        await playground.wait(lambda: player.ready)
        panel = await here.panel_of(ann, place)
        old = [dict(part) for part in panel.components]
        await player.round()
        await playground.wait(lambda: not panel.attachments)
        panel.components = old
        stale = await ann.click(panel, custom_id=control(panel, "answer", "play", "pass").custom_id)
        assert "earlier" in told(stale) or "No round is running" in told(stale)
        assert not (await ann.command(place, "bh table close")).failed
        await playground.wait(lambda: not here.client.services.tables.open_tables())
        panel.components = old
        closed = await ann.click(panel, custom_id=panel.buttons()[0]["custom_id"])
        assert told(closed).startswith("The table has been closed.")
        assert [button["label"] for button in board.buttons()] == ["Again", "Replay #1"]


async def test_the_same_tap_twice_counts_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal()
        assert here.table.round
        asked = await here.turn()
        panel = await here.panel_of(asked, place)
        ticket = control(panel, "answer")
        answers = await asyncio.gather(*(asked.click(panel, custom_id=ticket.custom_id) for _ in range(3)))
        assert not any(answer.failed for answer in answers)
        first = [action for action in here.table.round.actions if action.seat == here.table.seat_of(asked.user.id)]
        assert [action.text for action in first] in (["claim", "no_solo"], ["claim"])


async def test_a_click_and_a_command_at_once_count_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        # In simple nobody is forced to yield, so the emperor card cannot come round while nobody else acts.
        place = await here.deal(variant="simple")
        assert here.table.round
        asked = await here.turn()
        panel = await here.panel_of(asked, place)
        ticket = next(each for each in tickets(panel) if each.argument == "yield")
        answers = await asyncio.gather(
            asked.click(panel, custom_id=ticket.custom_id),
            asked.command(place, "bh yield"),
            asked.command(place, "bh yield"),
        )
        assert not any(answer.failed for answer in answers)
        assert [action.text for action in here.table.round.actions] == ["yield"]


async def test_a_command_delivered_twice_is_answered_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal()
        again: list[Event] = []

        def twice(event: Event) -> None:
            if event.interaction is not None and event not in again:
                again.append(event)
                playground.world.emit(event)

        playground.world.listeners.append(twice)
        for person in here.people:
            assert not (await person.command(place, "bh hand")).failed
            await playground.wait(lambda: len(panels(person, place)) == 1)  # noqa: B023 - waited for here


class Listener(Tapper):
    """Minds what is said after each tap."""

    async def move(self, ticket: Ticket) -> None:
        answer = await self.tap(ticket)
        assert "earlier" not in answer.message.text()
        assert not answer.followups


async def test_taps_delivered_twice_count_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        playground.gateway.deliver_twice = 1000
        listener = Listener(here, place, here.people[0])
        await listener.round()
        assert sum(listener.taps.values()) == 1000 - playground.gateway.deliver_twice


async def test_a_hundred_join_at_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        board = await here.board(place)
        for person in here.people[1:4]:
            await press(person, board, "Join")
        crowd = [playground.add_person(f"P{number}", guild=here.guild) for number in range(100)]
        answers = await asyncio.gather(*(press(person, board, "Join") for person in crowd))
        seated = [answer for answer in answers if "You have seat 5" in told(answer)]
        assert len(seated) == 1
        assert {told(answer) for answer in answers if answer not in seated} == {
            "There is no free seat. You can watch and queue for one."
        }
        assert not any(answer.followups for answer in answers)
        assert sum(bool(person.dms()) for person in crowd) == 1


async def test_all_press_ready_at_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        board = await here.board(place)
        for person in here.people[1:]:
            await press(person, board, "Join")
        await asyncio.gather(*(press(person, board, "Ready") for person in here.people for _ in range(2)))
        await here.until("playing")
        assert here.table.number == 1
        assert len(place.messages) - sum(m.reader is not None for m in place.messages.values()) <= 2


class Leader(Tapper):
    """Gives answers and leads; does not follow."""

    @property
    def follows(self) -> bool:
        """Whether the panel offers a play that beats the last one."""
        panel = self.room.panel(self.person, self.place)
        return panel is not None and {"play", "ahead_on"} <= {each.action for each in tickets(panel)}

    def _next(self) -> Ticket | None:
        return None if self.follows else super()._next()


async def test_passing_for_the_trick_in_turn_is_seen_at_once(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db", pace=replace(FAST, mask=(1, 1))) as here:
        place = await here.deal()
        players = [Leader(here, place, person) for person in here.people]
        rounds = [asyncio.create_task(one.round()) for one in players]
        follower = await playground.wait(lambda: next((one for one in players if one.follows), None), 30)
        for each in rounds:
            each.cancel()
        panel = await here.panel_of(follower.person, place)
        answer = await follower.person.click(panel, custom_id=control(panel, "ahead_on").custom_id)
        assert "You pass." in answer.message.text()
        assert not list(tickets(panel))
