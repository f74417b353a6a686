"""Keeps people's panels up to date, each through the newest token that its person gave us."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Set
from dataclasses import replace
from typing import Final

from bot.games.baohuang.cards import Card
from bot.pictures import Pictures, describe_hand
from bot.tables.table import Table
from bot.texts import language, say
from cogs.board import own_view
from cogs.calls import Draft, Failure, Picture, attempt
from cogs.compose import Chosen
from cogs.latest import Latest
from cogs.panel import panel
from cogs.reply import Reply

TOKEN_LIFE: Final = 14 * 60
"""Seconds for which a token is used: Discord gives it 15 minutes."""

Hand = tuple[tuple[Card, ...], Card | None, str]
"""What a picture of a hand depends on: the cards, the called card, the language."""


class Panel:
    """One person's panel at one table, as it was sent last."""

    def __init__(self, table: Table, user_id: int, reply: Reply, born: float) -> None:
        self.table = table
        self.user_id = user_id
        self.reply = reply
        self.born = born
        self.stamp: object = None
        self.chosen: Chosen | None = None
        self.hand: Hand | None = None
        self.looks: object = None
        self.lock = asyncio.Lock()


class Panels:
    """All panels; a person has one, since a person has one seat."""

    def __init__(self, pictures: Pictures, now: Callable[[], float], dm_closed: Set[int]) -> None:
        self._pictures = pictures
        self._now = now
        self._dm_closed = dm_closed
        self._panels: dict[int, Panel] = {}
        self._refreshers: dict[int, Latest] = {}

    async def answer(
        self, reply: Reply, table: Table, *, chosen: Chosen | None = None, notice: str = ""
    ) -> Failure | None:
        """Answer an interaction of somebody seated with their panel, which is kept up to date from now on.

        A panel that was clicked on changes; any other click or command gets a new one, and the old one goes.
        """
        interaction = reply.interaction
        user_id = interaction.user.id
        old = self._panels.get(user_id)
        message = interaction.message
        clicked = message is not None and message.flags.ephemeral
        fresh = Panel(table, user_id, reply, self._now())
        if clicked and old is not None and old.table is table:
            fresh.hand = old.hand
        fresh.chosen, fresh.stamp = chosen, table.stamp
        self._panels[user_id] = fresh
        async with fresh.lock:
            draft = await self._draft(fresh, notice)
            done = await (reply.change(draft) if clicked else reply.tell(draft))
        if done is None and not clicked and old is not None and self._alive(old):
            await attempt(old.reply.interaction.delete_original_response())
        return done

    def refresh(self, table: Table) -> None:
        """Bring the panels of a table up to date, each at the speed at which Discord takes it."""
        for user_id, held in list(self._panels.items()):
            if held.table is not table:
                continue
            if not self._alive(held) or table.seat_of(user_id) is None:
                del self._panels[user_id]
                continue
            if user_id not in self._refreshers:
                self._refreshers[user_id] = Latest(lambda user_id=user_id: self._refresh(user_id))  # type: ignore[misc]
            self._refreshers[user_id].call()

    def drop(self, table: Table) -> None:
        """Forget the panels of a table that has closed."""
        for user_id in [user_id for user_id, held in self._panels.items() if held.table is table]:
            del self._panels[user_id]
            if (refresher := self._refreshers.pop(user_id, None)) is not None:
                refresher.stop()

    def has(self, user_id: int, table: Table) -> bool:
        """Whether this person has a panel that is kept up to date."""
        held = self._panels.get(user_id)
        return held is not None and held.table is table and self._alive(held)

    def _alive(self, held: Panel) -> bool:
        return self._now() - held.born < TOKEN_LIFE

    async def _refresh(self, user_id: int) -> None:
        held = self._panels.get(user_id)
        if held is None or held.table.seat_of(user_id) is None:
            return
        async with held.lock:
            looks, hand = held.looks, held.hand
            draft = await self._draft(held)
            if held.looks == looks and draft.picture is None:
                return
            done = await held.reply.change(draft)
            if done is not None:
                held.looks, held.hand = looks, hand
                if done is not Failure.UNREACHABLE and self._panels.get(user_id) is held:
                    del self._panels[user_id]

    async def _draft(self, held: Panel, notice: str = "") -> Draft:
        """The panel as it should be now; its picture only where the hand is another than the one it shows."""
        table = held.table
        number = table.seat_of(held.user_id)
        assert number is not None
        locale = language(held.reply.interaction.locale.value)
        if held.stamp != table.stamp:
            held.chosen, held.stamp = None, table.stamp
        draft = panel(table, number, locale, held.chosen)
        notes = [notice] if notice else []
        if held.user_id in self._dm_closed:
            notes.append(say(locale, "panel.dm_closed"))
        draft = replace(draft, content="\n".join([*notes, draft.content]))
        view = own_view(table, number)
        hand = None if view is None else (view.hand, view.called, locale)
        held.looks = draft.fingerprint()
        if hand != held.hand:
            held.hand = hand
            draft = replace(draft, no_picture=True) if hand is None else replace(draft, picture=await self.draw(hand))
        return draft

    async def draw(self, hand: Hand) -> Picture:
        """The picture of a hand, drawn off the event loop."""
        cards, called, locale = hand
        png = await asyncio.to_thread(self._pictures.hand, cards, locale, called)
        return Picture(png, describe_hand(cards, locale, called))
