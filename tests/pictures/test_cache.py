import logging
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path

import pytest
from PIL import Image

from bot.games.baohuang.cards import KINDS
from bot.pictures import Pictures
from bot.pictures.cache import FILE, cached
from bot.pictures.cardface import LARGE, SMALL
from bot.pictures.sprites import MOST_BYTES, Sprites, Tone, draw_all, drawn_with
from bot.texts import LANGUAGES
from tests.pictures.reading import cards

ROOT = Path(__file__).parents[2]
HAND = cards("X* X x* Ks Ks 6h")


def small() -> Mapping[str, Image.Image]:
    return {"a": Image.new("L", (3, 2), 7), "b": Image.frombytes("L", (2, 2), bytes([1, 2, 3, 4]))}


def never() -> Mapping[str, Image.Image]:
    raise AssertionError("drawn although the file is good")


def same(one: Mapping[str, Image.Image], other: Mapping[str, Image.Image]) -> bool:
    return {k: (v.size, v.tobytes()) for k, v in one.items()} == {k: (v.size, v.tobytes()) for k, v in other.items()}


def test_sprites_are_drawn_once_and_read_from_then_on(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    assert same(cached(folder, "1", small), small())
    assert same(cached(folder, "1", never), small())
    assert [file.name for file in folder.iterdir()] == [FILE]


def test_sprites_of_another_version_are_drawn_anew(tmp_path: Path) -> None:
    cached(tmp_path, "1", lambda: {"a": Image.new("L", (1, 1), 9)})
    assert same(cached(tmp_path, "2", small), small())
    assert same(cached(tmp_path, "2", never), small())


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "one byte short": lambda data: data[:-1],
    "one byte more": lambda data: data + b"\0",
    "a pixel changed": lambda data: data[:-12] + bytes([data[-12] ^ 0x55]) + data[-11:],
    "a size changed": lambda data: data.replace(b"[3, 2]", b"[9, 2]"),
    "the sum changed": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "not text": lambda data: b"\xff\xfe" * 40 + b"\n" + data,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_replaced(tmp_path: Path, damage: str) -> None:
    cached(tmp_path, "1", small)
    file = tmp_path / FILE
    good = file.read_bytes()
    file.write_bytes(DAMAGE[damage](good))
    assert same(cached(tmp_path, "1", small), small())
    assert file.read_bytes() == good


def test_a_folder_in_place_of_the_file_is_lived_with(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE / "more").mkdir(parents=True)
    with caplog.at_level(logging.WARNING):
        assert same(cached(tmp_path, "1", small), small())
    assert "cannot be kept" in caplog.text
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_a_path_that_can_be_no_folder_is_lived_with(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_bytes(b"")
    with caplog.at_level(logging.WARNING):
        assert same(cached(tmp_path / "file" / "folder", "1", small), small())
    assert "cannot be kept" in caplog.text


def test_sprites_from_a_cache_are_those_drawn_fresh(tmp_path: Path, cache: Path) -> None:
    kept = (cache / FILE).read_bytes()
    fresh = draw_all()
    assert same(cached(cache, drawn_with(), never), fresh)
    (tmp_path / FILE).write_bytes(kept[:1000])
    assert Pictures(tmp_path).hand(HAND, "zh-CN") == Pictures(cache).hand(HAND, "zh-CN")
    assert (tmp_path / FILE).read_bytes() == kept


@pytest.mark.parametrize(
    "changed", ["pictures/emblems.py", "pictures/tiles.py", "texts/en/cards.toml", "texts/zh-CN/picture.toml"]
)
def test_sprites_of_another_drawing_are_stale_by_themselves(tmp_path: Path, changed: str) -> None:
    for room in ("pictures", "texts", "games"):
        shutil.copytree(ROOT / "bot" / room, tmp_path / "bot" / room, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "bot" / "__init__.py").touch()
    script = "from bot.pictures.sprites import drawn_with; print(drawn_with())"
    sums = []
    for _ in range(2):
        sums.append(
            subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=True).stdout
        )
        file = tmp_path / "bot" / changed
        text = file.read_text("utf-8")
        file.write_text(text + "# more" if changed.endswith(".py") else text.replace('= "', '= "_', 1), "utf-8")
    assert sums[0] != sums[1]
    assert drawn_with() == sums[0].decode().strip()


def test_sprites_take_no_more_memory_than_is_said(cache: Path) -> None:
    sprites = Sprites(cache)
    fresh = sprites.size
    for language, kind, follows, tone, dim in product(LANGUAGES, range(KINDS), (False, True), Tone, (False, True)):
        sprites.card(kind, language, SMALL, follows=follows, tone=tone, dim=dim)
        sprites.corner(kind, language, LARGE, follows=follows, tone=tone, dim=dim)
        for count in range(2, 17):
            sprites.pill(count, kind, LARGE, tone=tone, dim=dim)
    assert fresh < 5_000_000
    assert fresh < sprites.size < MOST_BYTES
