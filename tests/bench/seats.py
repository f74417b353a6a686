"""How good the AI seats are: `python -m tests.bench.seats [DEALS]`.

Each deal is played twice from the same declarations on, the sides of the emperor and of the rebels exchanged between
the AI and a greedy player that always plays the lowest that beats. Points are those of the emperor's side.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

from bot.games.baohuang import moves
from bot.games.baohuang.actions import PASS, PLAY, Move
from bot.games.baohuang.game import GAME
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.view import View
from bot.games.base import Setup

Player = Callable[[View], str]


def ai(view: View) -> str:
    return GAME.decide(view, "normal", 0)


def greedy(view: View) -> str:
    """The lowest play that beats, whole groups when leading; before the play step as the AI."""
    if view.step != "play":
        return ai(view)
    shapes = moves.shapes(view)
    if not shapes:
        return PASS
    ranks = Hand(view.hand).ranks
    split = [0 if view.best or not shape.ranked else ranks[shape.rank] - shape.ranked for shape in shapes]
    best = min(range(len(shapes)), key=lambda i: (shapes[i].big, shapes[i].small, split[i], shapes[i].rank))
    return Move(PLAY, moves.ways(view, shapes[best])[0]).text


def play(rules: Rules, seed: int, emperors: Player, rebels: Player, spent: list[float]) -> int:
    """The points of the emperor's side in one round."""
    rng = random.Random(seed)
    round_ = GAME.start(Setup(rules.json(), rng.randrange(5), rng.randbytes(32), ""))
    while asked := round_.asked():
        seat = asked[0].seat
        text = round_.forced(seat)
        if text is None:
            view = round_.view(seat)
            player = emperors if round_.step == "play" and seat in (round_.emperor, round_.guard) else rebels
            began = time.perf_counter()
            text = player(view)
            if player is ai:
                spent.append(time.perf_counter() - began)
        round_.act(seat, text)
    outcome = round_.outcome()
    assert outcome is not None
    return sum(score for seat, score in enumerate(outcome.scores) if seat in (round_.emperor, round_.guard))


def main(deals: int) -> None:
    for variant in ("classic", "simple", "rizhao"):
        rules = Rules.choose({"variant": variant})
        spent: list[float] = []
        gains = [
            (play(rules, seed, ai, greedy, spent) - play(rules, seed, greedy, ai, spent)) / 2 for seed in range(deals)
        ]
        error = 1.96 * statistics.stdev(gains) / len(gains) ** 0.5
        spent.sort()
        middle, most = (1000 * spent[len(spent) * part // 100] for part in (50, 99))
        print(
            f"{variant:8} {statistics.mean(gains):+.2f} +-{error:.2f} points a deal against greedy, {deals} deals twice"
        )
        print(f"{'':8} a decision takes {middle:.2f} ms, 99 % less than {most:.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
