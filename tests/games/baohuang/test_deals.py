"""The deals that an AI seat imagines: they fit all that it has seen."""

import random
from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang.cards import RANK
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.seats.beliefs import believed
from bot.games.baohuang.seats.deals import Sight
from bot.games.baohuang.seats.kernel import NOBODY
from bot.games.baohuang.seats.weights import WEIGHTS
from bot.games.baohuang.shuffle import deck
from tests.games.baohuang.scenes import turns
from tests.games.baohuang.strategies import rule_sets


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=12)
def test_imagined_deals_fit_what_is_seen(rules: Rules, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for count, (round_, seat) in enumerate(turns(rules, seed)):
        if round_.step not in ("declare", "play") or count % 11:
            continue
        view = round_.view(seat)
        deals = believed(Sight(view, WEIGHTS), 8, rng)
        assert (deals.sizes == np.array(view.counts)[:, None]).all()
        assert (deals.hands.sum(axis=1) == deals.sizes).all()
        assert (deals.hands >= 0).all()
        own = Counter(RANK[card] for card in view.hand)
        assert (deals.hands[seat] == np.array([[own[rank]] for rank in range(12)])).all()
        unseen = Counter(RANK[card] for card in deck(rules.variant))
        unseen.subtract(RANK[card] for card in (*view.hand, *view.played))
        others = deals.hands.sum(axis=0) - deals.hands[seat]
        assert (others == np.array([[unseen[rank]] for rank in range(12)])).all()
        assert deals.emperor.tolist() == [view.emperor] * 8
        for guard in deals.guard.tolist():
            assert guard != view.emperor
            assert guard not in view.rose
            assert guard == NOBODY or view.guard is not None or view.counts[guard]
            assert view.role != "guard" or guard == seat
            assert view.role != "emperor" or guard != seat
            assert view.guard is None or guard == view.guard
            assert guard == NOBODY or view.solo is None
        if view.packet and view.holder != seat:
            shown = Counter(RANK[card] for card in view.packet)
            shown.subtract(RANK[card] for entry in view.history if entry.seat == view.holder for card in entry.cards)
            for rank, least in shown.items():
                assert (deals.hands[view.holder, rank] >= least).all()


@given(rule_sets(), st.integers(0, 2**32))
@settings(max_examples=15)
def test_the_true_deal_is_among_those_that_fit(rules: Rules, seed: int) -> None:
    chance = random.Random(seed)
    for round_, seat in turns(rules, seed):
        if round_.step != "play" or chance.random() > 0.05:
            continue
        sight = Sight(round_.view(seat), WEIGHTS)
        truth = np.array([hand.ranks for hand in round_.hands])
        assert (truth >= [[held[rank] for rank in range(12)] for held in sight.held]).all()
        assert (NOBODY if round_.guard is None else round_.guard) in sight.guards
        assert (sight.likely[truth > 0] > 0).all()
        for other in range(5):
            for rank in range(10):
                assert truth[other, rank] == 0 or sight.likely[other, rank] > 1e-4, "a card where none can be"
