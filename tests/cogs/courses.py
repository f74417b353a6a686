"""Whole rounds to play twice: a deal, what everyone does, and deals that differ in hidden cards alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.games.baohuang.actions import CLAIM, NO_SOLO, PASS, STAY, Move
from bot.games.baohuang.cards import EMPEROR_CARD, KINDS, RANK, SMALL_RANK, Card
from bot.games.baohuang.choices import CALLED
from bot.games.baohuang.game import GAME, BaoHuang, SeededRound
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.shuffle import COPIES, deck
from bot.games.base import Action, GameError, Setup

Deal = Sequence[Sequence[Card]]

LONGEST: Final = 16
"""Actions of people in a round that is short enough for tests; with grab it takes some more."""


class DealtRound(SeededRound):
    """A round whose cards were dealt by hand; its record does not say how."""

    def __init__(self, setup: Setup, dealt: Deal) -> None:
        super().__init__(setup)
        Round.__init__(self, self.rules, setup.first_seat, lambda _: dealt)


class Dealt(BaoHuang):
    """The game with one deal for all rounds."""

    def __init__(self, dealt: Deal) -> None:
        self.dealt = dealt

    def start(self, setup: Setup) -> SeededRound:
        return DealtRound(setup, self.dealt)


class Twist(NamedTuple):
    """A deal in which hidden cards of some seats have changed places."""

    among: tuple[int, ...]
    """The seats."""
    dealt: Deal
    upto: int
    """After how many deeds these cards are still hidden."""


@dataclass(frozen=True)
class Course:
    """A round: how it was dealt and what was done, by the people (``deeds``) and by the system in between."""

    rules: Rules
    auto_pass: bool
    ai: frozenset[int]
    dealt: Deal
    actions: tuple[Action, ...]
    deeds: tuple[Action, ...]
    end: Round

    def after(self, upto: int, dealt: Deal | None = None) -> Round | None:
        """The round after so many deeds, perhaps with another deal; None where anyone would act otherwise then."""
        round_, deeds = Round(self.rules, 0, lambda _: dealt or self.dealt), iter(self.deeds[:upto])
        for action in self.actions:
            now = system(round_, self.ai, auto_pass=self.auto_pass) or next(deeds, None)
            if now is None:
                break
            if now != action:
                return None
            try:
                round_.act(*action)
            except GameError:
                return None
        return round_

    def twist(self, among: Sequence[int], upto: int, rng: random.Random, moved: Card | None = None) -> Twist | None:
        """A deal in which cards of these seats that nobody has seen after so many deeds have changed places.

        ``moved`` is a card that must be among them. None where that cannot be, or the seats' ranks would be the same.
        """
        before = self.after(upto)
        assert before is not None
        dealt = [list(hand) for hand in self.dealt]
        for number in range(40):
            wanted = moved if number < 20 else None
            one, other = rng.sample(among, 2)
            ours, theirs = _hidden(before, dealt, one), _hidden(before, dealt, other)
            if not ours or not theirs or (wanted is not None and wanted not in self.dealt[one]):
                continue
            changed = [list(hand) for hand in dealt]
            mine, its = rng.choice(ours) if wanted is None else wanted, rng.choice(theirs)
            if mine not in ours:
                continue
            _swap(changed[one], mine, changed[other], its)
            after = self.after(upto, changed)
            if after is not None and _public(after) == _public(before):
                dealt = changed
                moved = None
        differ = sum(_ranks(dealt[seat]) != _ranks(self.dealt[seat]) for seat in among)
        return Twist(tuple(among), dealt, upto) if differ > 1 and moved is None else None


def _public(round_: Round) -> object:
    """What is public by how the cards were dealt: what has been done, who the guard is, what came of the round."""
    return len(round_.actions), round_.known, round_.known and (round_.guard, round_.solo), round_.outcome()


def system(round_: Round, ai: frozenset[int], *, auto_pass: bool) -> Action | None:
    """What the system does now: for the first AI seat that is asked, or by auto-pass; None where a person acts."""
    asked = [ask.seat for ask in round_.asked()]
    for seat in asked:
        if seat in ai:
            return Action(seat, GAME.decide(round_.view(seat), "normal", 0))
    for seat in asked:
        text = round_.forced(seat) if auto_pass else None
        if text is not None:
            return Action(seat, text)
    return None


def _ranks(cards: Sequence[Card]) -> Counter[int]:
    return Counter(RANK[card] for card in cards)


def _hidden(round_: Round, dealt: Deal, seat: int) -> list[Card]:
    """The cards dealt to a seat that it still holds and that nobody else has seen."""
    left = Counter(dealt[seat])
    left.subtract(card for entry in round_.history if entry.seat == seat for card in entry.cards)
    left.subtract(card for entry in round_.throne if entry.seat == seat and (card := entry.added) is not None)
    return [card for card in range(KINDS) for _ in range(left[card]) if card != EMPEROR_CARD]


def _grouped(rules: Rules, rng: random.Random) -> list[list[Card]]:
    """A deal of few ranks to a hand, with which a round is short; who gets the emperor card has a guard."""
    cards = list(deck(rules.variant))
    ranks = rng.sample(range(SMALL_RANK), SMALL_RANK)
    dealt = [[card for card in cards if RANK[card] in ranks[seat::5]] for seat in range(5)]
    jokers = [card for card in cards if RANK[card] >= SMALL_RANK]
    rng.shuffle(jokers)
    for seat, hand in enumerate(dealt):
        while len(hand) < (34 if seat < 3 else 33):
            hand.append(jokers.pop())
    for _ in range(2):
        one, other = (rng.choice(dealt) for _ in range(2))
        _swap(one, rng.choice(one), other, rng.choice(other))
    emperor = next(hand for hand in dealt if EMPEROR_CARD in hand)
    secret = rules.variant.guard_card or rng.choice([card for card in emperor if emperor.count(card) == COPIES])
    if secret in emperor:
        guard = rng.choice([hand for hand in dealt if hand is not emperor])
        _swap(emperor, secret, guard, rng.choice(guard))
    return dealt


def _swap(one: list[Card], mine: Card, other: list[Card], its: Card) -> None:
    one[one.index(mine)], other[other.index(its)] = its, mine


def _decide(round_: Round, rng: random.Random) -> Action:
    """Somebody who is asked does something: rebels mostly pass, so that they have hidden cards at the end."""
    seat = rng.choice(round_.asked()).seat
    may = round_.legal(seat)
    usual = next((move for move in may if isinstance(move, Move) and move.verb in (CLAIM, NO_SOLO, STAY, PASS)), None)
    chance = {"throne": 0.7, "solo": 0.95, "declare": 0.9}.get(round_.step, 0.85)
    if round_.step == "play" and seat in (round_.emperor, round_.guard):
        chance = 0.2
    if usual is not None and rng.random() < chance:
        return Action(seat, usual.text)
    if round_.step == "call":
        held = round_.hands[seat].kinds
        may = [move for move in may if isinstance(move, Move) and held[move.cards[0]] == CALLED] or may
    chosen = max(rng.choices(may, k=8), key=lambda one: 0 if isinstance(one, Move) else one.size)
    return Action(seat, chosen.text if isinstance(chosen, Move) else round_.pick(seat, chosen).text)


def courses(rules: Rules, rng: random.Random, *, auto_pass: bool, ai: frozenset[int] = frozenset()) -> Iterator[Course]:
    """Short rounds in which few moves of the system follow on each other."""
    longest = LONGEST + 8 * rules.grab
    while True:
        dealt = _grouped(rules, rng)
        round_ = Round(rules, 0, lambda _, dealt=dealt: dealt)  # type: ignore[misc]
        deeds: list[Action] = []
        waits = 0
        while round_.asked() and len(deeds) <= longest and round_.deal == 0 and waits < 5:
            action = system(round_, ai, auto_pass=auto_pass)
            waits = 0 if action is None else waits + 1
            if action is None:
                action = _decide(round_, rng)
                deeds.append(action)
            round_.act(*action)
        if round_.outcome() is not None and len(deeds) <= longest and waits < 5:
            yield Course(rules, auto_pass, ai, dealt, tuple(round_.actions), tuple(deeds), round_)
