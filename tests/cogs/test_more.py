"""Everything there is a command for can be done by buttons too: what has none on board and panel is behind More."""

from __future__ import annotations

from pathlib import Path

from bot.playground import Channel, Interaction, Message, Permission, Person, Playground
from tests.cogs.room import Room, press, room, told


async def opened(here: Room, person: Person, place: Channel) -> Message:
    """The menu behind More, as this person gets it."""
    return (await press(person, await here.board(place), "More")).message


def labels(message: Message) -> list[str]:
    return [button["label"] for button in message.buttons()]


async def chosen(here: Room, person: Person, place: Channel, label: str) -> Interaction:
    """What More answers to one of its buttons."""
    return await press(person, await opened(here, person, place), label)


async def test_anyone_can_read_up(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        ed = here.people[4]
        assert labels(await opened(here, ed, place)) == ["How to play", "Rules", "Last tricks", "Call for players"]
        assert "/bh table open" in told(await chosen(here, ed, place, "How to play"))
        assert "168 cards" in told(await chosen(here, ed, place, "Rules"))
        assert told(await chosen(here, ed, place, "Last tricks")) == "Nothing has been played yet."
        assert "has not chosen a role" in told(await chosen(here, ed, place, "Call for players"))


async def test_words_of_ones_own_go_into_the_salt(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        ann = here.people[0]
        form = await chosen(here, ann, place, "Ready, with my own words")
        sent = await ann.submit(form, {"text": "  好 运  "})
        assert not sent.failed
        assert here.table.salt_parts == ((0, f"{sent.id}:好 运"),)
        assert f"{sent.id}:好 运" in told(sent)
        assert "Ready, with my own words" not in labels(await opened(here, ann, place))


async def test_the_opener_runs_the_table(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        ann, bob = here.people[:2]
        await press(bob, await here.board(place), "Join")
        await press(ann, await here.board(place), "Fill with AI")
        assert "Close the table" not in labels(await opened(here, bob, place))
        await chosen(here, ann, place, "Remove the AI players")
        assert [bool(seat.level) for seat in here.table.seats] == [False] * 5
        menu = await opened(here, ann, place)
        assert "Bob" in told(await ann.select(menu, [str(bob.user.id)]))
        assert here.table.seat_of(bob.user.id) is None
        assert told(await chosen(here, ann, place, "Close the table")) == "The table has been closed."
        assert not here.client.services.tables.open_tables()


async def test_a_seat_is_left_to_the_system_or_given_up(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        ann, bob = here.people[:2]
        await chosen(here, bob, place, "Autopilot")
        assert here.table.seats[1].autopilot
        assert "I'm back: take my seat" in labels(await opened(here, bob, place))
        asked = await chosen(here, ann, place, "Leave")
        assert "Leave for good?" in told(asked)
        assert here.table.seat_of(ann.user.id) == 0


async def test_a_moderator_breaks_a_round_off(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        role = playground.add_role(here.guild, "Moderators", Permission.MANAGE_MESSAGES)
        ed = here.people[4]
        ed.give(here.guild, role)
        place = await here.deal(people=2)
        table, board = here.table, await here.board(place)
        form = await chosen(here, ed, place, "Break the round off")
        assert told(await ed.submit(form, {"text": "The <@1> lights are out"})) == "The round has been broken off."
        assert table.closed == "aborted"
        await playground.wait(lambda: "lights are out" in board.text())
