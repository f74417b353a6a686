from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tables.world import World
from tests.toy import Toy


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Tables with two seats each: rounds that never count for skill."""
    world = await World(tmp_path).start()
    yield world
    await world.stop()


@pytest.fixture
async def trio(tmp_path: Path) -> AsyncIterator[World]:
    """Tables with three seats each."""
    world = await World(tmp_path, Toy(3)).start()
    yield world
    await world.stop()
