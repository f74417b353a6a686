"""What a picture of a hand costs: the naive way, ours, and the bare compression of the same bytes, in one run.

Naive: card images opened from PNG files each time, pasted in RGBA, saved with the defaults.
Run: python -m tests.bench.pictures
"""

import io
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from isal import isal_zlib
from PIL import Image

from bot.pictures import Pictures
from bot.pictures.cardface import LARGE
from bot.pictures.hand import draw_hand
from bot.pictures.palette import COLOURS
from bot.pictures.sprites import Sprites

HAND = random.Random(36).sample([card for card in range(42) for _ in range(4)], 36)
LANGUAGE = "zh-CN"


def spent(work: Callable[[], object], times: int) -> float:
    """Milliseconds of CPU time that one run takes: the best of five rounds."""
    rounds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            work()
        rounds.append((time.process_time() - start) / times)
    return min(rounds) * 1000


def naive(folder: Path, size: tuple[int, int]) -> Callable[[], bytes]:
    sprites = Sprites(None)
    for card in set(HAND):
        sprite = sprites.card(card, LANGUAGE, LARGE, follows=False, called=False, dim=False).copy()
        sprite.putpalette([value for colour in COLOURS for value in colour])
        sprite.convert("RGBA").save(folder / f"{card}.png")

    def draw() -> bytes:
        picture = Image.new("RGBA", size, (24, 74, 56, 255))
        for place, card in enumerate(sorted(HAND, reverse=True)):
            with Image.open(folder / f"{card}.png") as image:
                picture.alpha_composite(image, (16 + place % 13 * 78, 16 + place // 13 * 220))
        file = io.BytesIO()
        picture.save(file, "PNG")
        return file.getvalue()

    return draw


def main() -> None:
    start = time.process_time()
    sprites = Sprites(None)
    drawn = time.process_time() - start
    with tempfile.TemporaryDirectory() as folder:
        pictures = Pictures(Path(folder))
        start = time.process_time()
        Pictures(Path(folder))
        read = time.process_time() - start
        canvas = draw_hand(sprites, HAND, LANGUAGE, None, None)
        data = canvas.tobytes()
        ways = {
            "naive": (naive(Path(folder), (canvas.width - 1, canvas.height)), 3),
            "ours": (lambda: pictures.hand(HAND, LANGUAGE), 100),
            "bare": (lambda: isal_zlib.compress(data, 1), 100),
        }
        cost = {name: spent(*way) for name, way in ways.items()}
        print(f"sprites: drawn in {drawn * 1000:.0f} ms, read from the cache in {read * 1000:.1f} ms")
        print(f"a hand of {len(HAND)} cards, {canvas.width - 1} x {canvas.height}")
        for name, (work, _) in ways.items():
            print(f"{name:6} {cost[name]:7.2f} ms {len(work()) / 1000:6.1f} kB")
        print(
            f"ours: 1/{cost['naive'] / cost['ours']:.0f} of naive, {cost['ours'] / cost['bare']:.1f} times the bare one"
        )


if __name__ == "__main__":
    main()
