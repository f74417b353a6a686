"""What holds in every round, tried on rounds played at random."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games import base
from bot.games.baohuang import moves
from bot.games.baohuang.actions import PASS, PLAY, Move, parse
from bot.games.baohuang.game import GAME, SeededRound
from bot.games.baohuang.plays import shape_of
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.shuffle import deck
from bot.games.base import Clock, GameError
from tests.games.baohuang.strategies import ALL_RULES, held, played, random_move, rounds, rule_sets, seeded, steps

seeds = st.integers(0, 2**32)


def test_it_is_a_game_of_five() -> None:
    game: base.Game = GAME  # the type checker holds both against the contract
    round_: base.Round = game.start(seeded(ALL_RULES[0], 1).setup)
    assert (game.key, game.seats) == ("baohuang", 5)
    assert round_.setup.rules == game.rules(round_.setup.rules)


@given(rounds())
def test_all_cards_stay_in_the_round(round_: SeededRound) -> None:
    assert held(round_) == Counter(deck(round_.rules.variant))
    view = round_.view(None)
    assert sum(view.counts) + len(view.played) == 168


@given(rule_sets(), seeds)
def test_a_round_ends_with_scores_that_sum_to_zero(rules: Rules, seed: int) -> None:
    round_ = played(rules, seed)
    outcome = round_.outcome()
    assert outcome is not None
    assert sum(outcome.scores) == 0
    assert sorted(outcome.result["places"]) == [1, 2, 3, 4, 5]  # type: ignore[call-overload]
    assert outcome.next_first_seat == outcome.result["emperor"]
    assert list(outcome.places) == outcome.result["places"]
    alone = outcome.result["solo"] is not None
    assert outcome.roles[outcome.next_first_seat] == ("solo" if alone else "emperor")
    assert Counter(outcome.roles)["rebel"] == (4 if alone else 3)
    assert [seat for seat, role in enumerate(outcome.roles) if role == "guard"] == (
        [] if alone else [outcome.result["guard"]]
    )
    assert [sum(jokers) for jokers in outcome.dealt] == [8] * (round_.deal + 1)
    assert round_.asked() == ()
    assert round_.clock() is None


@given(rounds())
def test_the_same_actions_give_the_same_round(round_: SeededRound) -> None:
    again = GAME.start(round_.setup)
    for action in round_.actions:
        again.act(*action)
    assert again.actions == round_.actions
    for seat in (None, *range(5)):
        assert again.view(seat) == round_.view(seat)


def some_actions(round_: Round, rng: random.Random) -> set[str]:
    """Actions of all kinds, right and wrong ones."""
    texts = {"claim", "yield", "solo", "no_solo", "reveal", "rise", "stay", "pass", "call 7s", "call 2d", "play X*"}
    for seat in range(5):
        hand = round_.hands[seat].cards()
        for size in (1, 2, 3):
            if len(hand) >= size:
                texts.add(Move(PLAY, tuple(rng.sample(hand, size))).text)
                texts.add(Move(PLAY, hand[-size:]).text)
    return texts


@given(rounds(), st.randoms(use_true_random=False))
def test_exactly_the_legal_actions_of_those_asked_are_accepted(round_: SeededRound, rng: random.Random) -> None:
    asked = {ask.seat for ask in round_.asked()}
    for seat in range(5):
        may = round_.legal(seat)
        assert bool(may) == (seat in asked)
        ways = [one if isinstance(one, Move) else round_.pick(seat, one) for one in may]
        for move in ways:
            round_.check(seat, move.text)
        legal = {move for move in may if isinstance(move, Move)}
        shapes = {(move.verb, *one) for move, one in zip(ways, may, strict=True) if not isinstance(one, Move)}
        for text in some_actions(round_, rng):
            move = parse(text)
            accepted = round_.refusal(seat, move) is None
            if move.verb != PLAY:
                assert accepted == (move in legal), text
            elif accepted:
                assert (PLAY, *shape_of(move.cards)) in shapes, text  # type: ignore[misc]


@given(rounds(), st.randoms(use_true_random=False))
def test_a_refused_action_changes_nothing(round_: SeededRound, rng: random.Random) -> None:
    before = [round_.view(seat) for seat in range(5)]
    count = len(round_.actions)
    for text in (*some_actions(round_, rng), "", "play", "play 7s  7s", "call x", "dance"):
        for seat in range(5):
            try:
                round_.check(seat, text)
            except GameError:
                with pytest.raises(GameError):
                    round_.act(seat, text)
    assert [round_.view(seat) for seat in range(5)] == before
    assert len(round_.actions) == count


@given(rounds())
def test_a_view_allows_what_the_round_allows(round_: SeededRound) -> None:
    for seat in range(5):
        view = round_.view(seat)
        answers, shapes = moves.answers(view), moves.shapes(view)
        assert [*answers, *shapes] == list(round_.legal(seat))
        for shape in shapes:
            assert Move(PLAY, moves.ways(view, shape)[0]) == round_.pick(seat, shape)
        for move in (*answers, *(Move(PLAY, way) for shape in shapes for way in moves.ways(view, shape))):
            assert moves.refusal(view, move) is None
        for move in (Move("claim"), Move("solo"), Move("rise"), Move(PASS)):
            assert (moves.refusal(view, move) is None) == (round_.refusal(seat, move) is None)


@given(rounds())
def test_autopilot_and_forced_actions_are_legal(round_: SeededRound) -> None:
    for ask in round_.asked():
        round_.check(ask.seat, round_.autopilot(ask.seat))
        forced = round_.forced(ask.seat)
        if round_.step in ("solo", "declare"):
            assert forced is None
        if forced is not None:
            assert [one.text for one in round_.legal(ask.seat) if isinstance(one, Move)] == [forced]
            assert len(round_.legal(ask.seat)) == 1


@given(rule_sets(), seeds)
def test_autopilot_plays_a_round_to_its_end(rules: Rules, seed: int) -> None:
    round_ = seeded(rules, seed)
    while asked := round_.asked():
        round_.act(asked[0].seat, round_.autopilot(asked[0].seat))
    assert round_.outcome() is not None


@given(rule_sets(), seeds)
def test_every_clock_is_new_but_for_secret_steps(rules: Rules, seed: int) -> None:
    round_ = seeded(rules, seed)
    clocks: list[Clock] = []
    before = None
    for _ in steps(round_, random.Random(seed)):
        clock = round_.clock()
        assert clock is not None
        assert clock.number == round_.view(None).turn
        if before == round_.step and before in ("solo", "declare"):
            assert clock == clocks[-1]
        else:
            assert not clocks or clock.number == clocks[-1].number + 1
        clocks.append(clock)
        before = round_.step
    assert clocks[0].number == 0


@given(rounds())
def test_a_pass_given_in_advance_is_legal_when_its_turn_comes(round_: SeededRound) -> None:
    ahead = {seat: found for seat in range(5) if (found := round_.ahead(seat)) is not None}
    assert not ahead or round_.step == "play"
    rng = random.Random(0)
    while round_.step == "play":
        seat = round_.asked()[0].seat
        given_ahead = ahead.get(seat)
        if given_ahead is not None and round_.trick_number == given_ahead.scope:
            round_.act(seat, given_ahead.text)
        else:
            round_.take(*random_move(round_, rng))
    assert round_.ahead(0) is None


@pytest.mark.parametrize(
    "rules", ALL_RULES, ids=lambda rules: "-".join(k for k, v in rules.json().items() if v is True) or "plain"
)
def test_every_set_of_rules_is_played(rules: Rules) -> None:
    assert played(rules, 1).outcome() is not None
