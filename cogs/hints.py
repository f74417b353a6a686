"""Hints: what a good player would do in somebody's place, with one sentence why."""

from __future__ import annotations

from bot.games.baohuang import moves
from bot.games.baohuang.actions import CALL, PLAY, parse
from bot.games.baohuang.cards import Card
from bot.games.baohuang.plays import shape_of
from bot.games.baohuang.view import View
from bot.games.base import Illegal
from bot.pictures.words import card_word, describe_cards, rank_word
from bot.tables.table import Table
from bot.texts import say
from cogs.board import own_view
from cogs.compose import Chosen, Composer
from cogs.visit import Visit
from cogs.wording import seat_name


async def hint(visit: Visit, table: Table, stamp: tuple[int, int] | None = None) -> None:
    """Suggest a move on the panel, where it can be made at once: a play is chosen there."""
    text = await visit.done(table.advice(visit.user.id, stamp))
    number = table.seat_of(visit.user.id)
    view, move = None if number is None else own_view(table, number), parse(text)
    if view is None or moves.refusal(view, move) is not None:
        raise Illegal("stale")
    chosen = _chosen(view, move.cards) if move.verb == PLAY else None
    await visit.show_panel(table, chosen=chosen, hint=said_hint(table, view, text, visit.locale))


def _chosen(view: View, cards: tuple[Card, ...]) -> Chosen:
    """The choice on the panel that stands for a play, whichever of equal cards it has."""
    shape = shape_of(cards)
    assert shape is not None
    return Chosen(shape, Composer(view).switchable(shape) and moves.gives_away(view, cards))


def said_hint(table: Table, view: View, text: str, locale: str) -> str:
    """A suggested move, and why."""
    move = parse(text)
    if move.verb == PLAY:
        said = say(locale, "button.play_cards", cards=describe_cards(move.cards, locale))
    elif move.verb == CALL:
        said = say(locale, "hint.call", card=card_word(move.cards[0], locale))
    else:
        said = say(locale, f"button.{move.verb}")
    code, values = table.game.reason(view, text)
    words: dict[str, object] = dict(values)
    if "seat" in values:
        words["name"] = seat_name(table, values["seat"], locale)
    if "rank" in values:
        words["rank"] = rank_word(values["rank"], locale)
    if "card" in values:
        words["card"] = card_word(values["card"], locale)
    return say(locale, "hint.move", move=said, why=say(locale, f"hint.why.{code}", **words))
