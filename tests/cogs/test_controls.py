"""What controls carry."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.playground import Playground
from cogs.controls import Ticket, parse
from tests.cogs.room import room


def test_a_control_made_while_no_clock_runs_is_known_again() -> None:
    # So are the boards and panels of a round that is over and being written down.
    made = Ticket("hand", 7, 2, -1)
    assert parse(made.custom_id) == Ticket("hand", 7, 2, 0)


async def test_choices_that_discord_does_not_take_are_no_error(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        fault = playground.faults.add("/callback$", code=40060, after=True, times=1)
        await here.people[0].autocomplete(place, "bh play", {"cards": ""}, "cards")
        assert fault.hits  # what is logged as an error fails each test here
        hold = playground.faults.hold("/callback$")
        typing = asyncio.create_task(here.people[0].autocomplete(place, "bh play", {"cards": ""}, "cards"))
        await hold.arrived.wait()
        await here.client.close()
        hold.release()
        await typing
