"""What is wrong with what the program needs, in a sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from bot.texts import say
from storage import errors

_KEYS: Final = {
    errors.LeaseTaken: "lease_taken",
    errors.NotADatabase: "not_a_database",
    errors.ForeignDatabase: "foreign_database",
    errors.NewerDatabase: "newer_database",
    errors.DamagedDatabase: "damaged_database",
    errors.Locked: "locked_database",
    errors.ReadOnly: "read_only_database",
    errors.DiskFull: "disk_full",
    errors.NoDatabase: "no_database",
    errors.FileExists: "file_exists",
    errors.StrayLog: "stray_log",
}


def wrong_database(error: errors.StorageError, path: Path, locale: str | None) -> str:
    """What is wrong with a database, and what to do."""
    return say(locale, f"program.{_KEYS.get(type(error), 'database_broken')}", path=path, error=error)


def complain(text: str) -> int:
    """Say what is wrong on standard error; the exit status for it."""
    sys.stderr.write(text + "\n")
    return 1
