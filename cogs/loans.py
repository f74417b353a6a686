"""Tokens of clicks on a board: edits through them do not count against the bot's global limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import discord

from bot.tables.table import Table
from cogs import calls
from cogs.calls import Draft, Failure, Spot
from cogs.places import board_spot

FRESH: Final = 5 * 60
"""Seconds for which no newer token is wanted."""
SPENT: Final = 14.5 * 60
"""Seconds after which a token is not used any more: Discord takes it for fifteen minutes."""


class Loan(NamedTuple):
    """A token that can edit one message."""

    interaction: discord.Interaction[Any]
    message: int
    born: float


class Loans:
    """The newest token for the board of each table."""

    def __init__(self, client: discord.Client, now: Callable[[], float]) -> None:
        self._client = client
        self._now = now
        self._loans: dict[int, Loan] = {}

    def wanted(self, table: Table, interaction: discord.Interaction[Any]) -> bool:
        """Whether the answer to this interaction should leave a token for the board: it was a click there."""
        message, spot = interaction.message, board_spot(table)
        if message is None or spot is None or message.id != spot.message_id:
            return False
        loan = self._of(table, spot)
        return loan is None or self._now() - loan.born > FRESH

    def take(self, table: Table, interaction: discord.Interaction[Any]) -> None:
        """Keep a token that can edit the message that was clicked on, unless the table has closed meanwhile."""
        assert interaction.message is not None
        if table.closed is None:
            self._loans[table.id] = Loan(interaction, interaction.message.id, self._now())

    def drop(self, table: Table) -> None:
        """Forget a table that has closed."""
        self._loans.pop(table.id, None)

    async def edit(self, table: Table, spot: Spot, draft: Draft) -> Failure | None:
        """Edit a board: through a token where there is one, or else as the bot."""
        loan = self._of(table, spot)
        if loan is not None:
            failed = await calls.edit_through(loan.interaction, draft)
            if failed is not Failure.EXPIRED:
                return failed
            self.drop(table)
        return await calls.edit(self._client, spot, draft)

    def _of(self, table: Table, spot: Spot) -> Loan | None:
        loan = self._loans.get(table.id)
        usable = loan is not None and loan.message == spot.message_id and self._now() - loan.born < SPENT
        return loan if usable else None
