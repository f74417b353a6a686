"""What the owner of a view may do, from the view alone: for panels, typed text and AI seats.

The rules themselves are in ``choices`` and ``plays``, where the round asks them too.
"""

from __future__ import annotations

from bot.games.baohuang import choices, plays
from bot.games.baohuang.actions import PASS, Move
from bot.games.baohuang.cards import Card
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.plays import Shape
from bot.games.baohuang.view import View
from bot.games.base import Illegal


def answers(view: View) -> list[Move]:
    """All that the viewer may do now but plays; empty where it is not asked."""
    if view.seat not in view.asked:
        return []
    if view.step == "play":
        return [] if view.best is None else [Move(PASS)]
    return choices.legal(_stand(view))


def shapes(view: View) -> list[Shape]:
    """All shapes that the viewer may play; empty where it is not its turn, and where it can only pass."""
    if view.step != "play" or view.seat not in view.asked:
        return []
    return plays.legal(Hand(view.hand), to_beat(view), view.rules)


def to_beat(view: View) -> Shape | None:
    """The shape of the play to beat; None while someone is to lead."""
    return None if view.best is None else plays.shape_of(view.best.cards)


def ways(view: View, shape: Shape) -> tuple[tuple[Card, ...], ...]:
    """The plays that stand for a shape: the system's, then, if there is another, one that gives a secret away."""
    return plays.ways(Hand(view.hand), shape, view.secret)


def gives_away(view: View, cards: tuple[Card, ...]) -> bool:
    """Whether playing these cards tells everyone who the guard is, or that the emperor is in hidden solo."""
    return plays.gives_away(Hand(view.hand), view.secret, cards)


def refusal(view: View, move: Move) -> Illegal | None:
    """Why the viewer may not do this now, or None if it may."""
    if view.seat not in view.asked:
        return Illegal("not_asked")
    if view.step == "play":
        return plays.refusal(Hand(view.hand), to_beat(view), view.rules, move)
    return choices.refusal(_stand(view), move)


def _stand(view: View) -> choices.Stand:
    again = any(entry.deal == view.deal and entry.seat == view.seat for entry in view.throne)
    return choices.Stand(view.step, view.rules, Hand(view.hand), again, view.role == "guard")
