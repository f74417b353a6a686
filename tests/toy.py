"""A toy game: everyone secretly calls high or low, then they outbid each other for tricks, each up to a secret limit.

It has what tables must cope with: a secret step asked of all at once, turns, forced and masked passes, and passes in
advance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.games.base import Action, Ahead, Ask, Clock, Illegal, Malformed, Outcome, Setup, commitment


@dataclass(frozen=True)
class ToyView:
    limit: int | None
    last: int
    calls: tuple[str, ...]


class ToyRound:
    def __init__(self, setup: Setup, seats: int) -> None:
        self.setup = setup
        self.actions: list[Action] = []
        self.limits = [3 + byte % 7 for byte in hashlib.sha256(setup.secret + setup.salt.encode()).digest()[:seats]]
        self.calls: dict[int, str] = {}
        self.points = [0] * seats
        self.turn, self.last, self.passes, self.trick = setup.first_seat, 0, 0, 0

    def asked(self) -> tuple[Ask, ...]:
        if len(self.calls) < len(self.limits):
            return tuple(Ask(seat, seat) for seat in range(len(self.limits)) if seat not in self.calls)
        return () if self.trick == self.setup.rules["tricks"] else (Ask(self.turn, self.turn),)

    def clock(self) -> Clock | None:
        if not self.asked():
            return None
        bidding = len(self.actions) - len(self.limits)
        return Clock(0, 30, False) if bidding < 0 else Clock(1 + bidding, None, True)

    def check(self, seat: int, text: str) -> None:
        verb, _, number = text.partition(" ")
        if verb not in {"high", "low", "bid", "pass"} or (number and not number.isdecimal()):
            raise Malformed("toy_text")
        if all(ask.seat != seat for ask in self.asked()):
            raise Illegal("not_asked")
        if (verb in {"high", "low"}) != (len(self.calls) < len(self.limits)):
            raise Illegal("toy_step")
        if verb == "bid" and not self.last < int(number or 0) <= self.limits[seat]:
            raise Illegal("toy_bid")
        if verb == "pass" and not self.last:
            raise Illegal("toy_lead")

    def act(self, seat: int, text: str) -> None:
        self.check(seat, text)
        self.actions.append(Action(seat, text))
        verb, _, number = text.partition(" ")
        if verb in {"high", "low"}:
            self.calls[seat] = verb
            return
        self.passes = self.passes + 1 if verb == "pass" else 0
        self.last = int(number) if number else self.last
        self.turn = (seat + 1) % len(self.limits)
        if self.passes == len(self.limits) - 1:
            self.points[self.turn] += self.last
            self.trick, self.last, self.passes = self.trick + 1, 0, 0

    def autopilot(self, seat: int) -> str:
        return "low" if len(self.calls) < len(self.limits) else "pass" if self.last else "bid 1"

    def forced(self, seat: int) -> str | None:
        return "pass" if self.last >= self.limits[seat] else None

    def masked(self, text: str) -> bool:
        return text == "pass"

    def ahead(self, seat: int) -> Ahead | None:
        return Ahead(self.trick, "pass") if len(self.calls) == len(self.limits) and self.asked() else None

    def view(self, seat: int | None) -> ToyView:
        calls = tuple(self.calls[n] for n in range(len(self.limits))) if len(self.calls) == len(self.limits) else ()
        return ToyView(None if seat is None else self.limits[seat], self.last, calls)

    def outcome(self) -> Outcome | None:
        if self.asked():
            return None
        scores = tuple(len(self.points) * mine - sum(self.points) for mine in self.points)
        roles = tuple(self.calls[seat] for seat in range(len(scores)))
        places = tuple(1 + sum(other > mine for other in scores) for mine in scores)
        return Outcome(
            scores,
            {"points": self.points},
            (self.setup.first_seat + 1) % len(self.points),
            roles,
            places,
            (tuple(self.limits),),
        )

    def record(self, extras: Mapping[str, object]) -> dict[str, object]:
        return {
            "secret": self.setup.secret.hex(),
            "commitment": commitment(self.setup.secret),
            "salt": self.setup.salt,
            "actions": [list(action) for action in self.actions],
            **extras,
        }


class Toy:
    """Its strong players, who are held to be slow, bid all they may; the others one more than the last bid."""

    key = "toy"
    levels = ("normal", "strong")
    stand_ins: Mapping[str, str] = {"strong": "normal"}

    def __init__(self, seats: int = 2) -> None:
        self.seats = seats

    def rules(self, options: Mapping[str, object]) -> dict[str, object]:
        tricks = options.get("tricks", 2)
        if not isinstance(tricks, int) or options.keys() - {"tricks"}:
            raise Malformed("toy_rules")
        return {"tricks": tricks}

    def start(self, setup: Setup) -> ToyRound:
        return ToyRound(setup, self.seats)

    def decide(self, view: Any, level: str, seed: int) -> str:
        assert isinstance(view, ToyView)
        assert view.limit is not None
        if not view.calls:
            return "high"
        bid = view.limit if level == "strong" else view.last + 1
        return f"bid {bid}" if view.last < view.limit else "pass"

    def reason(self, view: Any, text: str) -> tuple[str, dict[str, int]]:
        return "toy", {}


def legal_moves(round_: ToyRound, seat: int) -> list[str]:
    """Every text that the round takes for this seat now."""
    found = []
    for text in ("high", "low", "pass", *(f"bid {number}" for number in range(1, 10))):
        try:
            round_.check(seat, text)
        except Illegal:
            continue
        found.append(text)
    return found
