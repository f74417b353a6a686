"""Answering one interaction, exactly once and in time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import discord

from cogs.calls import Draft, Failure, attempt

Value = TypeVar("Value")

PATIENCE: Final = 1.5
"""Seconds after which an interaction is deferred: Discord gives 3, and the way there takes some of them."""


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
        return self.lends and self.interaction.response.type is discord.InteractionResponseType.deferred_message_update

    @property
    def _original_is_public(self) -> bool:
        """Whether @original is, or may turn out to be, a public message: nothing private may be edited into it."""
        types = discord.InteractionResponseType
        made = self.interaction.response.type in (types.channel_message, types.deferred_channel_message)
        return self._on_public and not made

    async def during(self, work: Coroutine[Any, Any, Value], *, new_message: bool) -> Value:
        """Do the work an answer needs, deferring when it takes long.

        ``new_message``: whether the answer will be a new private message, or a change of the message clicked on.
        """
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE)
        if not done:
            await self.defer(new_message=new_message)
        return await task

    async def defer(self, *, new_message: bool) -> None:
        """Tell Discord that the answer is coming; nothing is told to the person yet."""
        async with self._lock:
            response = self.interaction.response
            if response.is_done():
                return
            if self.lends:
                await attempt(response.defer())
            elif new_message or self.interaction.type is not discord.InteractionType.component:
                self._deferred_new = True
                await attempt(response.defer(ephemeral=True, thinking=True))
            else:
                await attempt(response.defer())

    async def tell(self, draft: Draft, *, public: bool = False) -> Failure | None:
        """Answer with a new message, private unless told otherwise. Once answered, it is a follow-up."""
        async with self._lock:
            response = self.interaction.response
            if self.lends and not response.is_done():
                deferred = await attempt(response.defer())
                if isinstance(deferred, Failure):
                    return deferred
            if not response.is_done():
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
            opened = await attempt(self.interaction.response.send_modal(form))
            return opened if isinstance(opened, Failure) else None

    async def change(self, draft: Draft) -> Failure | None:
        """Answer by changing the message that was clicked on (for a command, the answer given before).

        Where that has gone meanwhile, or everyone sees it, the answer is a new private message.
        """
        async with self._lock:
            response = self.interaction.response
            if response.is_done() or self.interaction.type is not discord.InteractionType.component:
                return await self._edit_original(draft)
            if self._on_public:
                return await self._tell_first(draft, public=False)
            done = await attempt(response.edit_message(**draft.edit()))
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
        first = await attempt(self.interaction.response.send_message(**draft.new(), ephemeral=not public))
        if isinstance(first, Failure):
            return first
        self.message_id = first.message_id
        return None

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
