"""Fixtures of the end-to-end tests."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tests.discord_client import playground_fixture

__all__ = ["playground_fixture"]


@pytest.fixture(autouse=True)
def _nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """No test here ends with an error in the log."""
    yield
    assert not [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
