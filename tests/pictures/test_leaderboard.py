from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.scoring import LEVELS
from bot.pictures import Pictures, Ranked, Ranking, describe_ranking
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.sprites import Sprites
from bot.texts import LANGUAGES, say
from tests.pictures.reading import decode, places
from tests.pictures.scenes import NAMES, unlike_names

ROWS = tuple(Ranked(rank, name, "college", 7, "1020") for rank, name in zip((1, 2, 2, 4, 5), NAMES, strict=True))
TITLE = "Leaderboard"
OWN = Ranked(1234567, "Cy", "high", 3, "640", own=True)


def test_a_row_each_and_the_own_one_set_apart(pictures: Pictures, sprites: Sprites) -> None:
    def edges(ranking: Ranking) -> list[int]:
        picture = decode(pictures.ranking(ranking, "en"))
        lit, row = (sprites[name].crop((0, 0, 20, 82)) for name in ("row/lit/slim", "row/slim"))
        return [len(places(picture, edge)) for edge in (row, lit)]

    assert edges(Ranking(TITLE, ROWS)) == [5, 0]
    assert edges(Ranking(TITLE, ROWS, OWN)) == [5, 1]
    assert edges(Ranking(TITLE, (*ROWS[:2], replace(ROWS[2], own=True), *ROWS[3:]))) == [4, 1]


def test_a_leaderboard_in_words() -> None:
    unranked = replace(OWN, rank=None, name="\u200b")
    assert describe_ranking(Ranking(TITLE, ROWS[:3], unranked), "en").splitlines() == [
        "Leaderboard",
        "1 · \u2068Anna\u2069 · College · 1020 (rounds: 7)",
        "2 · \u2068皇太极\u2069 · College · 1020 (rounds: 7)",
        "2 · \u2068김지훈\u2069 · College · 1020 (rounds: 7)",
        "– · \u2068(no name to show)\u2069 · High school · 640 (rounds: 3)",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("change", [{"rank": 3}, {"rank": None}, {"level": "high"}, {"rounds": 8}, {"value": "1030"}])
def test_all_of_a_row_shows(pictures: Pictures, language: str, change: dict[str, object]) -> None:
    plain, other = (Ranking(TITLE, [row]) for row in (ROWS[0], replace(ROWS[0], **change)))  # type: ignore[arg-type]
    assert pictures.ranking(plain, language) != pictures.ranking(other, language)
    assert describe_ranking(plain, language) != describe_ranking(other, language)


@settings(max_examples=30)
@given(
    names=unlike_names(),
    rank=st.none() | st.integers(1, 10**7),
    level=st.sampled_from(LEVELS),
    rounds=st.integers(0, 10**6),
    value=st.integers(-(10**10), 10**10),
    language=st.sampled_from(LANGUAGES),
)
def test_no_leaderboard_leaves_its_place(
    pictures: Pictures, names: list[str], rank: int | None, level: str, rounds: int, value: int, language: str
) -> None:
    rows = [Ranked(rank, name, level, rounds, str(value)) for name in names * 2]
    values = {"scope": say(language, "leaderboard.scope.all"), "period": say(language, "leaderboard.period.season")}
    title = say(language, "leaderboard.title", **values, measure=say(language, "leaderboard.measure.share"))
    ranking = Ranking(title, rows, replace(rows[0], own=True))
    picture = decode(pictures.ranking(ranking, language))
    assert picture.height < picture.width == PICTURE_WIDTH
    assert not any(b"".join(picture.pixels[column::PICTURE_WIDTH] for column in (*range(14), *range(1086, 1100))))
    assert len(describe_ranking(ranking, language)) <= 1000
