"""What the board says in words: beside its picture little, without one everything."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bot.pictures import Pictures, describe_cards
from bot.playground import Message, Playground
from bot.playground.permission import Permission
from cogs.board import public_view
from cogs.news import BETWEEN, LONGEST
from tests.cogs.players import Tapper
from tests.cogs.room import SEATING, Room, room

LINES = 4
ANN = "\u2068Ann\u2069"
"""A name as boards have it: it counts for the length of a line."""


def words(board: Message) -> str:
    """What the board says beside its title and foot."""
    return re.sub("[\u2068\u2069]", "", board.embeds[0]["description"])


async def test_a_pictured_board_is_short_in_every_step(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        board = await here.board(place)
        seen: set[str] = set()
        playground.world.listeners.append(
            lambda event: seen.add(words(board)) if event.message is board and board.attachments else None
        )
        await Tapper(here, place, here.people[0]).round()
        await here.until(SEATING)
        playing = [said for said in seen if "Commitment" not in said]
        assert len(playing) > 5
        assert [said for said in playing if len(said.splitlines()) > LINES] == []
        [over] = {said.splitlines()[0] for said in seen if "next round" in said}
        assert over in ("🏆 Round 1: the emperor's side wins.", "🏆 Round 1: the rebels win.", "Round 1: nobody wins.")
        assert here.table.commitment in words(board)
        assert str(board.attachments[0].description) not in words(board)


async def test_moves_since_the_last_play_of_a_person_are_told(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann = here.people[0]
        player = Tapper(here, place, ann)
        board = await here.board(place)
        number = here.table.number
        told = 0
        while told < 3:
            await playground.wait(lambda: player.ready or here.table.number != number)
            if here.table.number != number:
                break
            view = public_view(here.table)
            assert view is not None
            own = [at for at, entry in enumerate(view.history) if entry.seat == 0 and entry.cards]
            if own:
                told += 1
                whole = BETWEEN.join(
                    f"**{ANN if entry.seat == 0 else f'AI {entry.seat + 1}'}** "
                    + (describe_cards(entry.cards, "en") if entry.cards else "pass")
                    for entry in view.history[own[-1] :]
                )
                await playground.wait(partial(says_the_end_of, board, whole))
            ticket = player._next()
            assert ticket is not None
            player._done.add((ticket.round, ticket.turn))
            await player.move(ticket)
        assert told, "a round in which nobody gets a second turn tells nothing"


def says_the_end_of(board: Message, whole: str) -> bool:
    """Whether a board's line of news says all of something, or the end of what is too long for it."""
    line = board.embeds[0]["description"].splitlines()[1]
    cut = line.removeprefix("-# … ")
    return line == f"-# {whole}" or (cut != line and len(whole) > LONGEST and whole.endswith(cut))


async def test_where_nothing_may_be_attached_the_board_says_everything(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        await says_everything_after(
            here, lambda: playground.deny(here.channel, playground.bot, Permission.ATTACH_FILES)
        )


async def test_a_board_that_cannot_be_drawn_says_everything(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> bytes:
        raise OSError("the font is gone")

    async with room(playground, tmp_path / "bot.db") as here:
        await says_everything_after(here, lambda: monkeypatch.setattr(Pictures, "table", broken))
    assert "the font is gone" in caplog.text
    caplog.clear()


async def says_everything_after(here: Room, mishap: Callable[[], None]) -> None:
    """A mishap takes the board's picture away, and all that it said is in words then."""
    place = await here.deal(people=1)
    board = await here.board(place)
    await here.playground.wait(lambda: board.attachments)
    assert "34 cards" not in words(board)
    mishap()
    assert not (await here.people[0].command(place, "bh autopilot", on=True)).failed
    await here.playground.wait(lambda: not board.attachments and "autopilot" in words(board))
    assert all(f"**{name}** · " in words(board) for name in ("Ann", "AI 2", "AI 3", "AI 4", "AI 5"))
