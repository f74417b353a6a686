"""``python -m bot backup FILE``: a copy of the database, also while the bot runs."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.settings import SettingError, load
from bot.texts import say
from bot.wrong import complain, wrong_database
from storage.backup import back_up
from storage.errors import StorageError


def run(locale: str | None, target: Path) -> int:
    """Copy the database to a new file; the exit status is 0 if it is there, complete and right."""
    try:
        settings = load()
        back_up(settings.database, target)
    except SettingError as error:
        return complain(say(locale, f"settings.{error.code}", name=error.name))
    except StorageError as error:
        return complain(wrong_database(error, settings.database, locale))
    sys.stdout.write(say(locale, "program.backup_done", path=target, database=settings.database) + "\n")
    return 0
