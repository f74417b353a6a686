"""Rounds that are over, watched again: by their number, from somebody's eyes, from a record, after a restart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.baohuang.cards import RANK, spell
from bot.games.baohuang.game import GAME, SeededRound
from bot.games.baohuang.record import check
from bot.games.baohuang.replay import Replay
from bot.games.base import GameError, Setup
from bot.playground import Channel, Interaction, Message, Permission, Person, Playground
from storage.moderation import Moderator, correct
from storage.rows import Entry
from tests.cogs.players import Tapper, play_round, tickets
from tests.cogs.room import SEATING, Room, press, room, scene, told

RIGHT_EYES = "3"


def record_of(variant: str = "simple", **extras: object) -> dict[str, Any]:
    """The record of a round that AI seats played."""
    round_ = GAME.start(Setup(GAME.rules({"variant": variant}), 0, bytes(32), variant))
    while round_.asked():
        ask = round_.asked()[0]
        round_.act(ask.seat, GAME.decide(round_.view(ask.seat), "normal", 0))
    return round_.record(extras)


def drawn_out() -> dict[str, Any]:
    """The record of a round that takes long: card by card, and only the last to be asked beats a card."""
    round_ = GAME.start(Setup(GAME.rules({"variant": "simple"}), 0, bytes(32), "long"))
    while round_.asked():
        seat = round_.asked()[0].seat
        view = round_.view(seat)
        if round_.step != "play":
            round_.act(
                seat, next(text for text in ("yield", "claim", "no_solo", "stay") if allowed(round_, seat, text))
            )
            continue
        cards = [f"play {spell([card])}" for card in sorted(set(view.hand), key=RANK.__getitem__)]
        since = [entry.seat for entry in view.trick[::-1]].index(view.best.seat) if view.best else 0
        others = sum(count > 0 for other, count in enumerate(view.counts) if view.best and other != view.best.seat)
        last = view.best is None or since == others - 1
        round_.act(seat, next((text for text in cards if last and allowed(round_, seat, text)), "pass"))
    return round_.record({})


def allowed(round_: SeededRound, seat: int, text: str) -> bool:
    try:
        round_.check(seat, text)
    except GameError:
        return False
    return True


async def ended(here: Room, *, guild: int | None = None, record: dict[str, Any] | None = None) -> int:
    """A round of the five people that is over; its number."""
    store = here.client.services.store
    found = record or record_of()
    names = [person.user.name for person in here.people]
    entries = [
        Entry(person.user.id, person.user.name, "round", seat, score, score * 10, score * 10, "rebel", place)
        for seat, (person, score, place) in enumerate(
            zip(here.people, found["result"]["scores"], found["result"]["places"], strict=True)
        )
    ]
    where = here.guild.id if guild is None else guild
    table = await store.open_table(where, here.channel.id, "{}")
    number = await store.begin_round(table, "{}", "{}", at=1.8e9)
    await store.end_round(
        number,
        {**found, "seats": names},
        table=table,
        state="{}",
        guild=where,
        entries=entries,
        at=1.8e9,
        game="baohuang",
        dealt=((1, 2, 1, 3, 1),),
    )
    await store.put_away(table, "{}", 1.8e9)
    return number


def step(message: Message) -> tuple[int, int, int]:
    """Round, step and eyes of the moment that a replay shows, as the menu of eyes carries them."""
    ticket = next(one for one in tickets(message) if one.argument == "eyes")
    return ticket.table_id, ticket.round, ticket.turn


async def choose(person: Person, message: Message, argument: str, value: str) -> Interaction:
    select = next(one for one in message.selects() if one["custom_id"].endswith(f"/{argument}"))
    answer = await person.select(message, [value], custom_id=select["custom_id"])
    assert not answer.failed
    return answer


async def opened(here: Room, person: Person, number: int, channel: Channel | None = None) -> Message:
    answer = await person.command(channel or here.channel, "bh replay", round=number)
    assert not answer.failed
    assert answer.message.reader is person.user
    return answer.message


async def test_step_by_step(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        number, ann = await ended(here), here.people[0]
        steps = len(record_of()["actions"])
        replay = await opened(here, ann, number)
        assert step(replay) == (number, 0, 0)
        assert "the deal" in replay.content
        (picture,) = replay.attachments
        assert picture.filename == "moment.png"
        assert str(picture.description).count("holds") == 5
        assert [b["label"] for b in replay.buttons() if b.get("disabled")] == ["⏮", "◀"]
        await press(ann, replay, "▶")
        assert step(replay) == (number, 1, 0)
        await press(ann, replay, "⏭")
        assert step(replay) == (number, steps, 0)
        await press(ann, replay, "◀")
        assert step(replay) == (number, steps - 1, 0)
        await choose(ann, replay, "eyes", RIGHT_EYES)
        assert step(replay) == (number, steps - 1, 3)
        assert "As \u2068Cy\u2069 saw it" in replay.content
        assert str(replay.attachments[0].description).count("holds") <= 1
        menu = next(one for one in replay.selects() if one["custom_id"].endswith("/trick"))
        assert len(menu["options"]) <= 25
        await choose(ann, replay, "trick", menu["options"][1]["value"])
        assert "trick 2 ·" in replay.content
        await press(ann, replay, "⏮")
        assert step(replay) == (number, 0, 3)
        assert len(replay.attachments) == 1, "each picture takes the place of the last"


async def test_a_long_round(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        record, ann = drawn_out(), here.people[0]
        steps = len(record["actions"])
        count = len(Replay(record).tricks)
        assert steps > 600
        assert count > 25
        replay = await opened(here, ann, await ended(here, record=record))
        seen = set()
        for label in ("⏮", "⏭", "◀"):
            if label != "⏮":
                await press(ann, replay, label)
            menu = next(one for one in replay.selects() if one["custom_id"].endswith("/trick"))
            assert len(menu["options"]) <= 25
            seen |= {one["label"] for one in menu["options"]}
        assert step(replay)[1] == steps - 1
        for label in (f"Trick {number} · " for number in (1, 2, 3, count - 1, count)):
            assert any(one.startswith(label) for one in seen)
        await choose(ann, replay, "trick", menu["options"][0]["value"])
        assert "trick 1 ·" in replay.content


async def test_a_record_is_watched_in_a_direct_message(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        file = ann.upload(ann.dm, "a.json", json.dumps(record_of()).encode())
        answer = await ann.command(ann.dm, "bh replay", record=file)
        await press(ann, answer.message, "▶")
        assert step(answer.message) == (0, 1, 0)
        assert "Share into the channel" not in [button["label"] for button in answer.message.buttons()]


async def test_it_works_after_a_restart(playground: Playground, tmp_path: Path) -> None:
    here = scene(playground)
    ann = here.people[0]
    async with here.bot(tmp_path / "bot.db"):
        number = await ended(here)
        replay = await opened(here, ann, number)
        own = await given(here, ann, json.dumps(record_of()).encode())
    async with here.bot(tmp_path / "bot.db"):
        await press(ann, replay, "▶")
        assert step(replay) == (number, 1, 0)
        await press(ann, own.message, "▶")
        assert step(own.message) == (0, 1, 0)


async def test_a_moment_is_shared(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        number = await ended(here)
        ann, stranger = here.people[0], playground.add_person("Zed", guild=here.guild)
        replay = await opened(here, ann, number)
        await press(ann, replay, "▶")
        await press(ann, replay, "Share into the channel")
        shared = await stranger.sees(here.channel, lambda each: each.attachments)
        assert shared.reader is None
        assert "Ann\u2069 shows a moment" in shared.content
        assert "Ann" in str(shared.attachments[0].description)
        answer = await press(stranger, shared, "Watch this round")
        assert step(answer.message) == (number, 1, 0)
        assert answer.message.reader is stranger.user
        assert shared.attachments, "what is shared stays"


async def test_nobody_shares_where_they_may_not_write(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        number, ann = await ended(here), here.people[0]
        replay = await opened(here, ann, number)
        playground.deny(here.channel, ann.user, Permission.SEND_MESSAGES)
        assert "may not write" in told(await press(ann, replay, "Share into the channel"))
        assert not here.people[1].messages(here.channel)


async def test_an_exported_record_is_right_and_can_be_brought_back(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        number, ann = await ended(here), here.people[0]
        replay = await opened(here, ann, number)
        answer = await press(ann, replay, "Export the record")
        (file,) = (answer.followups[-1] if answer.followups else answer.message).attachments
        assert file.filename == f"round-{number}.json"
        record = check(file.content)
        assert record["seats"] == ["Ann", "Bob", "Cy", "Di", "Ed"]
        assert record["commitment"] in told(answer)
        assert step(replay) == (number, 0, 0), "the replay is still there"
        brought = (await given(here, ann, file.content)).message
        assert "checked and right" in brought.content
        assert [each.filename for each in brought.attachments] == ["moment.png", "record.json"]
        await press(ann, brought, "▶")
        await choose(ann, brought, "eyes", RIGHT_EYES)
        assert step(brought) == (0, 1, 3)
        assert sorted(each.filename for each in brought.attachments) == ["moment.png", "record.json"]
        await press(ann, brought, "Share into the channel")
        shared = await here.people[1].sees(here.channel, lambda each: each.attachments)
        assert not shared.buttons()
        assert len(shared.attachments) == 1


async def given(here: Room, person: Person, content: bytes) -> Interaction:
    """What somebody gets for a record they bring."""
    file = person.upload(here.channel, "a.json", content)
    answer = await person.command(here.channel, "bh replay", record=file)
    assert not answer.failed
    return answer


HOSTILE: dict[str, bytes] = {
    "This is larger than 1000000 bytes": b" " * 1_000_001,
    "not UTF-8": b"\xff",
    "not JSON": b"{",
    "nested too deeply": b"[" * 200_000,
    "a record is a JSON object": b"[]",
    "unknown key": json.dumps({**record_of(), "**x** @everyone" * 3000: 1}).encode(),
    "is given twice": b'{"a": 1, "a": 2}',
    "not a number": b'{"a": ' + b"9" * 5000 + b"}",
    "not the SHA-256": json.dumps({**record_of(), "secret": "0" * 63 + "1"}).encode(),
    "is wrong: the cards give": json.dumps({**record_of(), "result": {**record_of()["result"], "emperor": 9}}).encode(),
    "Action 1": json.dumps({**record_of(), "actions": [[0, "play", "`**[x](http://e.org)" * 500]]}).encode(),
    "unknown key “?”": b'{"\\ud800": 1}',
    "not something one can do": json.dumps({**record_of(), "actions": [[0, "\ud800"]]}).encode(),
    "not over": json.dumps({**record_of(), "actions": []}).encode(),
}


async def test_records_that_are_none_are_refused(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        for what, content in HOSTILE.items():
            words = told(await given(here, ann, content))
            assert what in words
            assert "not right" in words
            assert "**x**" not in words
            assert "`**" not in words
            assert len(words) < 600
        number = await ended(here)
        file = ann.upload(here.channel, "a.json", b"{}")
        both = await ann.command(here.channel, "bh replay", round=number, record=file)
        assert "not both" in told(both)


async def test_hostile_names_of_a_record(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        seats = ["@everyone <@1>", "**b**\u202e" * 400, "", "`x`", "\n# big"]
        brought = (await given(here, here.people[0], json.dumps(record_of(seats=seats)).encode())).message
        for place in ("⏭", "◀"):
            await press(here.people[0], brought, place)
            for eyes in ("1", "2", "3", "4", "5"):
                await choose(here.people[0], brought, "eyes", eyes)
                assert "@everyone" not in brought.content
                assert "\u202e" not in brought.content
                assert "\n# big" not in brought.content


async def test_running_rounds_cannot_be_watched(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        before = await ended(here)
        place = await here.deal(people=2)
        ann = here.people[0]
        running = (await here.client.services.store.running_rounds())[0].id
        for person in (ann, playground.add_person("Zed", guild=here.guild)):
            for channel in (here.channel, place):
                words = told(await person.command(channel, "bh replay", round=running))
                assert words == f"There is no round #{running} that is over."
        choices = await ann.autocomplete(here.channel, "bh replay", {"round": ""}, "round")
        assert [each["value"] for each in choices or ()] == [before]
        assert f"#{running}" not in (await ann.command(here.channel, "bh history")).message.text()
        # A button made by hand, or one of a round that was still running.
        replay = await opened(here, ann, before)
        for part in replay.parts():
            if "custom_id" in part:
                part["custom_id"] = part["custom_id"].replace(f"/{before}/", f"/{running}/")
        assert "There is no round #" in told(await ann.click(replay, label="▶"))


async def test_names_are_for_the_server_and_those_who_played(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        number = await ended(here, guild=77)
        ann, stranger = here.people[0], playground.add_person("Zed", guild=here.guild)
        assert "Bob" in str((await opened(here, ann, number)).attachments[0].description)
        foreign = await opened(here, stranger, number)
        assert "Bob" not in str(foreign.attachments[0].description)
        answer = await press(stranger, foreign, "Export the record")
        (file,) = (answer.followups[-1] if answer.followups else answer.message).attachments
        assert "seats" not in check(file.content)
        await press(ann, await opened(here, ann, number), "Share into the channel")
        shared = await stranger.sees(here.channel, lambda each: each.reader is None and each.attachments)
        assert "Bob" not in str(shared.attachments[0].description)


async def test_without_a_number_it_is_the_last_round(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        ann = here.people[0]
        assert "not finished a round yet" in told(await ann.command(here.channel, "bh replay"))
        await ended(here)
        number = await ended(here)
        assert step((await ann.command(here.channel, "bh replay")).message)[0] == number
        assert step((await ann.command(ann.dm, "bh replay")).message)[0] == number
        store, boss = here.client.services.store, Moderator(1, "boss", here.guild.id, "a bet")
        for _ in range(51):
            await correct(store, boss, ann.user.id, 1, at=1.8e9)
        assert step((await ann.command(here.channel, "bh replay")).message)[0] == number
        offered = await ann.autocomplete(here.channel, "bh replay", {"round": ""}, "round")
        assert [choice["value"] for choice in offered or ()] == [number, number - 1]


@pytest.mark.parametrize("number", [0, -1, 99, 2**53])
async def test_rounds_that_are_not_there(playground: Playground, tmp_path: Path, number: int) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        assert "There is no round #" in told(await here.people[0].command(here.channel, "bh replay", round=number))


async def test_board_and_panel_say_what_a_round_brought_and_lead_to_its_replay(
    playground: Playground, tmp_path: Path
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        ann, bob = here.people[:2]
        board = await here.board(place)
        panel = await here.panel_of(ann, place)
        assert not any("Replay" in button.get("label", "") for button in board.buttons())
        (running,) = await here.client.services.store.running_rounds()
        await play_round([Tapper(here, place, person) for person in (ann, bob)])
        await here.until(SEATING)
        await playground.wait(lambda: "Press Ready for the next round" in panel.text())
        assert "Round 1: " in panel.text()
        assert "**\u2068Ann\u2069**" in panel.text()
        label = f"Replay #{running.id}"
        assert [button["label"] for button in panel.buttons()] == ["Ready", label]
        beside = (await press(ann, panel, label)).message
        assert beside is not panel
        assert step(beside) == (running.id, 0, 0)
        assert [button["label"] for button in panel.buttons()] == ["Ready", label], "the panel stays a panel"
        replay = (await press(bob, board, label)).message
        assert step(replay) == (running.id, 0, 0)
        described = str(replay.attachments[0].description)
        assert "Ann" in described
        assert described.count("AI, ") == 3
        answer = await press(bob, replay, "Export the record")
        (file,) = (answer.followups[-1] if answer.followups else answer.message).attachments
        record = check(file.content)
        assert record["result"]["scores"][0] == here.table.last.shares[0].score if here.table.last else False
