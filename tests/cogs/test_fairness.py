"""What anyone is told of the shuffle, and of all deals so far."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.playground import Playground
from tests.cogs.room import room, told
from tests.cogs.test_replay import ended


@pytest.mark.parametrize(("locale", "words"), [("en-US", "commitment"), ("zh-CN", "承诺")])
async def test_it_is_explained(playground: Playground, tmp_path: Path, locale: str, words: str) -> None:
    async with room(playground, tmp_path / "bot.db", locale=locale) as here:
        ann = here.people[0]
        for channel in (here.channel, ann.dm):
            text = told(await ann.command(channel, "bh fairness"))
            assert words in text
            assert "python -m bot verify --commitment" in text


async def test_all_deals_are_counted(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        assert "nothing to count" in told(await ann.command(here.channel, "bh fairness"))
        for _ in range(3):
            await ended(here)
        text = told(await ann.command(here.channel, "bh fairness"))
        assert "deals: 3" in text
        assert "seat 4: 3.00" in text
        rows = re.findall(r"(?m)^([1-5≈])((?: +[\d.]+){5})$", text)
        assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "≈"]
        assert rows[1][1].split() == ["0.0", "0.0", "100", "0.0", "0.0"]
        for _, shares in rows:
            assert abs(sum(map(float, shares.split())) - 100) < 0.4
        assert max(map(len, text.split("```")[3].split("\n"))) <= 26
