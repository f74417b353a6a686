"""Packed records: small, and unpacked as they were."""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.baohuang.game import GAME
from bot.games.baohuang.record import check
from bot.games.base import Setup
from storage import rounds
from storage.packing import pack, unpack
from storage.rows import Entry
from storage.store import Store

MOST = 900
"""Bytes on disk that an ended round may take, its results beside it."""

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
actions = st.lists(
    st.tuples(st.integers(-1, 12), words).map(list) | st.tuples(st.integers(0, 4), words, words).map(list), max_size=6
)
records = st.fixed_dictionaries(
    {},
    optional={
        "secret": st.binary(min_size=32, max_size=32).map(bytes.hex) | values,
        "commitment": values,
        "actions": actions | values,
        "seats": values,
        "other": values,
    },
)


def played(seed: int) -> dict[str, object]:
    """The record of a round of AI players in which five people got ready, with words of their own."""
    random = Random(seed)
    variant = ("classic", "simple", "rizhao")[seed % 3]
    salt = "|".join(f"{random.randrange(10**18, 10**19)}:{random.choice(('', '来一局', 'luck!'))}" for _ in range(5))
    round_ = GAME.start(Setup(GAME.rules({"variant": variant}), seed % 5, random.randbytes(32), salt))
    while asked := round_.asked():
        ask = random.choice(asked)
        forced = round_.forced(ask.seat)
        round_.act(ask.seat, GAME.decide(round_.view(ask.seat), "normal", 1) if forced is None else forced)
    names = [f"{random.choice('安本猫天小')}{random.randrange(10**6)}" for _ in range(5)]
    return round_.record(
        {
            "seats": names,
            "played_at": "2026-11-30T10:00:00+00:00",
            "stake": random.randint(1, 100),
            "penalties": [[2, 40, "left"]],
            "autopilot": [3],
        }
    )


@given(records)
def test_any_record_is_unpacked_as_it_was(record: dict[str, object]) -> None:
    with suppress(UnicodeEncodeError):  # half a character, which no text on Discord has
        again = unpack(pack(record))
        assert json.dumps(again) == json.dumps(record), "the order of the keys too"


@given(st.binary(max_size=100) | records.map(lambda record: pack(record)[:-1]))
def test_bytes_that_are_no_record_are_a_value_error(packed: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of what kind does not matter
        unpack(packed)


def test_what_the_first_versions_packed_is_read() -> None:
    record = {"actions": [[0, "pass"]], "seats": ["安娜"]}
    assert unpack(zlib.compress(json.dumps(record).encode())) == record


async def test_ended_rounds_are_small_on_disk_and_come_back_right(tmp_path: Path) -> None:
    path, count = tmp_path / "bot.db", 60
    store = await Store.open(path)
    for seed in range(count):
        record = played(seed % 12)
        seats, result = record["seats"], record["result"]
        assert isinstance(seats, list)
        assert isinstance(result, dict)
        table = await store.open_table(1, 2, "{}")
        number = await store.begin_round(table, "{}", "{}", at=1.0)
        entries = [
            Entry(100 * seed + seat, name, "round", seat, score, score * 10, score * 10, "x", 1)
            for seat, (name, score) in enumerate(zip(seats, result["scores"], strict=True))
        ]
        await store.end_round(
            number, record, table=table, state="{}", guild=1, entries=entries, at=2.0, game="g", dealt=()
        )
        again = await rounds.record(store, number)
        assert json.dumps(again) == json.dumps(record)
        check(json.dumps(again).encode())
    await store.close()
    with closing(sqlite3.connect(path)) as other:
        ((size,),) = other.execute("SELECT sum(pgsize) FROM dbstat WHERE name IN ('rounds', 'rounds_guild')")
    assert size / count < MOST
