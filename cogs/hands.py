"""The hand by direct message: one message a round, kept current after its owner's own plays."""

from __future__ import annotations

import asyncio

import discord

from bot.games.baohuang.cards import Card
from bot.pictures import Pictures, describe_hand
from bot.tables.table import Table
from bot.texts import language, say
from cogs import calls
from cogs.board import own_view
from cogs.calls import Draft, Failure, Picture, Spot
from cogs.latest import Latest
from cogs.places import board_url
from cogs.wording import safe
from storage.store import Store


class Hands:
    """All hands that are shown by direct message. A round never waits for one."""

    def __init__(self, client: discord.Client, store: Store, pictures: Pictures) -> None:
        self._client = client
        self._store = store
        self._pictures = pictures
        self._shown: dict[int, tuple[int, int, tuple[Card, ...]]] = {}
        self._locales: dict[int, str] = {}
        self._work: dict[tuple[int, int], Latest] = {}
        self.closed: set[int] = set()
        """Ids of those who take no direct messages."""

    async def greet(self, user: discord.User | discord.Member, table: Table, locale: str) -> None:
        """Send the message that will carry the hand, so that closed DMs show before the deal."""
        self._locales[user.id] = locale
        if not await self._store.hand_by_dm(user.id):
            return
        channel = await calls.open_dm(user)
        sent = channel if isinstance(channel, Failure) else await self._send(channel, table, user.id, None)
        if isinstance(sent, Failure):
            if sent is Failure.DM_CLOSED:
                self.closed.add(user.id)
            return
        self.closed.discard(user.id)
        await self._remember(table, user.id, sent)

    def refresh(self, table: Table) -> None:
        """Bring the messages up to date with hands that have changed."""
        for number, seat in enumerate(table.seats):
            if seat.present is None or table.round is None:
                continue
            key = (table.id, seat.present.id)
            if key not in self._work:
                self._work[key] = Latest(lambda key=key, number=number: self._refresh(table, number, key[1]))  # type: ignore[misc]
            self._work[key].call()

    def drop(self, table: Table) -> None:
        """Forget a table that has closed."""
        for key in [key for key in self._work if key[0] == table.id]:
            self._work.pop(key).stop()
            self._shown.pop(key[1], None)

    async def _refresh(self, table: Table, number: int, user_id: int) -> None:
        view = own_view(table, number)
        if view is None or table.seat_of(user_id) != number:
            return
        shows = (table.id, table.number, view.hand)
        last = table.memo.get("dms", {}).get(str(user_id))
        if self._shown.get(user_id) == shows or last is None or not await self._store.hand_by_dm(user_id):
            return
        locale = self._locale(table, user_id)
        png = await asyncio.to_thread(self._pictures.hand, view.hand, locale, view.called)
        picture = Picture(png, describe_hand(view.hand, locale, view.called))
        channel, message, of_round = last
        if of_round == table.number:
            failed = await calls.edit(self._client, Spot(channel, message), self._draft(table, user_id, picture))
        else:
            sent = await self._send(channel, table, user_id, picture)
            failed = sent if isinstance(sent, Failure) else None
            if isinstance(sent, Spot):
                await self._remember(table, user_id, sent)
        if failed is None:
            self._shown[user_id] = shows
        elif failed is Failure.DM_CLOSED:
            self.closed.add(user_id)

    async def _send(self, channel: int, table: Table, user_id: int, picture: Picture | None) -> Spot | Failure:
        return await calls.send(self._client, channel, self._draft(table, user_id, picture))

    def _draft(self, table: Table, user_id: int, picture: Picture | None) -> Draft:
        locale = self._locale(table, user_id)
        guild = self._client.get_guild(table.guild)
        text = say(
            locale,
            "dm.waiting" if picture is None else "dm.hand",
            server=safe(guild.name) if guild else str(table.guild),
            table=table.id,
            number=table.number,
            url=board_url(table),
        )
        return Draft(content=text, picture=picture)

    def _locale(self, table: Table, user_id: int) -> str:
        return language(self._locales.get(user_id, table.settings.language))

    async def _remember(self, table: Table, user_id: int, spot: Spot) -> None:
        dms = {**table.memo.get("dms", {}), str(user_id): [spot.channel_id, spot.message_id, table.number]}
        await table.remember(dms=dms)
