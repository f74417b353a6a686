"""Whole rounds on Discord, from the deal to the score."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground import Playground
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import room


@pytest.mark.parametrize("variant", ["simple", "classic", "rizhao"])
async def test_five_people_play_a_round_by_taps(playground: Playground, tmp_path: Path, variant: str) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open(variant=variant)
        await here.seat_all(place)
        players = [Tapper(here, place, person) for person in here.people]
        await play_round(players)
        last = here.table.last
        assert last is not None
        assert sum(last.result["scores"]) == 0
        assert max(sum(player.taps.values()) for player in players) <= 50
