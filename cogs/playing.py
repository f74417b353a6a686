"""What people do in a round."""

from __future__ import annotations

from bot.games.baohuang.actions import CLAIM, NO_SOLO, PLAY, SOLO, Move
from bot.games.base import Illegal
from bot.tables.table import Table
from cogs.board import own_view
from cogs.compose import Chosen, Composer
from cogs.panel import WITH_SOLO, may_play_alone
from cogs.visit import Visit


async def act(visit: Visit, table: Table, *texts: str, stamp: tuple[int, int] | None = None) -> None:
    """Take one action, or several of which each makes way for the next, and show what came of it."""
    for text in texts:
        await visit.done(table.act(visit.user.id, text, stamp))
        stamp = None
    if (
        visit.interaction.message is not None
        and not visit.on_panel
        and not visit.reply.answered
        and visit.services.front.panels.has(visit.user.id, table)
    ):
        # Pressed on the board: the panel, which is up to date by itself, is answer enough.
        await visit.reply.defer(new_message=False)
    else:
        await visit.show_panel(table)


async def answer(visit: Visit, table: Table, text: str, stamp: tuple[int, int] | None = None) -> None:
    """Give an answer before the play step. Without grab, claiming also says whether one plays alone."""
    number = table.seat_of(visit.user.id)
    view = None if number is None else own_view(table, number)
    if text not in (CLAIM, WITH_SOLO) or view is None or view.rules.grab:
        await act(visit, table, CLAIM if text == WITH_SOLO else text, stamp=stamp)
        return
    alone = text == WITH_SOLO
    if alone and not may_play_alone(view):
        raise Illegal("solo_needs_guard_card")
    await act(visit, table, CLAIM, SOLO if alone else NO_SOLO, stamp=stamp)


async def compose(visit: Visit, table: Table, chosen: Chosen, stamp: tuple[int, int]) -> None:
    """Show the panel with a play put together so far."""
    _composer(visit, table, stamp)
    await visit.show_panel(table, chosen=chosen)


async def play(visit: Visit, table: Table, chosen: Chosen, stamp: tuple[int, int]) -> None:
    """Play what was put together."""
    composer = _composer(visit, table, stamp)
    if not composer.has(chosen):
        raise Illegal("stale")
    await act(visit, table, Move(PLAY, composer.cards(chosen)).text, stamp=stamp)


def _composer(visit: Visit, table: Table, stamp: tuple[int, int]) -> Composer:
    number = table.seat_of(visit.user.id)
    view = None if number is None else own_view(table, number)
    if view is None or stamp != tuple(table.stamp):
        raise Illegal("stale")
    if view.seat not in view.asked:
        raise Illegal("not_asked")
    return Composer(view)


async def ahead(visit: Visit, table: Table, *, on: bool) -> None:
    """Pass for the rest of the trick, or take that back."""
    await visit.done(table.answer_ahead(visit.user.id, on=on))
    await visit.show_panel(table)


async def autopilot(visit: Visit, table: Table, *, on: bool) -> None:
    """Leave the seat to the system, or take it back."""
    await visit.done(table.autopilot(visit.user.id, on=on))
    await visit.show_panel(table)
