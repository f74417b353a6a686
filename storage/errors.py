"""What can go wrong with the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StorageError(Exception):
    """The database could not be opened, read or written."""


class LeaseTaken(StorageError):
    """Another process works with this database."""


class NewerDatabase(StorageError):
    """The database was written by a newer version of this program."""


class NotADatabase(StorageError):
    """The file is something else."""


class ForeignDatabase(StorageError):
    """The database belongs to another program."""


class DamagedDatabase(StorageError):
    """The file was a database of ours, and parts of it cannot be read."""


class Locked(StorageError):
    """Another program keeps the database to itself."""


class ReadOnly(StorageError):
    """The file, or the folder it is in, cannot be written."""


class DiskFull(StorageError):
    """There is no room left to write."""


class NoDatabase(StorageError):
    """There is no such file."""


class FileExists(StorageError):
    """A file that was to be made is there already; the message is its path."""


class StrayLog(StorageError):
    """Beside the file lies what another database has yet to take in; the message is its path."""


class NotWritten(StorageError):
    """A unit of writing failed; nothing of it is in the database."""


_BY_CODE = {
    sqlite3.SQLITE_NOTADB: NotADatabase,
    sqlite3.SQLITE_CORRUPT: DamagedDatabase,
    sqlite3.SQLITE_BUSY: Locked,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_FULL: DiskFull,
}
_PRIMARY = 0xFF
"""The part of an SQLite code that names the kind."""


@contextmanager
def told_as_ours(path: Path) -> Iterator[None]:
    """Raise what SQLite raises as one of our errors."""
    try:
        yield
    except UnicodeDecodeError as error:  # Python's, over a message of SQLite's that repeats damaged bytes
        raise DamagedDatabase(f"{path}: {error.reason}") from error
    except sqlite3.Error as error:
        # Errors of Python's own, such as one over text that is not UTF-8, have no code.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
        raise _BY_CODE.get(code & _PRIMARY, StorageError)(f"{path}: {error}") from error
