"""Solo, call and declarations, and how the guard becomes known."""

import pytest

from bot.games.baohuang.cards import card
from bot.games.baohuang.round import Round
from bot.games.base import Clock, Illegal, Malformed
from tests.games.baohuang.strategies import rules, say, stacked

QUIET = ("1 stay", "2 stay", "3 stay", "4 stay")


def asked(round_: Round) -> list[int]:
    return [ask.seat for ask in round_.asked()]


def crowned(variant: str, *options: str, given: tuple[str, ...]) -> Round:
    """A round in which seat 0 has just claimed the throne."""
    round_ = stacked(rules(variant, *options), *given)
    say(round_, "0 claim")
    return round_


def test_without_grab_only_the_emperor_is_asked() -> None:
    round_ = crowned("simple", given=("X*", "x*"))
    assert asked(round_) == [0]
    assert round_.clock() == Clock(1, 30, autopilot=False)
    assert round_.autopilot(0) == "no_solo"
    with pytest.raises(Illegal, match="solo_needs_guard_card"):
        round_.act(0, "solo")


@pytest.mark.parametrize(("variant", "given"), [("simple", "X* x*"), ("rizhao", "X* 2h*"), ("classic", "X* 6s 6s 6s")])
def test_who_may_declare_open_solo(variant: str, given: str) -> None:
    round_ = crowned(variant, given=(given,))
    say(round_, "0 solo")
    view = round_.view(4)
    assert (view.step, view.solo, view.emperor, view.role, asked(round_)) == ("play", "open", 0, "rebel", [0])
    assert view.multiplier == 1


def test_with_grab_all_answer_in_any_order_and_the_emperor_wins() -> None:
    round_ = crowned("simple", "grab", given=("X*", "x*"))
    assert asked(round_) == [0, 1, 2, 3, 4]
    clock = round_.clock()
    say(round_, "4 solo", "2 no_solo")
    assert asked(round_) == [0, 1, 3]
    assert round_.clock() == clock
    with pytest.raises(Illegal, match="answered"):
        round_.act(4, "no_solo")
    say(round_, "1 no_solo", "0 solo", "3 no_solo")
    assert (round_.view(None).emperor, round_.view(None).solo) == (0, "open")


def test_else_the_nearest_going_upstream_wins_and_no_card_moves() -> None:
    round_ = crowned("classic", "grab", given=("X* 6s 6s 6s",))
    before = [hand.cards() for hand in round_.hands]
    say(round_, "0 no_solo", "1 solo", "3 solo", "2 solo", "4 no_solo")
    view = round_.view(None)
    assert (view.emperor, view.solo, view.holder, asked(round_)) == (3, "open", 0, [3])
    assert [hand.cards() for hand in round_.hands] == before
    assert [round_.view(seat).role for seat in range(5)] == ["rebel", "rebel", "rebel", "emperor", "rebel"]


def test_in_a_grabbed_solo_the_guard_card_is_an_ordinary_card() -> None:
    round_ = crowned("simple", "grab", given=("X*", "x*"))
    say(round_, "0 no_solo", "1 solo", "2 no_solo", "3 no_solo", "4 no_solo", "1 play x*")
    assert round_.view(None).guard is None
    assert round_.view(1).secret is None


def test_classic_calls_a_card_of_which_it_holds_three() -> None:
    round_ = crowned("classic", given=("X* 6s 6s 6s 9h 9h 9h 8c 8c", "9h"))
    say(round_, "0 no_solo")
    assert asked(round_) == [0]
    assert round_.clock() == Clock(2, None, autopilot=True)
    assert "call 9h" in [move.text for move in round_.legal(0)]  # type: ignore[union-attr]
    called = round_.autopilot(0)
    assert called == round_.legal(0)[0].text  # type: ignore[union-attr]
    with pytest.raises(Illegal, match="call_needs_three"):
        round_.act(0, "call 7s")
    for text in ("call x", "call X*", "call 9h 9h"):
        with pytest.raises(Malformed, match="call_card"):
            round_.act(0, text)
    say(round_, "0 call 9h")
    assert round_.view(None).called == card("9h")
    assert (round_.view(None).guard, round_.view(1).role, round_.view(2).role) == (None, "guard", "rebel")


def test_a_single_call_is_forced() -> None:
    low = " ".join(rank + suit for rank in "789TJQKA2" for suit in "shc")
    round_ = crowned("classic", given=(f"X* X X 6s 6s 6s 6h {low}",))
    say(round_, "0 no_solo")
    assert round_.forced(0) == "call 6s"


def test_calling_a_card_of_which_one_holds_four_is_a_hidden_solo() -> None:
    round_ = crowned("classic", given=("X* 9h 9h 9h 9h",))
    say(round_, "0 no_solo", "0 call 9h")
    assert (round_.view(0).solo, round_.view(None).solo) == ("hidden", None)
    assert [round_.view(seat).role for seat in range(5)] == ["emperor", *["rebel"] * 4]
    say(round_, *QUIET, "0 play 9h 9h", *(f"{seat} pass" for seat in range(1, 5)))
    assert not round_.known
    say(round_, "0 play 9h", *(f"{seat} pass" for seat in range(1, 5)))
    assert round_.view(None).solo is None
    say(round_, "0 play 9h")
    assert round_.view(None).solo == "hidden"
    assert round_.view(None).multiplier == 1


def test_all_four_others_are_asked_to_declare() -> None:
    round_ = crowned("rizhao", given=("X*", "2h*"))
    say(round_, "0 no_solo")
    assert asked(round_) == [1, 2, 3, 4]
    assert [round_.autopilot(seat) for seat in asked(round_)] == ["stay"] * 4
    assert [round_.forced(seat) for seat in asked(round_)] == [None] * 4
    with pytest.raises(Illegal, match="not_asked"):
        round_.act(0, "stay")
    with pytest.raises(Illegal, match="reveal_not_guard"):
        round_.act(2, "reveal")
    with pytest.raises(Illegal, match="rise_not_played"):
        round_.act(2, "rise")


def test_a_guard_that_declares_itself_doubles() -> None:
    round_ = crowned("simple", given=("X*", "x*"))
    say(round_, "0 no_solo", "1 reveal", "2 stay", "3 stay")
    assert round_.view(None).guard is None
    say(round_, "4 stay")
    view = round_.view(None)
    assert (view.step, view.guard, view.open_guard, view.multiplier, view.emperor) == ("play", 1, True, 2, 0)
    assert round_.view(1).secret is None


def test_two_rebels_make_a_rebellion() -> None:
    round_ = crowned("simple", "rebellion", given=("X*", "x*"))
    say(round_, "0 no_solo", "3 rise", "2 rise", "1 stay", "4 stay")
    view = round_.view(None)
    assert (view.rose, view.rebellion, view.guard, view.multiplier) == ((2, 3), True, 1, 2)


def test_one_rebel_alone_is_shown_and_nothing_else() -> None:
    round_ = crowned("simple", "rebellion", given=("X*", "x*"))
    with pytest.raises(Illegal, match="wrong_step"):
        round_.act(0, "rise")
    say(round_, "0 no_solo")
    with pytest.raises(Illegal, match="rise_guard"):
        round_.act(1, "rise")
    say(round_, "3 rise", "2 stay", "1 stay", "4 stay")
    view = round_.view(None)
    assert (view.rose, view.rebellion, view.guard, view.multiplier) == ((3,), False, None, 1)


def test_open_guard_and_rebellion_double_once() -> None:
    round_ = crowned("rizhao", "rebellion", given=("X*", "2h*"))
    say(round_, "0 no_solo", "3 rise", "2 rise", "1 reveal", "4 rise")
    assert round_.view(None).multiplier == 2


def test_a_rebellion_makes_a_hidden_solo_public() -> None:
    round_ = crowned("simple", "rebellion", given=("X* x*",))
    say(round_, "0 no_solo", "3 rise", "2 rise", "1 stay", "4 stay")
    assert (round_.view(None).solo, round_.view(None).multiplier) == ("hidden", 2)


@pytest.mark.parametrize(("variant", "secret"), [("simple", "x*"), ("rizhao", "2h*")])
def test_playing_the_guard_card_tells_without_doubling(variant: str, secret: str) -> None:
    round_ = crowned(variant, given=("X* 6s", secret))
    say(round_, "0 no_solo", *QUIET, "0 play 6s", f"1 play {secret}")
    view = round_.view(None)
    assert (view.guard, view.multiplier, view.open_guard) == (1, 1, False)


@pytest.mark.parametrize(("variant", "secret"), [("simple", "x*"), ("rizhao", "2h*")])
def test_a_hidden_solo_is_known_once_the_emperor_plays_the_guard_card(variant: str, secret: str) -> None:
    round_ = crowned(variant, given=(f"X* {secret}",))
    say(round_, "0 no_solo", *QUIET)
    assert round_.view(0).secret == card(secret)
    say(round_, f"0 play {secret}")
    assert round_.view(None).solo == "hidden"


def test_playing_an_unmarked_twin_tells_nothing() -> None:
    round_ = crowned("rizhao", given=("X* 6s", "2h* 2h"))
    say(round_, "0 no_solo", *QUIET, "0 play 6s", "1 play 2h")
    assert round_.view(None).guard is None


def test_playing_the_called_card_tells() -> None:
    round_ = crowned("classic", given=("X* 6s 9h 9h 9h", "9h"))
    say(round_, "0 no_solo", "0 call 9h", *QUIET, "0 play 6s", "1 play 9h")
    assert round_.view(None).guard == 1
