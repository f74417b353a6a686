"""Rounds to draw, played by AI seats, and names to draw them with."""

from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st

from bot.games.baohuang.cards import Card
from bot.games.baohuang.game import GAME
from bot.games.baohuang.view import View
from bot.games.base import Action, Setup

VARIANTS = ("classic", "simple", "rizhao")
NAMES = ("Anna", "皇太极", "김지훈", "さくら🌸", "محمد")


class Scene(NamedTuple):
    """What there is to see after an action."""

    view: View
    """Everyone's."""
    hands: tuple[tuple[Card, ...], ...]
    last: Action


@cache
def scenes(variant: str) -> list[Scene]:
    """A round, after each of its actions."""
    round_ = GAME.start(Setup(GAME.rules({"variant": variant}), 0, bytes(32), variant))
    seen = []
    while round_.asked():
        ask = round_.asked()[0]
        round_.act(ask.seat, GAME.decide(round_.view(ask.seat), "normal", 0))
        seen.append(Scene(round_.view(None), tuple(round_.view(seat).hand for seat in range(5)), round_.actions[-1]))
    return seen


def unlike_names() -> st.SearchStrategy[list[str]]:
    """Five names of any characters: also many of one script, marks upon marks, emoji with all that may follow them."""
    scripts = [
        st.text(max_size=80),
        st.text(st.characters(min_codepoint=0x590, max_codepoint=0x8FF), max_size=80),
        st.text(st.characters(min_codepoint=0x900, max_codepoint=0x109F), max_size=80),
        st.text(st.characters(min_codepoint=0x1F300, max_codepoint=0x1FAFF), max_size=40),
        st.text(st.characters(categories=["Mn", "Me", "Cf", "Cc", "Zs"]), max_size=60),
        st.text(st.sampled_from("aא1م (\u202e\u2066\u200d\u0301\ufe0f👨😀皇"), max_size=40),
        st.just("﷽" * 40),
        st.just("W" * 40),
    ]
    return st.lists(st.one_of(scripts), min_size=5, max_size=5)
