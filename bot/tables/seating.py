"""Who sits where: every change of seats, watchers and readiness, from one state to the next.

Each function returns the new state, or raises Illegal or Malformed. ``playing`` says whether a round is running.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.games.base import Illegal, Malformed
from bot.tables.state import (
    MOST_BACKS,
    MOST_WORDS,
    PENALTY,
    Away,
    Closed,
    Penalty,
    Person,
    Ready,
    Seat,
    State,
)

MOST_WATCHERS: Final = 100
"""People who watch one table: they are saved with it."""


def with_seat(state: State, number: int, seat: Seat, **changes: object) -> State:
    """The state with one seat (and whatever else) changed."""
    seats = (*state.seats[:number], seat, *state.seats[number + 1 :])
    return replace(state, seats=seats, **changes)  # type: ignore[arg-type]


def seat_of(state: State, user_id: int) -> int:
    """The seat in which this person sits; raise Illegal("not_seated")."""
    number = state.seat_of(user_id)
    if number is None:
        raise Illegal("not_seated")
    return number


def join(state: State, person: Person, *, playing: bool) -> State:
    """Sit down on the first free seat, or again on one's own in the running round (RULES: the penalty stays)."""
    if state.seat_of(person.id) is not None:
        raise Illegal("already_seated")
    for number, seat in enumerate(state.seats):
        if seat.person and seat.person.id == person.id:
            if seat.away is Away.REMOVED:
                raise Illegal("removed")
            return with_seat(_without_watcher(state, person.id), number, replace(seat, away=None, person=person))
    if playing:
        raise Illegal("round_running")
    free = next((number for number, seat in enumerate(state.seats) if seat.free), None)
    if free is None:
        raise Illegal("full")
    return with_seat(_without_watcher(state, person.id), free, Seat(person=person))


def leave(state: State, user_id: int, *, playing: bool, confirmed: bool, parked: bool) -> State:
    """Give up a seat for good; in a running round only when confirmed."""
    number = seat_of(state, user_id)
    if playing and not confirmed:
        raise Illegal("confirm_leaving", points=cost_of_leaving(state, user_id, playing=playing, parked=parked))
    return _vacate(state, number, Away.LEFT, playing=playing, parked=parked)


def cost_of_leaving(state: State, user_id: int, *, playing: bool, parked: bool) -> int:
    """The points that leaving now would cost this person; 0 where it costs nothing (more).

    A parked round, which cannot be shown, holds nobody: it may never be scored.
    """
    number = state.seat_of(user_id)
    if number is None or not playing or parked or not state.counts or _fined(state, number):
        return 0
    alone = sum(seat.present is not None for seat in state.seats) == 1
    return 0 if alone else PENALTY


def kick(state: State, number: int, *, by: int, moderator: bool, playing: bool, parked: bool) -> State:
    """Take a person's seat: the opener between rounds, a moderator always (in a round: removed, with the penalty)."""
    if playing and not moderator:
        raise Illegal("not_moderator")
    _need_authority(state, by, moderator=moderator)
    if not 0 <= number < len(state.seats) or state.seats[number].present is None:
        raise Illegal("nobody_there")
    return _vacate(state, number, Away.REMOVED, playing=playing, parked=parked)


def _vacate(state: State, number: int, why: Away, *, playing: bool, parked: bool) -> State:
    seat = state.seats[number]
    assert seat.person is not None
    stays = seat.autopilot and seat.backs >= MOST_BACKS  # leaving and coming back is no way off autopilot either
    given_up = replace(seat, away=why, autopilot=stays, ahead=None, answer=None) if playing else Seat()
    left = with_seat(state, number, given_up)
    present = [other.present for other in left.seats if other.present]
    if playing and not present:
        return replace(left, closed=Closed.EMPTY)
    if playing and not parked and state.counts and not _fined(state, number):
        left = replace(left, penalties=(*left.penalties, Penalty(number, PENALTY, why)))
    if present and seat.person.id == left.opener.id:
        left = replace(left, opener=present[0])
    return left


def _fined(state: State, number: int) -> bool:
    return any(penalty.seat == number for penalty in state.penalties)


def watch(state: State, person: Person) -> State:
    """Watch from now on."""
    if state.seat_of(person.id) is not None:
        raise Illegal("already_seated")
    if any(watcher.id == person.id for watcher in state.watchers):
        raise Illegal("already_watching")
    if len(state.watchers) >= MOST_WATCHERS:
        raise Illegal("full_watching", most=MOST_WATCHERS)
    return replace(state, watchers=(*state.watchers, person))


def unwatch(state: State, user_id: int) -> State:
    """Watch no longer, and wait for a seat no longer."""
    if all(watcher.id != user_id for watcher in state.watchers):
        raise Illegal("not_watching")
    return _without_watcher(state, user_id)


def queue(state: State, user_id: int) -> State:
    """Wait for a free seat: for those who watch."""
    if state.seat_of(user_id) is not None:
        raise Illegal("already_seated")
    if all(watcher.id != user_id for watcher in state.watchers):
        raise Illegal("not_watching")
    if user_id in state.queue:
        raise Illegal("already_queued")
    return replace(state, queue=(*state.queue, user_id))


def _without_watcher(state: State, user_id: int) -> State:
    return replace(
        state,
        watchers=tuple(watcher for watcher in state.watchers if watcher.id != user_id),
        queue=tuple(waiting for waiting in state.queue if waiting != user_id),
    )


def move_up(state: State, *, busy: Callable[[int], bool]) -> State:
    """Fill free seats from the queue, except with those who are busy; close a table that nobody is left at."""
    for user_id in state.queue:
        if any(seat.free for seat in state.seats) and not busy(user_id):
            person = next(watcher for watcher in state.watchers if watcher.id == user_id)
            state = join(state, person, playing=False)
    present = [seat.present for seat in state.seats if seat.present]
    if not present:
        return replace(state, closed=state.closed or Closed.EMPTY)
    return state if state.seat_of(state.opener.id) is not None else replace(state, opener=present[0])


def add_ai(state: State, *, by: int, moderator: bool, playing: bool, fill: bool, level: str) -> State:
    """Put an AI on the first free seat, or on all of them."""
    _need_authority(state, by, moderator=moderator)
    if playing:
        raise Illegal("round_running")
    free = [number for number, seat in enumerate(state.seats) if seat.free]
    if not free:
        raise Illegal("full")
    for number in free if fill else free[:1]:
        state = with_seat(state, number, Seat(level=level))
    return state


def set_ai(state: State, number: int, *, by: int, moderator: bool, playing: bool, level: str) -> State:
    """Put an AI of a level on a seat that is free or another AI's."""
    _need_authority(state, by, moderator=moderator)
    if playing:
        raise Illegal("round_running")
    if not 0 <= number < len(state.seats) or state.seats[number].person is not None:
        raise Illegal("not_for_ai")
    return with_seat(state, number, Seat(level=level))


def remove_ai(state: State, number: int, *, by: int, moderator: bool, playing: bool) -> State:
    """Take an AI's seat."""
    _need_authority(state, by, moderator=moderator)
    if playing:
        raise Illegal("round_running")
    if not 0 <= number < len(state.seats) or state.seats[number].level is None:
        raise Illegal("no_ai_there")
    return with_seat(state, number, Seat())


def ready(state: State, user_id: int, how: Ready, *, playing: bool) -> State:
    """Be ready for the next round."""
    number = seat_of(state, user_id)
    if playing:
        raise Illegal("round_running")
    if state.seats[number].ready:
        raise Illegal("already_ready")
    return with_seat(state, number, replace(state.seats[number], ready=Ready(how.interaction, _words(how.words))))


def _words(text: str) -> str:
    """Words for the salt on one line; raise Malformed("words") for too many characters or what UTF-8 cannot hold."""
    words = " ".join(text.split())
    if len(words) > MOST_WORDS:
        raise Malformed("words", most=MOST_WORDS)
    try:
        words.encode()
    except UnicodeEncodeError:
        raise Malformed("words", most=MOST_WORDS) from None
    return words


def unready(state: State, user_id: int, *, playing: bool) -> State:
    """Be ready no longer."""
    number = seat_of(state, user_id)
    if playing:
        raise Illegal("round_running")
    if state.seats[number].ready is None:
        raise Illegal("not_ready")
    return with_seat(state, number, replace(state.seats[number], ready=None))


def all_ready(state: State) -> bool:
    """Whether every seat is an AI's or a person's who is ready, and a person is among them."""
    return bool(state.salt_parts) and all(seat.level or seat.ready for seat in state.seats)


def drop_unready(state: State) -> State:
    """Free the seats of those who had to get ready in time and did not."""
    late = [
        n for n, seat in enumerate(state.seats) if seat.person and seat.person.id in state.hurried and not seat.ready
    ]
    state = replace(state, hurried=(), deadline=None)
    for number in late:
        state = with_seat(state, number, Seat())
    return state


def close(state: State, *, by: int, moderator: bool, playing: bool) -> State:
    """Close the table; in a running round: after it."""
    _need_authority(state, by, moderator=moderator)
    return replace(state, closing=True) if playing else replace(state, closed=Closed.OPENER)


def abort(state: State, *, by: int, moderator: bool, playing: bool, reason: str) -> State:
    """Break the running round off and close the table: a moderator without a seat, with a reason everyone sees."""
    if not moderator:
        raise Illegal("not_moderator")
    if not playing:
        raise Illegal("no_round")
    if any(seat.person and seat.person.id == by for seat in state.seats):
        raise Illegal("abort_seated")
    if not reason.strip():
        raise Malformed("reason")
    return replace(state, closed=Closed.ABORTED, reason=reason.strip())


def _need_authority(state: State, by: int, *, moderator: bool) -> None:
    if not moderator and by != state.opener.id:
        raise Illegal("not_opener")
