"""The pictures of a table and of a moment of a replay: a row a seat, above them what holds for the whole round."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.games.baohuang.actions import PASS, PLAY, Move, parse
from bot.games.baohuang.cards import Card, high_to_low
from bot.games.baohuang.view import View
from bot.games.base import Action
from bot.pictures.lettering import seat_name
from bot.pictures.parts import Counter, Felt, Head, Part
from bot.pictures.row import MARGIN, Row
from bot.pictures.words import card_word, known_role, on_turn, unseen
from bot.texts import language as served
from bot.texts import say

SEATS: Final = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """How a table is shown, apart from what the view holds."""

    names: Sequence[str]
    """Of the seats, in their order."""
    locale: str | None
    ai: Container[int] = ()
    """The seats that an AI plays."""
    autopilot: Container[int] = ()
    levels: Mapping[int, str] = field(default_factory=dict)
    """How well AI seats play, where that is said: names within texts' ``ai``."""
    skill_levels: Mapping[int, str] = field(default_factory=dict)
    """What people on seats are by their skill: some of ``scoring.LEVELS``."""
    clockwise: bool = True
    """Whether rows follow the order of play from the top down; else from the bottom up."""
    counter: bool = False
    """Whether the cards not yet seen are counted."""

    @property
    def language(self) -> str:
        """The language that serves the locale."""
        return served(self.locale)

    def name(self, seat: int) -> str:
        """Who sits on a seat."""
        return seat_name(self.names[seat], seat, self.language)

    def ai_words(self, seat: int) -> list[str]:
        """What is said of a seat that an AI plays: that it does, and how well where that is said."""
        words = [say(self.language, "picture.ai")] if seat in self.ai else []
        return words + ([say(self.language, f"ai.{self.levels[seat]}")] if seat in self.levels else [])

    def skill_word(self, seat: int) -> str | None:
        """What somebody on a seat is by their skill, where that is given."""
        return say(self.language, f"level.{self.skill_levels[seat]}") if seat in self.skill_levels else None

    @property
    def order(self) -> Iterable[int]:
        """The seats from the top down."""
        return range(SEATS) if self.clockwise else reversed(range(SEATS))


@dataclass(frozen=True, slots=True)
class Moment:
    """What a moment of a replay shows beyond the table."""

    hands: Sequence[Sequence[Card] | None]
    """The open hand of each seat; None where it is closed."""
    last: Action | None = None
    """What has just been done."""
    step: tuple[int, int] | None = None
    """Which of how many steps this is."""


def table_parts(view: View, shown: Shown) -> list[Part]:
    """The picture of a table from the top down."""
    counter: list[Part] = [Counter(shown.language, unseen(view))] if shown.counter else []
    return [Felt(MARGIN), *_head(view, shown.language, ""), *_rows(view, shown), *counter, Felt(MARGIN - 8)]


def moment_parts(view: View, shown: Shown, moment: Moment) -> list[Part]:
    """The picture of a moment of a replay from the top down."""
    right = "" if moment.step is None else "{} / {}".format(*moment.step)
    rows = [
        _moment_row(row, seat, shown.language, moment)
        for row, seat in zip(_rows(view, shown), shown.order, strict=True)
    ]
    return [Felt(MARGIN), *_head(view, shown.language, right), *rows, Felt(MARGIN - 8)]


def public_facts(view: View, language: str) -> list[tuple[str, str]]:
    """What is public about the round as a whole: words, and the style of their chip."""
    facts = [(say(language, f"board.solo_{view.solo}"), "solo")] if view.solo else []
    if view.called is not None:
        facts.append((say(language, "board.called", card=card_word(view.called, language)), "called"))
    facts += [(say(language, f"board.{key}"), "fact") for key in ("open_guard", "rebellion") if getattr(view, key)]
    if view.multiplier > 1:
        facts.append((say(language, "board.multiplier", multiplier=view.multiplier), "multiplier"))
    return facts


def lying(view: View) -> dict[int, tuple[Card, ...]]:
    """What lies before seats: the last play in this trick, () for a pass; in the throne step the packet."""
    if view.step == "throne":
        return {view.holder: view.packet}
    last = {entry.seat: entry.cards for entry in view.trick}
    return {seat: cards for seat, cards in last.items() if cards or seat not in view.asked}


def did(move: Move, language: str) -> str:
    """A move that is no play, in words."""
    if move.verb == PASS:
        return say(language, "board.passed")
    cards = {"card": card_word(move.cards[0], language)} if move.cards else {}
    return say(language, f"picture.did.{move.verb}", **cards)


def _head(view: View, language: str, right: str) -> list[Part]:
    facts = public_facts(view, language)
    return [Head(tuple(facts), right)] if facts or right else []


def _rows(view: View, shown: Shown) -> list[Row]:
    best, places, cards, language = view.best, view.places, lying(view), shown.language
    leader = None if best is None else best.seat
    return [_row(view, shown, seat, language, cards.get(seat), places[seat], seat == leader) for seat in shown.order]


def _row(
    view: View,
    shown: Shown,
    seat: int,
    language: str,
    cards: tuple[Card, ...] | None,
    place: int | None,
    best: bool,
) -> Row:
    asked = on_turn(view, seat)
    return Row(
        language=language,
        name=shown.name(seat),
        role=known_role(view, seat),
        left=view.counts[seat],
        place=place,
        rose=seat in view.rose,
        ai=next(reversed(shown.ai_words(seat)), None),
        skill=shown.skill_word(seat),
        autopilot=seat in shown.autopilot,
        asked=asked,
        lit=asked,
        best=best,
        play=high_to_low(cards) if cards else (),
        said=say(language, "board.passed") if cards == () else None,
        called=view.called,
    )


def _moment_row(row: Row, seat: int, language: str, moment: Moment) -> Row:
    hand = moment.hands[seat]
    row = row._replace(lit=False, hand=None if hand is None else high_to_low(hand))
    if moment.last is None or moment.last.seat != seat:
        return row
    move = parse(moment.last.text)
    if move.verb == PLAY:
        return row._replace(lit=True, play=move.cards, said=None)
    return row._replace(lit=True, play=(), best=False, said=did(move, language))
