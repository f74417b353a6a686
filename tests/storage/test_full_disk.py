"""The disk is full in mid-round: whoever acts is told, nothing counts, and the round goes on when there is room."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground import Playground
from tests.cogs.players import Tapper, play_round
from tests.cogs.room import room, told
from tests.discord_client import playground_fixture
from tests.storage.disks import full_disk

__all__ = ["playground_fixture"]


async def test_people_are_told_and_the_round_goes_on(
    playground: Playground, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2, auto_pass=False)
        players = [Tapper(here, place, person) for person in here.people[:2]]
        await playground.wait(lambda: any(player.ready for player in players))
        with full_disk():
            await here.table.quiet()
            assert here.table.round
            actions = list(here.table.round.actions)
            for player in players:
                answer = await player.person.command(place, "bh autopilot", on=True)
                assert "could not be saved" in told(answer)
            for person in here.people[1:3]:
                answer = await person.command(place, "bh hand", dm=False)
                assert "could not be saved" in told(answer)
            answer = await here.people[2].command(place, "bh table open", where="channel")
            assert "could not be saved" in told(answer)
            assert len(here.client.services.tables.open_tables()) == 1
            assert here.table.round.actions == actions
            assert not any(seat.autopilot for seat in here.table.seats)
        assert "not saved: database or disk is full" in caplog.text or "not saved: disk I/O error" in caplog.text
        assert "Traceback" not in caplog.text
        await play_round(players)
        last = here.table.last
        assert last is not None
        assert await here.client.services.store.record(last.round) is not None
