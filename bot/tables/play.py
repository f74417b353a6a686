"""What the system does for the seats that are asked: the one place that knows whom it plays for, and when."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

from bot.games.base import Ask, Game, GameError, Round
from bot.tables.front import By
from bot.tables.state import STAND_IN, Away, Person, State

Decide: TypeAlias = Callable[[Game, object, str, int], Awaitable[str]]
"""``Game.decide`` of a game, for a view, a level and a seed, without holding up the event loop."""


async def at_once(game: Game, view: object, level: str, seed: int) -> str:
    """Decide here and now: for levels that are quick."""
    return game.decide(view, level, seed)


class Turn(NamedTuple):
    """The clock that runs, and the time before which no masked action of it takes effect."""

    clock: int
    masked_until: float


class Move(NamedTuple):
    """An action that the system takes at a time."""

    at: float
    ask: Ask
    text: str | None
    """None where the AI is still to decide."""
    by: By
    late: bool = False
    """Whether it is taken because time ran out."""


class Question(NamedTuple):
    """What an AI is to decide; its decision counts as long as the question stays the same."""

    round: Round
    clock: int
    ask: Ask
    level: str
    owner: tuple[Person | None, Away | None]
    """Whose seat it is, and whether they have given it up."""


def question(round_: Round, state: State, turn: Turn, ask: Ask) -> Question:
    """What the AI of a seat that is asked is to decide."""
    seat = state.seats[ask.actor]
    return Question(round_, turn.clock, ask, seat.level or STAND_IN, (seat.person, seat.away))


def legal(round_: Round, seat: int, text: str) -> bool:
    """Whether the round would take this action now."""
    try:
        round_.check(seat, text)
    except GameError:
        return False
    return True


def next_move(round_: Round, state: State, turn: Turn) -> Move | None:
    """The first move that the system makes in this position, now or later; None if it has none to make."""
    moves = [move for ask in round_.asked() if (move := _move(round_, state, turn, ask))]
    return min(moves, key=lambda move: move.at, default=None)


def _move(round_: Round, state: State, turn: Turn, ask: Ask) -> Move | None:
    seat = state.seats[ask.actor]
    if seat.level or seat.away:
        return Move(0, ask, None, By.AI)
    if seat.autopilot:
        return Move(0, ask, round_.autopilot(ask.seat), By.AUTOPILOT)
    text, by = _given(round_, state, turn, ask), By.PERSON
    if text is None and state.settings.auto_pass:
        text, by = round_.forced(ask.seat), By.FORCED
    if text is not None:
        waits = by is By.FORCED or round_.masked(text)
        return Move(turn.masked_until if waits else 0, ask, text, by)
    if state.deadline is not None:
        return Move(state.deadline, ask, round_.autopilot(ask.seat), By.AUTOPILOT, late=True)
    return None


def _given(round_: Round, state: State, turn: Turn, ask: Ask) -> str | None:
    """The answer that the player has given already, for this turn or in advance."""
    seat = state.seats[ask.actor]
    if seat.answer and seat.answer.clock == turn.clock:
        return seat.answer.text
    now = round_.ahead(ask.seat)
    if seat.ahead and now and seat.ahead.scope == now.scope and legal(round_, ask.seat, seat.ahead.text):
        return seat.ahead.text
    return None


def waited_for(round_: Round, state: State, turn: Turn) -> tuple[int, ...]:
    """The seats of the people who are asked and have not answered: only their own time can end it for them."""
    waiting = []
    for ask in round_.asked():
        move = _move(round_, state, turn, ask)
        if move is None or move.late:
            waiting.append(ask.actor)
    return tuple(waiting)
