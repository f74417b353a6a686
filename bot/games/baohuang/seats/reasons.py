"""Why a move may be a good one, in a word: for hints. All that is said follows from the view and the move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from bot.games.baohuang import moves, plays
from bot.games.baohuang.actions import CALL, CLAIM, NO_SOLO, PASS, PLAY, REVEAL, RISE, SOLO, STAY, YIELD, Move, parse
from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK
from bot.games.baohuang.choices import CALLED
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.plays import NO_RANK, SIX, TWO, Shape
from bot.games.baohuang.shuffle import COPIES
from bot.games.baohuang.view import View

Reason: TypeAlias = tuple[str, dict[str, int]]
"""A code, and values: ``seat`` a seat, ``rank`` a rank, ``card`` a card, all others numbers."""

STRONG: Final = 6
WEAK: Final = 4
"""So many jokers and twos or more make a strong hand, so many or fewer a weak one; 4.8 are usual."""
TEN: Final = 4
"""The highest of the low ranks."""
QUEEN: Final = 6
NEAR: Final = 5
"""With so few cards left a seat is about to go out."""


def reason(view: View, text: str) -> Reason:
    """Why the viewer, who is asked, might do this; it must be legal."""
    move = parse(text)
    if len(moves.answers(view)) + len(moves.shapes(view)) == 1:
        return "cannot_beat" if move.verb == PASS else "only", {}
    if move.verb == PLAY:
        shape = plays.shape_of(move.cards)
        assert shape is not None
        return _for_play(view, shape)
    return _FOR[move.verb](view, move)


def unbeatable(view: View, shape: Shape) -> bool:
    """Whether nobody can beat a play, whoever holds the cards that the viewer has not seen."""
    unseen, seen = Hand(), Hand((*view.hand, *view.played)).ranks
    unseen.ranks = [(COPIES if rank >= SMALL_RANK else COPIES * 4) - count for rank, count in enumerate(seen)]
    most = max((count for seat, count in enumerate(view.counts) if seat != view.seat), default=0)
    return all(answer.size > most for answer in plays.answers(unseen, shape, view.rules))


def partners(view: View) -> frozenset[int]:
    """The seats that the viewer knows to be on its side."""
    others = frozenset(range(5)) - {view.seat}
    if view.role == "guard":
        return others & {view.emperor}
    if view.role == "emperor":
        return others & {view.guard}
    if view.guard is None and view.solo is None:
        return others & frozenset(view.rose)  # a guard never rises
    return others - {view.emperor, view.guard}


def opponents(view: View) -> frozenset[int]:
    """The seats that the viewer knows to be against it."""
    others = frozenset(range(5)) - {view.seat}
    if view.role == "guard" or (view.role == "emperor" and (view.guard is not None or view.solo is not None)):
        return others - partners(view)
    return frozenset() if view.role == "emperor" else others & {view.emperor, view.guard}


# Playing


def _for_play(view: View, shape: Shape) -> Reason:
    hand, legal, best = Hand(view.hand), moves.shapes(view), view.best
    left = hand.size - shape.size
    if not left:
        return "goes_out", {}
    holds = unbeatable(view, shape)
    if holds and _goes_out_next(view, hand, shape):
        return "goes_out_next", {}
    if best is not None and best.seat in opponents(view) and 0 < view.counts[best.seat] <= NEAR:
        return "stops", {"seat": best.seat, "count": view.counts[best.seat]}
    if best is None and not holds:
        for seat in sorted(partners(view)):
            if view.counts[seat] == shape.size:
                return "feeds", {"seat": seat, "count": shape.size}
    if holds:
        return "holds", {}
    if shape.small or shape.big:
        needed = best is not None and all(one.small or one.big for one in legal)
        return ("needs_jokers", {}) if needed else ("leaves", {"count": left})
    rest = hand.ranks[shape.rank] - shape.ranked
    if rest:
        return "keeps_rest", {"rank": shape.rank, "count": rest}
    if best is None:
        return ("low", {}) if shape.rank <= TEN else ("whole", {"rank": shape.rank})
    return ("cheapest" if shape == min(_whole(hand, legal)) else "whole"), {"rank": shape.rank}


def _goes_out_next(view: View, hand: Hand, shape: Shape) -> bool:
    """Whether the rest goes out after a play that holds: all its groups but one hold too, and jokers go with the last.

    What the viewer has not seen, and how many cards others hold, does not grow meanwhile: it leads all the time.
    """
    may_fail = 0
    for rank in range(SMALL_RANK):
        count = hand.ranks[rank] - (shape.ranked if rank == shape.rank else 0)
        if count:
            held = rank == SIX and view.rules.hold_sixes
            may_fail += held or not unbeatable(view, Shape(rank, count, 0, 0))
    return may_fail <= 1


def _whole(hand: Hand, shapes: list[Shape]) -> list[Shape]:
    """Those of some shapes that are whole groups without jokers."""
    return [one for one in shapes if one.ranked == one.size == hand.ranks[one.rank]]


def _for_pass(view: View, _: Move) -> Reason:
    hand, legal, best = Hand(view.hand), moves.shapes(view), view.best
    assert best is not None
    if best.seat in partners(view) and view.counts[best.seat]:
        return ("guards_lead", {}) if best.seat == view.emperor else ("partner_leads", {"seat": best.seat})
    plain = [one for one in legal if one.rank != NO_RANK and one.ranked == one.size]
    if not plain:
        return "keeps_jokers", {}
    whole = _whole(hand, plain)
    if whole:
        return "saves", {"rank": min(whole).rank}
    ranks = {one.rank for one in plain}
    return ("keeps_whole", {"rank": ranks.pop()}) if len(ranks) == 1 else ("keeps_groups", {})


# Before that


def _counts(view: View) -> dict[str, int]:
    ranks = Hand(view.hand).ranks
    return {"jokers": ranks[SMALL_RANK] + ranks[BIG_RANK], "twos": ranks[TWO]}


def _is_strong(view: View) -> bool:
    return sum(_counts(view).values()) >= STRONG


def _strong_or(code: str) -> Callable[[View, Move], Reason]:
    return lambda view, _: ("strong", _counts(view)) if _is_strong(view) else (code, {})


def _weak_or(code: str) -> Callable[[View, Move], Reason]:
    return lambda view, _: ("weak", _counts(view)) if sum(_counts(view).values()) <= WEAK else (code, {})


def _for_yield(view: View, _: Move) -> Reason:
    counts = _counts(view)
    if sum(counts.values()) <= WEAK:
        return "weak", counts
    return "slow", {"count": sum(Hand(view.hand).ranks[:QUEEN])}


def _for_call(view: View, move: Move) -> Reason:
    held = Hand(view.hand).kinds
    [card] = move.cards
    if held[card] > CALLED:
        return "call_four", {}
    highest = max(one.cards[0] // 4 for one in moves.answers(view) if held[one.cards[0]] == CALLED)
    return ("call_high" if card // 4 == highest else "call"), {"card": card}


def _for_reveal(view: View, _: Move) -> Reason:
    return ("reveal_strong", _counts(view)) if _is_strong(view) else ("reveal", {})


def _for_stay(view: View, _: Move) -> Reason:
    return "stay_guard" if view.role == "guard" else "stay_rebel", {}


_FOR: Final[dict[str, Callable[[View, Move], Reason]]] = {
    PASS: _for_pass,
    CLAIM: _strong_or("claim"),
    YIELD: _for_yield,
    SOLO: _strong_or("solo"),
    NO_SOLO: _weak_or("no_solo"),
    CALL: _for_call,
    REVEAL: _for_reveal,
    RISE: lambda _view, _move: ("rise", {}),
    STAY: _for_stay,
}
