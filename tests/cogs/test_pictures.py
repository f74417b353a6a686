"""Which pictures people get to see, and the words beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.pictures import describe_hand
from bot.playground import Playground
from cogs.compose import parse as parse_chosen
from tests.cogs.players import Tapper, tickets
from tests.cogs.room import SEATING, press, room


async def test_a_board_shows_the_table_and_then_what_came_of_it(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        board = await here.board(place)
        assert not board.attachments
        await here.seat_all(place, here.people[:1])
        table = await playground.wait(lambda: board.attachments)
        assert [file.filename for file in table] == ["table.png"]
        assert "Ann" in str(table[0].description)
        assert (table[0].width or 0) > (table[0].height or 0) > 0
        await Tapper(here, place, here.people[0]).round()
        await here.until(SEATING)
        assert [file.filename for file in board.attachments] == ["result.png"]
        assert here.table.last is not None
        words = str(board.attachments[0].description)
        assert [place for place in ("1st", "2nd", "3rd", "4th", "5th") if place not in words] == []
        assert "Ann" in words


@pytest.mark.parametrize("counter", [False, True])
async def test_unseen_cards_are_counted_where_the_table_has_it(
    playground: Playground, tmp_path: Path, counter: bool
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1, counter=counter)
        board = await here.board(place)
        await playground.wait(lambda: board.attachments)
        assert ("Unseen: " in str(board.attachments[0].description)) == counter


async def test_a_chosen_play_stands_out_in_the_hand(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann = here.people[0]
        player = Tapper(here, place, ann)
        while True:
            ticket = await playground.wait(player._next)
            if ticket.action == "play":
                break
            player._done.add((ticket.round, ticket.turn))
            await player.tap(ticket)
        panel = here.panel(ann, place)
        assert panel is not None
        menu = next(each for each in tickets(panel) if each.action == "choose")
        option = panel.selects()[0]["options"][-1]["value"]
        before = panel.attachments[0].content
        await player.tap(menu, option)
        panel = here.panel(ann, place)
        assert panel is not None
        chosen = parse_chosen(option)
        assert chosen is not None
        assert panel.attachments[0].content != before
        hand = here.view(ann).hand
        plain, shown = describe_hand(hand, "en"), str(panel.attachments[0].description)
        assert shown.startswith(plain)
        assert len(shown) > len(plain)


async def test_the_same_picture_is_not_sent_twice(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        await Tapper(here, place, here.people[0]).round()
        await here.until(SEATING)
        board = await here.board(place)
        before = board.attachments[0].id
        await press(here.people[1], board, "Watch")
        await playground.wait(lambda: "Bob" in board.text())
        assert [file.id for file in board.attachments] == [before]
