from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.cards import RANK
from bot.games.baohuang.game import GAME
from bot.games.baohuang.view import Entry, View
from bot.pictures import Pictures, Shown, describe_table
from bot.pictures.cardface import SMALL
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.sprites import Sprites
from bot.pictures.words import unseen
from bot.texts import say
from tests.pictures.reading import Reader, cards, decode, hands, places, read_tiles
from tests.pictures.scenes import NAMES, VARIANTS, scenes, unlike_names

NAME_BOX = (134, 446)
"""Left and right of a name, in pixels."""


EN = Shown(NAMES, "en")
ZH = Shown(NAMES, "zh-CN")


def views(variant: str) -> list[View]:
    return [scene.view for scene in scenes(variant)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_cards_on_the_table_are_those_of_the_trick(pictures: Pictures, sprites: Sprites, variant: str) -> None:
    playing = [view for view in views(variant) if view.step == "play"]
    reader = Reader(sprites, "en", playing[0].called, SMALL)
    shown = 0
    for view in playing[2:200:13]:
        latest = {entry.seat: entry.cards for entry in view.trick}
        seen = reader.read(pictures.table(view, EN))
        assert Counter(one.card for one in seen) == Counter(card for play in latest.values() for card in play)
        shown += len(seen)
    assert shown


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_roles_show_as_far_as_they_are_public(
    pictures: Pictures, sprites: Sprites, variant: str, language: str
) -> None:
    for view in (views(variant)[0], views(variant)[-1]):
        picture = decode(pictures.table(view, Shown(NAMES, language)))
        badges = {role: places(picture, sprites[f"badge/{role}/{language}"]) for role in ("emperor", "guard", "rebel")}
        known = view.guard is not None or view.solo is not None
        assert len(badges["emperor"]) == (view.emperor is not None)
        assert len(badges["guard"]) == (view.guard is not None)
        assert len(badges["rebel"]) == (0 if not known else 3 if view.guard is not None else 4)
        unknown = places(picture, sprites[f"badge/unknown/{language}"])
        assert len(unknown) + sum(map(len, badges.values())) == 5


def test_a_hoe_for_each_who_rose_and_cards_left_loud_where_they_are_few(pictures: Pictures, sprites: Sprites) -> None:
    view = replace(views("simple")[20], rose=(1, 4), finished=(2,), counts=(11, 10, 0, 1, 30))
    picture = decode(pictures.table(view, EN))
    assert len(places(picture, sprites["hoe"])) == 2
    assert len(places(picture, sprites["back"])) == 2
    loud = sprites["loud"]
    assert len(places(picture, loud.crop((0, 0, 40, loud.height)))) == 2


def test_rows_go_round_either_way(pictures: Pictures, sprites: Sprites) -> None:
    view = replace(views("classic")[60], emperor=1, guard=2, asked=())
    tops = {}
    for clockwise in (True, False):
        picture = decode(pictures.table(view, Shown(NAMES, "en", clockwise=clockwise)))
        tops[clockwise] = [places(picture, sprites[f"badge/{role}/en"])[0][0] for role in ("emperor", "guard")]
    assert tops[True] == sorted(tops[True])
    assert tops[False] == sorted(tops[False], reverse=True)


@pytest.mark.parametrize(
    "change", [{"ai": (1,)}, {"skill_levels": {1: "college"}}, {"autopilot": (1,)}, {"counter": True}]
)
def test_what_a_table_is_shown_with_shows(pictures: Pictures, change: dict[str, Any]) -> None:
    view = views("simple")[40]
    shown = replace(EN, **change)
    assert pictures.table(view, shown) != pictures.table(view, EN)
    assert describe_table(view, shown) != describe_table(view, EN)


@pytest.mark.parametrize(
    "change",
    [
        {"solo": "open"},
        {"solo": "hidden"},
        {"called": 4},
        {"open_guard": True},
        {"rebellion": True},
        {"multiplier": 2},
        {"rose": (1,)},
        {"finished": (0,)},
        {"counts": (30, 30, 30, 30, 1)},
        {"emperor": 4},
        {"guard": 0},
        {"asked": (0,)},
        {"history": (Entry(0, ()),)},
        {"history": (Entry(0, (4, 4)),)},
    ],
)
def test_all_that_is_public_shows_in_the_picture_and_its_words(pictures: Pictures, change: dict[str, Any]) -> None:
    view = replace(views("simple")[40], history=(), trick_start=0, asked=(), emperor=3)
    other = replace(view, **change)
    assert pictures.table(view, EN) != pictures.table(other, EN)
    assert describe_table(view, EN) != describe_table(other, EN)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_shows_everyone_nothing_of_a_hand(pictures: Pictures, variant: str) -> None:
    shown = replace(EN, counter=True)
    for scene in scenes(variant)[10:100:30]:
        sparse = replace(scene.view, history=scene.view.history, hand=())
        assert pictures.table(scene.view, shown) == pictures.table(sparse, shown)
        assert sum(unseen(scene.view)) == sum(scene.view.counts)


def test_a_seat_that_knows_its_hand_counts_the_others(sprites: Sprites) -> None:
    scene = scenes("classic")[50]
    own = replace(scene.view, seat=2, hand=scene.hands[2])
    others = Counter(RANK[one] for seat in (0, 1, 3, 4) for one in scene.hands[seat])
    assert unseen(own) == tuple(others[rank] for rank in range(12))


def test_a_play_of_more_cards_than_a_fan_holds_lies_in_tiles(pictures: Pictures, sprites: Sprites) -> None:
    play = tuple(cards("X X X X* x x x x " + "8s 8h 8c 8d " * 4))
    view = replace(views("classic")[60], history=(Entry(0, play),), trick_start=0, asked=())
    [seen] = read_tiles(sprites, "en", pictures.table(view, EN))
    assert Counter(seen) == Counter(play)


def test_the_packet_lies_before_its_holder(pictures: Pictures, sprites: Sprites) -> None:
    packet = tuple(cards("X* 2s 2h As Kd"))
    view = replace(views("simple")[0], step="throne", packet=packet, holder=3, history=(), trick_start=0, asked=(3,))
    seen = Reader(sprites, "zh-CN", cut=SMALL).read(pictures.table(view, ZH))
    assert Counter(one.card for one in seen) == Counter(packet)


@settings(max_examples=40)
@given(names=unlike_names(), language=st.sampled_from(["en", "zh-CN"]))
def test_no_name_leaves_its_box(pictures: Pictures, names: list[str], language: str) -> None:
    view = views("rizhao")[50]
    named = decode(pictures.table(view, Shown(names, language, autopilot=(0, 1))))
    blank = decode(pictures.table(view, Shown([""] * 5, language, autopilot=(0, 1))))
    assert (named.width, named.height) == (blank.width, blank.height)
    for column in (*range(NAME_BOX[0]), *range(NAME_BOX[1], PICTURE_WIDTH)):
        assert named.pixels[column::PICTURE_WIDTH] == blank.pixels[column::PICTURE_WIDTH]


@pytest.mark.parametrize("shown", [EN, ZH])
def test_how_well_an_ai_plays_is_shown_where_its_seat_is_marked(pictures: Pictures, shown: Shown) -> None:
    view = views("simple")[40]
    plain = replace(shown, ai=(3,))
    drawn = {pictures.table(view, replace(plain, levels={3: level})) for level in GAME.levels}
    assert len(drawn | {pictures.table(view, plain), pictures.table(view, shown)}) == len(GAME.levels) + 2
    for level in GAME.levels:
        words = [say(shown.language, key) for key in ("picture.ai", f"ai.{level}")]
        line = describe_table(view, replace(plain, levels={3: level})).splitlines()[-2]
        assert say(shown.language, "picture.comma").join(words) in line


def test_a_skill_level_is_shown_where_there_is_room_and_always_said(pictures: Pictures) -> None:
    view = replace(views("simple")[40], asked=())
    for autopilot, room in (((), True), ((2,), True), ((3,), False)):
        bare = replace(EN, autopilot=autopilot)
        shown = replace(bare, skill_levels={3: "associate_professor"})
        assert (pictures.table(view, shown) != pictures.table(view, bare)) == room, autopilot
        assert "Associate professor" in describe_table(view, shown).splitlines()[-2]


def test_the_play_to_beat_is_pointed_at(pictures: Pictures, sprites: Sprites) -> None:
    trick = (Entry(0, (4, 4)), Entry(1, (8, 8)), Entry(2, ()))
    view = replace(views("simple")[40], history=trick, trick_start=0, asked=(3,), guard=None)
    words = describe_table(view, EN).splitlines()
    assert [line.endswith(", to be beaten") for line in words[-5:]] == [False, True, False, False, False]
    assert len(places(decode(pictures.table(view, EN)), sprites["arrow"])) == 1
    assert "待压" in describe_table(view, ZH)


def test_a_seat_whose_name_cannot_be_drawn_goes_by_its_number(pictures: Pictures) -> None:
    view = views("simple")[40]
    unseen_names, numbers = (Shown([*NAMES[:4], name], "en") for name in ("\u200b \u3164", "seat 5"))
    assert pictures.table(view, unseen_names) == pictures.table(view, numbers)
    assert describe_table(view, unseen_names) == describe_table(view, numbers)


def test_the_largest_play_fits(pictures: Pictures) -> None:
    play = tuple(cards("X X X X* x x x x " + "8s 8h 8c 8d " * 4))
    view = replace(views("classic")[60], history=(Entry(0, play),), trick_start=0, asked=())
    assert not any(_margins(pictures.table(view, ZH)))


@settings(max_examples=25)
@given(plays=st.lists(hands(most=16), min_size=5, max_size=5), out=st.permutations(range(5)), many=st.integers(0, 5))
def test_any_plays_and_any_end_can_be_drawn(
    pictures: Pictures, plays: list[list[int]], out: list[int], many: int
) -> None:
    history = tuple(Entry(seat, tuple(play)) for seat, play in enumerate(plays))
    view = replace(views("classic")[60], history=history, trick_start=0, finished=tuple(out[:many]), asked=())
    assert not any(_margins(pictures.table(view, ZH)))


def _margins(png: bytes) -> bytes:
    """What is left and right of the rows of a landscape picture: felt."""
    picture = decode(png)
    assert picture.width == PICTURE_WIDTH > picture.height
    return b"".join(picture.pixels[column::PICTURE_WIDTH] for column in (*range(14), *range(1086, PICTURE_WIDTH)))
