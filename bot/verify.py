"""``python -m bot verify``: checks records of rounds on bare Python, a line a file."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from bot.games.baohuang.record import LIMIT, BadAction, check
from bot.games.base import GameError
from bot.texts import say

LONGEST = 300
"""How many characters of what is wrong are shown."""


def run(files: Sequence[str], shown: str | None) -> int:
    """Check each file and print a line about it; the exit status is 0 if all are right, else 1.

    ``shown`` is the commitment that was shown before the round, to compare with too.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal may know neither Chinese nor the file's name
    wrong = 0
    try:
        for file in files:
            what = _wrong(file, shown)
            wrong += what is not None
            said = say(locale(), "verify.ok") if what is None else _plain(what)[:LONGEST]
            sys.stdout.write(f"{_plain(file)}: {said}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the lines has had enough. Python would complain once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 1 if wrong else 0


def locale() -> str | None:
    """The locale that the environment asks messages to be in."""
    return next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), None)


def _wrong(file: str, shown: str | None) -> str | None:
    """What is wrong with a file, as a sentence; None if it is a right record."""
    try:
        with open(file, "rb", opener=_at_once) as stream:
            data = stream.read(LIMIT + 1)
        check(data, shown)
    except FileNotFoundError:
        return say(locale(), "verify.missing")
    except IsADirectoryError:
        return say(locale(), "verify.directory")
    except OSError:
        return say(locale(), "verify.unreadable")
    except (GameError, BadAction) as error:
        return sentence(error, locale())
    return None


def sentence(error: GameError | BadAction, tongue: str | None) -> str:
    """What is wrong with a record, in the language of a locale."""
    if isinstance(error, BadAction):
        what = sentence(error.error, tongue)
        return say(tongue, "verify.action", number=error.number, seat=error.seat, text=error.text[:80], what=what)
    values = {name: str(value)[:80] for name, value in error.values.items()}
    return say(tongue, f"refusal.{error.code}", **values)


def _at_once(path: str, flags: int) -> int:
    """Open a file; a pipe that nobody has open for writing is empty, where opening it would wait for someone."""
    if sys.platform == "win32":
        return os.open(path, flags)
    descriptor = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    return descriptor


def _plain(text: str) -> str:
    """The text on one line, with nothing in it that a terminal would obey."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
