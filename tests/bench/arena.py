"""Rounds between AI players: through views as at a table, and many at once in the kernel."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from bot.games.baohuang import moves
from bot.games.baohuang.actions import PASS, PLAY, Move
from bot.games.baohuang.game import GAME, SeededRound
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.seats import style
from bot.games.baohuang.seats.kernel import SEATS, Batch, Floats, Plays
from bot.games.baohuang.seats.weights import WEIGHTS
from bot.games.baohuang.view import View
from bot.games.base import Setup
from tests.bench.every import greedy
from tests.games.baohuang.absurdities import absurd
from tests.games.baohuang.batches import batch

KINDS: Final = {
    "classic": Rules.choose({"variant": "classic"}),
    "simple": Rules.choose({"variant": "simple"}),
    "rizhao": Rules.choose({"variant": "rizhao"}),
    "simple, overload, sixes held": Rules.choose({"variant": "simple", "overload": True, "hold_sixes": True}),
}
"""What is played."""
Player = str
"""A level, or "greedy": before the play step as normal, then the lowest play that beats, always."""


class Decision(NamedTuple):
    """How long one took, in seconds, and what was absurd about it."""

    cpu: float
    wall: float
    absurd: tuple[str, ...]


def start(rules: Rules, number: int) -> SeededRound:
    """A deal that nothing was tuned on."""
    secret = hashlib.sha256(f"bench {number}".encode()).digest()
    return GAME.start(Setup(rules.json(), number % 5, secret, ""))


def decide(player: Player, view: View, number: int) -> str:
    """What a player does; chance hangs on the deal and on how far the round has come."""
    if player == "greedy":
        return _greedy(view) if view.step == "play" else GAME.decide(view, "normal", 0)
    return GAME.decide(view, player, 1000 * number + view.turn)


def _greedy(view: View) -> str:
    """The same as ``every.greedy``."""
    shapes, ranks = moves.shapes(view), Hand(view.hand).ranks
    if not shapes:
        return PASS
    if view.best is None:
        whole = [shape for shape in shapes if shape.size == shape.ranked == ranks[shape.rank]]
        lowest = min(
            whole or [shape for shape in shapes if shape.size == 1 and not shape.ranked],
            key=lambda one: (one.rank, one.big),
        )
    else:
        lowest = min(shapes, key=lambda one: (-one.ranked, one.size, one.big, one.rank))
    return Move(PLAY, moves.ways(view, lowest)[0]).text


def run(round_: SeededRound, number: int, player: Callable[[int], Player], until: Container[str] = ()) -> None:
    """Play on to one of some steps or to the end; who plays is asked seat by seat."""
    while round_.step not in until and (asked := round_.asked()):
        seat = asked[0].seat
        round_.act(seat, round_.forced(seat) or decide(player(seat), round_.view(seat), number))


def points(round_: SeededRound) -> tuple[int, ...]:
    """What each seat got."""
    outcome = round_.outcome()
    assert outcome is not None
    return outcome.scores


def sides(rules: Rules, emperors: Player, rebels: Player, number: int) -> int:
    """The points of the emperor's side, when these play from the declarations on; before that all are normal."""
    round_ = start(rules, number)
    run(round_, number, lambda _: "normal", until=("declare", "play"))
    run(round_, number, lambda seat: emperors if seat in (round_.emperor, round_.guard) else rebels)
    return sum(score for seat, score in enumerate(points(round_)) if seat in (round_.emperor, round_.guard))


def exchanged(kind: str, one: Player, other: Player, number: int) -> tuple[float, float]:
    """What one gains beside the other in the same seats of a deal: as the emperor's side, and as rebels."""
    rules = KINDS[kind]
    same = sides(rules, other, other, number)
    return sides(rules, one, other, number) - same, same - sides(rules, other, one, number)


def substituted(kind: str, one: Player, other: Player, number: int) -> list[tuple[str, float]]:
    """What one gains in each seat among four others: the role that the other has there, and the points more."""
    rounds = [start(KINDS[kind], number) for _ in range(6)]
    for chosen, round_ in enumerate(rounds):
        run(round_, number, lambda seat, chosen=chosen: one if seat == chosen else other)  # type: ignore[misc]
    same = points(rounds[5])
    outcome = rounds[5].outcome()
    assert outcome is not None
    return [(outcome.roles[seat], points(rounds[seat])[seat] - same[seat]) for seat in range(5)]


def watched(kind: str, player: Player, number: int) -> list[Decision]:
    """All decisions of a round that one player plays in all seats, but for forced passes."""
    round_, found = start(KINDS[kind], number), []
    while asked := round_.asked():
        seat = asked[0].seat
        text = round_.forced(seat)
        if text is None:
            view = round_.view(seat)
            cpu, wall = time.process_time(), time.perf_counter()
            text = decide(player, view, number)
            spent = time.process_time() - cpu, time.perf_counter() - wall
            found.append(Decision(*spent, tuple(absurd(view, text))))
        round_.act(seat, text)
    return found


def in_batches(kind: str, numbers: Sequence[int]) -> Floats:
    """(3, deals): the points of the emperor's side of normal against greedy, greedy against normal, greedy twice."""
    rounds = [start(KINDS[kind], number) for number in numbers]
    for round_, number in zip(rounds, numbers, strict=True):
        run(round_, number, lambda _: "normal", until=("play",))
    position = batch(rounds)
    both = position.take(np.tile(np.arange(len(rounds)), 3))
    normal_rules, normal_rebels = np.repeat(np.array([[1, 0, 0], [0, 1, 0]]) > 0, len(rounds), axis=1)
    found = np.zeros(len(both))
    running = np.arange(len(both))
    while len(both):
        ruling = (both.turn == both.emperor) | (both.turn == both.guard)
        normal = np.where(ruling, normal_rules[running], normal_rebels[running])
        both.play(_mixed(both, normal))
        if both.over.any():
            ours = (both.emperor == SEATS) | (both.guard == SEATS)
            found[running[both.over]] = (both.scores() * ours).sum(axis=0)[both.over]
            running, both = running[~both.over], both.take(~both.over)
    return found.reshape(3, -1)


def _mixed(position: Batch, normal: np.ndarray) -> Plays:
    """What the normal player does in some rounds, and the greedy one in the others."""
    mixed = Plays(*(np.zeros(len(position), dtype=np.int64) for _ in range(4)))
    for which, choose in ((normal, partial(style.decide, weights=WEIGHTS)), (~normal, greedy)):
        if which.any():
            for part, chosen in zip(mixed, choose(position.take(which)), strict=True):
                part[which] = chosen
    return mixed
