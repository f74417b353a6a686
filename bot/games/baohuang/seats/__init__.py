"""Who plays a seat that no person plays: AI players, from the view of their seat only."""

from __future__ import annotations

from bot.games.baohuang.seats import simple
from bot.games.baohuang.view import View
from bot.games.base import Malformed


def decide(view: object, level: str, seed: int) -> str:
    """The text of what an AI seat that is asked does; raise Malformed for a level that there is not."""
    del seed  # the one level there is draws nothing
    if level != "normal":
        raise Malformed("ai_level", level=level)
    assert isinstance(view, View)
    return simple.decide(view)
