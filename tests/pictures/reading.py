"""Reads pictures back without the code that wrote them: PNG by hand, cards by looking for their sprites."""

import struct
import zlib
from typing import NamedTuple

from hypothesis import strategies as st
from PIL import Image

from bot.games.baohuang.cards import KINDS, RANK, Card, card
from bot.pictures.cardface import LARGE, Cut
from bot.pictures.fan import Look
from bot.pictures.sprites import Sprites
from bot.pictures.tiles import TILE_HEIGHT

UNMARKED_DECK = [card for card in range(40) for _ in range(4)] + [40] * 4 + [41] * 3 + [44]
DECKS = {
    "classic": UNMARKED_DECK,
    "simple": [43 if place == 160 else card for place, card in enumerate(UNMARKED_DECK)],
    "rizhao": [42 if place == 37 * 4 else card for place, card in enumerate(UNMARKED_DECK)],
}


def cards(text: str) -> list[Card]:
    """Cards from their text forms, separated by spaces."""
    return [card(one) for one in text.split()]


class Decoded(NamedTuple):
    width: int
    height: int
    pixels: bytes
    """Palette indices, line by line."""
    palette: list[tuple[int, int, int]]


def decode(png: bytes) -> Decoded:
    """A palette PNG that is opaque, 8 bits deep, not interlaced and not filtered."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    place, chunks = 8, []
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kind, data = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        assert struct.unpack(">I", png[place + 8 + length : place + 12 + length]) == (zlib.crc32(kind + data),)
        chunks.append((kind, data))
        place += 12 + length
    kinds = [kind for kind, _ in chunks]
    assert [*kinds[:2], *set(kinds[2:-1]), kinds[-1]] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    width, height, *form = struct.unpack(">IIBBBBB", chunks[0][1])
    assert form == [8, 3, 0, 0, 0]
    colours = chunks[1][1]
    assert len(colours) % 3 == 0
    palette = [(colours[i], colours[i + 1], colours[i + 2]) for i in range(0, len(colours), 3)]
    unpacker = zlib.decompressobj()
    stream = unpacker.decompress(b"".join(data for _, data in chunks[2:-1]))
    assert unpacker.eof
    assert not unpacker.unused_data
    assert len(stream) == height * (width + 1)
    assert not any(stream[:: width + 1])
    pixels = b"".join(stream[line * (width + 1) + 1 : (line + 1) * (width + 1)] for line in range(height))
    assert max(pixels) < len(palette)
    return Decoded(width, height, pixels, palette)


class Seen(NamedTuple):
    """A card found in a picture."""

    card: Card
    called: bool
    dim: bool


def places(picture: Decoded, sprite: Image.Image) -> list[tuple[int, int]]:
    """Where a sprite is found whole in a picture: top and left of each place, from the top down."""
    wide, high = sprite.size
    data, width, pixels = sprite.tobytes(), picture.width, picture.pixels
    lines = [data[y * wide : (y + 1) * wide] for y in range(high)]
    telling = max(range(high), key=[len(set(line)) for line in lines].__getitem__)
    found = []
    place = pixels.find(lines[telling])
    while place >= 0:
        start = place - telling * width
        if start >= 0 and all(pixels.startswith(line, start + y * width) for y, line in enumerate(lines)):
            found.append((start // width, start % width))
        place = pixels.find(lines[telling], place + 1)
    return found


class Reader:
    """Finds cards by their index, the part of a card that is never covered."""

    def __init__(
        self, sprites: Sprites, language: str, called: Card | None = None, cut: Cut = LARGE, *, held: bool = False
    ) -> None:
        left, top, right, bottom = (round(side * cut.share) for side in (5, 8, 36, 114))
        look = Look(sprites, language, cut, 0, called, held)
        self.known: dict[Seen, Image.Image] = {}
        for kind in range(KINDS):
            for dim in (False, True):
                sprite = sprites.card(kind, language, cut, follows=False, tone=look.tone(kind), dim=dim)
                self.known[Seen(kind, kind == called, dim)] = sprite.crop((left, top, right, bottom))
        assert len({index.tobytes() for index in self.known.values()}) == len(self.known), "two cards look alike"

    def read(self, png: bytes) -> list[Seen]:
        """The cards of a picture row by row, each from left to right, wherever they lie."""
        picture = decode(png)
        found = [(place, seen) for seen, index in self.known.items() for place in places(picture, index)]
        return [seen for _, seen in sorted(found)]


def read_tiles(sprites: Sprites, language: str, png: bytes) -> list[list[Card]]:
    """The small hands of a picture from the top down, each from left to right."""
    picture = decode(png)
    heads = [(*place, rank) for rank in range(12) for place in places(picture, sprites[f"tile/{rank}/{language}"])]
    signs = {
        (*place, kind)
        for kind in (*range(4), 40, 41, 42, 43, 44)
        for name in (f"sign/{kind}", f"sign/{kind}/called")
        if kind < 4 or not name.endswith("called")
        for place in places(picture, sprites[name])
    }
    lines: dict[int, list[Card]] = {top: [] for top, _, _ in sorted(heads)}
    half = TILE_HEIGHT // 2
    for top, left, kind in sorted(signs, key=lambda sign: (sign[1], sign[0])):
        row = top if top in lines else top - half
        if row in lines:
            _, rank = max((start, rank) for line, start, rank in heads if line == row and start < left)
            lines[row].append(rank * 4 + kind if kind < 4 else kind)
    return list(lines.values())


@st.composite
def hands(draw: st.DrawFn, most: int = 45) -> list[Card]:
    """Hands of any variant's deck, of many ranks or of few."""
    deck = DECKS[draw(st.sampled_from(sorted(DECKS)))]
    ranks = draw(st.sets(st.integers(0, 11), min_size=1))
    pool = [card for card in deck if RANK[card] in ranks]
    size = draw(st.integers(0, min(most, len(pool))))
    return draw(st.randoms(use_true_random=False)).sample(pool, size)
