"""Disks and files as they should not be."""

from __future__ import annotations

import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

VERSION_1 = Path(__file__).with_name("version1.sql")
"""A database as the first version left it: a round that is over, one that runs, a table before its first round."""


def first_version(path: Path) -> None:
    """Make a database as the first version left it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as made:
        made.executescript(VERSION_1.read_text("utf-8"))
        made.execute("PRAGMA journal_mode = WAL")


@contextmanager
def full_disk() -> Iterator[None]:
    """No file of this process can be written meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def without_privileges(folder: Path) -> Iterator[None]:
    """Nothing in a folder can be written meanwhile, not even by root."""
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        with unprivileged():
            yield
    finally:
        for path in (folder, *folder.iterdir()):
            path.chmod(0o755 if path.is_dir() else 0o644)


@contextmanager
def unprivileged() -> Iterator[None]:
    """Files are what their permissions say meanwhile, for root too."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
