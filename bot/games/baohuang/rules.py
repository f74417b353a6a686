"""The rules of a table: a variant and its options, as data in one frozen object (RULES.md, "Variants")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.games.baohuang.cards import MARKED_HEART_2, MARKED_SMALL_JOKER, Card
from bot.games.base import Malformed


@dataclass(frozen=True, slots=True)
class Variant:
    """What sets one of the three published games apart from the others."""

    name: str
    guard_card: Card | None
    """The marked card whose holder is the guard; None where the emperor calls a card instead (classic)."""
    packet: bool
    """Whether a seat that received the emperor card and yields it adds a card of its own."""
    yields: int
    """After so many yields the cards are dealt anew."""
    options: tuple[tuple[str, bool], ...]
    """The options it offers, with their defaults; any other option of ``Rules`` is off for good."""


CLASSIC: Final = Variant("classic", None, False, 10, (("grab", True), ("overload", False), ("hold_sixes", False)))
SIMPLE: Final = Variant(
    "simple",
    MARKED_SMALL_JOKER,
    True,
    10,
    (("grab", False), ("rebellion", True), ("overload", False), ("hold_sixes", False)),
)
RIZHAO: Final = Variant(
    "rizhao", MARKED_HEART_2, False, 5, (("grab", False), ("rebellion", True), ("hold_sixes", False))
)
VARIANTS: Final[Mapping[str, Variant]] = {variant.name: variant for variant in (CLASSIC, SIMPLE, RIZHAO)}
OPTIONS: Final = ("grab", "rebellion", "overload", "hold_sixes")
"""The names of all options, in the order in which people read them."""
DEALS: Final = 3
"""The deal after which there is an emperor in any case: the first holder of the last one is emperor by force."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The complete rules of a round."""

    variant: Variant
    grab: bool = False
    """Every seat may become emperor by declaring open solo."""
    rebellion: bool = False
    """Rebels may rise before the first lead."""
    overload: bool = False
    """Jokers may be beaten by more jokers."""
    hold_sixes: bool = False
    """Sixes are played only as part of the whole remaining hand."""

    def json(self) -> dict[str, object]:
        """The rules as the record holds them: all five keys."""
        return {"variant": self.variant.name} | {option: getattr(self, option) for option in OPTIONS}

    @classmethod
    def choose(cls, chosen: Mapping[str, object]) -> Rules:
        """Rules from a choice of some keys (the variant too; classic if it is left out), the rest by default.

        Raises Malformed for an unknown key or variant, a value that is not true or false, and an option switched on
        that the variant does not offer.
        """
        name = chosen.get("variant", CLASSIC.name)
        variant = VARIANTS.get(name) if isinstance(name, str) else None
        if variant is None:
            raise Malformed("variant", variant=name)
        offered = dict(variant.options)
        for key, value in chosen.items():
            if key == "variant":
                continue
            if key not in OPTIONS:
                raise Malformed("option_unknown", option=key)
            if not isinstance(value, bool):
                raise Malformed("option_value", option=key)
            if value and key not in offered:
                raise Malformed("option_not_offered", option=key, variant=variant.name)
            offered[key] = value
        return cls(variant, **offered)

    @classmethod
    def parse(cls, rules: Mapping[str, object]) -> Rules:
        """Rules from their complete JSON form; raises Malformed as ``choose`` does, and for a missing key."""
        for key in ("variant", *OPTIONS):
            if key not in rules:
                raise Malformed("option_missing", option=key)
        return cls.choose(rules)
