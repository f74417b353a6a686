"""Ranks among a million players: `python -m tests.bench.ranks [PLAYERS] [FILE]`, 1,000,000 unless told otherwise.

A file is made with that many players, one server for 500 of them, and a round for two. Then each query of the commands
is timed while another connection writes rounds, and held against the plain way: what one would ask of rounds and ledger
alone, by COUNT and ORDER BY, without tables and indexes made for it. Who asks, and for which server, is drawn from the
rounds, so that busy players and large servers come up often. FILE keeps the file for the next time.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

from storage import careers, deals, history, patterns, players, ranks, rounds, weekly
from storage.packing import unpack
from storage.periods import Period
from storage.ranks import ALL, Measure
from storage.rows import Entry
from storage.store import Store
from tests.bench.crowd import FIRST_ID, NOW, ROLES, Crowd, make

TIMES = 300
"""How often each query is asked."""
PAUSE = 0.05
"""Seconds between two rounds that end: 1,000 tables at which a round lasts five minutes end 3 a second."""

Ask = Callable[[int, int], Awaitable[object]]
"""A query of a player and a server."""

SUMS = "SELECT player, sum(overall) AS skill FROM ledger GROUP BY player"
SUMS_HERE = "SELECT player, sum(amount) AS skill FROM ledger WHERE +guild = :guild GROUP BY player"
WEEK = f"SELECT player, sum(points) AS points FROM ledger WHERE counts_at >= {Period.WEEK.since(NOW)}"
SHARES = "SELECT player, 1.0 * sum(points > 0) / count(*) AS share FROM ledger GROUP BY player HAVING count(*) >= 10"
CIRCLES = """
SELECT people, count(*) FROM (SELECT group_concat(player) AS people FROM
    (SELECT * FROM ledger WHERE +guild = :guild ORDER BY round, player) GROUP BY round)
GROUP BY people ORDER BY count(*) DESC"""
FLOWS = """
SELECT one.player, other.player, count(*) FROM ledger AS one JOIN ledger AS other ON other.round = one.round
WHERE +one.guild = :guild AND one.points > 0 AND other.points < 0
GROUP BY one.player, other.player ORDER BY count(*) DESC"""
SHORT = """
SELECT player, count(*) FROM rounds JOIN ledger ON ledger.round = rounds.id
WHERE +rounds.guild = :guild AND ended - started < 120 GROUP BY player ORDER BY count(*) DESC"""
QUITS = """
SELECT one.player, other.player, count(*) FROM ledger AS one JOIN ledger AS other ON other.round = one.round
WHERE +one.guild = :guild AND one.kind = 'penalty' AND other.points > 0 GROUP BY one.player, other.player"""
MINE = "FROM ledger WHERE +player = :player"


def queries(store: Store, count: int) -> dict[str, tuple[Ask, str]]:
    """The queries, each with its plain way."""

    def board(scope: int | None, period: Period, by: Measure, first: int | None) -> Ask:
        async def ask(player: int, guild: int) -> object:
            here = guild if scope is None else scope
            start = random.randrange(count if here == ALL else 200) if first is None else first
            return await ranks.leaderboard(
                store, here, period=period, by=by, at=NOW, first=start, own=FIRST_ID + player
            )

        return ask

    return {
        "rank over all": (
            lambda player, _: ranks.standing(store, FIRST_ID + player, at=NOW),
            f"SELECT count(*) FROM ({SUMS}) WHERE skill > (SELECT sum(overall) {MINE})",
        ),
        "rank in the server": (
            lambda player, guild: ranks.standing(store, FIRST_ID + player, guild, at=NOW),
            f"SELECT count(*) FROM ({SUMS_HERE}) WHERE skill > (SELECT sum(amount) {MINE} AND guild = :guild)",
        ),
        "career": (
            lambda player, _: careers.career(store, FIRST_ID + player),
            f"SELECT role, count(*), sum(points > 0), avg(place), min(points), max(points) {MINE} GROUP BY role",
        ),
        "skill over time": (
            lambda player, _: careers.curve(store, FIRST_ID + player),
            f"SELECT at, sum(overall) OVER (ORDER BY at) {MINE} ORDER BY at",
        ),
        "leaderboard, all, ever, first page": (
            board(ALL, Period.EVER, Measure.SKILL, 0),
            f"{SUMS} ORDER BY skill DESC LIMIT 10",
        ),
        "leaderboard, all, ever, any page": (
            board(ALL, Period.EVER, Measure.SKILL, None),
            f"{SUMS} ORDER BY skill DESC LIMIT 10 OFFSET {count // 2}",
        ),
        "leaderboard, all, ever, share won": (
            board(ALL, Period.EVER, Measure.SHARE, 0),
            f"{SHARES} ORDER BY share DESC LIMIT 10",
        ),
        "leaderboard, all, week, points": (
            board(ALL, Period.WEEK, Measure.POINTS, 0),
            f"{WEEK} GROUP BY player ORDER BY points DESC LIMIT 10",
        ),
        "leaderboard, server, ever, any page": (
            board(None, Period.EVER, Measure.SKILL, None),
            f"{SUMS_HERE} ORDER BY skill DESC LIMIT 10 OFFSET 100",
        ),
        "leaderboard, server, season, points": (
            board(None, Period.SEASON, Measure.POINTS, 0),
            f"{SUMS_HERE} ORDER BY skill DESC LIMIT 10",
        ),
        "week of the server": (
            lambda _, guild: weekly.week(store, guild, NOW),
            f"{WEEK} AND +guild = :guild GROUP BY player ORDER BY points DESC LIMIT 10",
        ),
        "history": (
            lambda player, _: history.history(store, FIRST_ID + player, size=10),
            f"SELECT * {MINE} ORDER BY at DESC LIMIT 10",
        ),
        "round and record": (
            lambda player, _: asyncio.gather(
                rounds.round_by_id(store, player // 2 + 1), rounds.record(store, player // 2 + 1)
            ),
            "SELECT * FROM ledger WHERE +round = :player / 2 + 1 ORDER BY seat",
        ),
        "deals": (lambda _, __: deals.statistics(store, "baohuang"), "SELECT sum(unpacked(record)) FROM rounds"),
        "patterns": (
            lambda _, guild: patterns.patterns(store, guild),
            ";".join((CIRCLES, FLOWS, SHORT, QUITS)),
        ),
        "export": (
            lambda player, _: players.export(store, FIRST_ID + player),
            f"SELECT * {MINE} ORDER BY at",
        ),
    }


async def write_rounds(store: Store, count: int, took: list[float]) -> None:
    """End rounds of people at random until cancelled, and note how long each takes."""
    template = await rounds.record(store, 1)
    assert template is not None
    while True:
        people = [random.randrange(1, count + 1) for _ in range(5)]
        guild = random.randrange(1, 20)
        table = await store.open_table(guild, 1, "{}")
        number = await store.begin_round(table, "{}", "{}", at=NOW - 300)
        entries = [
            Entry(
                FIRST_ID + player, f"player {player}", "round", seat, points, points * 10, points * 10, role, seat + 1
            )
            for seat, (player, points, role) in enumerate(zip(people, (4, 2, -2, -2, -2), ROLES, strict=True))
        ]
        record = {**template, "seats": [entry.name for entry in entries]}
        began = time.perf_counter()
        await store.end_round(
            number, record, table=table, state="{}", guild=guild, entries=entries, at=NOW, game="baohuang", dealt=()
        )
        took.append(time.perf_counter() - began)
        await asyncio.sleep(PAUSE)


async def ask_all(path: Path, count: int, askers: list[tuple[int, int]], plain: dict[str, float]) -> None:
    """Time every query while rounds are written, and print it."""
    store = await Store.open(path)
    took: list[float] = []
    writing = asyncio.create_task(write_rounds(store, count, took))
    print(f"{'query':38}{'median':>9}{'p99':>9}{'plain':>10}{'times faster':>14}")
    for name, (ask, sql) in queries(store, count).items():
        times = []
        for player, guild in random.choices(askers, k=TIMES):
            began = time.perf_counter()
            await ask(player, guild)
            times.append(time.perf_counter() - began)
            await asyncio.sleep(0)
        median, p99 = statistics.median(times), sorted(times)[-1 - len(times) // 100]
        slow = plain[sql]
        print(
            f"{name:38}{median * 1e3:6.2f} ms{p99 * 1e3:6.2f} ms{slow * 1e3:7.0f} ms{slow / median:14,.0f}", flush=True
        )
    writing.cancel()
    took.sort()
    print(
        f"{len(took)} rounds ended meanwhile: median {statistics.median(took) * 1e3:.1f} ms,"
        f" longest {took[-1] * 1e3:.1f} ms"
    )
    await store.close()


def time_plain(path: Path, askers: list[tuple[int, int]], sqls: list[str]) -> dict[str, float]:
    """Seconds of each plain query, the better of two; all but the first read what the system has cached."""
    found = {}
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        database.create_function("unpacked", 1, lambda packed: len(unpack(packed)))
        for sql in dict.fromkeys(sqls):
            times = []
            for player, guild in random.choices(askers, k=2):
                began = time.perf_counter()
                for statement in sql.split(";"):
                    for _ in database.execute(statement, {"player": player, "guild": guild}):
                        pass
                times.append(time.perf_counter() - began)
            found[sql] = min(times)
    return found


def sizes(path: Path) -> str:
    """What a round takes on the disk."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        ((count,),) = database.execute("SELECT count(*) FROM rounds")

        def size(*tables: str) -> int:
            marks = ",".join("?" * len(tables))
            found = database.execute(
                "SELECT sum(pgsize) FROM dbstat"
                f" WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name IN ({marks}))",
                tables,
            )
            return int(found.fetchone()[0]) // count

        return (
            f"on disk, for each of {count:,} rounds: {size('rounds')} bytes of the round, {size('ledger')} of its"
            f" ledger rows, {size('boards', 'standings', 'counts', 'tallies')} of sums and ranks"
        )


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    random.seed(2)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(folder) / "bot.db"
        if not path.exists():
            began = time.perf_counter()
            make(path, Crowd(count, count // 500, count // 2))
            print(f"made in {time.perf_counter() - began:.0f} s: {path.stat().st_size / 1e6:,.0f} MB")
        print(sizes(path))
        with closing(sqlite3.connect(path)) as database:
            askers = list(database.execute("SELECT player, guild FROM ledger WHERE id % 97 = 0"))
        asks = queries(None, count)  # type: ignore[arg-type]
        plain = time_plain(path, askers, [sql for _, sql in asks.values()])
        asyncio.run(ask_all(path, count, askers, plain))


if __name__ == "__main__":
    main()
