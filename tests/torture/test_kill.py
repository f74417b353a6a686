"""A short run of the kill test; the long one is a script (``tests.torture.kill``)."""

from __future__ import annotations

from pathlib import Path

from bot.pictures import Pictures
from tests.torture.kill import torture


async def test_nothing_is_lost_however_often_the_bot_dies(tmp_path: Path) -> None:
    Pictures(tmp_path / "sprites")
    _, report = await torture(tmp_path, tables=4, kills=5, seed=2, patience=0.5, pause=(0.1, 0.5))
    assert not report.wrong, "\n".join(report.wrong)
    assert report.figures["acknowledged"]
