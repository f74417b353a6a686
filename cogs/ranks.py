"""``/bh rank``: where a player stands in the server and over all, and how that came about."""

from __future__ import annotations

import asyncio
from typing import Any, Final, NamedTuple, TypeAlias

import discord

from bot.games.baohuang.scoring import level, next_level
from bot.pictures import Track, describe_curve
from bot.pictures.result import figure, signed
from bot.tables.state import SKILL_START
from bot.texts import CHINESE, ENGLISH, language, say
from cogs.board import FELT
from cogs.calls import Draft, Picture
from cogs.visit import Visit
from cogs.wording import safe
from storage.careers import Career, Played, Step, career, curve
from storage.periods import Period
from storage.ranks import ALL, Measure, Standing, players, standing

ROLES: Final = ("emperor", "guard", "rebel", "solo")

Person: TypeAlias = discord.User | discord.Member


class _Record(NamedTuple):
    """What is known of a player in one scope."""

    title: str
    """Of the scope: a key within texts' ``rank``."""
    standing: Standing
    players: int
    career: Career
    curve: tuple[Step, ...]


async def show_rank(visit: Visit, person: Person | None) -> None:
    """Answer with the rank of a person, or of whoever asks."""
    await visit.tell(await visit.done(_rank(visit, person or visit.user)))


async def _rank(visit: Visit, person: Person) -> Draft:
    guild, locale = visit.interaction.guild_id, visit.locale
    scopes = [("all", ALL)] if guild is None else [("here", guild), ("all", ALL)]
    found = [(title, await _record(visit, person.id, title, scope)) for title, scope in scopes]
    records = [record for _, record in found if record is not None]
    if not records:
        own = person.id == visit.user.id
        return Draft(content=say(locale, f"rank.none_{'own' if own else 'other'}", name=safe(person.display_name)))
    embed = discord.Embed(title=say(locale, "rank.title", name=safe(person.display_name)), colour=FELT)
    for title, record in found:
        lines = [say(locale, "rank.none_here")] if record is None else _lines(record, locale)
        embed.add_field(name=say(locale, f"rank.{title}"), value="\n".join(lines), inline=False)
    tracks = [_track(record, locale) for record in records]
    png = await asyncio.to_thread(visit.services.front.pictures.curve, tracks, locale)
    return Draft(embed=embed, picture=Picture(png, describe_curve(tracks, language(locale)), "skill.png"))


async def _record(visit: Visit, user: int, title: str, scope: int) -> _Record | None:
    store, at = visit.services.store, visit.services.front.now()
    stands, steps = await standing(store, user, scope, at=at), await curve(store, user, scope)
    if stands is None or not steps:
        return None
    ranked = await players(store, scope, period=Period.EVER, by=Measure.SKILL, at=at)
    return _Record(title, stands, ranked, await career(store, user, scope), steps)


def _track(record: _Record, locale: str) -> Track:
    steps = [(step.at, SKILL_START + step.skill) for step in record.curve]
    return Track(say(locale, f"rank.{record.title}"), [(steps[0][0], SKILL_START), *steps])


def _lines(record: _Record, locale: str) -> list[str]:
    """All that there is to say of a player in one scope."""
    skill, above = SKILL_START + record.standing.skill, next_level(SKILL_START + record.standing.skill)
    lines = [
        say(locale, "rank.skill", skill=figure(skill), level=_both(level(skill), locale)),
        say(locale, "rank.top")
        if above is None
        else say(locale, "rank.next", missing=above[1], level=say(locale, f"level.{above[0]}")),
        say(locale, "rank.rank", rank=record.standing.rank, players=record.players),
    ]
    done = record.career
    rounds = [say(locale, "rank.rounds", rounds=done.rounds)]
    if done.place is not None:
        rounds.append(say(locale, "rank.place", place=f"{done.place:.1f}"))
    lines.append(" · ".join(rounds))
    if done.best is not None and done.worst is not None:
        lines.append(say(locale, "rank.extremes", best=signed(done.best), worst=signed(done.worst)))
        lines.append(say(locale, "rank.won", **_share(Played(done.rounds, _won(done)), locale)))
    roles = [(say(locale, f"rank.role.{role}"), done.roles[role]) for role in ROLES if role in done.roles]
    if roles:
        lines.append(" · ".join(say(locale, "rank.won_role", role=role, **_share(did, locale)) for role, did in roles))
    return lines


def _won(done: Career) -> int:
    """How many rounds were won in all roles."""
    return sum(role.won for role in done.roles.values())


def _share(played: Played, locale: str) -> dict[str, Any]:
    return {
        "share": said_share(played.won, played.rounds, locale, digits=0),
        "won": played.won,
        "rounds": played.rounds,
    }


def said_share(won: int, rounds: int, locale: str, *, digits: int) -> str:
    """A share of rounds as a percentage."""
    return say(locale, "rank.share", percent=f"{100 * won / rounds:.{digits}f}")


def _both(name: str, locale: str) -> str:
    """A level in the reader's language, and as the others call it."""
    other = ENGLISH if language(locale) == CHINESE else CHINESE
    return say(locale, "rank.level", level=say(locale, f"level.{name}"), other=say(other, f"level.{name}"))
