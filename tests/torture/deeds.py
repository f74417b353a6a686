"""What people tried to do, what they were told, and what that must have become."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.games.baohuang.actions import PLAY, Move
from bot.games.baohuang.reading import parse
from bot.games.baohuang.typed import resolve
from bot.games.baohuang.view import View
from bot.games.base import GameError
from bot.playground import Playground, Sent
from bot.texts import LANGUAGES, catalog
from cogs.compose import Chosen, Composer

STEPS: Final = ("seating", "ready", "throne", "solo", "call", "declare", "play")
"""The steps of a round in which people act, with what comes before it."""


class Outcome(StrEnum):
    """What a person knows of an attempt."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNANSWERED = "unanswered"
    """Also: answered in a way that does not say."""


@dataclass(eq=False)
class Attempt:
    """One thing that a person tried to do."""

    who: str
    step: str
    table: int
    round: int
    turn: int
    """The clock that the person saw running; with ``exact`` it is in the control that was used."""
    exact: bool = False
    verbs: tuple[str, ...] = ()
    """The actions that it stands for, one after the other; empty for what is no action of a round."""
    typed: str = ""
    """The text of a play."""
    chosen: Chosen | None = None
    """The choice of a play."""
    ahead: bool | None = None
    """Passing in advance for the trick, or taking that back."""
    autopilot: bool | None = None
    """Leaving the seat to the system, or taking it back."""
    leaving: bool = False
    """Leaving the round for good."""
    outcome: Outcome = Outcome.UNANSWERED
    interaction: int = 0
    told: str = ""

    def fits(self, number: int, view: View, text: str) -> bool:
        """Whether its action of a number would be this one, of a seat with this view."""
        turn = self.turn + number
        if view.turn != turn if self.exact else view.turn < turn:
            return False
        if self.chosen is not None:
            composer = Composer(view)
            return composer.has(self.chosen) and Move(PLAY, composer.cards(self.chosen)).text == text
        if self.typed:
            try:
                return Move(PLAY, resolve(parse(self.typed), view)).text == text
            except GameError:
                return False
        return self.verbs[number] == text


def _any_of(wanted: Callable[[str], bool]) -> re.Pattern[str]:
    """What fits any of these sentences in any language, whatever their places are filled with."""
    sentences = {text for language in LANGUAGES for key, text in catalog(language).items() if wanted(key)}
    return re.compile("|".join(re.sub(r"\\\{\w+\\\}", ".*", re.escape(text)) for text in sentences))


WARNING: Final = "⚠️"
"""What a refusal on a panel begins with."""
_REFUSED: Final = _any_of(lambda key: key.startswith("refusal.") or key == "notice.error")
_DONE: Final = _any_of(
    lambda key: (
        key
        in {
            "board.title",
            "panel.not_ready",
            "panel.next",
            "panel.ready",
            "panel.dealing",
            "notice.seated",
            "notice.filled",
            "notice.left",
        }
    )
)


def outcome_of(told: str) -> Outcome:
    """What a private answer says of what was asked for."""
    if told.startswith(WARNING) or _REFUSED.fullmatch(told):
        return Outcome.REFUSED
    return Outcome.ACCEPTED if _DONE.search(told) else Outcome.UNANSWERED


class Answers:
    """What the bot told people in answer to each interaction, at the moment when it did."""

    def __init__(self, playground: Playground) -> None:
        self._told: dict[str, str] = {}
        playground.on_sent(self._hear)

    def told(self, token: str) -> str | None:
        """The first words of an answer; None while there are none."""
        return self._told.get(token)

    def forget(self, token: str) -> None:
        """Nobody asks for this answer any more."""
        self._told[token] = ""

    def _hear(self, sent: Sent) -> None:
        by_token = re.search(r"/(?:interactions|webhooks)/\d+/([^/]+)", sent.path)
        if by_token is None or sent.method not in {"POST", "PATCH"} or sent.status >= 300:
            return
        said = sent.body.get("data") or {} if "/interactions/" in sent.path else sent.body
        if said.get("content"):
            self._told.setdefault(by_token[1], str(said["content"]))
