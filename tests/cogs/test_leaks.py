"""Nobody learns anything of a hidden card: rounds are played twice, with cards permuted that a reader may not know.

All that left the bot must then be the same for that reader, byte for byte (see tests/cogs/watching.py).
"""

from __future__ import annotations

import logging
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.games.baohuang.cards import RANK, Card, spell
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import VARIANTS, Rules
from bot.games.baohuang.typed import matches
from bot.pictures import Pictures, Shown, describe_cards, describe_hand
from bot.tables.table import Table
from cogs.board import board, own_view
from cogs.calls import Draft
from cogs.panel import panel
from cogs.recap import recap
from tests.cogs.courses import Course, Twist, courses
from tests.cogs.watching import ALL, ENGLISH, LOG, NAMES, RECORD, STRANGER, differences, watched


def among_people(variant: str) -> tuple[Course, list[Twist]]:
    """A round of five people with auto-pass, in which the guard stays hidden for half of it, and two twists.

    One lasts for the whole round; in the other somebody else is the guard, for the half in which nobody knows.
    """
    chance = random.Random(1)
    for course in courses(Rules.choose({"variant": variant}), chance, auto_pass=True):
        end, half = course.end, len(course.deeds) // 2
        if end.guard is None:
            continue
        rebels = [seat for seat in range(5) if seat not in (end.emperor, end.guard)]
        whole = course.twist(rebels[:2], len(course.deeds), chance)
        moved = VARIANTS[variant].guard_card or end.called
        begun = course.twist([end.guard, rebels[2]], half, chance, moved)
        after = course.after(half, begun.dealt) if begun else None
        if whole and begun and after and after.guard != end.guard:
            return course, [whole, begun]
    raise AssertionError


def among_ai_seats(variant: str) -> tuple[Course, list[Twist]]:
    """A round of three people and two AI players, without auto-pass; the hands of the AI players are twisted."""
    chance = random.Random(2)
    for course in courses(Rules.choose({"variant": variant}), chance, auto_pass=False, ai=frozenset({3, 4})):
        whole = course.twist((3, 4), len(course.deeds), chance)
        if whole:
            return course, [whole]
    raise AssertionError


def strangers_to(twist: Twist) -> list[str]:
    """Those to whom nothing must look different."""
    return [ALL, LOG, RECORD, STRANGER, *(name for seat, name in enumerate(NAMES) if seat not in twist.among)]


@pytest.mark.parametrize("make", [among_people, among_ai_seats])
@pytest.mark.parametrize("variant", VARIANTS)
async def test_what_is_hidden_changes_nothing_for_those_who_may_not_know(
    tmp_path: Path, variant: str, make: Any
) -> None:
    course, twists = make(variant)
    whole = await watched(course, course.dealt, len(course.deeds), tmp_path)
    assert all(whole.pictures[NAMES[seat]] <= _drawn(course, seat, tmp_path) for seat in range(5))
    assert len(whole.pictures[ALL] - _tables(course, tmp_path)) <= 1, "beside the tables only the result"
    for twist in twists:
        again = await watched(course, twist.dealt, twist.upto, tmp_path)
        assert not differences(whole, again, strangers_to(twist))
        assert differences(whole, again, [NAMES[seat] for seat in twist.among]) or set(twist.among) <= course.ai


def _drawn(course: Course, seat: int, folder: Path) -> set[bytes]:
    """The pictures of all hands that a seat has in a course."""
    pictures = Pictures(folder / "sprites")
    round_ = Round(course.rules, 0, lambda _: course.dealt)
    hands: dict[tuple[tuple[Card, ...], Card | None], None] = {}
    for action in course.actions:
        view = round_.view(seat)
        hands[view.hand, view.called] = None
        round_.act(*action)
    return {pictures.hand(hand, ENGLISH, called) for hand, called in hands}


def _tables(course: Course, folder: Path) -> set[bytes]:
    """The pictures of the table as everyone may see it, all through a course."""
    pictures = Pictures(folder / "sprites")
    names = [f"AI {seat + 1}" if seat in course.ai else name for seat, name in enumerate(NAMES)]
    skills = {seat: "undergraduate" for seat in range(5) if seat not in course.ai}
    shown = Shown(names, ENGLISH, course.ai, levels=dict.fromkeys(course.ai, "normal"), skill_levels=skills)
    round_ = Round(course.rules, 0, lambda _: course.dealt)
    found = {pictures.table(round_.view(None), shown)}
    for action in course.actions:
        round_.act(*action)
        found.add(pictures.table(round_.view(None), shown))
    return found


async def test_a_leak_is_found_wherever_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    course, (_, twist) = among_people("simple")
    plant_leaks(monkeypatch, twist.among[0])
    one, other = [await watched(course, dealt, twist.upto, tmp_path) for dealt in (course.dealt, twist.dealt)]
    found = "\n".join(differences(one, other, strangers_to(twist)))
    assert [leak for leak in LEAKS if leak not in found] == []


LEAKS = (
    "a hand in the log",
    "a-card-in-a-custom-id",
    "a hand in what was played last",
    "a count in the panel",
    "a hand in what describes a picture",
    "a hand in a choice",
)


def plant_leaks(patch: pytest.MonkeyPatch, seat: int) -> None:
    """Let the program tell what a seat holds, in each of these ways."""
    tables: list[Table] = []

    def hand() -> tuple[Card, ...]:
        view = own_view(tables[-1], seat)
        return view.hand if view else ()

    def leaking_board(table: Table, **how: Any) -> Draft:
        tables.append(table)
        draft = board(table, **how)
        logging.getLogger("cogs.front").debug("a hand in the log: %s", hand())
        button = draft.controls[0][0]
        assert isinstance(button, discord.ui.Button)
        button.custom_id = f"{button.custom_id}a-card-in-a-custom-id{hand()[-1:]}"
        return draft

    def leaking_panel(table: Table, *args: Any, **how: Any) -> Draft:
        draft = panel(table, *args, **how)
        sixes = sum(RANK[card] == RANK[hand()[-1]] for card in hand())
        return replace(draft, content=f"{draft.content}\n-# a count in the panel: {sixes}")

    def leaking_recap(*args: Any) -> Draft:
        return Draft(content=f"{recap(*args).content} a hand in what was played last: {spell(hand())}")

    def leaking_description(*args: Any, **held: Any) -> str:
        return f"{describe_hand(*args, **held)} a hand in what describes a picture: {spell(hand())}"

    patch.setattr("cogs.front.board", leaking_board)
    patch.setattr("cogs.panels.panel", leaking_panel)
    patch.setattr("cogs.commands.recap", leaking_recap)
    patch.setattr("cogs.panels.describe_hand", leaking_description)
    patch.setattr("cogs.hands.describe_hand", leaking_description)
    patch.setattr("cogs.commands.matches", lambda *args: [*matches(*args), hand()[:1]])
    patch.setattr(
        "cogs.commands.describe_cards", lambda *args: f"a hand in a choice: {sum(hand())} {describe_cards(*args)}"
    )
