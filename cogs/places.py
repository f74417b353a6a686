"""Where a table is on Discord, from what it remembers."""

from __future__ import annotations

from bot.tables.table import Table
from cogs.calls import Spot


def place(table: Table) -> int:
    """The id of the channel or thread in which the table plays."""
    thread = table.memo.get("thread")
    return table.channel if thread is None else int(thread)


def board_spot(table: Table) -> Spot | None:
    """Where the board is."""
    message = table.memo.get("board")
    return None if message is None else Spot(place(table), int(message))


def card_spot(table: Table) -> Spot | None:
    """Where the card is."""
    message = table.memo.get("card")
    return None if message is None else Spot(table.channel, int(message))


def board_url(table: Table) -> str:
    """The address of the board; of its channel, before it is posted."""
    spot = board_spot(table)
    base = f"https://discord.com/channels/{table.guild}/{place(table)}"
    return base if spot is None else f"{base}/{spot.message_id}"
