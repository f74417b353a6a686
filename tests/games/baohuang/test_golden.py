"""Rounds known to be right: they are accepted action by action, and come out as they were recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.baohuang.actions import parse
from bot.games.baohuang.game import GAME
from bot.games.baohuang.record import check
from bot.games.base import Setup

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


def parts(actions: list[list[Any]]) -> list[tuple[object, ...]]:
    """Actions with the cards of each play in one order, since a record may have them in any."""
    return [(seat, parse(" ".join(words))) for seat, *words in actions]


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_golden_round(file: Path) -> None:
    data = file.read_bytes()
    record = json.loads(data)
    check(data, record["commitment"])
    round_ = GAME.start(Setup(record["rules"], record["first_seat"], bytes.fromhex(record["secret"]), record["salt"]))
    for seat, *words in record["actions"]:
        assert seat in {ask.seat for ask in round_.asked()}
        round_.act(seat, " ".join(words))
    extras = {key: record[key] for key in ("seats", "played_at", "stake", "penalties", "autopilot") if key in record}
    ours = round_.record(extras)
    assert parts(ours.pop("actions")) == parts(record.pop("actions"))  # type: ignore[arg-type]
    assert ours == record
    check(json.dumps(round_.record(extras)).encode())


def test_there_are_golden_rounds() -> None:
    assert len(RECORDS) >= 95
