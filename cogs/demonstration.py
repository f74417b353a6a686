"""A round that never was, for showing what a setting does."""

from __future__ import annotations

from functools import cache
from typing import Final

from bot.games.baohuang import moves
from bot.games.baohuang.actions import CLAIM, NO_SOLO, PASS, PLAY, STAY, Move
from bot.games.baohuang.game import GAME
from bot.games.baohuang.usual import usual
from bot.games.baohuang.view import View
from bot.games.base import Setup
from bot.pictures import Pictures, Shown, describe_hand, describe_table
from bot.texts import say
from cogs.calls import Picture
from cogs.defaults import SIMPLE

PLAYS: Final = 4
"""How many plays and passes have been made."""
SEAT: Final = 0
"""The seat of whoever looks at it."""


def shown_hand(pictures: Pictures, locale: str, *, low_first: bool) -> Picture:
    """A hand in one of its two orders."""
    hand = _view(SEAT).hand
    png = pictures.hand(hand, locale, low_first=low_first)
    return Picture(png, describe_hand(hand, locale, low_first=low_first))


def shown_table(pictures: Pictures, locale: str, *, clockwise: bool) -> Picture:
    """A table in one of its two directions."""
    names = [say(locale, "me.you"), *(say(locale, "me.player", number=number) for number in range(2, GAME.seats + 1))]
    shown = Shown(names=names, locale=locale, clockwise=clockwise)
    return Picture(pictures.table(_view(None), shown), describe_table(_view(None), shown), "table.png")


@cache
def _view(seat: int | None) -> View:
    round_ = GAME.start(Setup(GAME.rules({"variant": SIMPLE}), SEAT, bytes(32), "demonstration"))
    plays = 0
    while plays < PLAYS:
        asked = round_.asked()[0].seat
        view = round_.view(asked)
        assert isinstance(view, View)
        plays_now, answers = usual(view), [move.text for move in moves.answers(view)]
        quiet = [text for text in (CLAIM, NO_SOLO, STAY, PASS) if text in answers]
        round_.act(asked, Move(PLAY, plays_now[0]).text if plays_now else quiet[0])
        plays += view.step == "play"
    found = round_.view(seat)
    assert isinstance(found, View)
    return found
