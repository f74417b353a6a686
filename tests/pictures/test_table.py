from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.game import GAME
from bot.games.baohuang.view import Entry, View
from bot.games.base import Setup
from bot.pictures import Pictures
from bot.pictures.cardface import SMALL
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.sprites import Sprites
from tests.pictures.reading import Reader, cards, decode, hands, places

NAMES = ("Anna", "皇太极", "김지훈", "さくら🌸", "محمد")
VARIANTS = ("classic", "simple", "rizhao")
NAME_BOX = (134, 444)
"""Left and right of a name, in pixels."""


@cache
def views(variant: str) -> list[View]:
    """What everyone sees of a round played by AI seats, after each of its actions."""
    round_ = GAME.start(Setup(GAME.rules({"variant": variant}), 0, bytes(32), variant))
    seen = []
    while round_.asked():
        ask = round_.asked()[0]
        round_.act(ask.seat, GAME.decide(round_.view(ask.seat), "normal", 0))
        view = round_.view(None)
        assert isinstance(view, View)
        seen.append(view)
    return seen


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_cards_on_the_table_are_those_of_the_trick(pictures: Pictures, sprites: Sprites, variant: str) -> None:
    playing = [view for view in views(variant) if view.step == "play"]
    reader = Reader(sprites, "en", playing[0].called, SMALL)
    shown = 0
    for view in playing[2:200:13]:
        latest = {entry.seat: entry.cards for entry in view.trick if entry.seat not in view.asked}
        seen = reader.read(pictures.table(view, NAMES, "en"))
        assert Counter(one.card for one in seen) == Counter(card for play in latest.values() for card in play)
        shown += len(seen)
    assert shown


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_roles_show_as_far_as_they_are_public(
    pictures: Pictures, sprites: Sprites, variant: str, language: str
) -> None:
    for view in (views(variant)[0], views(variant)[-1]):
        picture = decode(pictures.table(view, NAMES, language))
        badges = {role: places(picture, sprites[f"badge/{role}/{language}"]) for role in ("emperor", "guard", "rebel")}
        known = view.guard is not None or view.solo is not None
        assert len(badges["emperor"]) == (view.emperor is not None)
        assert len(badges["guard"]) == (view.guard is not None)
        assert len(badges["rebel"]) == (0 if not known else 3 if view.guard is not None else 4)
        unknown = places(picture, sprites[f"badge/unknown/{language}"])
        assert len(unknown) + sum(map(len, badges.values())) == 5


def test_a_hoe_for_each_who_rose_and_a_back_for_each_who_plays(pictures: Pictures, sprites: Sprites) -> None:
    view = replace(views("simple")[20], rose=(1, 4), finished=(2,))
    picture = decode(pictures.table(view, NAMES, "en"))
    assert len(places(picture, sprites["hoe"])) == 2
    assert len(places(picture, sprites["back"])) == 4


def test_the_packet_lies_before_its_holder(pictures: Pictures, sprites: Sprites) -> None:
    packet = tuple(cards("X* 2s 2h As Kd"))
    view = replace(views("simple")[0], step="throne", packet=packet, holder=3, history=(), trick_start=0, asked=(3,))
    seen = Reader(sprites, "zh-CN", cut=SMALL).read(pictures.table(view, NAMES, "zh-CN"))
    assert Counter(one.card for one in seen) == Counter(packet)


@settings(max_examples=40)
@given(names=st.lists(st.text(max_size=80), min_size=5, max_size=5), language=st.sampled_from(["en", "zh-CN"]))
def test_no_name_leaves_its_box(pictures: Pictures, names: list[str], language: str) -> None:
    view = views("rizhao")[50]
    named = decode(pictures.table(view, names, language, autopilot=(0, 1)))
    blank = decode(pictures.table(view, [""] * 5, language, autopilot=(0, 1)))
    assert (named.width, named.height) == (blank.width, blank.height)
    for column in (*range(NAME_BOX[0]), *range(NAME_BOX[1], PICTURE_WIDTH)):
        assert named.pixels[column::PICTURE_WIDTH] == blank.pixels[column::PICTURE_WIDTH]


def test_the_largest_play_fits(pictures: Pictures) -> None:
    play = tuple(cards("X X X X* x x x x " + "8s 8h 8c 8d " * 4))
    view = replace(views("classic")[60], history=(Entry(0, play),), trick_start=0, asked=())
    assert not any(_margins(pictures.table(view, NAMES, "zh-CN")))


@settings(max_examples=25)
@given(plays=st.lists(hands(most=16), min_size=5, max_size=5), out=st.permutations(range(5)), many=st.integers(0, 5))
def test_any_plays_and_any_end_can_be_drawn(
    pictures: Pictures, plays: list[list[int]], out: list[int], many: int
) -> None:
    history = tuple(Entry(seat, tuple(play)) for seat, play in enumerate(plays))
    view = replace(views("classic")[60], history=history, trick_start=0, finished=tuple(out[:many]), asked=())
    assert not any(_margins(pictures.table(view, NAMES, "zh-CN")))


def _margins(png: bytes) -> bytes:
    """What is left and right of the rows of a landscape picture: felt."""
    picture = decode(png)
    assert picture.width == PICTURE_WIDTH > picture.height
    return b"".join(picture.pixels[column::PICTURE_WIDTH] for column in (*range(14), *range(1086, PICTURE_WIDTH)))
