"""The panel: a person's private message at a table, with what they may see and do, in their own language."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import discord

from bot.games.baohuang import moves
from bot.games.baohuang.actions import CLAIM
from bot.games.baohuang.cards import BIG_RANK, SMALL_RANK, Card
from bot.games.baohuang.plays import NO_RANK, Shape
from bot.games.baohuang.usual import usual
from bot.games.baohuang.view import View
from bot.pictures.words import card_word, describe_cards, rank_word
from bot.tables.state import Stage
from bot.tables.table import Table
from bot.texts import say
from cogs.board import own_view, title, when
from cogs.calls import Draft
from cogs.compose import PARTS, Chosen, Composer, Part
from cogs.controls import GOOD, GRAVE, MAIN, Choice, Ticket, button, menu, said_button
from cogs.result import own_result, replay_button
from cogs.wording import safe, said_closed, said_turn, seat_name

Row: TypeAlias = tuple[discord.ui.Item[Any], ...]

MOST_CHOICES: Final = 25
"""Lines of a menu: Discord's limit."""
WITH_SOLO: Final = "claim_solo"
"""Claim the throne and declare open solo, in one tap."""
_STYLES: Final = {"claim": GOOD, "claim_solo": GRAVE, "solo": GRAVE, "rise": GRAVE, "reveal": GOOD}


def panel(table: Table, number: int, locale: str, chosen: Chosen | None = None, *, clockwise: bool = True) -> Draft:
    """The panel of a seat, without its picture; ``chosen`` is the play put together so far.

    The other seats follow clockwise after its own, or anticlockwise.
    """
    view = own_view(table, number)
    if view is None:
        return _seating(table, number, locale)
    ticket = Ticket("hand", table.id, *table.stamp)
    seat = table.seats[number]
    lines = [_heading(table, view, locale), *_situation(table, view, locale, clockwise)]
    rows: list[Row] = []
    hint: Row = (said_button(locale, ticket.to("hint"), "hint"),) if table.settings.hints else ()
    if seat.autopilot:
        lines.append(say(locale, "panel.on_autopilot"))
        rows.append((said_button(locale, ticket.to("autopilot_off"), "autopilot_off", GOOD),))
    elif number in view.asked and _has_passed(table, number):
        lines.append(say(locale, "panel.passing"))
    elif number in view.asked and view.step == "play":
        composer = Composer(view)
        if composer.legal:
            rows += _play_rows(composer, ticket, locale, chosen)
            rows[-1] += hint
        elif table.settings.auto_pass:
            lines.append(say(locale, "panel.auto_passing"))
        else:
            lines.append(say(locale, "panel.cannot_beat"))
            rows.append((said_button(locale, ticket.to("pass"), "pass", MAIN),))
    elif number in view.asked:
        rows += _answer_rows(view, ticket, locale)
        if view.step == "call":
            rows.append(hint)
        else:
            rows[-1] += hint
    elif view.step == "play" and view.places[number] is None:
        rows.append(_waiting_row(table, number, ticket, locale))
    return Draft(content="\n".join(lines), controls=tuple(row for row in rows if row))


def picked(view: View, chosen: Chosen | None) -> tuple[Card, ...] | None:
    """The cards of the play that was chosen in a menu; None where none was."""
    if chosen is None or view.step != "play" or view.seat not in view.asked:
        return None
    composer = Composer(view)
    return composer.cards(chosen) if composer.has(chosen) else None


def closed(table: Table, locale: str) -> Draft:
    """What stands in place of the panel once its table has closed."""
    row = (said_button(locale, Ticket("again", table.id), "again", GOOD),)
    return Draft(content=said_closed(table, locale), controls=(row,), no_picture=True)


def no_seat(locale: str) -> Draft:
    """What stands in place of the panel of somebody without a seat."""
    return Draft(content=say(locale, "panel.hand_gone"), no_picture=True)


def _seating(table: Table, number: int, locale: str) -> Draft:
    """Between rounds: what the last one brought; one's part of the salt, which others see only when all are ready."""
    ticket = Ticket("ready", table.id, table.number)
    ready = table.seats[number].ready
    if table.stage is Stage.REVEALING:
        return Draft(content=say(locale, "panel.dealing"))
    result = own_result(table, number, locale)
    replay = replay_button(table, locale) if result else ()
    if ready is None:
        again = bool(result) and table.deadline is not None
        text = say(locale, "panel.next", when=when(table.deadline)) if again else say(locale, "panel.not_ready")
        row = (said_button(locale, ticket, "ready", GOOD), *replay)
    else:
        text = say(locale, "panel.ready", part=safe(ready.part))
        row = (said_button(locale, ticket.to("unready"), "unready"), *replay)
    return Draft(content="\n".join([*result, text]), controls=(row,))


# What there is to see


def _heading(table: Table, view: View, locale: str) -> str:
    facts = [f"**{title(table, locale)}**"]
    if view.role is not None:
        role = say(locale, f"board.role.{view.role}")
        hidden = view.role == "guard" and view.guard is None
        key = "hidden_guard" if hidden else "rebel" if view.role == "rebel" else "role"
        facts.append(say(locale, f"panel.{key}", role=role))
    if view.role == "emperor" and view.solo:
        facts.append(say(locale, f"board.solo_{view.solo}"))
    return " · ".join(facts)


def _situation(table: Table, view: View, locale: str, clockwise: bool) -> list[str]:
    lines = []
    if view.step == "play" and view.seat is not None:
        seats = [(view.seat + step) % len(view.counts) for step in range(1, len(view.counts))]
        others = [
            say(locale, "board.turn", name=seat_name(table, number, locale), did=view.counts[number])
            for number in (seats if clockwise else reversed(seats))
            if view.counts[number]
        ]
        lines.append("-# " + " · ".join(others))
        if view.trick:
            lines.append(" → ".join(said_turn(table, entry, locale) for entry in view.trick[-8:]))
    lines.append(_what_to_do(table, view, locale))
    return lines


def _what_to_do(table: Table, view: View, locale: str) -> str:
    time = when(table.deadline)
    if view.seat is not None and view.places[view.seat] is not None:
        return say(locale, "panel.out", place=say(locale, f"board.place.{view.places[view.seat]}"))
    if not view.asked:
        return say(locale, "board.ended")
    if view.seat not in view.asked:
        if view.step in ("solo", "declare"):
            return say(locale, "panel.answered" if view.answer else "panel.others_answer")
        return say(locale, "panel.wait", name=seat_name(table, view.asked[0], locale), when=time)
    if view.step == "play":
        if view.best is None:
            return say(locale, "panel.lead", when=time)
        return say(locale, "panel.follow", cards=describe_cards(view.best.cards, locale), when=time)
    return say(locale, f"panel.{view.step}", when=time)


# What there is to do


def _answer_rows(view: View, ticket: Ticket, locale: str) -> list[Row]:
    """A button for each answer; for a call, a menu of the cards."""
    answers = moves.answers(view)
    if view.step == "call":
        cards = [(move, move.cards[0]) for move in answers][:MOST_CHOICES]
        choices = [Choice(move.text, _call_label(view, card, locale)) for move, card in cards]
        return [(menu(ticket.to("answer_menu"), say(locale, "panel.call_menu"), choices),)]
    names = [move.text for move in answers]
    if CLAIM in names and not view.rules.grab and may_play_alone(view):
        names.insert(names.index(CLAIM) + 1, WITH_SOLO)
    return [tuple(said_button(locale, ticket.to("answer", name), name, _STYLES.get(name, MAIN)) for name in names)]


def may_play_alone(view: View) -> bool:
    """Whether the holder of the emperor card could declare open solo if it claimed the throne."""
    guard_card = view.rules.variant.guard_card
    return view.rules.grab or guard_card is None or guard_card in view.hand


def _call_label(view: View, card: Card, locale: str) -> str:
    count = view.hand.count(card)
    word = card_word(card, locale)
    return say(locale, "panel.call_four" if count > 3 else "panel.call_three", card=word)


def _has_passed(table: Table, number: int) -> bool:
    """Whether a seat has given its answer to this turn already, which shows only later: a pass, now or in advance."""
    seat = table.seats[number]
    return (seat.answer is not None and seat.answer.clock == table.stamp.clock) or _is_ahead(table, number)


def _is_ahead(table: Table, number: int) -> bool:
    """Whether a seat has passed for the rest of the trick."""
    ahead = table.round.ahead(number) if table.round else None
    given = table.seats[number].ahead
    return ahead is not None and given is not None and given.scope == ahead.scope


def _waiting_row(table: Table, number: int, ticket: Ticket, locale: str) -> Row:
    """While others play: pass in advance, or take that back; leave the seat to the system."""
    row: list[discord.ui.Item[Any]] = []
    if table.round is not None and table.round.ahead(number) is not None:
        on = _is_ahead(table, number)
        row.append(said_button(locale, ticket.to("ahead_off" if on else "ahead_on"), "ahead_off" if on else "ahead_on"))
    row.append(said_button(locale, ticket.to("autopilot_on"), "autopilot_on"))
    return tuple(row)


def _play_rows(composer: Composer, ticket: Ticket, locale: str, chosen: Chosen | None) -> list[Row]:
    """The usual plays in one menu; where they are not all, menus for rank, jokers and count; and the buttons."""
    common = {composer.chosen(cards): cards for cards in usual(composer.view)}
    if chosen is None or not composer.has(chosen):
        chosen = next(iter(common))
    lines = [Choice(one.code(), describe_cards(cards, locale), chosen=one == chosen) for one, cards in common.items()]
    rows: list[Row] = [(menu(ticket.to("choose", chosen.code()), say(locale, "panel.usual"), lines),)]
    if len(composer.legal) > len({one.shape for one in common}):
        rows += [(_part_menu(composer, part, ticket, locale, chosen),) for part in PARTS]
    rows.append(_buttons(composer, ticket, locale, chosen))
    return rows


def _part_menu(composer: Composer, part: Part, ticket: Ticket, locale: str, chosen: Chosen) -> discord.ui.Select[Any]:
    choices = [
        Choice(Chosen(shape, chosen.away).code(), _part_label(part, shape, locale), chosen=shape == chosen.shape)
        for shape in composer.values(part, chosen.shape)
    ]
    return menu(ticket.to(f"choose_{part}", chosen.code()), say(locale, f"panel.{part}"), choices)


def _part_label(part: Part, shape: Shape, locale: str) -> str:
    if part == "rank":
        return (
            say(locale, "panel.no_rank")
            if shape.rank == NO_RANK
            else say(locale, "panel.of_rank", rank=rank_word(shape.rank, locale))
        )
    if part == "count":
        return say(locale, "panel.cards", count=shape.ranked)
    if not shape.small and not shape.big:
        return say(locale, "panel.no_jokers")
    jokers = ((BIG_RANK, shape.big), (SMALL_RANK, shape.small))
    words = [say(locale, "panel.joker", joker=rank_word(rank, locale), count=count) for rank, count in jokers if count]
    return say(locale, "panel.with_jokers", jokers=say(locale, "cards.separator").join(words))


def _buttons(composer: Composer, ticket: Ticket, locale: str, chosen: Chosen) -> Row:
    cards = composer.cards(chosen)
    label = say(locale, "button.play_cards", cards=describe_cards(cards, locale))
    row: list[discord.ui.Item[Any]] = [button(ticket.to("play", chosen.code()), label, GOOD)]
    if composer.view.best is not None:
        row.append(said_button(locale, ticket.to("pass"), "pass"))
        row.append(said_button(locale, ticket.to("ahead_on"), "ahead_on"))
    if composer.switchable(chosen.shape):
        other = Chosen(chosen.shape, not chosen.away)
        key = "keep_secret" if chosen.away else "give_away"
        row.append(said_button(locale, ticket.to("switch", other.code()), key, GRAVE))
    return tuple(row)
