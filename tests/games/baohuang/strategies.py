"""Rounds to test with: rules of every kind, deals made to order, and rounds played at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from bot.games.baohuang.actions import Move
from bot.games.baohuang.cards import Card, card
from bot.games.baohuang.game import GAME, SeededRound
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import VARIANTS, Rules
from bot.games.baohuang.shuffle import deck
from bot.games.base import Action, Setup

ALL_RULES = tuple(
    Rules(variant, **dict(zip(offered, switches, strict=True)))
    for variant in VARIANTS.values()
    for offered in [[name for name, _ in variant.options]]
    for switches in product((False, True), repeat=len(offered))
)
"""Every set of rules that a table can have."""


def rule_sets() -> st.SearchStrategy[Rules]:
    return st.sampled_from(ALL_RULES)


def rules(variant: str, *options: str) -> Rules:
    """A variant with just these options on."""
    return Rules(VARIANTS[variant], **dict.fromkeys(options, True))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())


def hands(rules: Rules, *given: str, seed: int = 0) -> list[list[Card]]:
    """Five hands of a whole deck (34, 34, 34, 33, 33), each starting with the given cards, the rest at random."""
    rest = Counter(deck(rules.variant))
    dealt = [list(cards(given[seat] if seat < len(given) else "")) for seat in range(5)]
    rest.subtract(card for hand in dealt for card in hand)
    assert min(rest.values()) >= 0, "more of a card is given than there is"
    pile = list(rest.elements())
    random.Random(seed).shuffle(pile)
    for seat, hand in enumerate(dealt):
        while len(hand) < (34 if seat < 3 else 33):
            hand.append(pile.pop())
    return dealt


def stacked(rules: Rules, *given: str, seed: int = 0) -> Round:
    """A round whose deals, the first and all redeals alike, give the seats these cards (see ``hands``)."""
    dealt = hands(rules, *given, seed=seed)
    return Round(rules, 0, lambda _: dealt)


def endgame(rules: Rules, *given: str) -> Round:
    """A round whose hands are these few cards and nothing else."""
    return Round(rules, 0, lambda _: [cards(hand) for hand in given])


def say(round_: Round, *actions: str) -> None:
    """Take actions written as "SEAT TEXT"; "p" stands for play."""
    for action in actions:
        seat, _, text = action.partition(" ")
        round_.act(int(seat), text.replace("p ", "play ", 1) if text.startswith("p ") else text)


def random_move(round_: Round, rng: random.Random) -> tuple[int, Move]:
    """Someone who is asked, and something it may do."""
    seat = rng.choice(round_.asked()).seat
    choice = rng.choice(round_.legal(seat))
    return seat, choice if isinstance(choice, Move) else round_.pick(seat, choice)


def steps(round_: Round, rng: random.Random) -> Iterator[Action]:
    """Play a round at random to its end, giving each action before it is taken."""
    while round_.asked():
        seat, move = random_move(round_, rng)
        yield Action(seat, move.text)
        round_.take(seat, move)


def seeded(rules: Rules, seed: int) -> SeededRound:
    rng = random.Random(seed)
    return GAME.start(Setup(rules.json(), rng.randrange(5), rng.randbytes(32), f"salt {seed}"))


def played(rules: Rules, seed: int, actions: int = 10**6) -> SeededRound:
    """A round played at random for so many actions, or to its end."""
    round_ = seeded(rules, seed)
    for count, _ in enumerate(steps(round_, random.Random(seed))):
        if count == actions:
            break
    return round_


@st.composite
def rounds(draw: st.DrawFn) -> SeededRound:
    """A round of any rules, played at random up to any point of it."""
    return played(draw(rule_sets()), draw(st.integers(0, 2**32)), draw(st.integers(0, 300)))


def held(round_: Round) -> Counter[Card]:
    """All cards of a round, wherever they are: in hands, in the packet while it travels, and played."""
    found: Counter[Card] = Counter()
    for hand in round_.hands:
        found.update(hand.cards())
    if round_.step == "throne":
        found.update(round_.packet)
    for entry in round_.history:
        found.update(entry.cards)
    return found
