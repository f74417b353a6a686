"""Hints: a suggested move with one sentence why, for the one who is asked alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.games.baohuang import moves
from bot.playground import Playground
from bot.texts import LANGUAGES, catalog
from cogs.controls import Ticket
from tests.cogs.players import Tapper, play_round, tickets
from tests.cogs.room import room, told

HINT = re.compile(r"💡 \*\*(.+?)\*\*[:：] ?(.+)")


class Trusting(Tapper):
    """Does whatever it is advised, by the button that says so."""

    advised = 0

    async def move(self, ticket: Ticket) -> None:
        panel = self.room.panel(self.person, self.place)
        assert panel is not None
        asking = next((one for one in tickets(panel) if one.action == "hint"), None)
        if asking is None:
            await self.tap(ticket)
            return
        await self.tap(asking)
        said = await self.room.playground.wait(lambda: HINT.search(panel.text()))
        move, why = said.groups()
        assert any(_says(why, sentence) for sentence in sentences())
        self.advised += 1
        if ticket.action == "answer_menu":
            [select] = panel.selects()
            line = next(one for one in select["options"] if one["label"].startswith(move.split(" ", 1)[-1]))
            await self.tap(ticket, line["value"])
        else:
            assert not (await self.person.click(panel, label=move)).failed
        await self.room.playground.wait(lambda: "💡" not in panel.text())


def sentences() -> list[str]:
    """Why, in both languages."""
    return [text for each in LANGUAGES for key, text in catalog(each).items() if key.startswith("hint.why.")]


def _says(why: str, sentence: str) -> bool:
    return re.fullmatch(re.sub(r"\\{\w+\\}", ".+", re.escape(sentence)), why) is not None


@pytest.mark.parametrize(("variant", "locale"), [("simple", "en-US"), ("classic", "zh-CN")])
async def test_who_does_as_advised_plays_a_whole_round(
    playground: Playground, tmp_path: Path, variant: str, locale: str
) -> None:
    async with room(playground, tmp_path / "bot.db", locale=locale) as here:
        place = await here.open(variant=variant)
        for person in here.people:
            await person.command(place, "bh join")
            await person.command(place, "bh ready")
        await here.until("playing")
        players = [Trusting(here, place, person) for person in here.people]
        await play_round(players)
        assert here.table.last is not None
        assert all(player.advised > 3 for player in players)


async def test_only_who_is_asked_gets_a_hint_and_gets_it_alone(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open()
        ann = here.people[0]
        assert told(await ann.command(place, "bh hint")) == "No round is running at this table."
        assert told(await here.people[1].command(place, "bh hint")).startswith("You have no seat")
        await here.seat_all(place)
        await here.until("playing")
        holder = await here.turn()
        other = next(person for person in here.people if person is not holder)
        assert told(await other.command(place, "bh hint")) == "It is not your turn."
        answer = await holder.command(place, "bh hint")
        assert HINT.search(told(answer))
        assert not [each for each in place.messages.values() if "💡" in each.text() and each.reader is not holder.user]
        again = await holder.command(place, "bh hint")
        assert HINT.findall(told(again)) == HINT.findall(told(answer))


async def test_a_table_may_be_opened_without_hints(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(hints=False)
        holder = await here.turn()
        panel = await here.panel_of(holder, place)
        assert "hint" not in {ticket.action for ticket in tickets(panel)}
        assert told(await holder.command(place, "bh hint")) == "This table plays without hints."
        assert "hints" not in str((await here.board(place)).embeds[0]["footer"])


async def test_a_suggested_play_is_chosen_on_the_panel_until_the_turn_is_over(
    playground: Playground, tmp_path: Path
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal()
        players = [Trusting(here, place, person) for person in here.people]
        while here.view(here.people[0]).step != "play":
            await playground.wait(lambda: any(player.ready for player in players))
            player = next(player for player in players if player.ready)
            ticket = player._next()
            assert ticket is not None
            player._done.add((ticket.round, ticket.turn))
            await player.move(ticket)
        leader = await here.turn()
        panel = await here.panel_of(leader, place)
        await playground.wait(lambda: "hint" in {ticket.action for ticket in tickets(panel)})
        assert not (await leader.click(panel, label="Hint")).failed
        said = await playground.wait(lambda: HINT.search(panel.text()))
        front = here.client.services.front
        front.refresh(here.table)
        await front.panels._refreshing.quiet(leader.user.id)
        assert HINT.search(panel.text())
        assert said[1] in [button["label"] for button in panel.buttons()]
        assert "Chosen: " in str(panel.attachments[0].description)
        assert len(moves.shapes(here.view(leader))) > 1
