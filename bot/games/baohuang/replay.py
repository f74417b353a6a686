"""A round that is over, step by step: from a seat's eyes, or with all hands open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any, Final, NamedTuple

from bot.games.baohuang.actions import NO_SOLO, REVEAL, RISE, SOLO, STAY
from bot.games.baohuang.cards import Card
from bot.games.baohuang.game import SeededRound
from bot.games.baohuang.view import Entry, View, see, see_all
from bot.games.base import Action, Setup

_SECRET: Final = (SOLO, NO_SOLO, REVEAL, RISE, STAY)
"""Answers that nobody else saw when they were given."""


class Scene(NamedTuple):
    """What there is to see after a step."""

    view: View
    hands: tuple[tuple[Card, ...] | None, ...]
    """The hand of each seat, None where these eyes do not see it."""
    last: Action | None
    """What has just been done; None before the first step, and for what these eyes did not see."""
    secret: bool
    """Whether something was done in this step that these eyes did not see."""


class Trick(NamedTuple):
    """Where a trick begins."""

    step: int
    """The step in which it is led."""
    lead: Entry


class Replay:
    """A round that is over. Step 0 is the deal, step n what there was after n actions."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """Of a record that has been checked, or that the bot has written itself."""
        secret = bytes.fromhex(record["secret"])
        self._setup = Setup(record["rules"], record["first_seat"], secret, record["salt"])
        self._actions = tuple(Action(seat, " ".join(words)) for seat, *words in record["actions"])

    @property
    def steps(self) -> int:
        """How many steps there are after the deal."""
        return len(self._actions)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks in order."""
        view = self._after(self.steps).view(None)
        tricks = [trick for trick in view.tricks if trick]
        ends = accumulate(map(len, tricks), initial=self.steps - len(view.history))
        return tuple(Trick(end + 1, trick[0]) for end, trick in zip(ends, tricks, strict=False))

    def trick_at(self, step: int) -> int:
        """The number of the trick that a step belongs to, from 1; 0 before the first lead."""
        return sum(trick.step <= step for trick in self.tricks)

    def scene(self, step: int, eyes: int | None) -> Scene:
        """What a seat saw after a step, 0 to ``steps``; with None all is open."""
        round_ = self._after(step)
        last = self._actions[step - 1] if step else None
        if eyes is None:
            view, hands = see_all(round_)
            return Scene(view, hands, last, secret=False)
        view = see(round_, eyes)
        secret = last is not None and last.seat != eyes and last.text in _SECRET
        hidden = tuple(view.hand if seat == eyes else None for seat in range(5))
        return Scene(view, hidden, None if secret else last, secret)

    def _after(self, step: int) -> SeededRound:
        round_ = SeededRound(self._setup)
        for action in self._actions[:step]:
            round_.act(*action)
        return round_
