"""Putting a play together by menus: which one is chosen now, and where each menu leads.

What is chosen is a legal play at all times and travels in the controls' custom ids, so nothing is kept between taps.
Any legal play is at most four taps away: rank, jokers, count, and the switch for cards that give a secret away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bot.games.baohuang import moves, plays
from bot.games.baohuang.cards import Card
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.plays import Shape
from bot.games.baohuang.view import View

Part: TypeAlias = Literal["rank", "jokers", "count"]
PARTS: Final[tuple[Part, ...]] = ("rank", "jokers", "count")


@dataclass(frozen=True, slots=True)
class Chosen:
    """A play being put together: its shape, and whether the cards that give a secret away go with it."""

    shape: Shape
    away: bool = False

    def code(self) -> str:
        """Its text form within a custom id."""
        return ".".join(str(int(part)) for part in (*self.shape, self.away))


def parse(code: str) -> Chosen | None:
    """The play with this text form; None if there is none."""
    parts = code.split(".")
    if len(parts) != 5 or not all(
        part.removeprefix("-").isascii() and part.removeprefix("-").isdigit() for part in parts
    ):
        return None
    rank, ranked, small, big, away = map(int, parts)
    return Chosen(Shape(rank, ranked, small, big), bool(away))


class Composer:
    """The plays open to the viewer of a view that is asked to play."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.hand = Hand(view.hand)
        self.legal = moves.shapes(view)

    def has(self, chosen: Chosen | None) -> bool:
        """Whether this is one of the plays."""
        return chosen is not None and chosen.shape in self.legal

    def ways(self, shape: Shape) -> tuple[tuple[Card, ...], ...]:
        """The ways to play a shape: the system's, then one that gives the secret away, where that is another."""
        return plays.ways(self.hand, shape, self.view.secret)

    def cards(self, chosen: Chosen) -> tuple[Card, ...]:
        """The cards of a chosen play, from high to low."""
        ways = self.ways(chosen.shape)
        return ways[-1] if chosen.away else ways[0]

    def chosen(self, cards: tuple[Card, ...]) -> Chosen:
        """The choice that stands for the cards of a usual play."""
        shape = plays.shape_of(cards)
        assert shape is not None
        return Chosen(shape, cards != self.ways(shape)[0])

    def switchable(self, shape: Shape) -> bool:
        """Whether it makes a difference if cards that give the secret away go with this shape."""
        return len(self.ways(shape)) > 1

    def values(self, part: Part, chosen: Shape) -> list[Shape]:
        """One play for each value that a part can take beside what is chosen, in the order of the menu.

        The menus narrow from rank over jokers to count: jokers are those that go with the rank, counts those that go
        with the rank and the jokers. Of the plays with the same value the one nearest to what is chosen stands for it.
        """
        fixed = {"rank": (), "jokers": (chosen.rank,), "count": (chosen.rank, chosen.small, chosen.big)}[part]
        found: dict[tuple[int, ...], Shape] = {}
        for shape in self.legal:
            if (shape.rank, shape.small, shape.big)[: len(fixed)] != fixed:
                continue
            value = value_of(part, shape)
            if value not in found or _distance(shape, chosen) < _distance(found[value], chosen):
                found[value] = shape
        return [found[value] for value in sorted(found)]


def value_of(part: Part, shape: Shape) -> tuple[int, ...]:
    """What a menu of this part shows of a shape."""
    if part == "rank":
        return (shape.rank,)
    return (shape.small, shape.big) if part == "jokers" else (shape.ranked,)


def _distance(shape: Shape, chosen: Shape) -> tuple[int, int, int]:
    return (
        abs(shape.small - chosen.small) + abs(shape.big - chosen.big),
        abs(shape.ranked - chosen.ranked),
        shape.size,
    )
