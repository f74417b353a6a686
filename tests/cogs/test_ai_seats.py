"""Strong AI players on Discord, who think in a process of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from bot.playground import Playground
from cogs.board import public_view
from tests.cogs.players import Tapper
from tests.cogs.room import FAST, room

TURNS = 4


async def test_what_strong_players_do_in_a_row_reaches_the_board_as_one(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db", pace=replace(FAST, together=30)) as here:
        here.client.thinker.start()
        await here.client.thinker.ready()
        ann = here.people[0]
        place = await here.open(auto_pass=False)
        assert not (await ann.command(place, "bh table ai", level="strong")).failed
        assert [seat.level for seat in here.table.seats[1:]] == ["strong"] * 4
        board = await here.board(place)
        shown: list[str] = []
        playground.world.listeners.append(lambda event: shown.append(board.text()) if event.message is board else None)
        await here.seat_all(place, [ann])
        await here.until("playing")
        player = Tapper(here, place, ann)
        for _ in range(TURNS):
            await playground.wait(lambda: player.ready, seconds=30)
            ticket = player._next()
            assert ticket is not None
            player._done.add((ticket.round, ticket.turn))
            await player.move(ticket)
        await playground.wait(lambda: player.ready, seconds=30)
        view = public_view(here.table)
        assert view is not None
        assert {entry.seat for entry in view.history} >= {1, 2, 3, 4}
        # No board ever shows that an AI is to move: it is shown when all have.
        assert not [text for text in shown if re.search(r"▶️ \*\*AI", text)]
