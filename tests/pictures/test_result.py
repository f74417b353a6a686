from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.scoring import scores, winner
from bot.pictures import Ended, Pictures, Player, describe_result
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.result import decided
from bot.pictures.sprites import Sprites
from bot.texts import LANGUAGES
from tests.pictures.reading import decode, places
from tests.pictures.scenes import NAMES, unlike_names


def ended(
    order: tuple[int, ...],
    guard: int | None = 1,
    solo: Any = None,
    multiplier: int = 1,
    rose: tuple[int, ...] = (),
    names: Any = NAMES,
    scored: bool = True,
) -> Ended:
    """A round in which seat 0 was emperor and seats went out in this order."""
    finishing = [order.index(seat) + 1 for seat in range(5)]
    points = scores(finishing, 0, guard, solo, multiplier)
    result = {
        "emperor": 0,
        "guard": guard,
        "solo": solo,
        "called": None,
        "rose": list(rose),
        "places": finishing,
        "multiplier": multiplier,
        "winner": winner(points[0]),
        "scores": list(points),
    }
    people = [Player(name, 1600, 1600 + 10 * score) for name, score in zip(names, points, strict=True)]
    people[4] = Player(names[4], ai=True, penalty=40)
    return Ended(7, result, people, scored)


@pytest.mark.parametrize("order", list(permutations(range(5))))
@pytest.mark.parametrize(("guard", "solo"), [(1, None), (None, "hidden"), (None, "open")])
def test_what_decided_a_round_agrees_with_its_points(order: tuple[int, ...], guard: int | None, solo: Any) -> None:
    one = ended(order, guard, solo)
    said = decided(one, "en")
    gain = one.result["scores"][0]
    words = {
        1: ("enough", "before any rebel", "emperor was out first"),
        0: ("even",),
        -1: ("too late", "All three rebels", "not out first", "two rebels"),
    }
    assert {sign for sign, found in words.items() if any(word in said for word in found)} == {(gain > 0) - (gain < 0)}


def test_a_result_in_words() -> None:
    one = ended((2, 0, 1, 3, 4), multiplier=2, rose=(2, 3))
    assert describe_result(one, "en").replace("\u2068", "").replace("\u2069", "").splitlines() == [
        "Round 7: the emperor's side wins.",
        "Scores ×2: rebellion",
        "1st 김지훈 (rebel, with a hoe, skill 1600 → 1580, College): −2",
        "2nd Anna (emperor, skill 1600 → 1640, Undergraduate): +4",
        "3rd 皇太极 (guard, skill 1600 → 1620, Undergraduate): +2",
        "4th さくら🌸 (rebel, with a hoe, skill 1600 → 1580, College): −2",
        "5th محمد (rebel, AI, penalty −40): −2",
        "Emperor 2nd out, guard 3rd: enough to win.",
    ]
    assert "得分 ×2：明保" in describe_result(ended((2, 0, 1, 3, 4), multiplier=2), "zh-CN")
    assert describe_result(ended((2, 0, 1, 3, 4), scored=False), "en").endswith("This round does not count for skill.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_rows_go_by_place_with_their_roles(pictures: Pictures, sprites: Sprites, language: str) -> None:
    picture = decode(pictures.result(ended((2, 0, 3, 1, 4)), language))
    badges = {role: places(picture, sprites[f"badge/{role}/{language}"]) for role in ("emperor", "guard", "rebel")}
    rows = sorted((top, role) for role, found in badges.items() for top, _ in found)
    assert [role for _, role in rows] == ["rebel", "emperor", "rebel", "guard", "rebel"]


def test_each_part_of_a_result_shows(pictures: Pictures) -> None:
    plain = pictures.result(ended((0, 1, 2, 3, 4)), "en")
    others = [
        ended((0, 1, 2, 4, 3)),
        ended((0, 1, 2, 3, 4), multiplier=2),
        ended((0, 1, 2, 3, 4), rose=(3,)),
        ended((0, 1, 2, 3, 4), scored=False),
        ended((0, 1, 2, 3, 4), names=("Bert", *NAMES[1:])),
        ended((0, 1, 2, 3, 4), None, "open"),
    ]
    assert len({plain, *(pictures.result(other, "en") for other in others)}) == 7
    assert pictures.result(ended((0, 1, 2, 3, 4)), "zh-TW") != plain


@settings(max_examples=30)
@given(
    names=unlike_names(),
    order=st.permutations(range(5)),
    skill=st.integers(-10_000_000, 10_000_000),
    language=st.sampled_from(LANGUAGES),
)
def test_no_result_leaves_its_place(
    pictures: Pictures, names: list[str], order: list[int], skill: int, language: str
) -> None:
    one = ended(tuple(order), multiplier=2, rose=(2, 3, 4), names=names)
    players = [Player(name, skill, skill - 10, ai=True, penalty=40) for name in names]
    one = Ended(10**9, one.result, players)
    picture = decode(pictures.result(one, language))
    assert picture.height < picture.width == PICTURE_WIDTH
    assert not any(b"".join(picture.pixels[column::PICTURE_WIDTH] for column in (*range(14), *range(1086, 1100))))
    assert len(describe_result(one, language)) <= 1000
