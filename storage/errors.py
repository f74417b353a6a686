"""What can go wrong with the database."""

from __future__ import annotations


class StorageError(Exception):
    """The database could not be opened, read or written."""


class LeaseTaken(StorageError):
    """Another process works with this database."""


class NewerDatabase(StorageError):
    """The database was written by a newer version of this program."""


class NotADatabase(StorageError):
    """The file is something else."""


class NotWritten(StorageError):
    """A unit of writing failed; nothing of it is in the database."""
