"""Answering one interaction, exactly once and in time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import discord

from cogs.calls import Draft, Failure, attempt

Value = TypeVar("Value")
Kind = discord.InteractionResponseType

PATIENCE: Final = 1.5
"""Seconds after a click when it is deferred: Discord gives 3, and the way there takes some of them."""


class Reply:
    """The one answer to an interaction.

    discord.py marks a response as done only after its HTTP call returns, so that two tasks could both send one; all
    answers go through this object, which holds a lock. ``public`` says who sees a new message.

    With ``lends`` set before the answer, a click on a public message is answered such that its token can edit that
    message from then on (``Lent``): Discord does not count that against the bot's global limit.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self._lock = asyncio.Lock()
        self._answer: Kind | None = None
        """How the interaction has been answered: discord.py does not know where Discord's confirmation was lost."""
        self._deferred_new = False
        self._own: int | None = None
        """The answer, where it is a follow-up: then @original is the message that was clicked on."""
        self._on_public = interaction.message is not None and not interaction.message.flags.ephemeral
        self.lends = False
        self.message_id = None if interaction.message is None else interaction.message.id
        """The message that is the answer; before there is one, the message that was clicked on."""

    @property
    def lent(self) -> bool:
        """Whether the token can edit the public message that was clicked on."""
        return self.lends and self._answer is Kind.deferred_message_update

    @property
    def answered(self) -> bool:
        """Whether Discord has an answer, be it only that one is coming."""
        return self._answer is not None

    @property
    def _original_is_public(self) -> bool:
        """Whether @original is, or may turn out to be, a public message: nothing private may be edited into it."""
        made = self._answer in (Kind.channel_message, Kind.deferred_channel_message)
        return self._on_public and not made

    async def during(self, work: Coroutine[Any, Any, Value], *, new_message: bool) -> Value:
        """Do the work an answer needs, deferring when it takes long.

        ``new_message``: whether the answer will be a new private message, or a change of the message clicked on.
        """
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({task}, timeout=self._patience())
        if not done:
            await self.defer(new_message=new_message)
        return await task

    def _patience(self) -> float:
        """Seconds until the interaction is deferred.

        It may have waited for us already. Discord's clock and ours may differ: where its click seems to lie in the
        future it has just been made, and one that seems too old is deferred at once.
        """
        age = (discord.utils.utcnow() - self.interaction.created_at).total_seconds()
        return PATIENCE - min(max(0.0, age), PATIENCE)

    async def defer(self, *, new_message: bool) -> None:
        """Tell Discord that the answer is coming; nothing is told to the person yet."""
        async with self._lock:
            if self.answered:
                return
            component = self.interaction.type is discord.InteractionType.component
            if self.lends or (component and not new_message):
                await self._defer_update()
            else:
                self._deferred_new = True
                deferring = self.interaction.response.defer(ephemeral=True, thinking=True)
                await self._respond(deferring, Kind.deferred_channel_message)

    async def tell(self, draft: Draft, *, public: bool = False) -> Failure | None:
        """Answer with a new message, private unless told otherwise. Once answered, it is a follow-up."""
        async with self._lock:
            if self.lends and not self.answered:
                deferred = await self._defer_update()
                if isinstance(deferred, Failure):
                    return deferred
            if not self.answered:
                return await self._tell_first(draft, public=public)
            if self._deferred_new and not public:
                self._deferred_new = False
                return await self._edit_original(draft)
            later = await attempt(self.interaction.followup.send(**draft.new(), ephemeral=not public, wait=True))
            if isinstance(later, Failure):
                return later
            if self._original_is_public and not public:
                self.message_id = self._own = later.id
            return None

    async def ask(self, form: discord.ui.Modal) -> Failure | None:
        """Answer with a form to fill in. It cannot follow another answer, not even a deferral."""
        async with self._lock:
            opened = await self._respond(self.interaction.response.send_modal(form), Kind.modal)
            return opened if isinstance(opened, Failure) else None

    async def change(self, draft: Draft) -> Failure | None:
        """Answer by changing the message that was clicked on (for a command, the answer given before).

        Where that has gone meanwhile, or everyone sees it, the answer is a new private message.
        """
        async with self._lock:
            if self.answered or self.interaction.type is not discord.InteractionType.component:
                return await self._edit_original(draft)
            if self._on_public:
                return await self._tell_first(draft, public=False)
            edited = self.interaction.response.edit_message(**draft.edit())
            done = await self._respond(edited, Kind.message_update)
            if done is Failure.GONE:
                return await self._tell_first(draft, public=False)
            return done if isinstance(done, Failure) else None

    async def remove(self) -> None:
        """Take the answer away."""
        async with self._lock:
            if self._original_is_public:
                if self._own is not None:
                    await attempt(self.interaction.followup.delete_message(self._own))
            else:
                await attempt(self.interaction.delete_original_response())

    async def _tell_first(self, draft: Draft, *, public: bool) -> Failure | None:
        sent = self.interaction.response.send_message(**draft.new(), ephemeral=not public)
        first = await self._respond(sent, Kind.channel_message)
        if isinstance(first, Failure):
            return first
        if first is not None:
            self.message_id = first.message_id
        else:
            found = await attempt(self.interaction.original_response())
            self.message_id = None if isinstance(found, Failure) else found.id
        return None

    async def _defer_update(self) -> object:
        return await self._respond(self.interaction.response.defer(), Kind.deferred_message_update)

    async def _respond(self, call: Coroutine[Any, Any, Value], kind: Kind) -> Value | Failure | None:
        """Answer at first; None where it has arrived and only the confirmation was lost.

        discord.py tries again then, and Discord says that there is an answer: it can only be this one.
        """
        done = await attempt(call)
        if done is Failure.ANSWERED:
            self._answer = kind
            return None
        if not isinstance(done, Failure):
            self._answer = kind
        return done

    async def _edit_original(self, draft: Draft) -> Failure | None:
        if self._original_is_public:
            if self._own is None:
                return Failure.GONE
            edited = await attempt(self.interaction.followup.edit_message(self._own, **draft.edit()))
            return edited if isinstance(edited, Failure) else None
        done = await attempt(self.interaction.edit_original_response(**draft.edit()))
        if isinstance(done, Failure):
            return done
        self.message_id = done.id
        return None
