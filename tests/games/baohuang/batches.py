"""Rounds as the kernel of AI seats sees them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bot.games.baohuang.cards import RANK
from bot.games.baohuang.plays import NO_RANK, Shape
from bot.games.baohuang.round import Round
from bot.games.baohuang.seats.deals import Sight
from bot.games.baohuang.seats.kernel import NOBODY, Batch, Ints
from bot.games.baohuang.seats.weights import WEIGHTS

NOTHING = Shape(NO_RANK, 0, 0, 0)


def batch(rounds: Sequence[Round]) -> Batch:
    """Rounds under the same options, all in the play step."""
    asked = [round_.asked()[0].seat for round_ in rounds]
    views = [round_.view(seat) for round_, seat in zip(rounds, asked, strict=True)]
    # Who could give a secret away, and its rank.
    secrets = [
        [(seat, RANK[card]) for seat, card in enumerate(round_.secrets) if card is not None] or [(NOBODY, 0)]
        for round_ in rounds
    ]

    def by_seat(rows: list[list[int]]) -> Ints:
        return np.array(rows, dtype=np.int64).T.copy()

    return Batch(
        overload=rounds[0].rules.overload,
        hold_sixes=rounds[0].rules.hold_sixes,
        hands=np.array([[hand.ranks for hand in round_.hands] for round_ in rounds]).transpose(1, 2, 0).copy(),
        sizes=by_seat([[hand.size for hand in round_.hands] for round_ in rounds]),
        turn=np.array(asked),
        best=by_seat([list(round_.best or NOTHING) for round_ in rounds]),
        best_seat=np.array(
            [seat if view.best is None else view.best.seat for seat, view in zip(asked, views, strict=True)]
        ),
        emperor=np.array([round_.emperor for round_ in rounds]),
        guard=np.array([NOBODY if round_.guard is None else round_.guard for round_ in rounds]),
        open_solo=np.array([round_.solo == "open" for round_ in rounds]),
        known=np.array([round_.known for round_ in rounds]),
        secret_seat=np.array([seat for [(seat, _)] in secrets]),
        secret_rank=np.array([rank for [(_, rank)] in secrets]),
        rose=by_seat([[seat in round_.rose for seat in range(5)] for round_ in rounds]).astype(np.bool_),
        multiplier=np.array([round_.multiplier for round_ in rounds]),
        place=by_seat([[place or 0 for place in view.places] for view in views]),
        crossed=by_seat([list(Sight(view, WEIGHTS).crossed) for view in views]),
        over=np.zeros(len(rounds), dtype=np.bool_),
    )
