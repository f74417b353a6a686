"""What counts against Discord's limits: as little as can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground import Playground, Sent
from bot.tables.pace import Pace
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import PLAYING, SEATING, press, room

HASTY = Pace(mask=(0, 0), nudge=30, between=0.05, retry=0.05)


def board_edits(sent: list[Sent], board: int) -> list[Sent]:
    """Edits of the board that count against the global limit."""
    return [each for each in sent if each.method == "PATCH" and each.path.endswith(f"/messages/{board}")]


@pytest.mark.parametrize(("people", "most"), [(5, 1.0), (1, 0.5)])
async def test_a_decision_costs_few_requests_that_count(
    playground: Playground, tmp_path: Path, people: int, most: float
) -> None:
    async with room(playground, tmp_path / "bot.db", pace=HASTY) as here:
        place = await here.deal(people)
        before = playground.limits.counted
        players = [Tapper(here, place, person) for person in here.people[:people]]
        await play_round(players)
        await here.until(SEATING)
        taps = sum(sum(player.taps.values()) for player in players)
        # Direct messages and the card change once or twice a round, however short it is.
        assert playground.limits.counted - before <= most * taps + 2 * people + 3
        assert not board_edits(here.sent[-taps:], (await here.board(place)).id)


async def test_a_token_that_has_run_out_is_done_without(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        board = await here.board(place)
        await press(here.people[0], board, "Fill with AI")
        token = (await press(here.people[0], board, "Ready")).token
        fault = playground.faults.add(rf"/{token}/messages/@original", code=50027)
        await Tapper(here, place, here.people[0]).round()
        await here.until(SEATING)
        assert fault.hits
        assert board_edits(here.sent, board.id)
        assert "Ready" in [button["label"] for button in board.buttons()]
        playground.faults.clear()
        await press(here.people[0], board, "Ready")
        await here.until(PLAYING)


async def test_a_panel_asked_for_on_the_board_never_changes_the_board(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        ann, board = here.people[0], await here.board(place)
        seen: list[str] = []
        playground.world.listeners.append(lambda _: seen.extend(file.filename for file in board.attachments))
        for _ in range(3):
            await press(ann, board, "My hand")
            await here.panel_of(ann, place)
        await Tapper(here, place, ann).round()
        await here.until(SEATING)
        assert set(seen) == {"table.png", "result.png"}
        assert here.panel(ann, place) is not board
