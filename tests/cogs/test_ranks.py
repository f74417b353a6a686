"""Ranks and leaderboards, as people ask for them."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.games.base import Illegal
from bot.playground import Message, Person, Playground
from cogs import leaderboards
from cogs.controls import Ticket
from storage.players import forget
from storage.store import Store
from tests.cogs.room import Room, press, room, scene, told
from tests.storage.played import entry
from tests.storage.played import play as played

FAR = 99
"""Another server."""


async def play(here: Room, points: Sequence[tuple[Person, int]], guild: int | None = None, **more: Any) -> None:
    """A round that ended just now, here unless told otherwise."""
    scores = [(person.user.id, score) for person, score in points]
    await played(store_of(here), scores, guild=here.guild.id if guild is None else guild, at=time.time(), **more)


def store_of(here: Room) -> Store:
    return here.client.services.store


def plain(text: str) -> str:
    return re.sub("[\u2068\u2069]", "", text)


async def asked(person: Person, here: Room, command: str, **options: Any) -> Message:
    """The private answer to a command."""
    answer = await person.command(here.channel, command, **options)
    assert told(answer)
    return answer.message


def fields(message: Message) -> dict[str, list[str]]:
    return {each["name"]: each["value"].splitlines() for each in message.embeds[0]["fields"]}


def rows(message: Message) -> list[str]:
    """The lines of a leaderboard before whatever is said of whoever asks."""
    return plain(message.embeds[0]["description"]).split("\n\n")[0].splitlines()


def values(message: Message) -> list[str]:
    """What players are ranked by, row by row."""
    return [row.strip("*").split(" · ")[3] for row in rows(message)]


async def test_a_rank_says_all_there_is_to_say(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, cy = here.people[:3]
        await play(here, [(ann, 4), (bob, -2), (cy, -2)], stake=20)
        await play(here, [(bob, -24), (ann, 6), (cy, 18)], stake=20)
        await play(here, [(ann, 3), (bob, -3)], FAR)
        shown = await asked(ann, here, "bh rank")
        assert plain(shown.embeds[0]["title"]) == "Rank of Ann"
        assert fields(shown) == {
            "This server": [
                "Skill **1800** · Undergraduate (本科生)",
                "800 more to Postgraduate",
                "Rank **2** of 3",
                "Rounds: **2** · average place 1.5",
                "Best round +6, worst +4",
                "Won: **100\N{NO-BREAK SPACE}%** (2 of 2)",
                "as emperor: 100\N{NO-BREAK SPACE}% (1 of 1) · as guard: 100\N{NO-BREAK SPACE}% (1 of 1)",
            ],
            "All servers": [
                "Skill **1730** · Undergraduate (本科生)",
                "870 more to Postgraduate",
                "Rank **2** of 3",
                "Rounds: **3** · average place 1.3",
                "Best round +6, worst +3",
                "Won: **100\N{NO-BREAK SPACE}%** (3 of 3)",
                "as emperor: 100\N{NO-BREAK SPACE}% (2 of 2) · as guard: 100\N{NO-BREAK SPACE}% (1 of 1)",
            ],
        }
        (picture,) = shown.attachments
        words = str(picture.description).splitlines()
        assert [line.split(",")[0] for line in words] == ["This server", "All servers"]
        assert "1600 → 1800 (Undergraduate)" in words[0]
        assert "1600 → 1730 (Undergraduate)" in words[1]
        assert (picture.width or 0) > (picture.height or 0) > 0
        other = await asked(ann, here, "bh rank", player=bob.user)
        assert "Rank **3** of 3" in fields(other)["This server"]
        assert plain(other.embeds[0]["title"]) == "Rank of Bob"


async def test_equal_skills_have_equal_ranks(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, cy = here.people[:3]
        await play(here, [(ann, 2), (bob, 2), (cy, -4)])
        for person, rank in ((ann, 1), (bob, 1), (cy, 3)):
            assert f"Rank **{rank}** of 3" in fields(await asked(person, here, "bh rank"))["This server"]


@pytest.mark.parametrize(("locale", "words"), [("en-US", "Find a few people"), ("zh-CN", "叫上几位牌友")])
async def test_who_has_no_rank_yet_is_told_kindly(
    playground: Playground, tmp_path: Path, locale: str, words: str
) -> None:
    async with room(playground, tmp_path / "bot.db", locale=locale) as here:
        ann, bob = here.people[:2]
        assert words in (await asked(ann, here, "bh rank")).content
        assert "Bob" in (await asked(ann, here, "bh rank", player=bob.user)).content
        await play(here, [(ann, 2), (bob, -2)], FAR)
        found = fields(await asked(ann, here, "bh rank"))
        assert len(next(iter(found.values()))) == 1, "nothing is known of them here"
        assert len(list(found.values())[1]) > 4
        await forget(store_of(here), ann.user.id)
        assert words in (await asked(ann, here, "bh rank")).content


async def test_in_a_direct_message_ranks_are_those_over_all(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob = here.people[:2]
        await play(here, [(ann, 2), (bob, -2)])
        found = (await ann.command(ann.dm, "bh rank")).message
        assert list(fields(found)) == ["All servers"]
        board = (await ann.command(ann.dm, "bh leaderboard")).message
        assert "all servers" in board.embeds[0]["title"]
        assert [each["label"] for each in board.buttons()] == ["Previous", "Next"]
        refused = (await ann.command(ann.dm, "bh leaderboard", where="here")).message
        assert refused.content == "In a direct message there is only the leaderboard of all servers."


async def crowd(here: Room, count: int) -> list[int]:
    """People of whom several have the same points; the points of each."""
    points = [number // 3 - 2 for number in range(count)]
    people = [(1000 + number, score) for number, score in enumerate(points)]
    for first in range(0, count, 5):
        await played(store_of(here), people[first : first + 5], guild=here.guild.id, at=time.time())
    store = store_of(here)
    for table in await store.open_tables():  # nobody ever was there, and nobody is to come back
        await store.put_away(table.id, table.state, time.time())
    return sorted(points, reverse=True)


async def test_pages_have_every_row_once_with_the_right_rank(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        points = await crowd(here, 24)
        await play(here, [(ann, -40)])
        board = await asked(ann, here, "bh leaderboard", by="points")
        found = rows(board)
        assert [button.get("disabled", False) for button in board.buttons()] == [True, False, False]
        for page in (2, 3):
            await press(ann, board, "Next")
            assert f"Page {page} of 3 · 25 ranked" in board.text()
            found += rows(board)
            own = f"**25 · p{ann.user.id} · College · −40**"
            assert plain(board.embeds[0]["description"]).splitlines()[-1] == own
            (picture,) = board.attachments
            assert str(picture.description).count("\n") == (11 if page == 2 else 5)
        assert [button.get("disabled", False) for button in board.buttons()] == [False, True, False]
        scores = [*points, -40]
        assert [int(row.strip("*").split(" · ")[0]) for row in found] == [
            1 + sum(other > score for other in scores) for score in scores
        ]
        assert len(set(found)) == 25
        await press(ann, board, "Previous")
        assert rows(board) == found[10:20]


async def test_a_leaderboard_can_be_of_any_time_and_measure(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, cy = here.people[:3]
        for _ in range(10):
            await play(here, [(ann, 1), (bob, -1)])
        await play(here, [(cy, 3)], FAR)
        board = await asked(ann, here, "bh leaderboard")
        assert values(board) == ["1700", "1500"]

        async def choose(value: str) -> list[str]:
            menu = next(each for each in board.selects() if value in [one["value"] for one in each["options"]])
            answer = await ann.select(board, [value], custom_id=menu["custom_id"])
            assert not answer.failed
            chosen = {one["value"] for each in board.selects() for one in each["options"] if one.get("default")}
            assert value in chosen
            return values(board)

        assert await choose("week") == ["+100", "−100"]
        assert await choose("points") == ["+10", "−10"]
        assert await choose("share") == ["100.0\N{NO-BREAK SPACE}%", "0.0\N{NO-BREAK SPACE}%"]
        assert "from 10 rounds on" in board.text()
        await press(ann, board, "All servers")
        assert "all servers, this week, by share won" in board.text()
        assert await choose("season") == ["100.0\N{NO-BREAK SPACE}%", "0.0\N{NO-BREAK SPACE}%"]
        assert await choose("points") == ["+10", "+3", "−10"]
        await press(ann, board, "This server")
        assert "this server, this season, by points" in board.text()
        few = await asked(cy, here, "bh leaderboard", where="all", by="share")
        assert "You: 1 of the 10 rounds" in few.text()
        assert "– · \u2068p" in str(few.attachments[0].description)
        none = await asked(cy, here, "bh leaderboard", where="here")
        assert "You have not played here" in none.text()


async def test_a_leaderboard_works_after_a_restart_and_when_it_has_become_shorter(
    playground: Playground, tmp_path: Path
) -> None:
    here = scene(playground)
    ann = here.people[0]
    async with here.bot(tmp_path / "bot.db"):
        await crowd(here, 11)
        board = await asked(ann, here, "bh leaderboard")
    async with here.bot(tmp_path / "bot.db"):
        await forget(store_of(here), 1000)
        await press(ann, board, "Next")
        assert "Page 1 of 1 · 10 ranked" in board.text()
        for user in range(1001, 1011):
            await forget(store_of(here), user)
        answer = await ann.command(here.channel, "bh leaderboard")
        assert "Nobody is ranked here yet" in told(answer)
        assert not answer.message.attachments


async def test_who_is_deleted_is_on_no_leaderboard_and_the_others_keep_what_they_won(
    playground: Playground, tmp_path: Path
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann, bob, cy = here.people[:3]
        await play(here, [(ann, 1), (bob, 4), (cy, -5)])
        for where in ("here", "all"):
            assert "Page 1 of 1 · 3 ranked" in (await asked(ann, here, "bh leaderboard", where=where)).text()
        await forget(store_of(here), bob.user.id)
        for where in ("here", "all"):
            board = await asked(ann, here, "bh leaderboard", where=where)
            assert values(board) == ["1610", "1550"]
            for shown in (board.text(), str(board.attachments[0].description)):
                assert f"p{bob.user.id}" not in shown
        assert "Rank **1** of 2" in fields(await asked(ann, here, "bh rank"))["All servers"]


async def test_names_on_a_leaderboard_have_no_power(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        names = ("1. **b** @everyone <@1>", "abc\u202ecba", "\u200b", "龘" * 32, "🀄👨‍👩‍👧‍👦")
        store = store_of(here)
        table = await store.open_table(here.guild.id, 2, "{}")
        number = await store.begin_round(table, "{}", "{}", at=time.time())
        await store.penalise(
            table,
            "{}",
            guild=here.guild.id,
            round_id=number,
            entries=[replace(entry(user, "penalty", 0, -user), name=name) for user, name in enumerate(names, 1)],
            at=time.time(),
        )
        board = await asked(ann, here, "bh leaderboard")
        text, words = board.text(), str(board.attachments[0].description)
        for shown in (text, words):
            assert "\u202e" not in shown
            assert "(no name to show)" in shown
            assert "龘" * 32 in shown
            assert shown.count("\u2068") == shown.count("\u2069")
        assert "@everyone" not in text
        assert not re.search(r"(?<!\\)<[@#]", text)


@pytest.mark.parametrize(
    "argument",
    [
        "",
        "next",
        "next.here.week.skill",
        "next.here.day.skill.0",
        "next.here.week.luck.0",
        "a.b.week.skill.x",
        "next.all.week.skill.-1",
    ],
)
async def test_a_control_that_nobody_made_is_refused(argument: str) -> None:
    nobody: Any = None
    with pytest.raises(Illegal, match="stale"):
        await leaderboards.press(nobody, Ticket(leaderboards.ACTION, 0, argument=argument), [])
