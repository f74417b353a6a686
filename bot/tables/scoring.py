"""What a finished round brings: ledger rows, the result that people see, and the table's next state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.games.base import Outcome
from bot.tables.state import MIN_PEOPLE, SKILL_START, Closed, Penalty, Result, Seat, Share, State
from storage.rows import Entry

OVERALL_STAKE: Final = 10
"""What a point is worth in the skill over all servers."""


def scored(state: State) -> bool:
    """Whether a round that ends like this changes either skill (RULES: not if all seats are on autopilot).

    Of seats that AI players hold, or play on for somebody who left, no person has played the end either.
    """
    return state.counts and any(seat.present and not seat.autopilot for seat in state.seats)


def fine(state: State, penalty: Penalty) -> Entry:
    """The ledger row by which a seat's player pays a penalty."""
    return _entry(state, penalty.seat, "penalty", -penalty.points)


def refunds(state: State) -> list[Entry]:
    """Ledger rows that give back what was paid for a round that is not scored after all."""
    return [_entry(state, penalty.seat, "refund", penalty.points) for penalty in state.penalties]


def entries(state: State, outcome: Outcome) -> list[Entry]:
    """The ledger rows of a finished round: what it brings each person, and what they had paid if it does not count."""
    rows = [
        replace(
            _entry(state, number, "round", outcome.scores[number]),
            role=outcome.roles[number],
            place=outcome.places[number],
        )
        for number, seat in enumerate(state.seats)
        if seat.person
    ]
    if scored(state):
        return rows
    return [*(replace(row, amount=None, overall=None) for row in rows), *refunds(state)]


def _entry(state: State, number: int, kind: str, points: int) -> Entry:
    """A row that counts in the skills for which there are enough people."""
    person = state.seats[number].person
    assert person is not None
    return Entry(
        person.id,
        person.name,
        kind,
        number,
        points,
        points * state.settings.stake if state.people >= state.settings.least else None,
        points * OVERALL_STAKE if state.people >= MIN_PEOPLE else None,
    )


def extras(state: State, now: float) -> dict[str, Any]:
    """The optional keys of the round's record (RECORD.md)."""
    return {
        "seats": [seat.person.name if seat.person else "AI" for seat in state.seats],
        "played_at": datetime.fromtimestamp(int(now), UTC).isoformat(),
        "stake": state.settings.stake,
        "penalties": [[one.seat, one.points, str(one.why)] for one in state.penalties] if scored(state) else [],
        "autopilot": [number for number, seat in enumerate(state.seats) if seat.autopilot],
    }


def after(state: State, outcome: Outcome, sums: Mapping[int, int], *, round_id: int, secret: str) -> State:
    """The table after its round: result, seats for the next one, and a new secret.

    ``sums`` are the ledger sums of the seated people in this server before the round's scores.
    """
    counted = scored(state)
    gains: Counter[int] = Counter()
    for entry in entries(state, outcome):
        gains[entry.user] += entry.amount or 0
    shares = []
    for seat, score in zip(state.seats, outcome.scores, strict=True):
        if seat.person:
            before = SKILL_START + sums[seat.person.id]
            shares.append(Share(seat.person.name, score, before, before + gains[seat.person.id]))
        else:
            shares.append(Share(None, score, None, None))
    closed = Closed.OPENER if state.closing else None
    if any(seat.autopilot for seat in state.seats):
        closed = Closed.AUTOPILOT
    seats = tuple(Seat(seat.present, seat.level) for seat in state.seats)
    return replace(
        state,
        seats=seats,
        secret=secret,
        number=state.number + 1,
        first_seat=outcome.next_first_seat,
        hurried=tuple(seat.person.id for seat in seats if seat.person),
        deadline=None,
        penalties=(),
        closed=closed,
        last=Result(round_id, state.number, counted, outcome.result, tuple(shares), state.penalties if counted else ()),
    )
