"""Files that are old, foreign, damaged, locked, or cannot be written: each is told apart, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games.baohuang.game import GAME
from bot.games.baohuang.record import check
from bot.tables.state import Stage
from bot.tables.tables import Tables
from bot.texts import LANGUAGES
from bot.wrong import wrong_database
from storage import earlier, errors
from storage.database import connect, migrations
from storage.errors import (
    DamagedDatabase,
    DiskFull,
    ForeignDatabase,
    Locked,
    NotWritten,
    ReadOnly,
    StorageError,
    told_as_ours,
)
from storage.rounds import round_by_id
from storage.store import Store
from tests.storage.disks import first_version, full_disk, unprivileged, without_privileges
from tests.tables.world import SpyFront


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everyone may look into: pytest's own are private."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def content(path: Path) -> bytes:
    return path.read_bytes()


async def opened(path: Path) -> None:
    await (await Store.open(path)).close()


async def refused(path: Path) -> StorageError:
    """How a file is refused; it must be left as it was."""
    before = content(path)
    with pytest.raises(StorageError) as caught:
        await opened(path)
    assert content(path) == before
    return caught.value


async def test_a_database_of_the_first_version_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    first_version(path)
    store = await Store.open(path)
    tables = Tables(store, SpyFront(), {GAME.key: GAME})
    await tables.start()
    playing, lobby = tables.open_tables()
    assert playing.round
    assert len(playing.round.actions) == 41
    assert playing.seats[0].person
    assert playing.seats[0].person.name == "安娜"
    assert lobby.stage is Stage.SEATING
    assert playing.last
    check(json.dumps(await store.record(playing.last.round)).encode(), None)
    ended = await round_by_id(store, playing.last.round)
    assert ended
    assert [(one.name, one.role, one.place, one.points) for one in ended.people] == [
        ("安娜", "rebel", 3, -3),
        ("Ben", "rebel", 4, -3),
        ("Cat", "rebel", 5, -3),
        ("Dan", "emperor", 1, 6),
        ("Fay", "guard", 2, 3),
    ]
    people = [101, 102, 103, 104, 106]
    assert await store.sums(11, people) == dict(zip(people, (-30, -30, -30, 60, 30), strict=True))
    assert not (await store.wishes(102)).hand_by_dm
    assert (await store.server(11)).role == 5
    assert await store.note("anything") is None
    await tables.stop()
    await store.close()
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (len(migrations()),)
    await opened(path)


@pytest.mark.parametrize("version", range(1, len(migrations())))
async def test_a_process_killed_within_a_migration_leaves_the_version_before(tmp_path: Path, version: int) -> None:
    path, left = tmp_path / "bot.db", tmp_path / "left.db"
    first_version(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as half:
        for number in range(2, version + 1):
            half.executescript(f"{migrations()[number - 1]}; PRAGMA user_version = {number};")
        for function in earlier.FUNCTIONS:
            half.create_function(*function)
        half.execute("PRAGMA cache_size = 0")  # so that what is not committed is in the files
        half.executescript(f"BEGIN IMMEDIATE; {migrations()[version]}")
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{left}{suffix}")
    store = await Store.open(left)
    assert len(await store.open_tables()) == 2
    await store.close()


async def test_a_disk_that_is_full_within_a_migration(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    first_version(path)
    with full_disk():
        await refused(path)
    store = await Store.open(path)
    assert len((await store.running_rounds())[0].actions) == 41
    await store.close()


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE tables (id, name)",
        "CREATE TABLE notes (text); PRAGMA user_version = 2",
        "PRAGMA user_version = 999",
        "PRAGMA application_id = 1",
        "CREATE TABLE notes (text); PRAGMA application_id = 252006674; PRAGMA user_version = 3",
    ],
)
async def test_a_database_of_another_program_is_refused(tmp_path: Path, script: str) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.executescript(script)
    assert isinstance(await refused(path), ForeignDatabase)


async def test_a_locked_database(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    store = await Store.open(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotWritten):
            await store.open_table(1, 2, "{}")
        assert await store.open_tables() == []
        other.execute("COMMIT")
        await store.open_table(1, 2, "{}")
        await store.close()
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Locked):
            await opened(path)
    await opened(path)


async def test_a_database_that_cannot_be_written(open_folder: Path) -> None:
    path = open_folder / "bot.db"
    store = await Store.open(path)
    await store.open_table(1, 2, "{}")
    await store.close()
    before = content(path)
    with without_privileges(open_folder), pytest.raises(ReadOnly):
        await opened(path)
    assert content(path) == before
    path.unlink()
    with without_privileges(open_folder), pytest.raises(StorageError):
        await opened(path)


def test_a_file_that_is_read_only_in_a_folder_that_is_not(open_folder: Path) -> None:
    path = open_folder / "bot.db"
    asyncio.run(opened(path))
    for each, mode in ((open_folder, 0o777), (path, 0o444), (open_folder / "bot.db.lease", 0o666)):
        each.chmod(mode)
    with unprivileged(), pytest.raises(ReadOnly):
        asyncio.run(opened(path))


async def test_a_disk_that_fills_up_and_has_room_again(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bot.db")
    first = await store.open_table(1, 2, "{}")
    with full_disk():
        for _ in range(3):
            with pytest.raises(NotWritten):
                await store.open_table(1, 2, "{}")
        assert [table.id for table in await store.open_tables()] == [first]
    await store.open_table(1, 2, "{}")
    assert len(await store.open_tables()) == 2
    await store.close()


def test_a_full_disk_is_told_apart(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "small.db")) as small:
        small.execute("PRAGMA max_page_count = 1")
        with pytest.raises(DiskFull), told_as_ours(tmp_path):
            small.execute("CREATE TABLE t (a)")


DAMAGE = st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1, max_size=200)), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damage=DAMAGE, cut=st.integers(0, 10**6) | st.none())
def test_a_damaged_file_is_refused_or_read(
    damage: list[tuple[int, bytes]], cut: int | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("damaged") / "bot.db"
    first_version(path)
    data = bytearray(path.read_bytes())
    for offset, piece in damage:
        start = offset % len(data)
        data[start : start + len(piece)] = piece
    path.write_bytes(data[: cut % len(data)] if cut else data)
    asyncio.run(read_all(path))


async def test_a_schema_with_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    first_version(path)
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE ledger (", b"CREATE TABLE led\xff\xfer ("))
    assert isinstance(await refused(path), DamagedDatabase)


async def read_all(path: Path) -> None:
    """Open a file and read what is in it; nothing but a StorageError may come of it, and then it is as it was."""
    before = content(path)
    try:
        store = await Store.open(path)
    except StorageError as error:
        if isinstance(error, DamagedDatabase | ForeignDatabase):
            assert content(path) == before
        return
    try:
        for read in (store.open_tables(), store.running_rounds(), store.record(1), store.sums(11, [101])):
            with suppress(StorageError):
                await read
    finally:
        await store.close()


def test_what_cannot_be_opened_leaves_no_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One would tell an event loop that is no more of its end, with a traceback."""
    started: list[str] = []
    begin = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        started.append(thread.name)
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(StorageError):
        asyncio.run(connect(tmp_path, writes=True))
    assert not [name for name in started if "connection" in name]


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_fault_has_a_sentence(locale: str) -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, StorageError)]
    said = {wrong_database(kind("why"), Path("bot.db"), locale) for kind in kinds}
    assert len(said) == len(kinds) - 1, "only what is not written has none of its own: nobody sees it on a terminal"
