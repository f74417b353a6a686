"""The weekly post of a server: who won most points in the week before, in the channel that the server has chosen."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from typing import Final

import discord

from bot.games.baohuang.scoring import level
from bot.pictures.result import signed
from bot.tables.pace import Time
from bot.tables.state import SKILL_START
from bot.texts import language, say
from cogs.board import FELT
from cogs.calls import Draft, Failure, edit, send
from cogs.permissions import lacking_for_posts
from cogs.wording import safe
from storage import weekly
from storage.periods import Period
from storage.store import Store
from storage.weekly import Due, Week

log = logging.getLogger(__name__)

WEEK: Final = 7 * 86400
"""Seconds of a week."""
_MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


class Weekly:
    """Posts what is due, then waits for the next Monday, 00:00 UTC.

    What cannot be posted stays due and is tried again after ``retry`` seconds, until another channel is chosen or it
    is switched off; those who manage the server see in its settings what is wrong.
    """

    def __init__(self, client: discord.Client, store: Store, time: Time, retry: float) -> None:
        self._client = client
        self._store = store
        self._time = time
        self._retry = retry
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, as soon as the client is ready."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Post no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def look(self) -> None:
        """A server has chosen another channel: what could not be posted before is posted now."""
        self._wake.set()

    async def _run(self) -> None:
        await self._client.wait_until_ready()
        while True:
            self._wake.clear()
            now = self._time.now()
            done = await self._post_due(now)
            await self._time.wait(Period.WEEK.since(now) + WEEK if done else now + self._retry, self._wake)

    async def _post_due(self, now: float) -> bool:
        """Post all that is due; whether nothing is left."""
        try:
            return all([await self._post(one) for one in await weekly.due(self._store, now)])
        except Exception:  # the next try must not fail with this one
            log.exception("weekly posts have to wait")
            return False

    async def _post(self, due: Due) -> bool:
        if self._client.get_guild(due.guild) is None or lacking_for_posts(self._client, due.guild, due.channel) != ():
            return False  # asking Discord in vain, again and again, would count against the bot
        draft = await self._draft(due)
        if draft is not None:
            # With this nonce Discord takes it once, also when the bot stops before it has noted that it is there.
            sent = await send(self._client, due.channel, draft, f"{due.guild:x}w{due.since:x}")
            if isinstance(sent, Failure):
                log.warning("the weekly post of server %d cannot be sent: %s", due.guild, sent.value)
                return False
            newest = await self._draft(due)  # somebody may have had their name deleted while it was on its way
            if newest is not None and newest.fingerprint() != draft.fingerprint():
                await edit(self._client, sent, newest)
        await weekly.told(self._store, due)
        return True

    async def _draft(self, due: Due) -> Draft | None:
        """The post; None where nobody has played."""
        week = await weekly.week(self._store, due.guild, due.since)
        chosen = (await self._store.server(due.guild)).language
        locale = public_language(self._client, due.guild, chosen)
        lines = await said_week(self._store, due.guild, week, locale)
        return summary(week, lines, locale) if week.rounds else None


def public_language(client: discord.Client, guild_id: int, chosen: str | None) -> str:
    """The language of what nobody asked for in a server: its own, or Discord's setting of it."""
    guild = client.get_guild(guild_id)
    return language(chosen or (guild.preferred_locale.value if guild else None))


def summary(week: Week, lines: str, locale: str) -> Draft:
    """A week in one message; ``lines`` say who was first."""
    first, last = (datetime.fromtimestamp(at, UTC).date() for at in (week.since, week.since + WEEK - 1))
    embed = discord.Embed(title=say(locale, "weekly.title", first=first, last=last), description=lines, colour=FELT)
    embed.set_footer(text=say(locale, "weekly.rounds", count=week.rounds))
    return Draft(embed=embed)


async def said_week(store: Store, guild: int, week: Week, locale: str) -> str:
    """The first of a week by points, a line each, with the skill level that each has in the server now."""
    sums = await store.sums(guild, [row.user for row in week.best.rows])
    lines = [
        say(
            locale,
            "weekly.line",
            rank=_MEDALS.get(row.rank or 0, f"`{row.rank}.`"),
            name=safe(row.name),
            level=say(locale, f"level.{level(SKILL_START + sums[row.user])}"),
            points=signed(row.points),
            count=row.rounds,
        )
        for row in week.best.rows
    ]
    return "\n".join(lines) or say(locale, "weekly.nobody")
