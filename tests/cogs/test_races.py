"""A hundred clicks and commands on one table at one moment: all are answered, and one of those in conflict counts."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from bot.games.baohuang.actions import CLAIM, NO_SOLO, SOLO
from bot.playground import Answer, Channel, Interaction, Message, Permission, Person, Playground
from bot.tables.state import Closed
from tests.cogs.players import ANSWERS, tickets
from tests.cogs.room import PLAYING, Room, room

Deed: TypeAlias = Callable[[], Coroutine[Any, Any, Interaction]]
MANY: Final = 100
GONE: Final = "You have no seat at this table."
"""What somebody is told who sat down and has stood up again by the time of the answer."""
SHOWN: Final = "**Bao Huang"
"""How the panel of a running round begins, where nothing was refused."""


@pytest.fixture(autouse=True)
def _nothing_in_the_log(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    for noise in ("40060", "10062", "Traceback"):
        assert noise not in caplog.text


def click(person: Person, message: Message, **control: str) -> Deed:
    return lambda: person.click(message, **control)


def command(person: Person, place: Channel, name: str, **options: object) -> Deed:
    return lambda: person.command(place, f"bh {name}", **options)


async def at_once(here: Room, deeds: list[Deed]) -> list[tuple[Interaction, str]]:
    """Do all at the same moment; each with what the person was told, which is "" where the board's click sufficed."""
    before = len(here.sent)
    answers = await asyncio.gather(*(deed() for deed in deeds))
    assert not [answer for answer in answers if answer.failed]
    await here.playground.wait(lambda: all(_told(here, answer, before) is not None for answer in answers))
    callbacks = [each for each in here.sent[before:] if each.path.endswith("/callback")]
    assert sum(each.status < 300 for each in callbacks) == len(answers)
    return [(answer, _told(here, answer, before) or "") for answer in answers]


def _told(here: Room, answer: Interaction, since: int) -> str | None:
    """What an interaction was answered with first; None before that."""
    for each in here.sent[since:]:
        if answer.token in each.path and each.status < 300:
            words = (each.body.get("data") or each.body).get("content")
            if words is not None:
                return str(words)
            on_panel = answer.source is not None and answer.source.reader is not None
            if each.body.get("type") == Answer.DEFER_UPDATE and not on_panel:
                return ""
    return None


@pytest.mark.parametrize("seed", range(3))
async def test_a_hundred_at_once_from_the_first_seat_to_the_last_word(
    playground: Playground, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    async with room(playground, tmp_path / "bot.db") as here:
        crowd = [playground.add_person(f"P{number}", guild=here.guild) for number in range(15)]
        crowd[0].give(here.guild, playground.add_role(here.guild, "Mods", Permission.MANAGE_MESSAGES))
        place = await here.open(auto_pass=False)
        await sit_down(here, place, crowd, chance)
        await here.seat_all(place)
        await here.until(PLAYING)
        for _ in range(2):
            await one_turn(here, place, chance)
        await break_off(here, place, crowd, chance)
        await go_on(here, crowd, chance)


async def sit_down(here: Room, place: Channel, crowd: list[Person], chance: random.Random) -> None:
    """All sit down and stand up, and AI players are called in; in the end the seats are the people's again."""
    table, ann, board = here.table, here.people[0], await here.board(place)
    deeds = [click(ann, board, label="Fill with AI"), command(ann, place, "table ai", count=1)]
    for person in crowd:
        deeds += [
            click(person, board, label="Join"),
            command(person, place, "join"),
            click(person, board, label="Leave"),
        ]
        deeds += [click(person, board, label="Watch"), command(person, place, "leave")]
    deeds += chance.choices(deeds, k=MANY - len(deeds))
    chance.shuffle(deeds)
    seated: Counter[int] = Counter()
    filled = 0
    for answer, told in await at_once(here, deeds):
        joined = "join" in str(answer.data) and (told.startswith("You have seat") or told == GONE)
        seated[answer.user.id] += joined - (told == "You have left the table.")
        filled += told == "AI players have sat down."
    assert {person for person, count in seated.items() if count} == {
        seat.person.id for seat in table.seats if seat.person and seat.person.id != ann.user.id
    }
    assert set(seated.values()) <= {0, 1}
    assert bool(filled) == any(seat.level for seat in table.seats)
    assert table.number == 1
    for person in crowd:
        if table.seat_of(person.user.id) is not None:
            await person.command(place, "bh leave")
    if any(seat.level for seat in table.seats):
        await ann.command(place, "bh table ai", remove=True)


async def one_turn(here: Room, place: Channel, chance: random.Random) -> None:
    """Whoever must act does all they can at once, while the others ask and try to get in between."""
    table = here.table
    assert table.round
    asked = await here.turn()
    board, panel = await here.board(place), await here.panel_of(asked, place)
    await here.playground.wait(lambda: {"answer", "play"} & {ticket.action for ticket in tickets(panel)})
    number = table.seat_of(asked.user.id)
    options = [ticket for ticket in tickets(panel) if ticket.action in ("answer", "play", "pass")]
    trying = [click(asked, panel, custom_id=ticket.custom_id) for ticket in options]
    trying += [command(asked, place, ANSWERS[one.argument][0]) for one in options if one.argument in ANSWERS]
    trying += [command(asked, place, "pass"), command(asked, place, "play", cards="6")]
    others = [person for person in here.people if person is not asked]
    foreign = [click(person, board, label="My hand") for person in others]
    foreign += [command(person, place, name) for person in others for name in ("last", "hand", "leave")]
    passing = board.buttons()[1]
    passing["disabled"] = False  # a screen may be old
    foreign += [click(person, board, custom_id=passing["custom_id"]) for person in others]
    deeds = chance.choices(trying, k=MANY // 2) + chance.choices(foreign, k=MANY // 2)
    chance.shuffle(deeds)
    before = len(table.round.actions)
    counted = [
        told for answer, told in await at_once(here, deeds) if answer.user is asked.user and told.startswith(SHOWN)
    ]
    done = list(table.round.actions)[before:]
    assert {action.seat for action in done} == {number}
    assert len(done) == 1 or [action.text for action in done] in ([CLAIM, NO_SOLO], [CLAIM, SOLO])
    assert len(counted) == 1


async def break_off(here: Room, place: Channel, crowd: list[Person], chance: random.Random) -> None:
    """The opener closes, a moderator breaks off, people leave for good, all at once: it ends once, unscored."""
    table, board = here.table, await here.board(place)
    deeds = [command(crowd[0], place, "table close", reason="enough"), command(here.people[0], place, "table close")]
    for person in here.people[1:]:
        deeds += [command(person, place, "leave", confirm=True), click(person, board, label="My hand")]
        deeds += [command(person, place, "ready"), command(person, place, "autopilot", on=True)]
    deeds += chance.choices(deeds, k=MANY - len(deeds))
    chance.shuffle(deeds)
    told = Counter(words for _, words in await at_once(here, deeds))
    assert told["The round has been broken off."] == 1
    assert table.closed == Closed.ABORTED
    assert here.client.services.tables.open_tables() == ()
    sums = await here.client.services.store.sums(here.guild.id, [person.user.id for person in here.people])
    assert set(sums.values()) == {0}
    await here.playground.wait(lambda: [button["label"] for button in board.buttons()] == ["Again"])


async def go_on(here: Room, crowd: list[Person], chance: random.Random) -> None:
    """Everyone opens the next table from board and card: there is one, with one person on it."""
    card = next(message for message in here.channel.messages.values() if message.buttons())
    await here.playground.wait(lambda: [button["label"] for button in card.buttons()] == ["Again"])
    deeds = [click(person, card, label="Again") for person in (*crowd, *here.people)]
    deeds += chance.choices(deeds, k=MANY - len(deeds))
    told = Counter(words.split(".")[0] for _, words in await at_once(here, deeds))
    assert told["You have seat 1"] == 1
    assert len(here.client.services.tables.open_tables()) == 1
    assert here.table.seats[0].person == here.table.opener
    assert [seat.free for seat in here.table.seats] == [False, True, True, True, True]
