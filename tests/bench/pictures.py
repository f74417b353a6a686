"""What pictures cost: the naive way, ours, and the bare compression of the same bytes, in one run.

Naive: card images opened from PNG files each time, pasted in RGBA, texts written with fonts that are loaded already,
saved with the defaults. A table, and a moment of a replay, is drawn after each action of a round in turn, as people see
it; nothing is kept from an earlier round but letters. Run: python -m tests.bench.pictures
"""

import io
import random
import resource
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from isal import isal_zlib
from PIL import Image, ImageDraw

from bot.games.baohuang.cards import KINDS
from bot.pictures import Ended, Moment, Pictures, Player, Shown
from bot.pictures.cardface import LARGE, SMALL, Cut
from bot.pictures.fonts import font
from bot.pictures.palette import COLOURS, FELT
from bot.pictures.sprites import Sprites, Tone
from tests.pictures.scenes import NAMES, Scene, scenes

HAND = random.Random(36).sample([card for card in range(42) for _ in range(4)], 36)
LANGUAGE = "zh-CN"
ACTIONS = slice(20, 80)
"""The part of a round of some 140 actions that is drawn."""
SHOWN = Shown(NAMES, LANGUAGE, ai=(1,), counter=True)


def spent(work: Callable[[], object], times: int) -> float:
    """Milliseconds of CPU time that one run takes."""
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times * 1000


def measure(name: str, sizes: str, ways: dict[str, tuple[Callable[[], bytes], int, int]]) -> None:
    """Prints what each way costs for one picture; a way is work, how often to run it, and the pictures in one run.

    The best of fifteen rounds counts, in each of which all ways have their turn, so that they share good and bad times.
    """
    cost = dict.fromkeys(ways, float("inf"))
    for _ in range(15):
        for way, (work, times, pictures) in ways.items():
            cost[way] = min(cost[way], spent(work, times) / pictures)
    print(f"\n{name}, {sizes}")
    for way, (work, _, _) in ways.items():
        print(f"{way:6} {cost[way]:7.3f} ms {len(work()) / 1000:6.1f} kB")
    print(f"ours: 1/{cost['naive'] / cost['ours']:.0f} of naive, {cost['ours'] / cost['bare']:.2f} times the bare one")


def write_cards(sprites: Sprites, folder: Path, cut: Cut) -> None:
    for card in range(KINDS):
        sprite = sprites.card(card, LANGUAGE, cut, follows=False, tone=Tone.PLAIN, dim=False).copy()
        sprite.putpalette([value for colour in COLOURS for value in colour])
        sprite.convert("RGBA").save(folder / f"{cut.name}{card}.png")


class Naive:
    """A picture drawn the naive way."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self.folder = folder
        self.picture = Image.new("RGBA", size, (*FELT, 255))
        self.draw = ImageDraw.Draw(self.picture)

    def card(self, card: int, cut: Cut, place: tuple[int, int]) -> None:
        with Image.open(self.folder / f"{cut.name}{card}.png") as image:
            self.picture.alpha_composite(image, place)

    def row(self, top: int, height: int, words: Sequence[tuple[str, int, int, int]]) -> None:
        self.draw.rounded_rectangle((14, top, 1086, top + height), 20, (37, 92, 72, 255))
        for text, size, left, down in words:
            self.draw.text((left, top + down), text, (252, 252, 248, 255), font(size))

    def save(self) -> bytes:
        file = io.BytesIO()
        self.picture.save(file, "PNG")
        return file.getvalue()


def naive_hand(folder: Path, size: tuple[int, int]) -> bytes:
    naive = Naive(folder, size)
    for place, card in enumerate(sorted(HAND, reverse=True)):
        naive.card(card, LARGE, (16 + place % 13 * 78, 16 + place // 13 * 220))
    return naive.save()


def naive_table(folder: Path, size: tuple[int, int], scene: Scene, *, hands: bool = False) -> bytes:
    naive = Naive(folder, size)
    step = 202 if hands else 134
    for seat, name in enumerate(NAMES):
        top = 64 + seat * step
        naive.row(top, step - 8, [(name, 40, 134, 8), (str(scene.view.counts[seat]), 42, 180, 60)])
        lying = [card for entry in scene.view.trick if entry.seat == seat for card in entry.cards]
        for place, card in enumerate(lying):
            naive.card(card, SMALL, (490 + place * 34, top + 8))
        for place, card in enumerate(scene.hands[seat] if hands else ()):
            naive.card(card, SMALL, (28 + place * 24, top + 90))
    return naive.save()


def naive_result(folder: Path, size: tuple[int, int]) -> bytes:
    naive = Naive(folder, size)
    for seat, name in enumerate(NAMES):
        words = [(name, 40, 246, 8), ("起义军", 30, 246, 68), ("+12", 60, 660, 20), ("1600 → 1720", 36, 800, 14)]
        naive.row(130 + seat * 134, 126, words)
    return naive.save()


def size_of(png: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(png)) as image:
        return image.size


def bare(pngs: Sequence[bytes]) -> Callable[[], bytes]:
    """Compresses anew what pictures hold."""
    found = []
    for png in pngs:
        place, data = 33, b""
        while place < len(png):
            length = int.from_bytes(png[place : place + 4], "big")
            if png[place + 4 : place + 8] == b"IDAT":
                data += png[place + 8 : place + 8 + length]
            place += length + 12
        found.append(zlib.decompress(data))
    return lambda: [isal_zlib.compress(data, 1) for data in found][-1]


def forget(pictures: Pictures) -> None:
    """Leaves no drawn row behind."""
    pictures._band.cache_clear()


def in_turn(draw: Callable[[Any], bytes], some: Sequence[Any]) -> bytes:
    for one in some:
        png = draw(one)
    return png


def main() -> None:
    start = time.process_time()
    drawn = Sprites(None)
    print(f"sprites: drawn in {(time.process_time() - start) * 1000:.0f} ms", end=", ")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pictures = Pictures(folder)
        start = time.process_time()
        Pictures(folder)
        print(f"read from the cache in {(time.process_time() - start) * 1000:.1f} ms")
        for cut in (LARGE, SMALL):
            write_cards(drawn, folder, cut)

        png = pictures.hand(HAND, LANGUAGE)
        size = size_of(png)
        measure(
            f"a hand of {len(HAND)} cards",
            f"{size[0]} x {size[1]}",
            {
                "naive": (lambda: naive_hand(folder, size), 1, 1),
                "ours": (lambda: pictures.hand(HAND, LANGUAGE), 40, 1),
                "bare": (bare([png]), 40, 1),
            },
        )

        some = scenes("classic")[ACTIONS]
        count = len(some)

        def table(scene: Scene) -> bytes:
            return pictures.table(scene.view, SHOWN)

        def moment(scene: Scene) -> bytes:
            return pictures.moment(scene.view, SHOWN, Moment(scene.hands, scene.last))

        for title, ours, hands in (("a table", table, False), ("a moment", moment, True)):
            pngs = [ours(scene) for scene in some]
            size = size_of(pngs[-1])

            def anew(ours: Callable[[Scene], bytes] = ours) -> bytes:
                forget(pictures)
                return in_turn(ours, some)

            def plain(size: tuple[int, int] = size, hands: bool = hands) -> bytes:
                return [naive_table(folder, size, scene, hands=hands) for scene in some[::10]][-1]

            measure(
                f"{title} after one more action",
                f"{size[0]} x {size[1]}",
                {
                    "naive": (plain, 1, len(some[::10])),
                    "ours": (anew, 1, count),
                    "bare": (bare(pngs), 1, count),
                },
            )

        result = {"emperor": 0, "guard": 2, "solo": None, "rose": [1, 3], "places": [1, 2, 3, 4, 5]}
        result |= {"multiplier": 2, "winner": "emperor", "scores": [8, -4, 4, -4, -4]}
        ended = Ended(3, result, [Player(name, 1600, 1640) for name in NAMES])

        def fresh() -> bytes:
            forget(pictures)
            return pictures.result(ended, LANGUAGE)

        png = fresh()
        size = size_of(png)
        measure(
            "a result",
            f"{size[0]} x {size[1]}",
            {
                "naive": (lambda: naive_result(folder, size), 1, 1),
                "ours": (fresh, 20, 1),
                "bare": (bare([png]), 20, 1),
            },
        )
        for cards in ([*range(KINDS)], *([card] * 16 for card in range(KINDS))):
            for called in (None, 0):
                pictures.hand(cards, LANGUAGE, called, chosen=cards[::2], hold_sixes=True)
        print(f"\nmemory: sprites {pictures.sprites.size / 1e6:.1f} MB with what has been used,", end=" ")
        print(f"resident {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000:.0f} MB at most")


if __name__ == "__main__":
    main()
