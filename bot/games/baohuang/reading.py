"""Cards as people type them: what a text asks for, whoever asks and whatever they hold.

A text is a row of cards: a rank and perhaps a suit (``9``, ``10h``, ``♠K``, ``红桃2``), a joker by its name or letter
(``大王``, ``bj``, ``X``; ``x`` is small), or a marked card (``皇牌``, ``x*``). A number may stand before or after a
card (``3J``, ``4个9``, ``J*3``, ``9 x 4``). All ways to read a text are followed at once, so that one that has two
meanings is found out: ``9x9`` is nine nines, or two nines and a small joker.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from bot.games.baohuang.cards import BIG_RANK, RANKS, SMALL_RANK, SUITS, Card
from bot.games.baohuang.shuffle import COPIES
from bot.games.base import Malformed

LONGEST: Final = 200
"""Length of the longest text that is read; a whole hand takes half of that."""
GUARD: Final = 12
"""The rank of the guard card, which is another in each variant."""


class Want(NamedTuple):
    """Cards asked for alike."""

    rank: int
    """0 to 11, or GUARD."""
    suit: int | None
    """0 to 3 (s h c d); None is any, or none."""
    marked: bool
    """Whether the marked card was asked for; otherwise either will do."""


Asked: TypeAlias = dict[Want, int]
"""How many of each are asked for, 1 or more."""


def parse(text: str) -> Asked:
    """The cards that a text asks for. They need not be a play; if they can be one, they are.

    Raises Malformed for a text that is empty, too long, not understood (``part`` is where that begins), or ambiguous.
    """
    text = _plain(text)
    reached = _read(text)
    end = max(reached)
    if not end:
        raise Malformed("card_text", part=text[:20]) if text else Malformed("card_text_empty")
    if end < len(text):
        raise Malformed("card_text", part=text[_word_start(text, end) :].strip()[:20])
    readings = reached[end]
    plays = [reading for reading in readings if is_play(reading)]
    if len(plays) > 1:
        raise Malformed("card_text_ambiguous", part=text[:20])
    return plays[0] if plays else readings[0]


def beginnings(text: str) -> list[Asked]:
    """Every play that a text still being typed may ask for so far; empty if there is none, or it is too long."""
    try:
        text = _plain(text)
        reached = _read(text)
    except Malformed:
        return []
    end = max(reached)
    rest = text[end:].strip(" *×").lower()
    if rest and not rest.isdecimal() and not any(word.startswith(rest) for word in (*_WORDS, *_SUIT_WORDS)):
        return []
    return [reading for reading in reached[end] if is_play(reading)]


def called(text: str) -> Card:
    """The card that a text names for a call; raise Malformed as ``parse`` does, and for all but a rank with a suit."""
    match list(parse(text).items()):
        case [(Want(int(rank), int(suit), False), 1)]:
            return rank * 4 + suit
        case _:
            raise Malformed("call_text", part=text[:20])


def is_play(asked: Iterable[Want]) -> bool:
    """Whether cards are of one rank beside jokers."""
    return len({want.rank for want in asked if want.rank < SMALL_RANK}) <= 1


_WORDS: Final = {
    word: want
    for words, want in (
        ("big jokers,big joker,大王,大鬼,大,bj", Want(BIG_RANK, None, marked=False)),
        ("small jokers,small joker,小王,小鬼,小,sj", Want(SMALL_RANK, None, marked=False)),
        ("emperor card,皇牌", Want(BIG_RANK, None, marked=True)),
        ("guard card,侍卫牌", Want(GUARD, None, marked=True)),
    )
    for word in words.split(",")
}
_LETTERS: Final = {"x": Want(SMALL_RANK, None, marked=False), "X": Want(BIG_RANK, None, marked=False)}
_SUIT_WORDS: Final = {"黑桃": 0, "红桃": 1, "红心": 1, "❤": 1, "梅花": 2, "草花": 2, "方块": 3, "方片": 3} | {
    sign: suit for signs in ("♠♥♣♦", "♤♡♧♢") for suit, sign in enumerate(signs)
}
_SUFFIXES: Final = _SUIT_WORDS | {letter: suit for suit, letter in enumerate(SUITS)}
_NUMERALS: Final = (
    {"一对": 2, "对": 2, "两": 2, "俩": 2, "仨": 3}
    | {numeral: number for number, numeral in enumerate("一二三四五六七八九十", 1)}
    | {"十" + numeral: number for number, numeral in enumerate("一二三四五六", 11)}
)


def _one_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_BETWEEN_CARDS: Final = " \t\r\n,、;+&和带挂"
_BETWEEN: Final = re.compile(rf"[{_BETWEEN_CARDS}]*")
_WORD: Final = re.compile(_one_of(_WORDS), re.IGNORECASE)
_PREFIX: Final = re.compile(rf"(?:{_one_of(_SUIT_WORDS)})\s?")
_RANK: Final = re.compile(rf"10|[{RANKS}]", re.IGNORECASE)
_SUFFIX: Final = re.compile(_one_of(_SUFFIXES), re.IGNORECASE)
_NUMERAL: Final = re.compile(_one_of(_NUMERALS))
_DIGITS: Final = re.compile("[0-9]+")
_PIECES: Final = re.compile(r"\s*[个個张張]\s*")
_SPACE: Final = re.compile(r"\s*")
_TIMES: Final = re.compile(r"\s*[×✕✖]\s*|\s*\*(?=\S)|\s+\*\s+|\s*[xX]\s*")
"""A star between spaces or before something; one that ends a word can only mark a card."""
_RANK_DIGITS: Final = frozenset({"2", "6", "7", "8", "9", "10"})
_INVISIBLE: Final = dict.fromkeys([0xFE0E, 0xFE0F, 0x200B, 0x200D, 0x20E3])
"""What phones put after the suits and digits that they draw as pictures."""


def _plain(text: str) -> str:
    if len(text) > LONGEST:
        raise Malformed("card_text_long", most=LONGEST)
    return unicodedata.normalize("NFKC", text).translate(_INVISIBLE).strip(_BETWEEN_CARDS)


def _word_start(text: str, place: int) -> int:
    """Where the word of Latin letters around a place begins: of "Joker" all is unknown, though J is a card."""
    while place and (text[place - 1] + text[place]).isascii() and (text[place - 1] + text[place]).isalpha():
        place -= 1
    return place


class _Found(NamedTuple):
    """A card in a text."""

    end: int
    want: Want
    digit: str
    """The rank, where digits say it, else empty."""
    letter: bool
    """Whether it is a joker written as an x: no other x beside it is a times sign."""


class _Some(NamedTuple):
    """A card with its number in a text."""

    end: int
    want: Want
    number: int
    counted: bool
    """Whether the number was given."""


_Reading: TypeAlias = frozenset[tuple[Want, int, bool]]
"""One way to read a text: what is asked for, how often, and whether a number said so."""


def _read(text: str) -> dict[int, list[Asked]]:
    """All ways to read each beginning of a text that ends with a card, by its length; 0 is always there."""
    reached: dict[int, dict[_Reading, None]] = defaultdict(dict, {0: {frozenset(): None}})
    for start in range(len(text)):
        if start not in reached:
            continue
        begin = _end(_BETWEEN, text, start)
        for some in _some(text, begin):
            for reading in list(reached[start]):
                if (longer := _with(reading, some)) is not None:
                    reached[some.end][longer] = None
    return {
        end: [dict(asked) for asked in dict.fromkeys(frozenset(entry[:2] for entry in reading) for reading in readings)]
        for end, readings in reached.items()
    }


def _with(reading: _Reading, some: _Some) -> _Reading | None:
    """A reading with more cards; None if the deck has not as many, or some are both counted and written out."""
    _, want, number, counted = some
    total = number
    for other, held, was_counted in reading:
        if other == want and (counted or was_counted):
            return None
        total += held * (other.rank == want.rank)
    mine = number + sum(held for other, held, _ in reading if other == want)
    most = COPIES if want.rank >= SMALL_RANK else COPIES * 4
    most_alike = 1 if want.marked else COPIES if want.suit is not None else most
    if total > most or mine > most_alike:
        return None
    return frozenset({entry for entry in reading if entry[0] != want} | {(want, mine, counted)})


def _some(text: str, start: int) -> Iterator[_Some]:
    """All ways to read one card, with its number if any, at a place."""
    for found in _cards(text, start):
        yield _Some(found.end, found.want, 1, counted=False)
        for times in _ends(_TIMES, text, found.end):
            if not (found.letter and text[found.end : times].strip() in _LETTERS):
                for end, count, _ in _numbers(text, times):
                    if not text[end : end + 1].isdecimal():
                        yield _Some(end, found.want, count, counted=True)
        for end, count, _ in _numbers(text, _end(_SPACE, text, found.end)):
            for pieces in _ends(_PIECES, text, end):
                yield _Some(pieces, found.want, count, counted=True)
    if not text[start - 1 : start].isdecimal():
        for end, count, digits in _numbers(text, start):
            yield from _counted(text, end, count, digits)


def _counted(text: str, start: int, count: int, digits: str) -> Iterator[_Some]:
    """All ways to read the card after a number that ends at a place; ``digits`` are the number's own, if it has any."""
    joins = {"": start, " ": _end(_SPACE, text, start)}
    for kind, pattern in (("个", _PIECES), ("×", _TIMES)):
        for end in _ends(pattern, text, start):
            joins[kind] = end
    for kind, end in joins.items():
        sign = text[start:end].strip()
        for found in _cards(text, end):
            bare = kind in ("", " ") and digits
            if bare and (digits == found.digit or (digits == "1" and found.digit)):
                continue  # 99 are two nines, and 16 says nothing
            if kind == " " and (start == end or digits in _RANK_DIGITS):
                continue  # 9 J are two cards
            if kind == "×" and found.letter and sign in _LETTERS:
                continue
            yield _Some(found.end, found.want, count, counted=True)


def _numbers(text: str, start: int) -> Iterator[tuple[int, int, str]]:
    """All numbers from 1 to 16 at a place: where each ends, what it is, and its digits if it is written in digits."""
    if numeral := _NUMERAL.match(text, start):
        yield numeral.end(), _NUMERALS[numeral[0]], ""
    if digits := _DIGITS.match(text, start):
        for length in (1, 2):
            number = digits[0][:length]
            if len(number) == length and number[0] != "0" and int(number) <= COPIES * 4:
                yield start + length, int(number), number


def _cards(text: str, start: int) -> Iterator[_Found]:
    """All ways to read one card at a place."""
    if word := _WORD.match(text, start):
        yield from _marks(text, _Found(word.end(), _WORDS[word[0].lower()], "", letter=False))
    if letter := _LETTERS.get(text[start : start + 1]):
        yield from _marks(text, _Found(start + 1, letter, "", letter=True))
    prefix = _PREFIX.match(text, start)
    if not (rank := _RANK.match(text, prefix.end() if prefix else start)):
        return
    number = 4 if rank[0] == "10" else RANKS.index(rank[0].upper())
    digit = rank[0] if rank[0].isdecimal() else ""
    end = rank.end()
    suit = _SUIT_WORDS[prefix[0].strip()] if prefix else None
    yield from _marks(text, _Found(end, Want(number, suit, marked=False), digit, letter=False))
    if not prefix and (suffix := _SUFFIX.match(text, end)):
        want = Want(number, _SUFFIXES[suffix[0].lower()], marked=False)
        yield from _marks(text, _Found(suffix.end(), want, digit, letter=False))


def _marks(text: str, found: _Found) -> Iterator[_Found]:
    """A card as it is, and marked where a star right after it can mean that."""
    yield found
    rank, suit, marked = found.want
    can_be = rank in (SMALL_RANK, BIG_RANK) or (rank == len(RANKS) - 1 and suit == 1)
    if can_be and not marked and text[found.end : found.end + 1] == "*":
        yield found._replace(end=found.end + 1, want=Want(rank, suit, marked=True))


def _ends(pattern: re.Pattern[str], text: str, start: int) -> Iterator[int]:
    if match := pattern.match(text, start):
        yield match.end()


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start
