"""``python -m tests.torture.program``: the program on Discord as its settings say, only in a hurry."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from bot import running
from bot.__main__ import point_at
from bot.tables.pace import Pace

HURRIED: Final = Pace(
    ready=3600, idle=7200, lost=7200, nudge=3, mask=(0, 0.1), between=0.1, letter=20, retry=0.2, retry_most=2
)
"""Nobody loses a seat here, and answers that show later are rare; what is only for the eye goes fast."""


class Hurried(running.Lasting):
    """The client, with little waiting of discord.py's own."""

    def __init__(self, database: Path, sprites: Path) -> None:
        super().__init__(database, sprites, pace=HURRIED, guild_ready_timeout=0.05)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> Any:
        """Identify at once, also after a session that was refused."""


if __name__ == "__main__":
    running.Lasting = Hurried  # type: ignore[assignment, misc]
    sys.exit(running.run(None, point_at))
