"""The throne: claiming, yielding, redeals, the forced third deal."""

import pytest

from bot.games.baohuang.cards import EMPEROR_CARD, spell
from bot.games.baohuang.round import Round
from bot.games.base import Action, Ask, Clock, Illegal
from tests.games.baohuang.strategies import hands, rules, say, stacked

PAIRS = " ".join(rank + suit for rank in "6789TJQKA2" for suit in "shc")
"""Thirty cards without three identical ones; with three of four jokers and the emperor card they make a whole hand."""


def asked(round_: Round) -> list[int]:
    return [ask.seat for ask in round_.asked()]


def yields(round_: Round, number: int) -> None:
    for _ in range(number):
        say(round_, f"{asked(round_)[0]} yield")


def test_the_holder_of_the_emperor_card_is_asked_first() -> None:
    round_ = stacked(rules("simple"), "", "", "X*")
    assert round_.asked() == (Ask(2, 2),)
    assert round_.clock() == Clock(0, 20, autopilot=True)
    assert round_.autopilot(2) == "yield"
    assert round_.forced(2) is None
    with pytest.raises(Illegal, match="not_asked"):
        round_.act(1, "claim")
    with pytest.raises(Illegal, match="wrong_step"):
        round_.act(2, "play X*")


def test_the_emperor_card_goes_upstream() -> None:
    round_ = stacked(rules("rizhao"), "", "X*")
    for seat in (1, 0, 4, 3):
        assert asked(round_) == [seat]
        say(round_, f"{seat} yield")
    say(round_, "2 claim")
    assert round_.view(None).emperor == 2
    assert EMPEROR_CARD in round_.view(2).hand
    assert round_.view(None).counts == (34, 33, 35, 33, 33)


def test_simple_adds_the_highest_card_below_the_jokers_but_not_at_the_first_yield() -> None:
    round_ = stacked(rules("simple"), "X* 2s", "", "", "X 2c 2d 2d 2h", "x As 2d")
    dealt = [list(hand) for hand in round_.deals(0)]
    say(round_, "0 yield", "4 yield", "3 yield")
    view = round_.view(None)
    assert [entry.added is None for entry in view.throne] == [True, False, False]
    for seat, card in zip((4, 3), view.packet[1:], strict=True):
        ranked = [kind for kind in dealt[seat] if kind < 40]
        best = max(kind // 4 for kind in ranked)
        assert card == min(kind for kind in ranked if kind // 4 == best)
    say(round_, "2 claim")
    assert round_.view(None).counts == (33, 34, 37, 32, 32)
    assert set(view.packet) <= set(round_.view(2).hand)


def test_a_yielding_seat_never_adds_a_card_of_the_packet() -> None:
    round_ = stacked(rules("simple"), "X*")
    yields(round_, 10 - 1)
    packet = round_.view(None).packet
    assert len(packet) == 9
    ranks = [card // 4 for card in packet[1:]]
    assert ranks[0] == 9  # a 2: everyone has been dealt one here
    assert all(entry.added is not None for entry in round_.throne[1:])
    assert len({entry.seat for entry in round_.throne}) == 5


@pytest.mark.parametrize(("variant", "number"), [("simple", 10), ("classic", 10), ("rizhao", 5)])
def test_after_so_many_yields_the_cards_are_dealt_anew(variant: str, number: int) -> None:
    fours = "6s 6s 6s 6s", "7s 7s 7s 7s", "8s 8s 8s 8s", "9s 9s 9s 9s", "Ts Ts Ts Ts"
    first, second = hands(rules(variant), *fours, seed=1), hands(rules(variant), *fours, seed=2)
    round_ = Round(rules(variant), 3, [first, second].__getitem__)
    yields(round_, number - 1)
    assert round_.view(None).deal == 0
    yields(round_, 1)
    view = round_.view(None)
    assert (view.deal, view.step, view.packet, view.first_seat) == (1, "throne", (EMPEROR_CARD,), 3)
    assert sum(view.counts) == 168
    assert len(view.throne) == number
    assert view.turn == number


@pytest.mark.parametrize("variant", ["simple", "rizhao"])
def test_the_third_deal_has_an_emperor_by_force(variant: str) -> None:
    round_ = stacked(rules(variant), "", "", "", "X*")
    yields(round_, 2 * rules(variant).variant.yields)
    view = round_.view(None)
    assert (view.deal, view.step, view.emperor, asked(round_)) == (2, "solo", 3, [3])
    assert all(not entry.claimed for entry in view.throne)
    assert round_.view(3).counts == (34, 34, 34, 33, 33)


@pytest.mark.parametrize("options", [(), ("grab",)])
def test_a_forced_classic_holder_that_cannot_call_is_in_open_solo_at_once(options: tuple[str, ...]) -> None:
    fours = "2d 2d 2d 2d", "Ad Ad Ad Ad", "Kd Kd Kd Kd", "Qd Qd Qd Qd"  # so that nobody has to claim
    round_ = stacked(rules("classic", *options), f"X* X X X {PAIRS}", *fours)
    yields(round_, 20)
    view = round_.view(None)
    assert (view.step, view.deal, view.emperor, view.solo, asked(round_)) == ("play", 2, 0, "open", [0])


def test_classic_needs_three_identical_cards_to_claim() -> None:
    round_ = stacked(rules("classic"), f"X* X X X {PAIRS}")
    with pytest.raises(Illegal, match="claim_needs_three"):
        round_.act(0, "claim")
    assert round_.forced(0) == "yield"
    assert round_.masked("yield")


def test_jokers_are_not_identical_cards() -> None:
    round_ = stacked(rules("classic"), f"X* x x x x {' '.join(PAIRS.split()[:29])}")
    with pytest.raises(Illegal, match="claim_needs_three"):
        round_.act(0, "claim")


def second_lap(*given: str) -> Round:
    """A classic round in which seat 0 holds the emperor card for the second time."""
    round_ = stacked(rules("classic"), *given)
    say(round_, "0 yield", "4 yield", "3 yield", "2 yield", "1 yield")
    return round_


THREE = " ".join(f"{rank}{suit}" for rank in "6789TJQKA2" for suit in "shc")


def test_classic_must_claim_at_the_second_time() -> None:
    round_ = second_lap(f"X* X X 6s 6s {' '.join(THREE.split()[:29])}")
    assert asked(round_) == [0]
    with pytest.raises(Illegal, match="yield_must_claim"):
        round_.act(0, "yield")
    assert round_.forced(0) == "claim"
    assert round_.autopilot(0) == "claim"
    say(round_, "0 claim")
    assert round_.step == "solo"


def test_classic_with_four_identical_cards_may_yield_again() -> None:
    round_ = second_lap("X* 6s 6s 6s 6s 7s 7s 7s")
    assert round_.forced(0) is None
    assert round_.autopilot(0) == "yield"
    say(round_, "0 yield")
    assert asked(round_) == [4]


def test_classic_that_cannot_claim_yields_again() -> None:
    round_ = second_lap(f"X* X X X {PAIRS}")
    assert round_.forced(0) == "yield"


def test_the_throne_is_written_as_it_happened() -> None:
    round_ = stacked(rules("rizhao"), "X*")
    say(round_, "0 yield", "4 claim")
    assert round_.actions == [Action(0, "yield"), Action(4, "claim")]
    assert [(entry.seat, entry.claimed) for entry in round_.view(None).throne] == [(0, False), (4, True)]
    assert spell(round_.view(None).packet) == "X*"
