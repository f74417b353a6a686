from pathlib import Path

import pytest

from bot.pictures import Pictures
from bot.pictures.sprites import Sprites


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sprites")
    Pictures(folder)
    return folder


@pytest.fixture(scope="session")
def pictures(cache: Path) -> Pictures:
    return Pictures(cache)


@pytest.fixture(scope="session")
def sprites(cache: Path) -> Sprites:
    return Sprites(cache)
