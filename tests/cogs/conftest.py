"""Fixtures of the end-to-end tests."""

from __future__ import annotations

from tests.discord_client import playground_fixture

__all__ = ["playground_fixture"]
