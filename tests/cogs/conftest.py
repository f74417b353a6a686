"""Fixtures of the end-to-end tests."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.pictures import Pictures
from tests.discord_client import playground_fixture

__all__ = ["playground_fixture"]


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No test here ends with an error in the log."""
    yield
    assert not [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]


@pytest.fixture(scope="session")
def _sprites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sprites")
    Pictures(folder)
    return folder


@pytest.fixture(autouse=True)
def _sprites_are_drawn_once(_sprites: Path, tmp_path: Path) -> None:
    """The bot finds its sprites beside its database; drawing them takes longer than most tests here."""
    (tmp_path / "sprites").symlink_to(_sprites)
