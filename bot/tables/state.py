"""What a table remembers besides the running round: one immutable value, kept on disk as JSON.

A door makes a new state of the old one; it takes the old one's place only when the disk has it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from bot.games.base import Ahead

MIN_PEOPLE: Final = 3
"""A round with fewer people (AI seats aside) does not count for the skill over all servers."""
SKILL_START: Final = 1600
"""The skill value of a player before the first scored round."""
PENALTY: Final = 40
"""Points for leaving a round that counts, or being removed from it."""
MOST_BACKS: Final = 3
"""How often a player may take the seat back from autopilot in a round."""
STAND_IN: Final = "normal"
"""The level of the AI that plays on for somebody who left, and the usual one of an AI seat."""
MOST_WORDS: Final = 32
"""Characters of one's own for the salt."""


class Stage(StrEnum):
    """Where a table is in its life."""

    SEATING = "seating"
    """Before the first round, and between rounds: people sit down and get ready."""
    REVEALING = "revealing"
    """All are ready: the salt parts are being shown, then the cards are dealt."""
    PLAYING = "playing"
    CLOSED = "closed"


class Away(StrEnum):
    """How somebody's seat in the running round was given up; an AI plays it on."""

    LEFT = "left"
    REMOVED = "removed"


class Closed(StrEnum):
    """Why a table closed."""

    EMPTY = "empty"
    """Its last person left."""
    IDLE = "idle"
    """Nothing had happened for too long."""
    OPENER = "opener"
    """Whoever may close it did."""
    AUTOPILOT = "autopilot"
    """A seat was on autopilot when the round ended."""
    ABORTED = "aborted"
    """A moderator broke the round off; ``State.reason`` says why."""
    LOST = "lost"
    """The place it was in has gone, or could not be written in for hours."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table was opened with; the same for all its rounds."""

    game: str
    """The key of the game."""
    rules: Mapping[str, Any]
    """The game's complete rules."""
    turn: int = 45
    """Turn time in seconds."""
    auto_pass: bool = True
    """Whether the system answers for a seat that has only one thing to do."""
    language: str = "en"
    """Of all that is public."""
    stake: int = 10
    """What a point of a round is worth in the skill of the server."""
    least: int = MIN_PEOPLE
    """How many people make a round count for that."""
    hints: bool = True
    """Whether people may be told what a good player would do in their place."""


@dataclass(frozen=True, slots=True)
class Ready:
    """How somebody got ready: the id of the interaction, and words of their own or none."""

    interaction: int
    words: str = ""

    @property
    def part(self) -> str:
        """The person's part of the salt, as RECORD.md has it."""
        return f"{self.interaction}:{self.words}" if self.words else str(self.interaction)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer already given, for one clock of the round, that takes effect a little later (masked)."""

    clock: int
    text: str


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: a person's, an AI's (``level``), or free."""

    person: Person | None = None
    level: str | None = None
    ready: Ready | None = None
    """Kept until the round is over: the salt parts stay to be seen."""
    autopilot: bool = False
    backs: int = 0
    """How often the player took it back from autopilot in this round."""
    away: Away | None = None
    """Set where the person has given up the seat in the running round."""
    ahead: Ahead | None = None
    answer: Answer | None = None

    @property
    def free(self) -> bool:
        """Whether anyone may sit down here between rounds."""
        return self.person is None and self.level is None

    @property
    def present(self) -> Person | None:
        """The person who sits here and has not given it up."""
        return None if self.away else self.person


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points that a seat's player pays for leaving the running round."""

    seat: int
    points: int
    why: Away


@dataclass(frozen=True, slots=True)
class Share:
    """What a round brought one seat."""

    name: str | None
    """The person's name, "" for one who has had it deleted; None for an AI seat."""
    score: int
    before: int | None
    """Skill before the round's score (penalties already paid); None for an AI seat."""
    after: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """What came of the table's last round."""

    round: int
    """Its number in storage, for the record."""
    number: int
    """Its number at the table, from 1."""
    scored: bool
    """Whether it changed anyone's skill."""
    result: Mapping[str, Any]
    """The game's own account of the end."""
    shares: tuple[Share, ...]
    """One a seat."""
    penalties: tuple[Penalty, ...]


@dataclass(frozen=True, slots=True)
class State:
    """All of a table that lasts, except the running round."""

    settings: Settings
    opener: Person
    seats: tuple[Seat, ...]
    secret: str
    """Of the running or next round, 64 hex digits: only its commitment is ever shown before the round is over."""
    number: int = 1
    """Of the running or next round at this table."""
    first_seat: int = 0
    watchers: tuple[Person, ...] = ()
    queue: tuple[int, ...] = ()
    """Ids of the watchers who want a seat, the longest wait first."""
    hurried: tuple[int, ...] = ()
    """Ids of those who must get ready in time or lose the seat."""
    deadline: float | None = None
    """When the running clock, or the time to get ready, is over; None until it has been shown."""
    penalties: tuple[Penalty, ...] = ()
    closing: bool = False
    """Whether the table closes after the running round."""
    closed: Closed | None = None
    reason: str = ""
    """A moderator's words for breaking off."""
    last: Result | None = None
    follows: int | None = None
    """The table that this one was opened to go on from."""
    memo: Mapping[str, Any] = field(default_factory=dict)
    """The front's own: where it shows the table. An entry with a "/" in its name has to do with a person."""

    @property
    def counts(self) -> bool:
        """Whether a round with these seats counts for either skill; leaving one that does not costs nothing."""
        return self.people >= min(self.settings.least, MIN_PEOPLE)

    @property
    def people(self) -> int:
        """How many seats are people's, those that they gave up in the running round among them."""
        return sum(seat.person is not None for seat in self.seats)

    def put_away(self) -> State:
        """What is kept of a table that has closed: nothing that says who was there."""
        return State(
            self.settings,
            Person(0, ""),
            (),
            "",
            number=self.number,
            closed=self.closed,
            memo={name: entry for name, entry in self.memo.items() if "/" not in name},
        )

    def without(self, user_id: int, seat: int | None) -> State:
        """The same without somebody who has gone, and who had this seat in the last round, or None.

        At a table that has closed, that is also without them on their seat.
        """
        last = self.last
        if last is not None and seat is not None:
            shares = list(last.shares)
            shares[seat] = replace(shares[seat], name="")
            last = replace(last, shares=tuple(shares))
        return replace(
            self,
            opener=Person(0, "") if self.opener.id == user_id else self.opener,
            seats=tuple(Seat() if seat.person and seat.person.id == user_id else seat for seat in self.seats),
            watchers=tuple(watcher for watcher in self.watchers if watcher.id != user_id),
            queue=tuple(waiting for waiting in self.queue if waiting != user_id),
            hurried=tuple(one for one in self.hurried if one != user_id),
            last=last,
            memo={name: entry for name, entry in self.memo.items() if not name.endswith(f"/{user_id}")},
        )

    @property
    def sitting(self) -> frozenset[int]:
        """The ids of the people who sit here (not of those who gave their seats up)."""
        return frozenset(seat.present.id for seat in self.seats if seat.present)

    @property
    def salt_parts(self) -> tuple[tuple[int, str], ...]:
        """The seats of those who are ready, and their parts of the salt, in seat order."""
        return tuple((number, seat.ready.part) for number, seat in enumerate(self.seats) if seat.ready)

    @property
    def salt(self) -> str:
        """The salt of the round, complete when all are ready."""
        return "|".join(part for _, part in self.salt_parts)

    def seat_of(self, user_id: int) -> int | None:
        """The seat in which this person sits (not one given up)."""
        return next((n for n, seat in enumerate(self.seats) if seat.present and seat.present.id == user_id), None)

    def to_json(self) -> str:
        """The state as text for the disk."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> State:
        """The state of such a text."""
        raw = json.loads(text)
        last = raw["last"]
        return cls(
            **{
                **raw,
                "settings": Settings(**raw["settings"]),
                "opener": Person(**raw["opener"]),
                "seats": tuple(_seat(seat) for seat in raw["seats"]),
                "watchers": tuple(Person(**person) for person in raw["watchers"]),
                "queue": tuple(raw["queue"]),
                "hurried": tuple(raw["hurried"]),
                "penalties": _penalties(raw["penalties"]),
                "closed": raw["closed"] and Closed(raw["closed"]),
                "last": last and _result(last),
            }
        )


def _seat(raw: dict[str, Any]) -> Seat:
    return Seat(
        **{
            **raw,
            "person": raw["person"] and Person(**raw["person"]),
            "ready": raw["ready"] and Ready(**raw["ready"]),
            "away": raw["away"] and Away(raw["away"]),
            "ahead": raw["ahead"] and Ahead(*raw["ahead"]),
            "answer": raw["answer"] and Answer(**raw["answer"]),
        }
    )


def _penalties(raw: list[dict[str, Any]]) -> tuple[Penalty, ...]:
    return tuple(Penalty(one["seat"], one["points"], Away(one["why"])) for one in raw)


def _result(raw: dict[str, Any]) -> Result:
    shares = tuple(Share(**share) for share in raw["shares"])
    return Result(**{**raw, "shares": shares, "penalties": _penalties(raw["penalties"])})
