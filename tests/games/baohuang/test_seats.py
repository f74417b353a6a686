import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.cards import card
from bot.games.baohuang.game import GAME
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.seats import policy
from bot.games.baohuang.seats.deals import Sight
from bot.games.baohuang.seats.weights import WEIGHTS
from bot.games.baohuang.view import Entry, View
from bot.games.base import Malformed
from tests.games.baohuang.permuted import swapped
from tests.games.baohuang.scenes import at_random, scene, turns
from tests.games.baohuang.strategies import ALL_RULES, cards, played, rule_sets

LEVELS = GAME.levels
Player = Callable[[Round, int, random.Random], str]


def decided(view: View, level: str = "normal") -> str:
    return GAME.decide(view, level, 0)


def by_ai(round_: Round, seat: int, chance: random.Random) -> str:
    return round_.forced(seat) or decided(round_.view(seat))


def by_anyone(round_: Round, seat: int, chance: random.Random) -> str:
    return (by_ai if chance.random() < 0.5 else at_random)(round_, seat, chance)


def opponents(view: View) -> list[float]:
    """How likely each seat is against the viewer, in its eyes."""
    return [float(chance) for chance in policy.against(Sight(view, WEIGHTS).position(), WEIGHTS)[:, 0]]


@given(rule_sets(), st.integers(0, 2**32), st.sampled_from([by_ai, by_anyone]))
@settings(max_examples=10)
def test_every_decision_is_legal_and_every_round_ends(rules: Rules, seed: int, choose: Player) -> None:
    for count, (round_, seat) in enumerate(turns(rules, seed, choose)):
        if count % 7 not in (0, seed % 7) and round_.step == "play":
            continue
        view = round_.view(seat)
        # The strong player thinks long.
        for level in LEVELS if count % 70 == 7 else LEVELS[:2]:
            text = GAME.decide(view, level, seed)
            round_.check(seat, text)
            assert GAME.decide(view, level, seed) == text
        assert count < 1500


@pytest.mark.parametrize("number", range(0, len(ALL_RULES), 3))
def test_no_decision_depends_on_a_hidden_card(number: int) -> None:
    rng = random.Random(number)
    compared = 0
    for seed in range(12):
        round_ = played(ALL_RULES[number], 1000 * number + seed, rng.choice((0, 1, 3, 8, 12, 30, 80, 160)))
        for seat in {ask.seat for ask in round_.asked()}:
            again = swapped(round_, [other for other in range(5) if other != seat], rng)
            if again is not None and again.view(seat) == round_.view(seat):
                compared += 1
                for level in LEVELS:
                    assert decided(again.view(seat), level) == decided(round_.view(seat), level)
    assert compared > 3


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=10)
def test_a_known_partner_is_beaten_only_to_go_out_at_once(rules: Rules, seed: int) -> None:
    runner: int | None = None
    for round_, seat in turns(rules, seed, by_ai):
        view = round_.view(seat)
        text = round_.forced(seat) or decided(view)
        if runner is not None and view.places[runner] is None:
            assert seat == runner or text == "pass", f"seat {seat} got between"
        else:
            runner = None
        if view.best is not None and text != "pass" and opponents(view)[view.best.seat] == 0:
            runner = seat


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
    sure, doubt = 0.0, WEIGHTS.doubt
    three, two = 1 / (3 + doubt), 1 / (2 + doubt)
    for seen, expected in (
        (view, (sure, 1, three, three, three)),
        (replace(view, rose=(2,)), (sure, 1, 0, two, two)),
        (replace(view, guard=3), (sure, 1, 0, 1, 0)),
        (replace(view, solo="open"), (sure, 1, 0, 0, 0)),
        (replace(view, role="guard", secret=card("x*")), (sure, 0, 1, 1, 1)),
        (replace(view, emperor=0, role="emperor"), (sure, 0.75, 0.75, 0.75, 0.75)),
        (replace(view, emperor=0, role="emperor", rose=(2,)), (sure, 2 / 3, 1, 2 / 3, 2 / 3)),
        (replace(view, emperor=0, role="emperor", solo="hidden", secret=card("x*")), (sure, 1, 1, 1, 1)),
        (replace(view, emperor=0, role="emperor", guard=2), (sure, 1, 0, 1, 1)),
    ):
        assert opponents(seen) == pytest.approx(expected, abs=1e-6)


def test_who_beats_the_emperor_is_taken_for_a_rebel() -> None:
    view = replace(
        scene(LONG), history=(Entry(1, cards("6s")), Entry(2, cards("7s")), *(Entry(seat, ()) for seat in (3, 4, 0, 1)))
    )
    _, emperor, beat, *others = opponents(view)
    assert (emperor, others[0]) == (1, others[1])
    assert beat < others[0] / 2


def test_a_level_that_there_is_not_is_refused() -> None:
    with pytest.raises(Malformed) as refused:
        GAME.decide(scene("9s"), "divine", 0)
    assert (refused.value.code, refused.value.values) == ("ai_level", {"level": "divine"})
