"""The round that newcomers are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.client import Client
from bot.demo import play_a_round
from bot.playground import Playground
from tests.cogs.room import FAST
from tests.discord_client import playground_fixture, running

__all__ = ["playground_fixture"]


@pytest.mark.parametrize(("locale", "ready"), [("C.UTF-8", "Ann: [Ready]"), ("zh_CN.UTF-8", "Ann: [准备]")])
async def test_a_round_is_shown_to_its_end(playground: Playground, tmp_path: Path, locale: str, ready: str) -> None:
    playground.limits.enforce = False
    lines: list[str] = []
    client = Client(tmp_path / "bot.db", pace=FAST)
    async with running(playground, client):
        await play_a_round(playground, locale, lines.append)
        last = client.services.tables.open_tables()[0].last
    assert ready in lines
    assert last is not None
    assert all(f"{score:+d}" in lines[-1] for score in last.result["scores"])
