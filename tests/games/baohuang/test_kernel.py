"""The kernel that AI seats simulate with, beside the round that checks everything."""

import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang import plays
from bot.games.baohuang.actions import PASS
from bot.games.baohuang.plays import NO_RANK, Shape
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.seats import policy
from bot.games.baohuang.seats.kernel import Batch, Plays
from bot.games.baohuang.seats.weights import WEIGHTS
from tests.bench.every import Every, greedy
from tests.games.baohuang.batches import batch
from tests.games.baohuang.strategies import random_move, rule_sets, seeded


def at_play(rules: Rules, seed: int) -> Round | None:
    """A round that has come to the play step by random answers; None where that has ended it."""
    round_, rng = seeded(rules, seed), random.Random(seed)
    while round_.step != "play":
        round_.take(*random_move(round_, rng))
    return round_


def skip_passes(round_: Round) -> None:
    while round_.step == "play" and (forced := round_.forced(seat := round_.asked()[0].seat)):
        round_.act(seat, forced)


def some(shapes: list[Shape | None]) -> Plays:
    """A play for each round; None is a pass."""
    parts = np.array([shape or Shape(0, 0, 0, 0) for shape in shapes]).T
    return Plays(np.maximum(parts[0], 0), *parts[1:])


def shapes(found: Plays) -> list[Shape]:
    return [
        Shape(rank if ranked else NO_RANK, ranked, small, big)
        for rank, ranked, small, big in zip(*(part.tolist() for part in found), strict=True)
    ]


def shape_of(position: Batch, at: int) -> Shape | None:
    rank, ranked, small, big = (int(part) for part in position.best[:, at])
    return Shape(rank if ranked else NO_RANK, ranked, small, big) if ranked + small + big else None


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=30)
def test_random_rounds_go_as_the_checking_round_has_them(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    rounds = [round_ for number in range(3) if (round_ := at_play(rules, seed + number))]
    position = batch(rounds)
    while rounds:
        for at, round_ in enumerate(rounds):
            assert position.turn[at] == round_.asked()[0].seat
            assert shape_of(position, at) == round_.best
            assert position.hands[:, :, at].tolist() == [hand.ranks for hand in round_.hands]
            assert position.sizes[:, at].tolist() == [hand.size for hand in round_.hands]
            assert bool(position.known[at]) == round_.known
            if round_.best is not None:
                able = [bool(plays.answers(hand, round_.best, rules)) for hand in round_.hands]
                assert position.can_beat()[:, at].tolist() == able
        chosen: list[Shape | None] = []
        for round_ in rounds:
            seat = round_.asked()[0].seat
            choice = rng.choice(round_.legal(seat))
            chosen.append(choice if isinstance(choice, Shape) else None)
            round_.act(seat, PASS) if not isinstance(choice, Shape) else round_.take(seat, round_.pick(seat, choice))
            skip_passes(round_)
        position.play(some(chosen))
        scores = position.scores()
        for at, round_ in enumerate(rounds):
            outcome = round_.outcome()
            assert bool(position.over[at]) == (outcome is not None)
            assert outcome is None or scores[:, at].tolist() == list(outcome.scores)
        going = ~position.over
        position = position.take(going)
        rounds = [round_ for round_, on in zip(rounds, going, strict=True) if on]


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=15)
def test_the_rule_player_looks_at_legal_plays_only_and_finds_one_to_lead(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    round_ = at_play(rules, seed)
    assert round_ is not None
    while round_.step == "play":
        seat = round_.asked()[0].seat
        position = batch([round_])
        for rows in (policy.FEW_ROWS, policy.ALL_ROWS):
            found, value = policy.values(position, WEIGHTS, rows)
            places = np.flatnonzero(found.legal)
            assert np.isfinite(value.reshape(-1)[places]).all()
            assert len(places) or round_.best is not None
            looked_at = set(shapes(policy.pick(policy.repeat(found, len(places)), places)))
            assert looked_at <= {choice for choice in round_.legal(seat) if isinstance(choice, Shape)}
        round_.take(*random_move(round_, rng))
        skip_passes(round_)


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=15)
def test_the_benchmarks_random_player_draws_from_all_legal_plays(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    round_ = at_play(rules, seed)
    assert round_ is not None
    while round_.step == "play":
        legal = [choice for choice in round_.legal(round_.asked()[0].seat) if isinstance(choice, Shape)]
        position = batch([round_])
        total = int(Every(position).total[0])
        every = Every(position.take(np.zeros(total, dtype=np.int64)))
        assert sorted(shapes(every.at(np.arange(total)))) == sorted(legal)
        if legal:
            assert shapes(greedy(position))[0] in legal
        round_.take(*random_move(round_, rng))
        skip_passes(round_)
