"""Those who manage a server, and rounds that have been played in it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.playground import Person
from bot.playground.permission import Permission
from tests.cogs.room import Room
from tests.storage.played import MONDAY, play


def manager(here: Room, number: int = 0) -> Person:
    """Somebody who may manage the server."""
    person = here.people[number]
    person.give(here.guild, here.playground.add_role(here.guild, "Chiefs", Permission.MANAGE_GUILD))
    return person


async def played(here: Room, points: Sequence[int], at: float = MONDAY, **options: object) -> int:
    """A round of the people with these points, in order; its number."""
    shares = [(person.user.id, one) for person, one in zip(here.people, points, strict=False)]
    return await play(here.client.services.store, shares, guild=here.guild.id, at=at, **options)  # type: ignore[arg-type]


async def skill(here: Room, person: Person) -> int:
    """What the ledger of the server adds up to for somebody."""
    return (await here.client.services.store.sums(here.guild.id, [person.user.id]))[person.user.id]
