"""A database of a bot that many have played with: players in servers, and their rounds, with all that follows."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from bot.games.baohuang.game import GAME
from bot.games.base import Setup
from storage import derived
from storage.packing import pack
from storage.store import Store

NOW = 1_796_800_000.0
"""A Wednesday in December 2026."""
SPAN = 180 * 86400
"""The rounds were played in so many seconds before."""
ROLES = ("emperor", "guard", "rebel", "rebel", "rebel")
SAMPLES = 60
"""Rounds that were really played; the others have their records, with secrets of their own."""


@dataclass(frozen=True)
class Crowd:
    """How many there are. A player's Discord id is FIRST_ID + its number, a server's is its number."""

    players: int
    servers: int
    rounds: int


FIRST_ID = 200_000_000_000_000_000


def record(seed: int) -> bytes:
    """The packed record of a round of AI players."""
    rng = random.Random(seed)
    salt = "|".join(str(rng.randrange(10**18, 10**19)) for _ in range(5))
    rules = GAME.rules({"variant": ("classic", "simple", "rizhao")[seed % 3]})
    round_ = GAME.start(Setup(rules, seed % 5, rng.randbytes(32), salt))
    while asked := round_.asked():
        seat = asked[0].seat
        forced = round_.forced(seat)
        round_.act(seat, GAME.decide(round_.view(seat), "normal", 1) if forced is None else forced)
    return pack(
        round_.record(
            {
                "seats": [None] * 5,
                "played_at": "2026-11-30T10:00:00+00:00",
                "stake": 10,
                "penalties": [],
                "autopilot": [],
            }
        )
    )


def make(path: Path, crowd: Crowd) -> None:
    """Make the file: rows at once, and then what follows from them, as the triggers would have it."""

    async def empty() -> None:
        await (await Store.open(path)).close()

    asyncio.run(empty())
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA cache_size = -400000")
        database.execute("PRAGMA temp_store = MEMORY")
        ((trigger,),) = database.execute("SELECT sql FROM sqlite_master WHERE name = 'ledger_is_summed'")
        indexes = [
            (name, sql)
            for name, sql in database.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
                " AND tbl_name IN ('ledger', 'standings')"
            )
        ]
        database.execute("DROP TRIGGER ledger_is_summed")
        for name, _ in indexes:
            database.execute(f"DROP INDEX {name}")
        database.execute("BEGIN")
        database.executemany(
            "INSERT INTO players (id, user, name) VALUES (?, ?, ?)",
            ((number, FIRST_ID + number, f"player {number}") for number in range(1, crowd.players + 1)),
        )
        database.executemany(
            "INSERT INTO tables (id, guild, channel, state, closed) VALUES (?1, ?1, 1, '{}', 1)",
            ((number,) for number in range(1, crowd.servers + 1)),
        )
        for rounds, entries in played(crowd):
            database.executemany(
                "INSERT INTO rounds (id, table_id, guild, started, ended, record) VALUES (?, ?, ?, ?, ?, ?)", rounds
            )
            database.executemany(
                "INSERT INTO ledger (player, guild, round, kind, seat, role, place, points, amount, overall, rounds,"
                " at, counts_at) VALUES (?1, ?2, ?3, 'round', ?4, ?5, ?6, ?7, ?8, 10 * ?7, 1, ?9, ?9)",
                entries,
            )
        database.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('running', ?)", (crowd.rounds,))
        database.executemany(
            "INSERT INTO deals (game, seat, wanted, deals) VALUES ('baohuang', ?, ?, ?)",
            ((seat, wanted, crowd.rounds // 9) for seat in range(5) for wanted in range(9)),
        )
        database.execute("COMMIT")
        derived.rebuild(database)
        for _, sql in indexes:
            database.execute(sql)
        database.execute(trigger)


def played(crowd: Crowd) -> Iterator[tuple[list[tuple[object, ...]], list[tuple[object, ...]]]]:
    """Rows of rounds and of the ledger, a thousand rounds at a time.

    Servers are of very different sizes. Everyone plays once; the other rounds are mostly those of a few of each server.
    """
    rng = random.Random(1)
    sizes = [1 / (number + 10) for number in range(crowd.servers)]
    ends = [int(crowd.players * part / sum(sizes)) for part in accumulate(sizes)]
    homes = list(zip([0, *ends], ends, strict=False))
    stakes = [rng.choice((10, 10, 10, 1, 25, 100)) for _ in homes]
    once = [(guild, first) for guild, (start, end) in enumerate(homes) for first in range(start, end, 5)]
    busy = rng.choices(range(crowd.servers), weights=sizes, k=max(0, crowd.rounds - len(once)))
    games = [*once, *((guild, None) for guild in busy)][: crowd.rounds]
    rng.shuffle(games)
    samples = [record(seed) for seed in range(SAMPLES)]
    moments = sorted(NOW - rng.random() * SPAN for _ in games)
    rounds: list[tuple[object, ...]] = []
    entries: list[tuple[object, ...]] = []
    for number, ((guild, first), at) in enumerate(zip(games, moments, strict=True), 1):
        start, end = homes[guild]
        if first is None:
            people = {start + int((end - start) * rng.random() ** 4) for _ in range(5)}
        else:
            people = set(range(first, min(first + 5, end)))
        g = rng.choice((-3, -1, 1, 2, 3)) * rng.choice((1, 1, 2))
        sample = samples[number % SAMPLES]
        packed = sample[:1] + rng.randbytes(32) + sample[33:]
        rounds.append((number, guild + 1, guild + 1, at - rng.uniform(60, 900), at, packed))
        for seat, (player, points) in enumerate(zip(people, (2 * g, g, -g, -g, -g), strict=False)):
            values = (player + 1, guild + 1, number, seat, ROLES[seat], 1 + (seat + number) % 5, points)
            entries.append((*values, points * stakes[guild], at))
        if len(rounds) == 1000:
            yield rounds, entries
            rounds, entries = [], []
    yield rounds, entries
