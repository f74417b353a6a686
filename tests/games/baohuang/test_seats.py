import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.game import GAME
from bot.games.baohuang.plays import Shape
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.seats.outlook import Outlook, opponents
from bot.games.baohuang.view import Entry, View
from bot.games.base import Malformed
from tests.bench.seats import ai, greedy, play
from tests.games.baohuang.scenes import at_random, scene, turns
from tests.games.baohuang.strategies import cards, rule_sets

Player = Callable[[Round, int, random.Random], str]


def by_ai(round_: Round, seat: int, chance: random.Random) -> str:
    return ai(round_.view(seat))


def by_anyone(round_: Round, seat: int, chance: random.Random) -> str:
    return (by_ai if chance.random() < 0.5 else at_random)(round_, seat, chance)


@given(rule_sets(), st.integers(0, 2**32), st.sampled_from([by_ai, by_anyone]))
@settings(max_examples=60)
def test_every_decision_is_legal_and_every_round_ends(rules: Rules, seed: int, choose: Player) -> None:
    for count, (round_, seat) in enumerate(turns(rules, seed, choose)):
        view = round_.view(seat)
        text = GAME.decide(view, "normal", seed)
        round_.check(seat, text)
        assert GAME.decide(view, "normal", seed) == text
        assert count < 1500


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=40)
def test_a_known_partner_is_beaten_only_to_go_out_at_once(rules: Rules, seed: int) -> None:
    runner: int | None = None
    for round_, seat in turns(rules, seed, by_ai):
        view = round_.view(seat)
        text = ai(view)
        if runner is not None and view.places[runner] is None:
            assert seat == runner or text == "pass", f"seat {seat} got between"
        else:
            runner = None
        if view.best is not None and text != "pass" and opponents(view)[view.best.seat] == 0:
            runner = seat


def decided(view: View) -> str:
    return GAME.decide(view, "normal", 0)


LONG = "6s 6h 7s 8s 8h 9s Td Th Jd Jh Qc Qs Kd Kh"


@pytest.mark.parametrize("hand", [f"X X* {LONG} As", f"X x x {LONG}", f"X {LONG} 2d 2h"])
@pytest.mark.parametrize("best", ["6d", "7d", "6d 6d"])
def test_big_jokers_are_not_spent_on_little_in_mid_game(hand: str, best: str) -> None:
    assert "X" not in decided(scene(hand, best))


def test_a_play_that_is_the_whole_hand_is_made() -> None:
    assert decided(scene("9s 9h x", "8s 8h 8d")) == "play x 9s 9h"
    assert decided(scene("7s 7h")) == "play 7s 7h"


def test_a_hand_that_goes_out_whatever_others_do_goes_out() -> None:
    assert decided(scene("X 6s 7s", "")) in ("play X 6s", "play X 7s")
    assert decided(scene("X 9s 9h", "8s 8h")) == "play X 9s"


def test_the_guard_leaves_the_trick_to_the_emperor() -> None:
    view = replace(scene(f"{LONG} As", "9d"), role="guard", emperor=4)
    assert decided(view) == "pass"
    assert decided(replace(view, emperor=1)) != "pass"


def test_a_rebel_leaves_the_trick_to_one_that_rose() -> None:
    view = scene(f"{LONG} As", "9d")
    assert decided(replace(view, rose=(2, 4))) == "pass"
    assert decided(replace(view, guard=4)) != "pass"


def test_an_opponent_about_to_go_out_is_fought() -> None:
    view = replace(
        scene(f"{LONG} As 2s 2h 2d"), history=(Entry(1, cards("Qd")), *(Entry(seat, ()) for seat in (2, 3, 4)))
    )
    for left in (1, 2):
        assert decided(replace(view, counts=(18, left, 20, 20, 20))) == "play As"


def test_what_gives_a_secret_away_stays_in_the_hand() -> None:
    view = replace(scene("x x* 7s 7h 9s 9h Td", "", secret="x*", variant="simple"), role="guard")
    assert "x*" not in decided(view)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("6s 7h 8d 8c 9s Th Jd Qc Kd 6d 7c 9h Tc Jh Qs Ks Ad 6c 7d 9d Td Js Qd Kc X*", "yield"),
        ("X X X* x x 2s 2s 2h 2h 2d 2c As As Ah Ah Ad Ad Ac Ks Ks Kh Kh Kd Kd Qs Qs Qs Qh Qh Qd Qd", "claim"),
    ],
)
@pytest.mark.parametrize("variant", ["simple", "rizhao"])
def test_the_throne_is_for_good_hands(hand: str, expected: str, variant: str) -> None:
    assert decided(replace(scene(hand, variant=variant), step="throne", emperor=None, role=None)) == expected


def test_called_is_the_highest_card_that_brings_a_guard() -> None:
    hand = "As As As As Ks Ks Ks 9h 9h 9h"
    assert decided(replace(scene(hand, variant="classic"), step="call", emperor=0)) == "call Ks"
    assert decided(replace(scene("As As As As 9h", variant="classic"), step="call", emperor=0)) == "call As"


def test_who_is_against_whom() -> None:
    view = scene(LONG)
    assert opponents(view) == (0, 1, 1 / 3, 1 / 3, 1 / 3)
    assert opponents(replace(view, rose=(2,))) == (0, 1, 0, 1 / 2, 1 / 2)
    assert opponents(replace(view, guard=3)) == (0, 1, 0, 1, 0)
    assert opponents(replace(view, solo="open")) == (0, 1, 0, 0, 0)
    assert opponents(replace(view, role="guard")) == (0, 0, 1, 1, 1)
    assert opponents(replace(view, emperor=0, role="emperor")) == (0, 0.75, 0.75, 0.75, 0.75)
    assert opponents(replace(view, emperor=0, role="emperor", rose=(2,))) == (0, 1 - 1 / 3, 1, 1 - 1 / 3, 1 - 1 / 3)
    assert opponents(replace(view, emperor=0, role="emperor", solo="hidden")) == (0, 1, 1, 1, 1)
    assert opponents(replace(view, emperor=0, role="emperor", guard=2)) == (0, 1, 0, 1, 1)


def test_a_play_is_sure_when_no_unseen_cards_beat_it() -> None:
    view = scene("9s 9h 9d 2s X")
    gone = replace(view, history=(Entry(1, view.hand),), hand=view.hand)
    assert Outlook(view).sure(Shape(3, 3, 0, 1))
    assert not Outlook(view).sure(Shape(9, 1, 0, 0))
    assert not Outlook(gone).sure(Shape(3, 3, 0, 0))
    assert Outlook(replace(view, counts=(5, 2, 2, 0, 2))).sure(Shape(3, 3, 0, 0))
    assert not Outlook(scene("9s 9h 9d X", overload=True)).sure(Shape(3, 3, 0, 1))


def test_a_level_that_there_is_not_is_refused() -> None:
    with pytest.raises(Malformed) as refused:
        GAME.decide(scene("9s"), "divine", 0)
    assert (refused.value.code, refused.value.values) == ("ai_level", {"level": "divine"})


@pytest.mark.parametrize("variant", ["classic", "simple", "rizhao"])
def test_it_beats_a_greedy_player_on_the_same_deals(variant: str) -> None:
    rules = Rules.choose({"variant": variant})
    gains = [play(rules, seed, ai, greedy, []) - play(rules, seed, greedy, ai, []) for seed in range(12)]
    assert sum(gains) > 0
