"""The play step: turns, tricks, who goes out, how a round ends, and what autopilot plays."""

import pytest

from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.base import Ahead, Clock, Illegal
from tests.games.baohuang.strategies import endgame, rules, say

QUIET = ("1 stay", "2 stay", "3 stay", "4 stay")
OPENING = ("0 claim", "0 no_solo", *QUIET)


def begun(*given: str, table: Rules | None = None, opening: tuple[str, ...] = OPENING) -> Round:
    """A round at its first lead with these few cards; seat 0 is emperor, who holds 2h* is guard."""
    round_ = endgame(table or rules("rizhao"), *given)
    say(round_, *opening)
    return round_


def turn(round_: Round) -> int:
    return round_.asked()[0].seat


def test_the_emperor_leads_and_turns_go_clockwise() -> None:
    round_ = begun("X* 6s", "2h* 7s", "8s 9s", "9s 9h", "Ts Th")
    assert turn(round_) == 0
    assert round_.clock() == Clock(3, None, autopilot=True)
    with pytest.raises(Illegal, match="pass_lead"):
        round_.act(0, "pass")
    with pytest.raises(Illegal, match="not_asked"):
        round_.act(1, "pass")
    say(round_, "0 play 6s", "1 play 7s", "2 pass", "3 play 9s")
    view = round_.view(None)
    assert turn(round_) == 4
    assert [(entry.seat, len(entry.cards)) for entry in view.trick] == [(0, 1), (1, 1), (2, 0), (3, 1)]
    assert view.best == view.trick[3]
    with pytest.raises(Illegal, match="wrong_step"):
        round_.act(4, "stay")


def test_who_passed_may_play_again_in_the_same_trick() -> None:
    round_ = begun("X* 6s", "2h* 7s", "8s 9s", "9s 9h", "Ts Th")
    say(round_, "0 play 6s", "1 pass", "2 play 8s", "3 pass", "4 play Ts", "0 pass", "1 play 2h*")
    assert round_.view(None).trick_number == 0


def test_the_last_to_play_leads_when_all_others_have_passed() -> None:
    round_ = begun("X* 6s", "2h* 7s", "8s 9s", "9s 9h", "Ts Th")
    say(round_, "0 play 6s", "1 pass", "2 play 8s", "3 pass", "4 pass", "0 pass", "1 pass")
    view = round_.view(None)
    assert turn(round_) == 2
    assert (view.trick, view.best, view.trick_number, len(view.history)) == ((), None, 1, 7)
    say(round_, "2 play 9s")
    assert len(round_.view(None).trick) == 1


def test_the_next_in_the_game_leads_where_the_last_to_play_is_out() -> None:
    round_ = begun("X* 6s 6s", "2h* 7s", "8s", "9s", "Ts Th")
    say(round_, "0 play 6s", "1 pass", "2 play 8s", "3 play 9s", "4 pass", "0 pass", "1 pass")
    assert turn(round_) == 4
    assert round_.view(None).finished == (2, 3)
    assert round_.view(None).places == (None, None, 1, 2, None)


def test_nothing_beats_a_big_joker() -> None:
    round_ = begun("X* 6s", "2h* X", "8s X", "9s 9h", "Ts Th")
    say(round_, "0 play X*")
    assert round_.forced(1) == "pass"
    assert round_.masked("pass")
    assert not round_.masked("play X")


def test_the_round_ends_when_one_side_is_out() -> None:
    round_ = begun("X*", "2h*", "8s 9s", "9s 9h", "Ts Th", opening=("0 claim", "0 no_solo", "1 reveal", *QUIET[1:]))
    say(round_, "0 play X*", *(f"{seat} pass" for seat in (1, 2, 3, 4)), "1 play 2h*")
    outcome = round_.outcome()
    assert outcome is not None
    assert outcome.result == {
        "emperor": 0,
        "guard": 1,
        "solo": None,
        "called": None,
        "rose": [],
        "places": [1, 2, 3, 4, 5],
        "multiplier": 2,
        "winner": "emperor",
        "scores": [12, 6, -6, -6, -6],
    }
    with pytest.raises(Illegal, match="round_over"):
        round_.act(2, "pass")
    assert (round_.asked(), round_.clock(), round_.ahead(2)) == ((), None, None)


def test_those_left_take_places_by_cards_then_clockwise_from_the_last_to_play() -> None:
    round_ = begun("X* 6s 6h 6c", "2h* 7s 7h 7c", "8s", "9s", "Ts")
    say(round_, "0 play 6s", "1 pass", "2 play 8s", "3 play 9s", "4 play Ts")
    # Three cards of the emperor against four of the guard.
    assert round_.view(None).places == (4, 5, 1, 2, 3)
    round_ = begun("X* 6s 6h", "2h* 7s", "8s", "9s", "Ts")
    say(round_, "0 play 6s", "1 pass", "2 play 8s", "3 play 9s", "4 play Ts")
    assert round_.view(None).places == (4, 5, 1, 2, 3)
    round_ = begun("X* 6s 6h", "9s", "8s", "Ts", "2h* 7s 7h")
    say(round_, "0 play 6s", "1 pass", "2 play 8s", "3 play Ts", "4 pass", "0 pass", "1 pass", "4 play 7s")
    say(round_, "0 pass", "1 play 9s")
    assert round_.view(None).places == (5, 3, 1, 2, 4)


def test_scores_do_not_hide_a_loss_of_the_first_side_out() -> None:
    """The rebels are out 1st, 2nd and 5th: the emperor's side, 3rd and 4th, is wholly out first, and pays."""
    round_ = begun("X* 6s", "2h*", "8s", "9s", "Ts Th")
    say(round_, "0 play 6s", "1 pass", "2 play 8s", "3 play 9s", "4 pass", "0 play X*", "1 pass", "4 pass")
    say(round_, "1 play 2h*")
    outcome = round_.outcome()
    assert outcome is not None
    assert outcome.result["places"] == [3, 4, 1, 2, 5]
    assert outcome.scores == (-2, -1, 1, 1, 1)
    assert outcome.result["winner"] == "rebels"


def test_an_open_solo_ends_when_anyone_is_out() -> None:
    opening = ("0 claim", "0 solo")
    lost = begun("X* 2h* 6s", "7s", "8s 9s", "9s", "Ts", opening=opening)
    say(lost, "0 play 6s", "1 play 7s")
    assert lost.outcome() is not None
    assert lost.outcome().scores == (-24, 6, 6, 6, 6)  # type: ignore[union-attr]
    won = begun("X* 2h*", "7s", "8s 9s", "9s", "Ts", opening=opening)
    say(won, "0 play X*", *(f"{seat} pass" for seat in (1, 2, 3, 4)), "0 play 2h*")
    assert won.outcome().scores == (24, -6, -6, -6, -6)  # type: ignore[union-attr]


def test_a_hidden_solo_ends_when_the_emperor_or_two_others_are_out() -> None:
    second = begun("X* 2h*", "7s", "8s 9s", "9s", "Ts")
    say(second, "0 play 2h*", "1 pass", "2 pass", "3 pass", "4 pass", "0 play X*")
    assert second.outcome().scores == (12, -3, -3, -3, -3)  # type: ignore[union-attr]
    third = begun("X* 2h* 6s", "7s", "8s", "9s", "Ts")
    say(third, "0 play 6s", "1 play 7s")
    assert third.outcome() is None
    say(third, "2 play 8s")
    assert third.outcome().scores == (-12, 3, 3, 3, 3)  # type: ignore[union-attr]
    draw = begun("X* 2h* 6s", "7s", "8s 8h", "9s 9h", "Ts Th")
    say(draw, "0 play 6s", "1 play 7s", "2 pass", "3 pass", "4 pass", "0 play 2h*", "2 pass", "3 pass", "4 pass")
    say(draw, "0 play X*")
    assert draw.outcome().result["winner"] == "draw"  # type: ignore[union-attr]
    assert draw.outcome().scores == (0, 0, 0, 0, 0)  # type: ignore[union-attr]


def test_passing_in_advance() -> None:
    round_ = begun("X* 6s", "2h* 7s", "8s", "9s 9h", "Ts Th")
    assert [round_.ahead(seat) for seat in range(5)] == [None, *[Ahead(0, "pass")] * 4]
    say(round_, "0 play 6s", "1 pass", "2 play 8s")
    assert [round_.ahead(seat) for seat in range(5)] == [*[Ahead(0, "pass")] * 2, None, *[Ahead(0, "pass")] * 2]
    say(round_, "3 play 9s", "4 pass", "0 pass", "1 pass")
    assert [round_.ahead(seat) for seat in range(5)] == [*[Ahead(1, "pass")] * 2, None, None, Ahead(1, "pass")]


def test_nobody_can_pass_in_advance_before_play() -> None:
    round_ = endgame(rules("rizhao"), "X* 6s", "2h* 7s", "8s", "9s 9h", "Ts Th")
    assert [round_.ahead(seat) for seat in range(5)] == [None] * 5


def test_autopilot_leads_its_lowest_single_card_and_else_passes() -> None:
    round_ = begun("X* x 7d 7c 8s", "2h* 9s", "8s", "9s 9h", "Ts Th")
    assert round_.autopilot(0) == "play 7c"
    say(round_, "0 play 7c")
    assert round_.autopilot(1) == "pass"


def test_autopilot_gives_no_secret_away_where_it_can_help_it() -> None:
    round_ = begun("X* 6s", "2h* 2d", "8s", "9s", "Ts Th")
    say(round_, "0 play 6s", "1 play 2d", "2 pass", "3 pass", "4 pass", "0 pass")
    assert round_.autopilot(1) == "play 2h*"


HELD = rules("rizhao", "hold_sixes")


def test_sixes_are_held_to_the_last_hand() -> None:
    round_ = begun("X* 6s 6h 8s", "2h* 9s", "8s", "9s 9h", "Ts Th", table=HELD)
    for play in ("6s", "6s 6h", "6s 6h X*"):
        with pytest.raises(Illegal, match="play_sixes"):
            round_.act(0, f"play {play}")
    assert round_.autopilot(0) == "play 8s"
    say(round_, "0 play 8s", "1 pass", "2 pass", "3 pass", "4 pass")
    assert round_.autopilot(0) == "play X*"
    say(round_, "0 play 6s 6h X*")
    assert round_.view(None).finished == (0,)


def test_autopilot_leads_all_sixes_where_it_has_nothing_else() -> None:
    round_ = begun("X* 6s 6h 6d", "2h* 9s", "8s", "9s 9h", "Ts Th", table=HELD)
    say(round_, "0 play X*", *(f"{seat} pass" for seat in (1, 2, 3, 4)))
    assert round_.autopilot(0) == "play 6s 6h 6d"
    assert round_.forced(0) is None


def test_who_holds_only_sixes_cannot_follow() -> None:
    round_ = begun("X* 7s", "2h* 9s", "6s 6h", "9s 9h", "Ts Th", table=HELD)
    say(round_, "0 play 7s", "1 pass")
    assert round_.forced(2) == "pass"


def test_overload_beats_with_another_number_of_cards() -> None:
    table = rules("simple", "overload")
    round_ = endgame(table, "X* 6s", "x* 7s", "X X 8s", "x x x 9s", "Ts Th")
    say(round_, *OPENING, "0 play X*", "1 pass")
    with pytest.raises(Illegal, match="play_too_low"):
        round_.act(2, "play X")
    say(round_, "2 play X X", "3 pass")
    assert round_.forced(4) == "pass"
