"""What the last moves of a round did, in one line, so that those of AI players in a row are told: they come quickly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.games.baohuang.view import View
from bot.pictures.words import card_word
from bot.tables.table import Table
from bot.texts import say
from cogs.wording import newest, said_play, seat_name

BETWEEN: Final = " · "
LONGEST: Final = 160
"""Characters of the line, three lines on a phone at most: the newest moves that fit."""


class _Deed(NamedTuple):
    """Something done in public."""

    seat: int
    did: str
    played: bool = False
    """Whether cards were played."""


def news(table: Table, view: View) -> list[str]:
    """What was done since somebody who plays for themselves last played cards, that play included; no line if nothing.

    Passes are all told alike: whether one was forced must not show.
    """
    language = table.settings.language
    deeds = list(_deeds(view, language))
    own = (at for at in range(len(deeds) - 1, 0, -1) if deeds[at].played and _is_own(table, deeds[at].seat))
    told = [
        say(language, "board.move", name=seat_name(table, deed.seat, language), did=deed.did)
        for deed in deeds[next(own, 0) :]
    ]
    kept = newest(told, LONGEST, BETWEEN)
    more = "… " if len(kept) < len(told) else ""
    return [f"-# {more}{BETWEEN.join(kept)}"] if kept else []


def _is_own(table: Table, number: int) -> bool:
    """Whether a person plays this seat, and not the system for them."""
    seat = table.seats[number]
    return seat.present is not None and not seat.autopilot


def _deeds(view: View, language: str) -> Iterator[_Deed]:
    """All that has been done in this deal and is public, in order."""
    for act in view.throne:
        if act.deal == view.deal:
            key = "claim" if act.claimed else "yield" if act.added is None else "yield_with"
            card = "" if act.added is None else card_word(act.added, language)
            yield _Deed(act.seat, say(language, f"picture.did.{key}", card=card))
    if view.emperor is not None and view.solo == "open":
        yield _Deed(view.emperor, say(language, "board.solo_open"))
    if view.emperor is not None and view.called is not None:
        yield _Deed(view.emperor, say(language, "picture.did.call", card=card_word(view.called, language)))
    if view.guard is not None and view.open_guard:
        yield _Deed(view.guard, say(language, "picture.did.reveal"))
    for seat in view.rose:
        yield _Deed(seat, say(language, "picture.did.rise"))
    for entry in view.history:
        yield _Deed(entry.seat, said_play(entry, language), bool(entry.cards))
