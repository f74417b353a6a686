"""What chance deals, against deals."""

import hashlib
import random
from collections import Counter

import pytest

from bot.games.baohuang import luck
from bot.games.baohuang.cards import suit
from bot.games.baohuang.rules import VARIANTS
from bot.games.baohuang.shuffle import deal, deck


def test_chances_are_of_all_that_can_be() -> None:
    chances = [luck.chance(jokers) for jokers in range(luck.JOKERS + 1)]
    assert sum(chances) == pytest.approx(1)
    assert sum(jokers * chance for jokers, chance in enumerate(chances)) == pytest.approx(8 / 5)
    low, high = luck.bounds()
    assert 3 * high + 2 * low == pytest.approx(8)
    assert sum(suit(card) is None for card in deck(VARIANTS["simple"])) == luck.JOKERS


def test_deals_are_as_chance_has_it() -> None:
    times = 2000
    found: Counter[int] = Counter()
    for number in range(times):
        secret = hashlib.sha256(b"%d" % number).digest()
        found.update(sum(suit(card) is None for card in hand) for hand in deal(VARIANTS["simple"], secret, "", 0, 0))
    for jokers in range(luck.JOKERS + 1):
        expected = 5 * times * luck.chance(jokers)
        assert abs(found[jokers] - expected) < 4 * expected**0.5 + 1


def test_a_seats_average_strays_as_far_as_said() -> None:
    chance = random.Random(1)
    cards = [True] * 8 + [False] * 160
    deals, inside = 100, 0
    for _ in range(300):
        mean = sum(sum(chance.sample(cards, 34)) for _ in range(deals)) / deals
        inside += abs(mean - luck.bounds()[1]) <= luck.strays(deals)
    assert 270 <= inside <= 297
