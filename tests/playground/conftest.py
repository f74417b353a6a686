"""Fixtures of the look-alike's tests."""

from tests.discord_client import playground_fixture

__all__ = ["playground_fixture"]
