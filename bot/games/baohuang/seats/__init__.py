"""Who plays a seat that no person plays: AI players, from the view of their seat only."""

from __future__ import annotations

import numpy as np

from bot.games.baohuang import moves
from bot.games.baohuang.actions import PASS, PLAY, Move
from bot.games.baohuang.plays import Shape
from bot.games.baohuang.seats import answers, foresight, rule, search
from bot.games.baohuang.view import View
from bot.games.base import Malformed


def decide(view: object, level: str, seed: int) -> str:
    """The text of what an AI seat that is asked does; raise Malformed for a level that there is not."""
    assert isinstance(view, View)
    playing = view.step == "play"
    match level:
        case "easy" if playing:
            return _text(view, rule.slip(view, seed))
        case "easy":
            return answers.answer(view, mistake=float(np.random.default_rng(seed).normal(0, rule.MISTAKE))).text
        case "normal":
            return _text(view, rule.decide(view)) if playing else answers.answer(view).text
        case "strong":
            return _text(view, search.decide(view, seed)) if playing else foresight.answer(view, seed).text
    raise Malformed("ai_level", level=level)


def _text(view: View, shape: Shape | None) -> str:
    return PASS if shape is None else Move(PLAY, moves.ways(view, shape)[0]).text
