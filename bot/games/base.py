"""The contract through which everything else knows a game.

A round is its setup (rules, who is dealt to first, secret, salt) and its actions: starting a round from the same setup
and applying the same actions gives the same round. Tables and storage handle nothing else, so a second game
fits in beside the first without a change to them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class GameError(Exception):
    """Something a game does not accept; it has changed nothing.

    ``code`` names the reason and ``values`` fills the sentence that texts makes of it. Neither ever holds a card
    that the person told may not see.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values


class Malformed(GameError):
    """What was given does not have the form of an action, a card, a rule or a record."""


class Illegal(GameError):
    """A well-formed action that the rules do not allow to this seat now."""


class Action(NamedTuple):
    """One action as it took effect: the seat it was taken for, and its text (a verb, then its argument if any)."""

    seat: int
    text: str


class Ask(NamedTuple):
    """Someone who must act: the seat whose player answers, and the seat it is answered for (mostly the same)."""

    actor: int
    seat: int


class Clock(NamedTuple):
    """The deadline that runs for all who are asked now."""

    number: int
    """Grows by one with each new clock of the round, from 0: the turn number that controls carry."""
    seconds: int | None
    """How long it runs; None is the turn time of the table."""
    autopilot: bool
    """Whether a seat that lets it run out goes on autopilot."""


class Ahead(NamedTuple):
    """An answer that a seat may give in advance: it is applied each time the seat is asked while ``scope`` lasts."""

    scope: int
    text: str


@dataclass(frozen=True, slots=True)
class Setup:
    """What a round starts from, besides the game's own code."""

    rules: Mapping[str, object]
    """The game's rules as JSON, complete, as ``Game.rules`` gives them."""
    first_seat: int
    """The seat dealt to first."""
    secret: bytes
    """32 bytes, drawn by the bot before anyone gets ready."""
    salt: str
    """What the people at the table added after the commitment was shown."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a round that is over."""

    scores: tuple[int, ...]
    """Points of each seat, before stake and penalties."""
    result: Mapping[str, object]
    """The game's own account of the end, as JSON, as the record holds it."""
    next_first_seat: int
    """The seat dealt to first in the table's next round."""
    roles: tuple[str, ...]
    """What each seat was in this round; statistics are told apart by it."""
    places: tuple[int, ...]
    """The place of each seat, 1 the best."""
    dealt: tuple[tuple[int, ...], ...]
    """For each deal of the round, how many of the cards that everyone wants each seat got."""
    final: bool = field(default=True)
    """False while the scores may still be revised after the round (by a game that compares tables)."""


class Round(Protocol):
    """One round in progress or over. Seats are numbered 0 to ``seats - 1`` clockwise."""

    @property
    def setup(self) -> Setup:
        """What the round started from."""
        ...

    @property
    def actions(self) -> Sequence[Action]:
        """All actions so far, in the order in which they took effect."""
        ...

    def asked(self) -> tuple[Ask, ...]:
        """Who must act now; empty exactly when the round is over."""
        ...

    def clock(self) -> Clock | None:
        """The deadline that runs now; None exactly when the round is over."""
        ...

    def check(self, seat: int, text: str) -> None:
        """Raise Malformed or Illegal if ``act`` would; change nothing."""
        ...

    def act(self, seat: int, text: str) -> None:
        """Apply an action for a seat and append it to ``actions``; raise Malformed or Illegal and change nothing."""
        ...

    def autopilot(self, seat: int) -> str:
        """The text of what autopilot does for a seat that is asked now."""
        ...

    def forced(self, seat: int) -> str | None:
        """The one action open to a seat that is asked now, where the system may take it after a wait, else None."""
        ...

    def masked(self, text: str) -> bool:
        """Whether even a chosen action of this text waits as long as a forced one, so that its time tells nothing."""
        ...

    def ahead(self, seat: int) -> Ahead | None:
        """The answer that a seat may give in advance now, asked or not; None if there is none."""
        ...

    def view(self, seat: int | None) -> object:
        """What a seat may see, or what everyone may (None): the game's own frozen view, safe to hand on."""
        ...

    def outcome(self) -> Outcome | None:
        """What came of the round; None until it is over."""
        ...

    def record(self, extras: Mapping[str, object]) -> dict[str, object]:
        """The round as a JSON object that anyone can check; ``extras`` are its optional keys (seats, stake, ...)."""
        ...


class Game(Protocol):
    """A game that tables can run."""

    @property
    def key(self) -> str:
        """Its name in storage and settings, in lower-case ASCII."""
        ...

    @property
    def seats(self) -> int:
        """How many seats a table has."""
        ...

    def rules(self, options: Mapping[str, object]) -> dict[str, object]:
        """Complete rules (JSON) from chosen options, the rest by default; raise Malformed for what is not allowed."""
        ...

    def start(self, setup: Setup) -> Round:
        """A new round, dealt from the setup's secret and salt; raise Malformed if the setup is not one."""
        ...

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of AI seats, from the weakest to the strongest."""
        ...

    @property
    def stand_ins(self) -> Mapping[str, str]:
        """Of each level that takes longer to decide than an event loop may be held: the quick one that stands in."""
        ...

    def decide(self, view: object, level: str, seed: int) -> str:
        """What an AI seat that is asked answers, from its own view only; the same arguments give the same answer.

        Raise Malformed("ai_level") for a level that there is not.
        """
        ...

    def reason(self, view: object, text: str) -> tuple[str, Mapping[str, int]]:
        """Why a seat that is asked might do this, true by its view alone: a code and its values, for a sentence."""
        ...


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in hex: shown before anyone gets ready, so that the secret cannot be changed later."""
    return hashlib.sha256(secret).hexdigest()
