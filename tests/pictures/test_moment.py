from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.actions import PLAY, parse
from bot.games.baohuang.cards import high_to_low
from bot.games.base import Action
from bot.pictures import Moment, Pictures, Shown, describe_moment
from bot.pictures.cardface import SMALL
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.sprites import Sprites
from bot.texts import LANGUAGES
from tests.pictures.reading import Reader, decode, hands, places, read_tiles
from tests.pictures.scenes import NAMES, VARIANTS, scenes, unlike_names

OPEN: Moment = Moment([()] * 5)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_open_hands_and_plays_are_those_of_the_moment(
    pictures: Pictures, sprites: Sprites, variant: str, language: str
) -> None:
    shown = Shown(NAMES, language)
    reader = Reader(sprites, language, scenes(variant)[-1].view.called, SMALL)
    for scene in scenes(variant)[8:100:31]:
        png = pictures.moment(scene.view, shown, Moment(scene.hands, scene.last))
        read = read_tiles(sprites, language, png)
        assert [Counter(hand) for hand in read] == [Counter(hand) for hand in scene.hands if hand]
        lying = {entry.seat: entry.cards for entry in scene.view.trick}
        move = parse(scene.last.text)
        lying[scene.last.seat] = move.cards if move.verb == PLAY else ()
        assert Counter(one.card for one in reader.read(png)) == Counter(
            card for play in lying.values() for card in play
        )


@settings(max_examples=20)
@given(held=st.lists(st.none() | hands(), min_size=5, max_size=5), names=unlike_names(), clockwise=st.booleans())
def test_any_hands_fit_and_closed_ones_stay_closed(
    pictures: Pictures, sprites: Sprites, held: list[list[int] | None], names: list[str], clockwise: bool
) -> None:
    shown = Shown(names, "zh-CN", clockwise=clockwise)
    view = replace(scenes("classic")[60].view, called=None)
    moment = Moment(held, Action(0, "pass"), (60, 200))
    png = pictures.moment(view, shown, moment)
    order = held if clockwise else held[::-1]
    assert [Counter(hand) for hand in read_tiles(sprites, "zh-CN", png)] == [Counter(hand) for hand in order if hand]
    picture = decode(png)
    assert picture.height <= picture.width == PICTURE_WIDTH
    assert not any(b"".join(picture.pixels[column::PICTURE_WIDTH] for column in (*range(14), *range(1086, 1100))))
    assert len(describe_moment(view, shown, moment)) <= 1000


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_of_a_round_is_said_whole(variant: str, language: str) -> None:
    shown = Shown([name * 4 for name in NAMES], language, ai=(1,), autopilot=(2,))
    for number, scene in enumerate(scenes(variant)):
        said = describe_moment(scene.view, shown, Moment(scene.hands, scene.last, (number, 999)))
        assert not said.endswith("…")
        assert len(said) <= 1000


def test_what_was_just_done_is_lit(pictures: Pictures, sprites: Sprites) -> None:
    scene = scenes("simple")[60]
    edge = sprites["row/lit/tall"]
    lit = edge.crop((0, edge.height - 20, 20, edge.height))
    for seat in range(5):
        png = pictures.moment(scene.view, Shown(NAMES, "en"), replace(OPEN, last=Action(seat, "play 6s 6s")))
        [(top, _)] = places(decode(png), lit)
        assert (top - 100) // 202 == seat
    assert not places(decode(pictures.moment(scene.view, Shown(NAMES, "en"), OPEN)), lit)


@pytest.mark.parametrize(
    "text", ["claim", "yield", "solo", "no_solo", "call Ks", "reveal", "rise", "stay", "pass", "play X* Ks Ks"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_picture_and_words(pictures: Pictures, text: str, language: str) -> None:
    view, shown = replace(scenes("simple")[60].view, called=None), Shown(NAMES, language)
    moment = replace(OPEN, last=Action(2, text))
    assert pictures.moment(view, shown, moment) != pictures.moment(view, shown, OPEN)
    assert describe_moment(view, shown, moment) != describe_moment(view, shown, OPEN)


def test_hands_in_words_are_those_that_are_open() -> None:
    scene = scenes("classic")[30]
    said = describe_moment(scene.view, Shown(NAMES, "en"), Moment([scene.hands[0], None, None, None, None]))
    assert said.count("holds") == 1
    assert high_to_low(scene.hands[0]) == scene.hands[0]
