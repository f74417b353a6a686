"""A second, slow statement of what beats what, written from the rules' text alone, to hold the program's against.

Cards are letters, a play is a string of them: "x" and "X" for the jokers, else the rank. Nothing is shared with the
program. Run ``python -m tests.games.baohuang.twin FILE...`` to write the numbers into files of positions anew.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

ORDER = "6789TJQKA2xX"


def height(card: str) -> int:
    return ORDER.index(card)


def is_play(cards: str) -> bool:
    """A set, a joker-backed set, or jokers alone."""
    return len(cards) > 0 and len(set(cards) - set("xX")) <= 1


def follows(new: str, old: str) -> bool:
    """The plain rule: as many cards, and card by card higher, both sorted from high to low."""
    ours, theirs = sorted(map(height, new), reverse=True), sorted(map(height, old), reverse=True)
    return len(ours) == len(theirs) and all(our > their for our, their in zip(ours, theirs, strict=True))


def group_beats(group: str, card: str) -> bool:
    if card == "X":
        return group in ("XX", "xxx")
    if card == "x":
        return group in ("X", "xx")
    return len(group) == 1 and height(group) > height(card)


@cache
def overloads(new: str, old: str) -> bool:
    """Whether all cards of ``new`` can be split into groups, one for each card of ``old``, each beating its card."""
    if not old:
        return not new
    return any(
        group_beats("".join(group), old[0]) and overloads(without(new, group), old[1:])
        for size in (1, 2, 3)
        for group in set(combinations(sorted(new, key=height), size))
    )


def without(cards: str, group: tuple[str, ...]) -> str:
    left = Counter(cards)
    left.subtract(group)
    return "".join(sorted(left.elements(), key=height))


def by_permutation(new: str, old: str) -> bool:
    """Overload for few cards in the most literal way: every order of the new cards, cut at every place."""
    return any(
        cut_beats("".join(order), cuts, old)
        for order in set(permutations(new))
        for cuts in combinations(range(1, len(new)), len(old) - 1)
    )


def cut_beats(order: str, cuts: tuple[int, ...], old: str) -> bool:
    ends = (*cuts, len(order))
    groups = [order[start:end] for start, end in zip((0, *cuts), ends, strict=True)]
    return all(group_beats(group, card) for group, card in zip(groups, old, strict=True))


def legal(hand: str, old: str, options: set[str]) -> set[str]:
    """All plays of a hand (suits apart), each sorted from low to high: leads, or what beats ``old``."""
    return {play for play in plays(hand) if allowed(play, hand, old, options)}


def allowed(play: str, hand: str, old: str, options: set[str]) -> bool:
    if "hold_sixes" in options and "6" in play and len(play) != len(hand):
        return False
    if not old:
        return True
    return overloads(play, old) if "overload" in options else follows(play, old)


def plays(hand: str) -> Iterator[str]:
    """Everything in a hand that is a play: so many of one rank, or of none, and so many of each joker."""
    have = Counter(hand)
    for rank in [*(set(hand) - set("xX")), ""]:
        for number in range(1, have[rank] + 1) if rank else (0,):
            for small in range(have["x"] + 1):
                for big in range(have["X"] + 1):
                    play = rank * number + "x" * small + "X" * big
                    if is_play(play):
                        yield play


def count_positions(text: str) -> str:
    """A file of positions ("hand | play to beat | options | number" a line, # for remarks) with the numbers put in."""
    lines = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            hand, old, options = (part.strip() for part in line.split("|")[:3])
            number = len(legal(hand, old, set(options.split())))
            lines.append(f"{hand} | {old} | {options} | {number}")
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        file.write_text(count_positions(file.read_text("utf-8")), "utf-8")
