"""Pictures as a person has looked at them, at full size and 350 pixels wide, and found them right.

Made anew, to be looked at again, by ``python -m tests.pictures.test_approved``.
"""

import io
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.games.baohuang.cards import Card, card
from bot.games.baohuang.view import Entry, View
from bot.games.base import Action
from bot.pictures import Ended, Moment, Pictures, Player, Ranked, Ranking, Shown, Track
from tests.pictures.reading import cards
from tests.pictures.scenes import scenes

APPROVED = Path(__file__).parent / "approved"
FINE, FINE_LIMIT = 6, 42
"""In the parts of a picture that hold cards, spots of so many pixels may differ by so many parts of 255: another weight
of the font (100 less) stays below, while the most similar wrong card, a club for a spade, lies above."""
COARSE, COARSE_LIMIT = 24, 60
"""The same for whole pictures, in which another font moves words a little."""
WHOLE = (0, 0, 1100, 2000)
PLAYS = (490, 64, 1016, 2000)
VALUES = (852, 64, 1064, 2000)
NOWHERE = (0, 0, 24, 24)

FULL_HAND = "X X X* x x* 2s 2h 2c 2c As Ah Ad Ks Ks Kh Kc Qh Qd Jc Jd Jd {} Ts Tc 9h 9d 8s 8h 8c 7d 7d 7d 6h 6c 6d"
CALLED_HAND = "2d Ah Ah Ks Ks Ks Kh Kd Qs Jh Jc {} Td 9c 9c 9c 7s 6h"
NAMES = ("Anna Karenina the 2nd", "皇太极", "김지훈", "さくら🌸", "محمد 😀 42")
HANDS = (
    "X* x As Ac Ks Ks Kd Qh Jc 9s 9s 9h 9c 7d",
    None,
    "x 2s 2s 2h As Kd Kh Kh Qs Qs Jc Jd {} Tc 8d 8d 6s 6h",
    "",
    "x x 2c 2d",
)


def view(changed: str) -> View:
    """A table that shows all there can be; one card of it may be changed."""
    history = (
        Entry(0, tuple(cards("9s 9h"))),
        Entry(1, ()),
        Entry(3, tuple(cards("Js Jd"))),
        Entry(4, tuple(cards(f"x {changed}"))),
    )
    return replace(
        scenes("classic")[60].view,
        asked=(2,),
        counts=(14, 33, 18, 0, 4),
        emperor=0,
        called=card("9s"),
        guard=1,
        solo=None,
        rose=(2, 4),
        rebellion=True,
        open_guard=False,
        multiplier=2,
        history=history,
        trick_start=0,
        finished=(3,),
    )


def shown(language: str, counter: bool = False) -> Shown:
    return Shown(NAMES, language, ai=(1,), autopilot=(2,), counter=counter)


def moment(changed: str) -> Moment:
    hands = [None if text is None else cards(text.format(changed)) for text in HANDS]
    return Moment(hands, Action(4, "play x Ks"), (60, 141))


def gain(skill: int, score: int) -> int:
    return skill + 10 * score


def ended(changed: str) -> Ended:
    rose = [2, 4] if changed == "Ts" else [2, 3]
    result: dict[str, object] = {"emperor": 0, "guard": 1, "solo": None, "rose": rose, "places": [1, 4, 5, 2, 3]}
    scores = [4, 2, -2, -2, -2]
    result |= {"multiplier": 2, "winner": "emperor", "scores": scores}
    skills = [1580 + 700 * seat for seat in range(5)]
    people = [Player(*one) for one in zip(NAMES, skills, map(gain, skills, scores), strict=True)]
    people[1] = Player(NAMES[1], ai=True)
    people[4] = replace(people[4], penalty=40)
    return Ended(12, result, people)


def ranking(changed: str, title: str) -> Ranking:
    levels = ["grandmaster", "associate_professor", "associate_professor", "kindergarten", "lecturer"]
    values = ["80240", "15020", "15020", "−120", "10020" if changed == "Ts" else "16020"]
    rows = [
        Ranked(rank, *one, 7 * rank, value)
        for rank, one, value in zip((1, 2, 2, 4, 5), zip(NAMES, levels, strict=True), values, strict=True)
    ]
    return Ranking(title, rows, Ranked(123456, "Eve", "college", 3, "1020", own=True))


def tracks(changed: str, *names: str) -> list[Track]:
    bend = 2900 if changed == "Ts" else 1900
    days = 1_796_601_600
    steps = [(days + 86400.0 * at, value) for at, value in ((0, 1600), (9, 1250), (20, 2300), (34, bend), (40, 2500))]
    return [Track(names[0], steps), Track(names[1], [(at, 1600 + (value - 1600) // 3) for at, value in steps])]


def hand(text: str, changed: str) -> list[Card]:
    return cards(text.format(changed))


PICTURES: dict[str, tuple[Callable[[Pictures, str], bytes], tuple[int, int, int, int]]] = {
    "full-en": (lambda p, changed: p.hand(hand(FULL_HAND, changed), "en"), WHOLE),
    "full-zh": (lambda p, changed: p.hand(hand(FULL_HAND, changed), "zh-CN"), WHOLE),
    "called": (lambda p, changed: p.hand(hand(CALLED_HAND, changed), "en", card("Ks")), WHOLE),
    "held": (
        lambda p, changed: p.hand(hand(CALLED_HAND, changed), "en", hold_sixes=True, low_first=True),
        WHOLE,
    ),
    "chosen": (
        lambda p, changed: p.hand(
            hand(FULL_HAND, changed), "zh-CN", chosen=[card(changed), *cards("X x* 7d 7d")], hold_sixes=True
        ),
        WHOLE,
    ),
    "table-en": (lambda p, changed: p.table(view(changed), shown("en")), PLAYS),
    "table-zh": (lambda p, changed: p.table(view(changed), shown("zh-CN", counter=True)), PLAYS),
    "moment-en": (lambda p, changed: p.moment(view("Ks"), shown("en"), moment(changed)), PLAYS),
    "moment-zh": (lambda p, changed: p.moment(view("Ks"), shown("zh-CN"), moment(changed)), PLAYS),
    "ranking-en": (lambda p, changed: p.ranking(ranking(changed, "Leaderboard"), "en"), VALUES),
    "ranking-zh": (lambda p, changed: p.ranking(ranking(changed, "排行榜"), "zh-CN"), VALUES),
    "curve-en": (lambda p, changed: p.curve(tracks(changed, "This server", "All servers"), "en"), NOWHERE),
    "curve-zh": (lambda p, changed: p.curve(tracks(changed, "本服务器", "全部服务器"), "zh-CN"), NOWHERE),
    "result-en": (lambda p, changed: p.result(ended(changed), "en"), NOWHERE),
    "result-zh": (lambda p, changed: p.result(ended(changed), "zh-CN"), NOWHERE),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_look_as_approved(pictures: Pictures, name: str) -> None:
    draw, _ = PICTURES[name]
    assert looks_as_approved(name, draw(pictures, "Ts"))
    assert not looks_as_approved(name, draw(pictures, "Tc"))


def looks_as_approved(name: str, png: bytes) -> bool:
    with Image.open(APPROVED / f"{name}.png") as file:
        approved = file.convert("RGB")
    drawn = Image.open(io.BytesIO(png)).convert("RGB")
    if drawn.size != approved.size:
        return False
    left, top, right, bottom = PICTURES[name][1]
    box = (left, top, right, min(bottom, drawn.height))
    fine = difference(drawn.crop(box), approved.crop(box), FINE)
    return fine < FINE_LIMIT and difference(drawn, approved, COARSE) < COARSE_LIMIT


def difference(one: Image.Image, other: Image.Image, spot: int) -> int:
    """By how much the most different spot differs, in parts of 255."""
    return max(ImageChops.difference(one.reduce(spot), other.reduce(spot)).tobytes())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = Pictures(Path(folder))
        for title, (work, _) in PICTURES.items():
            (APPROVED / f"{title}.png").write_bytes(work(made, "Ts"))
