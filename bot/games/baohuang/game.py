"""Bao Huang as a game that tables can run (``bot.games.base.Game``)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from bot.games.baohuang import shuffle
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.base import Illegal, Malformed, Setup, commitment

FORMAT: Final = "baohuang-record/1"


class SeededRound(Round):
    """A round dealt from a secret and a salt, which can therefore be recorded, and checked by anyone."""

    def __init__(self, setup: Setup) -> None:
        rules = Rules.parse(setup.rules)
        if setup.first_seat not in range(5):
            raise Malformed("setup_first_seat")
        if len(setup.secret) != 32:
            raise Malformed("setup_secret")
        try:
            setup.salt.encode()
        except UnicodeEncodeError:
            raise Malformed("setup_salt") from None
        self.setup = setup
        super().__init__(
            rules,
            setup.first_seat,
            lambda number: shuffle.deal(rules.variant, setup.secret, setup.salt, number, setup.first_seat),
        )

    def record(self, extras: Mapping[str, object]) -> dict[str, object]:
        """The round as a record (RECORD.md); raise Illegal while it is not over, when nobody may have it."""
        outcome = self.outcome()
        if outcome is None:
            raise Illegal("record_running")
        return {
            "format": FORMAT,
            "rules": self.rules.json(),
            "first_seat": self.first_seat,
            "secret": self.setup.secret.hex(),
            "commitment": commitment(self.setup.secret),
            "salt": self.setup.salt,
            "actions": [[action.seat, *action.text.split(" ", 1)] for action in self.actions],
            "result": dict(outcome.result),
            **extras,
        }


class BaoHuang:
    """The game: five seats, rules as ``Rules.json`` gives them."""

    key: Final = "baohuang"
    seats: Final = 5
    levels: Final = ("easy", "normal", "strong")
    stand_ins: Final[Mapping[str, str]] = {"strong": "normal"}

    def rules(self, options: Mapping[str, object]) -> dict[str, object]:
        """Complete rules from chosen options, the rest by default; raise Malformed for what is not allowed."""
        return Rules.choose(options).json()

    def start(self, setup: Setup) -> SeededRound:
        """A new round, dealt from the setup's secret and salt; raise Malformed if the setup is not one."""
        return SeededRound(setup)

    def decide(self, view: object, level: str, seed: int) -> str:
        """What an AI seat that is asked answers, from its own view only; the same arguments give the same answer."""
        # Loaded only where AI seats play: they may need packages that checking a record must do without.
        answer: str = import_module("bot.games.baohuang.seats").decide(view, level, seed)
        return answer

    def reason(self, view: object, text: str) -> tuple[str, dict[str, int]]:
        """Why a seat that is asked might do this, true by its view alone (see ``seats.reasons``)."""
        why: tuple[str, dict[str, int]] = import_module("bot.games.baohuang.seats.reasons").reason(view, text)
        return why


GAME: Final = BaoHuang()
"""The one instance."""
