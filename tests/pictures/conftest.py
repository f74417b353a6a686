import pytest

from bot.pictures import Pictures
from bot.pictures.sprites import Sprites


@pytest.fixture(scope="session")
def pictures() -> Pictures:
    return Pictures(None)


@pytest.fixture(scope="session")
def sprites() -> Sprites:
    return Sprites(None)
