"""Whole rounds on Discord, from the deal to the score."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.games.baohuang.view import View
from bot.pictures.words import card_word, describe_cards
from bot.playground import Playground, Sent
from tests.cogs.players import Picker, Tapper, Typist, play_round
from tests.cogs.room import room

COMMANDS = {"hand", "last", "autopilot", "claim", "yield", "solo", "stay", "play", "pass"}
"""What is used in any round of five people who do everything there is to do."""


@pytest.mark.parametrize("variant", ["simple", "classic", "rizhao"])
async def test_five_people_play_rounds_by_taps(playground: Playground, tmp_path: Path, variant: str) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(variant=variant)
        players = [Tapper(here, place, person) for person in here.people]
        await play_round(players)
        last = here.table.last
        assert last is not None
        assert sum(last.result["scores"]) == 0
        assert max(sum(player.taps.values()) for player in players) <= 50


@pytest.mark.parametrize(
    ("variant", "special"), [("simple", {"reveal", "rebel"}), ("classic", {"call"}), ("rizhao", {"reveal", "rebel"})]
)
async def test_five_people_play_a_round_by_commands(
    playground: Playground, tmp_path: Path, variant: str, special: set[str]
) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.open(variant=variant)
        for person in here.people[1:]:
            assert not (await person.command(place, "bh join")).failed
        for person in here.people:
            assert not (await person.command(place, "bh ready", words=f"I am {person.user.name}")).failed
        await here.until("playing")
        players = [Typist(here, place, person, seed) for seed, person in enumerate(here.people)]
        await play_round(players)
        last = here.table.last
        assert last is not None
        assert sum(last.result["scores"]) == 0
        used = set().union(*(player.used for player in players))
        assert used <= COMMANDS | special
        assert used >= {"hand", "last", "autopilot", "play", "pass"}


async def test_any_legal_play_is_reached_in_five_taps(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(variant="rizhao")
        picker = Picker(here, place, here.people[0], seed=1)
        await play_round([picker, *(Tapper(here, place, person) for person in here.people[1:])])
        assert picker.most <= 5
        assert here.table.last is not None
        record = await here.client.services.store.record(here.table.last.round)
        assert record is not None
        played = [action[2] for action in record["actions"] if action[0] == 0 and action[1] == "play"]
        assert played == picker.played


async def test_one_person_plays_with_four_ai_seats(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=1)
        player = Tapper(here, place, here.people[0])
        await player.round()
        last = here.table.last
        assert last is not None
        assert [share.name for share in last.shares] == ["Ann", None, None, None, None]
        assert sum(player.taps.values()) <= 50


async def test_nothing_public_depends_on_hidden_cards(playground: Playground, tmp_path: Path) -> None:
    async with room(playground, tmp_path / "bot.db") as here:
        place = await here.deal(people=2)
        table = here.table
        said: list[str] = []
        words: list[str] = []

        def listen(sent: Sent) -> None:
            if sent.channel not in (place, here.channel) or sent.reader is not None:
                return
            assert {file.filename for file in sent.files} <= {"table.png", "result.png"}
            text = json.dumps(sent.body, ensure_ascii=False)
            if table.round:  # the last board of a round may leave after its end
                words[:] = _public_words(table.round.view(None))
            for each in ("Scores ×2", *words):
                text = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", "", text)
            said.append(text)

        playground.on_sent(listen)
        await play_round([Tapper(here, place, person) for person in here.people[:2]])
        assert len(said) > 10
        text = (
            "\n".join(said).replace("A round is being played", "").replace("emperor card:", "").replace("Scores ×", "")
        )
        assert not re.findall("[^\n]{,60}(?:[♠♥♣♦×]|joker|\\b[JQKA]\\b)[^\n]{,60}", text)
        labels = {label for text in said for label in re.findall('"label": "([^"]*)"', text)}
        assert labels <= {
            "My hand",
            "Pass",
            "Ready",
            "Join",
            "Fill with AI",
            "Watch",
            "Replay #1",
            "Leave",
            "More",
            "Go to the table",
        }


def _public_words(view: object) -> list[str]:
    """How the cards that everyone has seen are written, the longest first."""
    if not isinstance(view, View):
        return []
    plays = [entry.cards for entry in view.history if entry.cards]
    words = [describe_cards(cards, "en") for cards in [*plays, view.packet[1:]]]
    words += [card_word(act.added, "en") for act in view.throne if act.added is not None]
    return sorted(filter(None, words), key=len, reverse=True)
