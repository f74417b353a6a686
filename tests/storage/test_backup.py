"""Copies of a database while tables are played, and starting from them."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.games.baohuang.game import GAME
from bot.games.baohuang.record import check
from bot.tables.pace import Pace
from bot.tables.state import Person, State
from bot.tables.table import Table
from bot.tables.tables import Tables
from storage.backup import back_up
from storage.errors import DamagedDatabase, FileExists, ForeignDatabase, NoDatabase, StorageError, StrayLog
from storage.store import Store
from tests.storage.disks import first_version, full_disk
from tests.tables.world import SpyFront

COPIES = 6
QUICK = Pace(mask=(0, 0), between=0, retry=0.01)


class Watched(SpyFront):
    """A front whose shows can be awaited."""

    def __init__(self) -> None:
        super().__init__()
        self.news = asyncio.Condition()

    def has_shown(self, times: int) -> bool:
        return len(self.shows) >= times

    async def show(self, table: Table) -> None:
        await super().show(table)
        await self._tell()

    async def closed(self, table: Table) -> None:
        await super().closed(table)
        await self._tell()

    async def _tell(self) -> None:
        async with self.news:
            self.news.notify_all()

    async def until(self, true: Callable[[], object]) -> None:
        """Return when something is true: at once, or after a show."""
        async with asyncio.timeout(60), self.news:
            await self.news.wait_for(true)


async def play(tables: Tables, front: Watched, number: int) -> None:
    """Open a table and leave its round to autopilot; it closes by that."""
    people = [Person(number * 10 + seat, f"p{seat}") for seat in range(5)]
    table = await tables.open(people[0], guild=1, channel=number, game=GAME.key, options={})
    for person in people[1:]:
        await table.join(person)
    for person in people:
        await table.ready(person.id, 7000 + person.id)
    await front.until(lambda: table.round)
    for person in people:
        await table.autopilot(person.id, on=True)
    await front.until(lambda: table.closed)


async def started_from(path: Path) -> tuple[int, int, int]:
    """Start from a copy, all of which must be right: the tables there, the actions of running rounds, and records."""
    store = await Store.open(path)
    rows = [row for row in await store.open_tables() if State.from_json(row.state).closed is None]
    running = await store.running_rounds()
    tables = Tables(store, SpyFront(), {GAME.key: GAME}, pace=QUICK)
    await tables.start()
    await tables.stop()  # before anything is played on
    assert [table.id for table in tables.open_tables()] == [row.id for row in rows]
    assert {table.id for table in tables.open_tables() if table.round} == {row.table for row in running}
    with closing(sqlite3.connect(path)) as other:
        ended = [number for (number,) in other.execute("SELECT id FROM rounds")]
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for number in ended:
        check(json.dumps(await store.record(number)).encode(), None)
    await store.close()
    return len(rows), sum(len(row.actions) for row in running), len(ended)


async def test_copies_made_while_tables_play_are_whole(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bot.db")
    front = Watched()
    tables = Tables(store, front, {GAME.key: GAME}, pace=QUICK)
    await tables.start()
    load = [asyncio.create_task(play(tables, front, number)) for number in range(1, 4)]
    for number in range(COPIES):
        await front.until(partial(front.has_shown, 60 + 15 * number))
        await asyncio.to_thread(back_up, tmp_path / "bot.db", tmp_path / f"{number}.db")
    await asyncio.gather(*load)
    await asyncio.to_thread(back_up, tmp_path / "bot.db", tmp_path / "last.db")
    await tables.stop()
    await store.close()
    found = [await started_from(tmp_path / f"{number}.db") for number in range(COPIES)]
    assert sum(actions > 0 for _, actions, _ in found) >= COPIES // 2, "copies were made in mid-round"
    assert await started_from(tmp_path / "last.db") == (0, 0, 3)


async def test_from_a_copy_no_secret_is_used_that_may_have_been_told(tmp_path: Path) -> None:
    async def start(path: Path) -> tuple[Store, Tables]:
        store = await Store.open(path)
        tables = Tables(store, Watched(), {GAME.key: GAME}, pace=QUICK)
        await tables.start()
        return store, tables

    people = [Person(number, f"p{number}") for number in range(2)]
    store, tables = await start(tmp_path / "bot.db")
    table = await tables.open(people[0], guild=1, channel=1, game=GAME.key, options={})
    await table.join(people[1])
    await table.ready(people[0].id, 7000)
    back_up(tmp_path / "bot.db", tmp_path / "copy.db")
    await tables.stop()
    await store.close()

    store, tables = await start(tmp_path / "copy.db")
    (again,) = tables.open_tables()
    assert again.id == table.id
    assert [seat.person for seat in again.seats[:2]] == people
    assert not again.salt_parts
    assert again.commitment != table.commitment
    other = await tables.open(Person(9, "p9"), guild=1, channel=2, game=GAME.key, options={})
    assert other.id > table.id + 1, "the number after may have been given before the copy was put in place"
    await again.ready(people[0].id, 7001)
    await tables.stop()
    await store.close()

    store, tables = await start(tmp_path / "copy.db")
    assert tables.open_tables()[0].commitment == again.commitment, "it is a copy no longer"
    assert tables.open_tables()[0].salt_parts == ((0, "7001"),)
    await tables.stop()
    await store.close()


@pytest.mark.parametrize("there", [True, False])
async def test_what_another_database_left_is_not_mixed_in(tmp_path: Path, there: bool) -> None:
    source, copy, place, log = (tmp_path / name for name in ("bot.db", "copy.db", "place.db", "place.db-wal"))
    store = await Store.open(source)
    await store.open_table(1, 1, "{}")
    back_up(source, copy)
    await store.open_table(1, 2, "{}")
    shutil.copy(tmp_path / "bot.db-wal", log)  # as it lies there when the bot has been killed
    left = log.read_bytes()
    await store.close()
    if there:
        shutil.copy(copy, place)
        with pytest.raises(StrayLog):
            back_up(place, tmp_path / "other.db")
    with pytest.raises(StrayLog):
        await Store.open(place)
    assert log.read_bytes() == left
    assert place.exists() is there
    log.rename(tmp_path / "aside")
    shutil.copy(copy, place)
    store = await Store.open(place)
    assert len(await store.open_tables()) == 1
    await store.close()


def test_a_file_that_is_there_is_never_overwritten(tmp_path: Path) -> None:
    source, target, dangling = tmp_path / "bot.db", tmp_path / "notes.txt", tmp_path / "link"
    first_version(source)
    target.write_text("remember the milk")
    dangling.symlink_to(tmp_path / "nowhere")
    for taken in (target, source, tmp_path, dangling):
        with pytest.raises(FileExists):
            back_up(source, taken)
    assert target.read_text() == "remember the milk"
    back_up(source, tmp_path / "copy.db")
    with pytest.raises(FileExists):
        back_up(source, tmp_path / "copy.db")


def test_what_cannot_be_copied_leaves_nothing(tmp_path: Path) -> None:
    source, target = tmp_path / "bot.db", tmp_path / "copy.db"
    with pytest.raises(NoDatabase):
        back_up(source, target)
    source.write_text("no database" * 1000)
    with pytest.raises(StorageError):
        back_up(source, target)
    source.unlink()
    with closing(sqlite3.connect(source)) as other:
        other.execute("CREATE TABLE tables (id)")
    with pytest.raises(ForeignDatabase):
        back_up(source, target)
    source.unlink()
    first_version(source)
    with full_disk(), pytest.raises(StorageError):
        back_up(source, target)
    with pytest.raises(StorageError):
        back_up(source, tmp_path / "none" / "copy.db")
    data = source.read_bytes()
    page = data.index(b"claim") // 4096 * 4096
    source.write_bytes(data[:page] + b"\x00" * 4096 + data[page + 4096 :])
    with pytest.raises(DamagedDatabase):
        back_up(source, target)
    assert {each.name for each in tmp_path.iterdir()} <= {"bot.db", "bot.db-wal", "bot.db-shm"}
