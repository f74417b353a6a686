"""Random rounds through the checking interface and in the kernel of AI seats, beside two other engines in the same run.

Install ``requirements-bench.lock``, then run ``python -m tests.bench.rounds [SECONDS]``: each engine plays random games
for that long (default 5), in turns of a second, so that a busy machine slows all of them alike; the time is the
process's own. A step is one action, also a pass that had to be made; each is drawn from all that are legal. The kernel
plays a thousand rounds at once from the first lead on, their deals in the time.
"""

from __future__ import annotations

import logging
import random
import sys
import time
from collections.abc import Callable

import numpy as np

from bot.games.baohuang.actions import Move
from bot.games.baohuang.game import GAME
from bot.games.baohuang.rules import VARIANTS
from bot.games.base import Setup
from tests.bench.every import at_random, deal, step

Engine = Callable[[random.Random], tuple[int, int]]
"""Plays some games; how many, and how many steps."""
AT_ONCE = 1000


def kernel(rng: random.Random) -> tuple[int, int]:
    draw = np.random.default_rng(rng.randrange(2**32))
    batch, steps = deal(AT_ONCE, draw), 0
    while len(batch):
        steps += step(batch, at_random(batch, draw))
        if batch.over.any():
            batch = batch.take(~batch.over)
    return AT_ONCE, steps


def baohuang(variant: str) -> Engine:
    rules = GAME.rules({"variant": variant})

    def play(rng: random.Random) -> tuple[int, int]:
        round_ = GAME.start(Setup(rules, 0, rng.randbytes(32), ""))
        steps = 0
        while asked := round_.asked():
            seat = asked[0].seat
            may = round_.legal(seat)
            choice = may[int(rng.random() * len(may))]
            round_.take(seat, choice if isinstance(choice, Move) else round_.pick(seat, choice))
            steps += 1
        return 1, steps

    return play


def rlcard_doudizhu() -> Engine:
    from rlcard.games.doudizhu import Game  # noqa: PLC0415 - only who runs the benchmark has these

    game = Game()
    game.np_random = np.random.RandomState(1)

    def play(rng: random.Random) -> tuple[int, int]:
        state, _ = game.init_game()
        steps = 0
        while not game.is_over():
            may = state["actions"]
            state, _ = game.step(may[int(rng.random() * len(may))])
            steps += 1
        return 1, steps

    return play


def open_spiel_dou_dizhu() -> Engine:
    import pyspiel  # noqa: PLC0415

    game = pyspiel.load_game("dou_dizhu")

    def play(rng: random.Random) -> tuple[int, int]:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            may = state.legal_actions()
            # The deal is dozens of chance steps there: they are made, but not counted as actions.
            steps += not state.is_chance_node()
            state.apply_action(may[int(rng.random() * len(may))])
        return 1, steps

    return play


def main(seconds: float) -> None:
    logging.disable(logging.WARNING)
    engines: dict[str, Engine] = {name: baohuang(name) for name in VARIANTS}
    engines |= {"kernel of AI seats": kernel}
    engines |= {"rlcard doudizhu": rlcard_doudizhu(), "open_spiel dou_dizhu": open_spiel_dou_dizhu()}
    rng = random.Random(1)
    spent = dict.fromkeys(engines, 0.0)
    games = dict.fromkeys(engines, 0)
    steps = dict.fromkeys(engines, 0)
    for play in engines.values():
        play(rng)
    while min(spent.values()) < seconds:
        for name, play in engines.items():
            start = time.process_time()
            while (now := time.process_time()) < start + 1:
                more_games, more_steps = play(rng)
                games[name] += more_games
                steps[name] += more_steps
            spent[name] += now - start
    pace = {name: steps[name] / spent[name] for name in engines}
    print(f"{'engine':24}{'games/s':>9}{'steps/game':>12}{'steps/s':>10}{'x rlcard':>10}{'x open_spiel':>14}")
    for name in engines:
        ratios = (pace[name] / pace["rlcard doudizhu"], pace[name] / pace["open_spiel dou_dizhu"])
        print(
            f"{name:24}{games[name] / spent[name]:9.0f}{steps[name] / games[name]:12.1f}{pace[name]:10.0f}"
            f"{ratios[0]:10.1f}{ratios[1]:14.2f}"
        )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5)
