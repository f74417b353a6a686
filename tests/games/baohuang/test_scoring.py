"""Scores, winners and skill levels."""

from itertools import permutations

import pytest

from bot.games.baohuang import scoring
from bot.games.baohuang.scoring import Solo
from bot.texts import LANGUAGES, knows, say


@pytest.mark.parametrize(
    ("emperor", "guard", "points"),
    [(1, 2, 3), (1, 3, 2), (1, 4, 1), (1, 5, 0), (2, 3, 1), (2, 4, 0), (2, 5, -1), (3, 4, -1), (3, 5, -2), (5, 4, -3)],
)
def test_two_people_against_three(emperor: int, guard: int, points: int) -> None:
    rest = [place for place in range(1, 6) if place not in (emperor, guard)]
    places = (emperor, rest[0], guard, *rest[1:])
    once = (2 * points, -points, points, -points, -points)
    assert scoring.scores(places, 0, 2, None, 1) == once
    assert scoring.scores(places, 0, 2, None, 2) == tuple(2 * score for score in once)


@pytest.mark.parametrize(
    ("solo", "place", "multiplier", "emperor", "rebel"),
    [
        ("open", 1, 1, 24, -6),
        ("open", 2, 1, -24, 6),
        ("open", 5, 2, -24, 6),
        ("hidden", 1, 1, 12, -3),
        ("hidden", 2, 1, 0, 0),
        ("hidden", 3, 1, -12, 3),
        ("hidden", 5, 2, -24, 6),
        ("hidden", 1, 2, 24, -6),
    ],
)
def test_solo(solo: Solo, place: int, multiplier: int, emperor: int, rebel: int) -> None:
    places = (place, *(other for other in range(1, 6) if other != place))
    assert scoring.scores(places, 0, None, solo, multiplier) == (emperor, rebel, rebel, rebel, rebel)


def test_scores_sum_to_zero() -> None:
    for places in permutations(range(1, 6)):
        for guard, solo in ((3, None), (None, "open"), (None, "hidden")):
            assert sum(scoring.scores(places, 1, guard, solo, 2)) == 0  # type: ignore[arg-type]


def test_the_points_say_who_won() -> None:
    assert [scoring.winner(score) for score in (6, -2, 0)] == ["emperor", "rebels", "draw"]


@pytest.mark.parametrize(
    ("skill", "level"),
    [
        (-1, "kindergarten"),
        (0, "primary"),
        (199, "primary"),
        (200, "middle"),
        (500, "high"),
        (960, "college"),
        (1599, "college"),
        (1600, "undergraduate"),
        (2600, "postgraduate"),
        (4200, "doctor"),
        (6400, "postdoc"),
        (9800, "lecturer"),
        (15000, "associate_professor"),
        (22600, "professor"),
        (34000, "doctoral_advisor"),
        (51200, "master"),
        (79999, "master"),
        (80000, "grandmaster"),
    ],
)
def test_skill_levels(skill: int, level: str) -> None:
    assert scoring.level(skill) == level


def test_every_level_has_a_name() -> None:
    assert scoring.level(1600) == "undergraduate"
    for level in scoring.LEVELS:
        assert knows(f"level.{level}")
    assert [say(language, "level.postgraduate") for language in LANGUAGES] == ["Postgraduate", "研究生"]
