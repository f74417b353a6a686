"""Keeps people's panels up to date, each through the newest token that its person gave us."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Container
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

import discord

from bot.games.baohuang.cards import Card
from bot.pictures import Pictures, describe_hand
from bot.tables.table import Table
from bot.texts import language, say
from cogs.board import own_view
from cogs.calls import Draft, Failure, Picture
from cogs.compose import Chosen
from cogs.controls import MAIN, Ticket, said_button
from cogs.courtesy import Courtesy
from cogs.latest import Latest
from cogs.panel import closed, no_seat, panel, picked
from cogs.personal import LOW_FIRST, Personal
from cogs.reply import Reply
from storage.rows import Wishes

TOKEN_LIFE: Final = 15 * 60
"""Seconds for which Discord takes a token."""
RESERVE: Final = 60
"""Seconds before its end from which a token serves only to say that the panel has gone to sleep."""

SETTLING: Final = 1
"""Seconds for which an answer waits for an edit that is under way."""


class Hand(NamedTuple):
    """What a picture of a hand depends on."""

    cards: tuple[Card, ...]
    called: Card | None
    chosen: tuple[Card, ...] | None
    hold_sixes: bool
    low_first: bool
    locale: str


class Panel:
    """One person's panel at one table, as it was sent last."""

    def __init__(self, table: Table, user_id: int, reply: Reply, born: float) -> None:
        self.table = table
        self.user_id = user_id
        self.reply = reply
        self.born = born
        self.stamp: object = None
        self.chosen: Chosen | None = None
        self.hint = ""
        self.hand: Hand | None = None
        self.looks: object = None
        self.lock = asyncio.Lock()
        self.wishes = Wishes()
        """What its person had chosen when it was made last."""

    @property
    def locale(self) -> str:
        """The language of its person."""
        return language(self.wishes.language or self.reply.interaction.locale.value)


class Panels:
    """All panels; a person has one, since a person has one seat."""

    def __init__(
        self, personal: Personal, pictures: Pictures, now: Callable[[], float], dm_closed: Container[int]
    ) -> None:
        self._personal = personal
        self._pictures = pictures
        self._now = now
        self._dm_closed = dm_closed
        self._panels: dict[int, Panel] = {}
        self._at: defaultdict[int, set[int]] = defaultdict(set)
        """Whose panels are of each table."""
        self._refreshing = Latest(self._refresh)
        self._courtesy = Courtesy(0)

    async def answer(
        self, reply: Reply, table: Table, *, chosen: Chosen | None = None, notice: str = "", hint: str = ""
    ) -> Failure | None:
        """Answer an interaction of somebody seated with their panel, which is kept up to date from now on.

        A private message of ours that was clicked on becomes the panel; any other click or command gets a new one.
        The panel there was before, if it is another message, goes.
        """
        message = reply.interaction.message
        user_id = reply.interaction.user.id
        form = reply.interaction.type is discord.InteractionType.modal_submit
        clicked = message is not None and message.flags.ephemeral and not form
        fresh = Panel(table, user_id, reply, self._now())
        fresh.chosen, fresh.hint, fresh.stamp = chosen, hint, table.stamp
        old = self._panels.get(user_id)
        same = old is not None and clicked and old.reply.message_id == reply.message_id
        self._keep(fresh)
        async with fresh.lock:
            if same and old is not None:
                await _settled(old)
                fresh.hand = old.hand if old.table is table else None
            draft = await reply.during(self._draft(fresh, notice), new_message=not clicked)
            done = await (reply.change(draft) if clicked else reply.tell(draft))
            if clicked and message is not None and reply.message_id != message.id:
                # It had gone, for a newer panel came; the new message has no picture from before.
                same = False
                if draft.picture is None:
                    fresh.hand = fresh.looks = None
                    self._refreshing.call(user_id)
        if done is not None:
            if self._panels.get(user_id) is fresh:
                self._drop(user_id)
                if old is not None:
                    # Nothing took its place.
                    self._keep(old)
                    self._refreshing.call(user_id)
        elif old is not None and not same and self._alive(old):
            await old.reply.remove()
        elif old is not None and old.lock.locked():
            # An edit through the old token is still on its way, and may arrive after this one.
            fresh.looks = None
            self._refreshing.call(user_id)
        newest = self._panels.get(user_id)
        if done is None and newest is not None and newest.reply.message_id != reply.message_id:
            # It came while this one was on its way, and could not take it away yet.
            await reply.remove()
        return done

    def refresh(self, table: Table) -> None:
        """Bring the panels of a table up to date, each at the speed at which Discord takes it."""
        for user_id in self._at.get(table.id, ()):
            self._refreshing.call(user_id)

    async def stop(self) -> None:
        """Refresh no more."""
        await self._refreshing.stop()

    def has(self, user_id: int, table: Table) -> bool:
        """Whether this person has a panel that is kept up to date."""
        held = self._panels.get(user_id)
        return held is not None and held.table is table and self._alive(held)

    def _alive(self, held: Panel) -> bool:
        return self._now() - held.born < TOKEN_LIFE - RESERVE

    async def _refresh(self, user_id: int) -> None:
        held = self._panels.get(user_id)
        if held is None:
            return
        async with held.lock:
            if self._panels.get(user_id) is not held:
                return
            held.wishes = await self._personal.of(user_id)
            farewell = self._farewell(held)
            if farewell is not None:
                self._drop(user_id)
                if self._now() - held.born < TOKEN_LIFE:
                    await held.reply.change(farewell)
                return
            looks, hand = held.looks, held.hand
            draft = await self._draft(held)
            if held.looks == looks and draft.picture is None:
                return
            done = await held.reply.change(draft)
            if done is not None:
                held.looks, held.hand = looks, hand
                if done is not Failure.UNREACHABLE and self._panels.get(user_id) is held:
                    self._drop(user_id)

    def _keep(self, panel: Panel) -> None:
        """Keep a panel up to date from now on, instead of the one its person had."""
        self._drop(panel.user_id)
        self._panels[panel.user_id] = panel
        self._at[panel.table.id].add(panel.user_id)

    def _drop(self, user_id: int) -> None:
        """Keep somebody's panel up to date no longer."""
        held = self._panels.pop(user_id, None)
        if held is not None:
            users = self._at[held.table.id]
            users.discard(user_id)
            if not users:
                del self._at[held.table.id]

    def _farewell(self, held: Panel) -> Draft | None:
        """What a panel says last, where it cannot be kept up to date any longer; None where it can."""
        table, locale = held.table, held.locale
        if table.closed is not None:
            return closed(table, locale)
        if table.seat_of(held.user_id) is None:
            return no_seat(locale)
        if not self._alive(held):
            row = (said_button(locale, Ticket("hand", table.id), "hand", MAIN),)
            return Draft(content=say(locale, "panel.asleep"), controls=(row,), no_picture=True)
        return None

    async def _draft(self, held: Panel, notice: str = "") -> Draft:
        """The panel as it should be now; its picture only where the hand is another than the one it shows."""
        held.wishes = await self._personal.of(held.user_id)
        await self._courtesy.turn()
        table = held.table
        number = table.seat_of(held.user_id)
        if number is None:
            return no_seat(held.locale)
        locale = held.locale
        if held.stamp != table.stamp:
            held.chosen, held.hint, held.stamp = None, "", table.stamp
        draft = panel(table, number, locale, held.chosen, clockwise=held.wishes.clockwise)
        notes = [note for note in (notice, held.hint) if note]
        if held.user_id in self._dm_closed:
            notes.append(say(locale, "panel.dm_closed"))
        draft = replace(draft, content="\n".join([*notes, draft.content]))
        view = own_view(table, number)
        hand = None
        if view is not None:
            low_first = held.wishes.hand_order == LOW_FIRST
            hand = Hand(view.hand, view.called, picked(view, held.chosen), view.rules.hold_sixes, low_first, locale)
        held.looks = draft.fingerprint()
        if hand != held.hand:
            held.hand = hand
            draft = replace(draft, no_picture=True) if hand is None else replace(draft, picture=await self.draw(hand))
        return draft

    async def draw(self, hand: Hand) -> Picture:
        """The picture of a hand, drawn off the event loop."""
        cards, called, chosen, hold_sixes, low_first, locale = hand
        how = {"low_first": low_first, "hold_sixes": hold_sixes}
        png = await asyncio.to_thread(self._pictures.hand, cards, locale, called, chosen, **how)
        return Picture(png, describe_hand(cards, locale, called, chosen, **how))


async def _settled(held: Panel) -> None:
    """Let an edit under way through an older token arrive first: it would put an older choice under the finger.

    Only so long that the answer is still in time; what arrives later is put right by another edit.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(SETTLING), held.lock:
            pass
