"""The hand by direct message: one message a round, kept current after its owner's own plays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import discord

from bot.games.baohuang.cards import Card
from bot.pictures import Pictures, describe_hand
from bot.tables.table import Table
from bot.texts import language, say
from cogs import calls
from cogs.board import own_view
from cogs.calls import Draft, Failure, Picture, Spot
from cogs.latest import Latest
from cogs.personal import LOW_FIRST, Personal
from cogs.places import board_url
from cogs.wording import safe


class Letter(NamedTuple):
    """A direct message that carries a hand, as the table remembers it."""

    channel: int
    message: int | str
    """Its id; while that is not known, since it is being sent, the nonce by which Discord gives it again."""
    round: int
    """The number of the round whose hand it shows, or will show."""
    locale: str
    """Its owner's language."""


class Look(NamedTuple):
    """What a direct message shows."""

    message: int | str
    hand: tuple[Card, ...]
    called: Card | None
    """The called card, where it is in the hand and so marked."""
    locale: str
    low_first: bool


class Shown(NamedTuple):
    """A direct message that shows a hand, and since when (seconds since 1970)."""

    table: int
    round: int
    look: Look
    at: float


class Hands:
    """All hands that are shown by direct message. A round never waits for one."""

    def __init__(
        self,
        client: discord.Client,
        personal: Personal,
        pictures: Pictures,
        now: Callable[[], float],
        lag: float,
    ) -> None:
        self._client = client
        self._personal = personal
        self._pictures = pictures
        self._now = now
        self._lag = lag
        self._shown: dict[int, Shown] = {}
        """What each person's message shows."""
        self._refreshing = Latest(self._refresh)
        self.closed: dict[int, tuple[int, int]] = {}
        """Those who take no direct messages, and the table and round that found it; the next round tries again."""

    async def greet(self, user_id: int, table: Table, locale: str) -> None:
        """Send the message that will carry the hand, so that closed DMs show before the deal."""
        letter, wishes = _letter(table, user_id), await self._personal.of(user_id)
        if (letter is None or letter.round != table.number) and wishes.hand_by_dm:
            channel = await calls.open_dm(self._client, user_id)
            if isinstance(channel, Failure):
                self._failed(table, user_id, channel)
            else:
                await self._send(channel, table, user_id, wishes.language or locale, None)
        self._refreshing.call((table, user_id))

    async def withdraw(self, user_id: int, table: Table) -> None:
        """Take the message of the running or next round away: its owner wants none."""
        letter = _letter(table, user_id)
        if letter is not None and letter.round == table.number:
            if isinstance(letter.message, int):
                await calls.delete(self._client, Spot(letter.channel, letter.message))
            await _remember(table, user_id, None)

    def refresh(self, table: Table, panelled: Callable[[int, Table], bool]) -> None:
        """Bring the messages up to date with hands that have changed; ``panelled`` says who also has a panel."""
        for seat in table.seats:
            if seat.present is not None and table.round is not None:
                shown = self._shown.get(seat.present.id)
                current = shown is not None and self._now() - shown.at < self._lag and shown.round == table.number
                if not (current and panelled(seat.present.id, table)):
                    self._refreshing.call((table, seat.present.id))

    def drop(self, table: Table) -> None:
        """Forget a table that has closed."""
        for user_id in [user_id for user_id, shown in self._shown.items() if shown.table == table.id]:
            del self._shown[user_id]
        for user_id in [user_id for user_id, found in self.closed.items() if found[0] == table.id]:
            del self.closed[user_id]

    async def stop(self) -> None:
        """Refresh no more."""
        await self._refreshing.stop()

    async def _refresh(self, key: tuple[Table, int]) -> None:
        table, user_id = key
        number, letter = table.seat_of(user_id), _letter(table, user_id)
        view = None if number is None else own_view(table, number)
        if view is None or letter is None:
            return
        shown = self._shown.get(user_id)
        called = view.called if view.called in view.hand else None
        wishes = await self._personal.of(user_id)
        locale, low_first = language(wishes.language or letter.locale), wishes.hand_order == LOW_FIRST
        now_shown = Look(letter.message, view.hand, called, locale, low_first)
        if shown is not None and shown.look == now_shown:
            return
        if self.closed.get(user_id) == (table.id, table.number) or not wishes.hand_by_dm:
            return
        held = view.rules.hold_sixes
        png = await asyncio.to_thread(
            self._pictures.hand, view.hand, locale, view.called, low_first=low_first, hold_sixes=held
        )
        words = describe_hand(view.hand, locale, view.called, low_first=low_first, hold_sixes=held)
        picture = Picture(png, words)
        if letter.round == table.number and isinstance(letter.message, int):
            draft = self._draft(table, locale, picture)
            failed = await calls.edit(self._client, Spot(letter.channel, letter.message), draft, later=True)
        else:
            failed = await self._send(letter.channel, table, user_id, locale, picture)
        current = _letter(table, user_id)
        if failed is not None:
            self._failed(table, user_id, failed)
        elif current is not None and isinstance(current.message, int) and table.closed is None:
            look = now_shown._replace(message=current.message)
            self._shown[user_id] = Shown(table.id, table.number, look, self._now())

    async def _send(
        self, channel: int, table: Table, user_id: int, locale: str, picture: Picture | None
    ) -> Failure | None:
        number, before = table.number, _letter(table, user_id)
        known = before.message if before is not None and before.round == number else None
        nonce = known if isinstance(known, str) else calls.nonce()
        if nonce != known:  # before it is there: a process that dies now would never know of it
            await _remember(table, user_id, Letter(channel, nonce, number, locale))
        draft = self._draft(table, language(locale), picture)
        sent = await calls.send(self._client, channel, draft, nonce)
        if nonce == known and isinstance(sent, Spot):
            sent = await calls.edit(self._client, sent, draft) or sent  # it may have been there, with no hand in it
        if isinstance(sent, Failure):
            if sent is not Failure.UNREACHABLE:
                await _remember(table, user_id, before if nonce != known else None)
            self._failed(table, user_id, sent)
            return sent
        self.closed.pop(user_id, None)
        await _remember(table, user_id, Letter(sent.channel_id, sent.message_id, number, locale))
        return None

    def _failed(self, table: Table, user_id: int, failure: Failure) -> None:
        if failure is Failure.DM_CLOSED and table.closed is None:
            self.closed[user_id] = (table.id, table.number)

    def _draft(self, table: Table, locale: str, picture: Picture | None) -> Draft:
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


def _letter(table: Table, user_id: int) -> Letter | None:
    kept = table.memo.get(f"dm/{user_id}")
    return None if kept is None else Letter(*kept)


async def _remember(table: Table, user_id: int, letter: Letter | None) -> None:
    if letter is not None and table.seat_of(user_id) is None:
        return  # they have got up while it was on its way, and may have had their data deleted
    await table.remember(**{f"dm/{user_id}": None if letter is None else list(letter)})
