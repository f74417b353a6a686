"""What controls carry."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.playground import Playground
from cogs.controls import Ticket, parse
from tests.cogs.managers import manager
from tests.cogs.room import room, told


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


HUGE = "9" * 40
FORGED = (
    *(
        "bh/hand",
        f"bh/hand/{HUGE}/1.1/",
        "bh/hand/-1/1.1/",
        f"bh/hand/1/{HUGE}.1/",
        "bh/hand/1/x/",
        "bh/nothing/1/1.1/",
    ),
    *("bh/play/1/1.1/", f"bh/play/1/1.1/0.0.0.{HUGE}.0", "bh/choose/1/1.1/", "bh/answer_menu/1/1.1/", "bh/kick/1/1.1/"),
    *(f"bh/replay/{HUGE}/0.0/", f"bh/history/1/{HUGE}.0/", "bh/history/1/0.0/open"),
    *("bh/leaderboard/0/0.0/page.here.ever.skill.-1", "bh/leaderboard/0/0.0/page.here.ever.luck.0"),
    *("bh/server_set/0/0.0/stake", "bh/server_set/0/0.0/turn:x", f"bh/server_set/0/0.0/channels:{HUGE}"),
    *(
        "bh/server/0/0.0/",
        "bh/server_set/0/0.0/x",
        "bh/me/0/0.0/language:x",
        f"bh/patterns/0/0.0/{HUGE}",
        "bh/patterns/0/0.0/-1",
    ),
)
"""Custom ids that we never made, or never for a button."""


async def test_forged_controls_are_told_so_and_change_nothing(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, place = manager(here), await here.deal(people=1)
        board, store = await here.board(place), here.client.services.store
        server, wishes = await store.server(here.guild.id), await store.wishes(ann.user.id)
        for forged in FORGED:
            board.buttons()[0]["custom_id"] = forged
            assert told(await ann.click(board, custom_id=forged)) == "That button is from an earlier turn.", forged
        assert (await store.server(here.guild.id), await store.wishes(ann.user.id)) == (server, wishes)
