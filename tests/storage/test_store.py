"""The database file: who may open it, what it keeps, and that units of writing are whole."""

import asyncio
import json
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage.database import migrations
from storage.errors import LeaseTaken, NewerDatabase, NotADatabase, NotWritten, StorageError
from storage.rows import Entry, RunningRow, Server, TableRow, Wishes
from storage.store import Store
from tests.storage.played import play


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "bot.sqlite")
    yield store
    await store.close()


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as other:
        return list(other.execute(sql))


async def test_a_second_opening_is_refused_until_the_first_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite"
    first = await Store.open(path)
    with pytest.raises(LeaseTaken):
        await Store.open(path)
    await first.close()
    await (await Store.open(path)).close()


async def test_another_name_is_no_way_around_the_lease(tmp_path: Path) -> None:
    path, other = tmp_path / "bot.sqlite", tmp_path / "other.sqlite"
    first = await Store.open(path)
    other.symlink_to(path)
    with pytest.raises(LeaseTaken):
        await Store.open(other)
    await first.close()


async def test_the_lease_of_a_killed_process_is_free(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite"
    program = (
        "import asyncio, sys, pathlib\n"
        "from storage.store import Store\n"
        "async def main():\n"
        "    store = await Store.open(pathlib.Path(sys.argv[1]))\n"
        "    print('open', flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(main())\n"
    )
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, str(path), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert other.stdout
    assert (await other.stdout.readline()).strip() == b"open"
    with pytest.raises(LeaseTaken):
        await Store.open(path)
    other.kill()
    await other.wait()
    await (await Store.open(path)).close()


async def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("remember the milk\n" * 100)
    with pytest.raises(NotADatabase):
        await Store.open(path)
    assert path.read_text() == "remember the milk\n" * 100


async def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 999")
    with pytest.raises(NewerDatabase):
        await Store.open(path)


async def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        await Store.open(tmp_path / "nowhere" / "bot.sqlite")


async def test_opening_brings_an_empty_file_up_to_date_once(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite"
    path.touch()
    for _ in range(2):
        await (await Store.open(path)).close()
    assert query(path, "PRAGMA user_version") == [(len(migrations()),)]
    assert query(path, "PRAGMA journal_mode") == [("wal",)]


async def test_a_table_and_its_round_come_back_as_they_were(store: Store) -> None:
    table = await store.open_table(1, 2, "{}")
    round_id = await store.begin_round(table, '{"secret": "s"}', '{"a": 1}', at=1.0)
    await store.append(round_id, 0, 3, "claim", table=table, state=None)
    await store.append(round_id, 1, 4, "yield", table=table, state='{"a": 2}')
    assert await store.open_tables() == [TableRow(table, 1, 2, '{"a": 2}', None)]
    assert await store.running_rounds() == [
        RunningRow(round_id, table, '{"secret": "s"}', ((3, "claim"), (4, "yield")))
    ]
    await store.close_table(table, "{}", guild=1, round_id=round_id, entries=[], at=5.0)
    assert await store.running_rounds() == []
    assert await store.open_tables() == [TableRow(table, 1, 2, "{}", None)]
    await store.put_away(table, "{}", 6.0)
    assert await store.open_tables() == []
    assert await store.table(table) == TableRow(table, 1, 2, "{}", 6.0)
    assert await store.table(99) is None


async def test_an_action_number_is_taken_once(store: Store) -> None:
    table = await store.open_table(1, 2, "old")
    round_id = await store.begin_round(table, "{}", "old", at=1.0)
    await store.append(round_id, 0, 0, "a", table=table, state=None)
    with pytest.raises(NotWritten):
        await store.append(round_id, 0, 1, "b", table=table, state="new")
    assert (await store.running_rounds())[0].actions == ((0, "a"),)
    assert (await store.open_tables())[0].state == "old", "nothing of the unit is there"


async def test_a_round_ends_whole(store: Store) -> None:
    table = await store.open_table(1, 2, "{}")
    round_id = await store.begin_round(table, "{}", "{}", at=1.0)
    record = {"seats": ["安娜", "b"], "actions": [[0, "pass"]] * 300}
    entries = [Entry(7, "安娜", "round", 0, 6, 60, 60, "x", 1), Entry(8, "b", "round", 1, -6, -60, -60, "y", 2)]

    async def end() -> None:
        await store.end_round(
            round_id, record, table=table, state="after", guild=1, entries=entries, at=9.0, game="g", dealt=()
        )

    await end()
    assert await store.record(round_id) == record
    assert await store.sums(1, [7, 8, 9]) == {7: 60, 8: -60, 9: 0}
    assert await store.sums(2, [7]) == {7: 0}, "skill belongs to one server"
    assert await store.running_rounds() == []
    assert (await store.open_tables())[0].state == "after"
    with pytest.raises(NotWritten):
        await end()
    assert await store.sums(1, [7]) == {7: 60}, "a round is scored once"
    assert await store.record(99) is None


async def test_an_ended_round_is_small_on_disk(store: Store, tmp_path: Path) -> None:
    table = await store.open_table(1, 2, "{}")
    round_id = await store.begin_round(table, "{}", "{}", at=1.0)
    record = {"actions": [[n % 5, "pass"] for n in range(300)]}
    await store.end_round(round_id, record, table=table, state="{}", guild=1, entries=[], at=1.0, game="g", dealt=())
    ((size,),) = query(tmp_path / "bot.sqlite", "SELECT length(record) FROM rounds")
    assert isinstance(size, int)
    assert size < len(json.dumps(record)) / 5


async def test_units_that_wait_together_are_whole_each(store: Store) -> None:
    table = await store.open_table(1, 2, "{}")
    round_id = await store.begin_round(table, "{}", "{}", at=1.0)
    units = [store.append(round_id, number // 2, number % 2, "x", table=table, state=None) for number in range(100)]
    results = await asyncio.gather(*units, return_exceptions=True)
    assert [result is None for result in results] == [True, False] * 50
    assert (await store.running_rounds())[0].actions == ((0, "x"),) * 50


async def test_values_that_sqlite_cannot_hold_fail_alone(store: Store) -> None:
    good, bad = store.open_table(1, 2, "{}"), store.open_table(1, 2, "\ud800")
    results = await asyncio.gather(good, bad, store.open_table(2**80, 2, "{}"), return_exceptions=True)
    assert [isinstance(result, NotWritten) for result in results] == [False, True, True]
    assert len(await store.open_tables()) == 1


async def test_what_waits_is_written_before_closing(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite"
    store = await Store.open(path)
    waiting = [asyncio.create_task(store.open_table(1, number, "{}")) for number in range(10)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    assert query(path, "SELECT count(*) FROM tables") == [(10,)]
    with pytest.raises(NotWritten):
        await store.open_table(1, 1, "{}")


@pytest.mark.parametrize("killed", [True, False])
async def test_what_is_deleted_while_somebody_reads_is_gone_from_the_log_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    monkeypatch.setattr("storage.access.AGAIN", 0.01)
    store = await Store.open(tmp_path / "bot.db")
    await play(store, [(1, 4), (2, -4)])
    await store.set_note("name", "Zebulon")

    def kept(folder: Path) -> bytes:
        return b"".join(file.read_bytes() for file in folder.glob("bot.db*"))

    with closing(sqlite3.connect(tmp_path / "bot.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM notes").fetchall()
        await store.drop_note("name")
        await store.empty_log()
        await store.set_note("other", "it goes on")
        assert b"Zebulon" in kept(tmp_path)
        if killed:
            await asyncio.to_thread(shutil.copytree, tmp_path, tmp_path / "after")
    if killed:
        after = await Store.open(tmp_path / "after" / "bot.db")
        assert b"it goes on" in kept(tmp_path / "after")
        assert b"Zebulon" not in kept(tmp_path / "after")
        await after.close()
    async with asyncio.timeout(5):
        while b"Zebulon" in kept(tmp_path):
            await store.read("SELECT 1")
    await store.close()


async def test_a_transaction_that_sqlite_ends_itself_fails_whole_and_the_next_one_works(
    store: Store, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "bot.sqlite", isolation_level=None)) as other:
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON tables WHEN new.guild = 3 BEGIN SELECT RAISE(ROLLBACK, 'x'); END"
        )
    results = await asyncio.gather(*(store.open_table(guild, 1, "{}") for guild in range(6)), return_exceptions=True)
    written = [result for result in results if not isinstance(result, BaseException)]
    assert len(await store.open_tables()) == len(written), "who is told that it is written can rely on it"
    assert isinstance(results[3], NotWritten)
    assert str(results[3]) == "x", "the reason is SQLite's first"
    await store.open_table(1, 1, "{}")


async def test_settings_are_kept(store: Store) -> None:
    assert await store.server(1) == Server()
    await store.set_server(1, Server(role=5, cooldown=60))
    assert await store.server(1) == Server(role=5, cooldown=60)
    chosen = Server(5, 60, "zh-CN", {"variant": "rizhao", "overload": True}, 30, 100, 2, (3, 4), 9)
    await store.set_server(1, chosen)
    assert await store.server(1) == chosen
    assert await store.server(2) == Server()
    wishes = Wishes("en", "suits", clockwise=False, hand_by_dm=False, pings=False)
    assert await store.wishes(7) == Wishes()
    await store.set_wishes(7, wishes)
    assert await store.wishes(7) == wishes
    await store.set_wishes(7, replace(wishes, hand_by_dm=True))
    assert await store.wishes(7) == replace(wishes, hand_by_dm=True)


@pytest.mark.parametrize("chosen", [Server(stake=0), Server(stake=101), Server(least=1), Server(least=6)])
async def test_a_server_cannot_choose_what_is_out_of_bounds(store: Store, chosen: Server) -> None:
    with pytest.raises(NotWritten):
        await store.set_server(1, chosen)
    assert await store.server(1) == Server()


async def test_players_are_called_once_a_cooldown(store: Store) -> None:
    assert not await store.call_players(1, 1000.0), "no role was chosen"
    await store.set_server(1, Server(role=5, cooldown=60))
    calls = await asyncio.gather(*(store.call_players(1, 1000.0) for _ in range(10)))
    assert sum(calls) == 1
    assert not await store.call_players(1, 1059.0)
    await store.set_server(1, Server(role=6, cooldown=60))
    assert not await store.call_players(1, 1059.0), "another role is no way around"
    assert await store.call_players(1, 1060.0)


@settings(max_examples=15)
@given(rows=st.lists(st.tuples(st.integers(1, 4), st.integers(1, 2), st.integers(-500, 500)), max_size=12))
def test_sums_are_the_sums_of_the_ledger(
    rows: list[tuple[int, int, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def live() -> None:
        store = await Store.open(tmp_path_factory.mktemp("ledger") / "bot.sqlite")
        try:
            table = await store.open_table(1, 1, "{}")
            for number, (user, guild, amount) in enumerate(rows):
                entry = Entry(user, "n", "round", 0, amount, amount * 7, amount * 10, "x", 1)
                await store.penalise(table, "{}", guild=guild, round_id=number, entries=[entry], at=1.0)
            for guild in (1, 2):
                expected = {user: sum(7 * a for u, g, a in rows if (u, g) == (user, guild)) for user in range(1, 5)}
                assert await store.sums(guild, range(1, 5)) == expected
        finally:
            await store.close()

    asyncio.run(live())
