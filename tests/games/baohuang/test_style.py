"""AI seats do nothing that people would call absurd; ``tests/bench/seats`` counts over many more decisions."""

import random
from dataclasses import replace

import pytest

from bot.games.baohuang.game import GAME
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.view import Entry, View
from tests.games.baohuang.absurdities import ABSURD, Absurd, absurd
from tests.games.baohuang.scenes import scene, turns
from tests.games.baohuang.strategies import cards, rules

KINDS = (
    rules("classic", "grab"),
    rules("simple", "rebellion"),
    rules("rizhao", "rebellion"),
    rules("simple", "overload", "hold_sixes"),
)


def by_normal(round_: Round, seat: int, _: random.Random) -> str:
    return round_.forced(seat) or GAME.decide(round_.view(seat), "normal", 0)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.variant.name)
def test_nothing_absurd_is_done(kind: Rules) -> None:
    for seed in range(2):
        for count, (round_, seat) in enumerate(turns(kind, 5000 + seed, by_normal)):
            view = round_.view(seat)
            # The strong player thinks long.
            for level in ("normal", "strong") if count % 16 == 0 and round_.forced(seat) is None else ("normal",):
                assert absurd(view, GAME.decide(view, level, seed)) == []


LONG = "6s 6h 7s 8s 8h 9s Td Th Jd Jh Qc Qs Kd Kh"


def against_emperor(hand: str, best: str) -> View:
    """Seat 0 is the last that can beat a play of the emperor."""
    passes = [Entry(seat, ()) for seat in (2, 3, 4)]
    return replace(scene(hand), history=(Entry(1, cards(best)), *passes))


def left(view: View, seat: int) -> View:
    """A seat has one card left."""
    return replace(view, counts=tuple(1 if other == seat else count for other, count in enumerate(view.counts)))


SCENES = {
    "beats_a_partner": (replace(scene(f"{LONG} As", "9d"), rose=(2, 4)), "play As"),
    "wastes_a_big_joker": (scene(f"X X* {LONG} As", "7d"), "play X"),
    "leads_jokers": (scene(f"X {LONG}"), "play X 6s 6h"),
    "stays_in": (scene("7s 7h"), "play 7s"),
    "misses_the_way_out": (scene("X 6s 7s"), "play 6s"),
    "lets_the_last_card_go": (left(against_emperor(f"{LONG} As", "Qd"), 1), "pass"),
    "leads_a_high_single": (scene(f"{LONG} As"), "play As"),
    "splits_a_big_group": (scene("7s 7h 7c 7d 8s 8h 9s Qc Qs Kd", "6d"), "play 7s"),
    "feeds_an_opponent": (left(scene(LONG), 1), "play 7s"),
    "leads_low_to_a_last_card": (left(scene("6s 8s 9h Ks"), 1), "play 6s"),
    "gives_itself_away": (replace(scene(f"x x* {LONG}", "As", secret="x*"), role="guard", emperor=2), "play x*"),
    "passes_for_nothing": (against_emperor(LONG, "6d"), "pass"),
    "spends_a_joker_for_nothing": (scene(f"x {LONG}", "6d"), "play x"),
    "breaks_a_group_to_lead": (scene("6s 7s 7h 7c 7d 8s 8h Qc Qs"), "play 7s 7h"),
    "keeps_a_partner_in": (left(replace(scene(LONG), rose=(2,)), 2), "play 6s 6h"),
}


@pytest.mark.parametrize("one", ABSURD, ids=lambda one: one.__name__)
def test_what_is_absurd_is_told_from_what_ai_seats_do(one: Absurd) -> None:
    view, text = SCENES[one.__name__]
    assert one.__name__ in absurd(view, text)
    for level in GAME.levels[1:]:
        assert absurd(view, GAME.decide(view, level, 1)) == []
