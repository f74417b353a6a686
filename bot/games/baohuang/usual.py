"""The plays that a player looks through first, in the order in which a good player would."""

from __future__ import annotations

from typing import Final

from bot.games.baohuang import moves
from bot.games.baohuang.cards import Card
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.plays import Shape, ways
from bot.games.baohuang.view import View

MOST: Final = 25
"""How many plays a menu holds."""


def shapes(view: View) -> list[Shape]:
    """All shapes that the seat of a view may play now, the likeliest choice first.

    What goes out comes first. Then those without jokers: whole groups, then parts of groups (few cards before many),
    each from low to high; then those with jokers, the fewest and the small ones first.
    """
    hand = Hand(view.hand)

    def place(shape: Shape) -> tuple[bool, int, bool, int, int]:
        part = shape.ranked > 0 and shape.ranked < hand.ranks[shape.rank]
        return (shape.size < hand.size, 2 * shape.big + shape.small, part, shape.ranked if part else 0, shape.rank)

    return sorted(moves.shapes(view), key=place)


def usual(view: View) -> list[tuple[Card, ...]]:
    """At most MOST plays that the seat of a view may make now, each from high to low, the likeliest choice first.

    All that differ for the game are there if there is room for them; those that give a secret away come last.
    """
    hand = Hand(view.hand)
    found = [ways(hand, shape, view.secret) for shape in shapes(view)]
    plays = [way[0] for way in found] + [cards for way in found for cards in way[1:]]
    return plays[:MOST]
