"""What databases of the first versions hold besides the usual."""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage import derived
from storage.errors import DamagedDatabase
from storage.history import history
from storage.rounds import record, round_by_id
from storage.store import Store
from tests.storage.disks import first_version


def old_round(database: sqlite3.Connection, number: int, **changes: Any) -> None:
    """Put in a round like the first one, with another record."""
    ((table, ended, packed),) = database.execute("SELECT table_id, ended, record FROM rounds WHERE id = 1")
    found = json.loads(zlib.decompress(packed)) | changes
    database.execute(
        "INSERT INTO rounds VALUES (?, ?, ?, ?)", (number, table, ended, zlib.compress(json.dumps(found).encode()))
    )


async def test_rounds_of_other_kinds_are_carried_over(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    first_version(path)
    seats = ["安娜", "AI", "Gil", "AI", "Fay"]
    with closing(sqlite3.connect(path)) as database, database:
        old_round(database, 11, seats=seats)
        database.executemany(
            "INSERT INTO ledger (player, guild, round, kind, amount, at) VALUES (?, 11, ?, ?, ?, 5)",
            [
                (1, 11, "penalty", -400),
                *((player, 11, "round", points) for player, points in ((1, -30), (3, -30), (5, 30))),
                (2, 12, "penalty", -400),
                (2, 12, "refund", 400),
            ],
        )
        old_round(database, 13, seats=seats)
        database.execute("INSERT INTO rounds VALUES (14, 1, 5, x'0102')")
    store = await Store.open(path)
    scored = await round_by_id(store, 11)
    assert scored
    assert [(one.seat, one.name, one.role, one.points) for one in scored.people] == [
        (0, "安娜", "rebel", -3),
        (2, "Cat", "rebel", -3),
        (4, "Fay", "guard", 3),
    ]
    assert (await record(store, 11) or {})["seats"] == ["安娜", "AI", "Cat", "AI", "Fay"], "as they are called now"
    (penalty,) = [event for event in (await history(store, 101)).events if event.kind == "penalty"]
    assert (penalty.amount, penalty.overall, penalty.points) == (-400, -400, -40)
    assert (await store.sums(11, [102]))[102] == -30, "what was given back"
    unscored = await round_by_id(store, 13)
    assert unscored
    assert unscored.people == ()
    assert (await record(store, 13) or {})["seats"] == ["", "AI", "", "AI", ""], "it is not known who they are"
    with pytest.raises(DamagedDatabase):
        await record(store, 14)
    await store.close()
    with closing(sqlite3.connect(path)) as database:
        assert derived.wrong(database) == {}


async def test_a_table_that_had_been_put_away_forgets_who_was_there(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    first_version(path)
    with closing(sqlite3.connect(path)) as database, database:
        ((number, text),) = database.execute("SELECT id, state FROM tables WHERE id = 1")
        state = json.loads(text)
        assert "安娜" in str(state)
        state["memo"] = {"board": 2**60 + 1, "own_thread": True, "counter": False, "dm/101": [1, 2, 3, "en"]}
        database.execute("UPDATE tables SET closed = 5, state = ? WHERE id = ?", (json.dumps(state), number))
    store = await Store.open(path)
    row = await store.table(number)
    await store.close()
    assert row
    kept = json.loads(row.state)
    assert kept["memo"] == {"board": 2**60 + 1, "own_thread": True, "counter": False}
    assert kept["settings"] == state["settings"]
    assert "安娜" not in json.dumps(kept, ensure_ascii=False)
