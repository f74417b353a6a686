"""Views: what is hidden from a seat does not change what it sees."""

import random
from dataclasses import replace

import pytest

from bot.games.baohuang.cards import EMPEROR_CARD
from bot.games.baohuang.round import Round
from bot.games.base import GameError
from tests.games.baohuang.permuted import swapped
from tests.games.baohuang.strategies import ALL_RULES, played, rules, say, stacked


@pytest.mark.parametrize("number", range(len(ALL_RULES)))
def test_a_view_does_not_tell_where_hidden_cards_are(number: int) -> None:
    rng = random.Random(number)
    compared = 0
    for seed in range(14):
        round_ = played(ALL_RULES[number], 100 * number + seed, rng.choice((0, 3, 8, 12, 30, 80, 160)))
        for viewer in (None, *range(5)):
            again = swapped(round_, [seat for seat in range(5) if seat != viewer], rng)
            # What has become public may differ: which card went with the emperor card, and who the guard is.
            if again is None or again.throne != round_.throne:
                continue
            public = round_.known or round_.step == "over" or viewer in (round_.emperor, round_.guard, again.guard)
            if public and again.guard != round_.guard:
                continue
            compared += 1
            assert again.view(viewer) == round_.view(viewer)
    assert compared > 5


def test_the_guard_itself_may_be_elsewhere() -> None:
    """The holders of guard card and another card change places: nobody else can tell."""
    for variant in ("simple", "rizhao"):
        card = {"simple": "x*", "rizhao": "2h*"}[variant]
        table = rules(variant)
        one = stacked(table, "X* 6s", f"{card} 7s", "7h", seed=3)
        hands = [list(hand) for hand in one.deals(0)]
        guard_card = hands[1][0]
        other_hands = [list(hand) for hand in hands]
        other_hands[1][0], other_hands[2][0] = hands[2][0], guard_card
        solo_hands = [list(hand) for hand in hands]
        solo_hands[1][0], solo_hands[0][1] = hands[0][1], guard_card
        opening = ("0 claim", "0 no_solo", "1 stay", "2 stay", "3 stay", "4 stay")
        views = []
        for dealt in (hands, other_hands, solo_hands):
            round_ = Round(table, 0, {0: dealt}.__getitem__)
            say(round_, *opening)
            views.append([round_.view(seat) for seat in (None, 3, 4)])
            if dealt is not solo_hands:
                views[-1].append(round_.view(0))
        assert views[0][:3] == views[1][:3] == views[2][:3]
        assert views[0][3] == views[1][3]


@pytest.mark.parametrize("answers", [("solo", "no_solo"), ("stay", "reveal"), ("stay", "rise")])
def test_an_answer_is_seen_by_its_own_seat_only(answers: tuple[str, str]) -> None:
    views = []
    for answer in answers:
        round_ = stacked(rules("simple", "grab", "rebellion"), "X*", "x*")
        say(round_, "0 claim")
        if answer in ("solo", "no_solo"):
            say(round_, f"1 {answer}")
        else:
            say(round_, *(f"{seat} no_solo" for seat in range(5)), f"{2 if 'rise' in answers else 1} {answer}")
        views.append([round_.view(seat) for seat in (None, *range(5))])
    owner = 3 if "rise" in answers else 2
    for index, (one, other) in enumerate(zip(*views, strict=True)):
        if index == owner:
            assert one.answer == answers[0]
            assert replace(one, answer=None) == replace(other, answer=None)
        else:
            assert one.answer is None
            assert one == other


def test_an_emperor_that_may_not_declare_is_asked_like_one_that_may() -> None:
    may, may_not = stacked(rules("simple"), "X* x*"), stacked(rules("simple"), "X*", "x*")
    for round_ in (may, may_not):
        say(round_, "0 claim")
        assert [ask.seat for ask in round_.asked()] == [0]
        assert round_.forced(0) is None
    assert may.clock() == may_not.clock()
    with pytest.raises(GameError, match="solo_needs_guard_card"):
        may_not.act(0, "solo")


def test_the_packet_counts_with_its_holder() -> None:
    round_ = stacked(rules("simple"), "X*", "2s")
    before = round_.view(0)
    assert before.counts == (34, 34, 34, 33, 33)
    assert before.packet == (EMPEROR_CARD,)
    assert EMPEROR_CARD in before.hand
    say(round_, "0 yield", "4 yield")
    view = round_.view(None)
    assert view.holder == 3
    assert view.counts == (33, 34, 34, 35, 32)
    assert len(view.packet) == 2
    assert round_.view(3).hand.count(EMPEROR_CARD) == 1
    assert len(round_.view(3).hand) == 35
    assert view.hand == ()


def test_own_role_and_secret() -> None:
    round_ = stacked(rules("simple"), "X*", "x*")
    say(round_, "0 claim")
    assert [round_.view(seat).role for seat in range(5)] == [None] * 5
    say(round_, "0 no_solo")
    assert [round_.view(seat).role for seat in range(5)] == ["emperor", "guard", "rebel", "rebel", "rebel"]
    assert [round_.view(seat).secret is not None for seat in range(5)] == [False, True, False, False, False]
    assert {round_.view(seat).guard for seat in (None, *range(5))} == {None}


def test_a_hidden_solo_is_known_to_the_emperor_alone() -> None:
    round_ = stacked(rules("rizhao"), "X* 2h*")
    say(round_, "0 claim", "0 no_solo")
    assert round_.view(0).solo == "hidden"
    assert {round_.view(seat).solo for seat in (None, 1, 2, 3, 4)} == {None}
