import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.pictures.direction import in_directions
from bot.pictures.lettering import chip, letter, shows
from bot.pictures.palette import BADGE, CARD, COLOURS, PALE, PANEL
from tests.pictures.scenes import unlike_names

ALEF, BET, GIMEL = "\u05d0", "\u05d1", "\u05d2"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [("", False)]),
        ("Anna 42", [("Anna 42", False)]),
        ("皇太极 7", [("皇太极 7", False)]),
        (f"{ALEF}{BET}", [(f"{ALEF}{BET}", True)]),
        (f"ab {ALEF}{BET} cd", [("ab ", False), (f"{ALEF}{BET}", True), (" cd", False)]),
        (f"ab {ALEF} {BET} cd", [("ab ", False), (f"{ALEF} {BET}", True), (" cd", False)]),
        (f"{ALEF} ab {BET}", [(f" {BET}", True), ("ab", False), (f"{ALEF} ", True)]),
        (f"{ALEF} 42", [("42", False), (f"{ALEF} ", True)]),
        (f"{ALEF}42{BET}", [(BET, True), ("42", False), (ALEF, True)]),
        (f"a {ALEF} 42 {BET}", [("a ", False), (f" {BET}", True), ("42", False), (f"{ALEF} ", True)]),
        (f"{ALEF}😀{BET}", [(f"{ALEF}😀{BET}", True)]),
        (f"a😀{BET}", [("a😀", False), (BET, True)]),
        (f"{ALEF}\u05b8b", [("b", False), (f"{ALEF}\u05b8", True)]),
    ],
)
def test_parts_stand_from_left_to_right_as_they_are_read(text: str, parts: list[tuple[str, bool]]) -> None:
    assert in_directions(text) == parts


@given(text=st.one_of(st.text(), unlike_names().map(lambda names: names[0])))
def test_no_character_is_lost_by_turning(text: str) -> None:
    assert sorted("".join(part for part, _ in in_directions(text))) == sorted(text)


def test_a_name_is_drawn_from_its_right_end() -> None:
    one, other = (letter(text, 40, 300, CARD, PANEL) for text in (f"{ALEF}{ALEF}😀", f"😀{ALEF}{ALEF}"))
    assert one.size == other.size
    assert one.tobytes() != other.tobytes()
    emoji = letter("😀", 40, 300, CARD, PANEL)
    assert one.crop((0, 0, *emoji.size)).tobytes() == emoji.tobytes()


def test_what_no_font_has_is_left_out() -> None:
    rune = "\u16a0"
    drawn, plain = (letter(text, 40, 300, CARD, PANEL) for text in (f"{rune} Anna{rune}", "Anna"))
    assert drawn.tobytes() == plain.tobytes()


@pytest.mark.parametrize("emoji", ["👨\u200d👩\u200d👧\u200d👦", "👨🏽", "👨🏽\u200d❤\ufe0f\u200d👨🏽", "👨"])
def test_of_emoji_joined_into_one_the_first_stands_for_it(emoji: str) -> None:
    drawn, first = (letter(f"{text}Ann", 40, 300, CARD, PANEL) for text in (emoji, "👨"))
    assert drawn.tobytes() == first.tobytes()


@pytest.mark.parametrize(
    ("text", "seen"),
    [("Anna", True), ("😀", True), ("1", True), ("", False), (" \u200b", False), ("\u3164", False), ("\u16a0", False)],
)
def test_whether_anything_of_a_text_shows(text: str, seen: bool) -> None:
    assert shows(text) == seen


def test_a_long_line_shows_as_much_as_fits() -> None:
    whole = "Alexandra the Great of Nowhere"
    for width in range(60, 400, 20):
        line = letter(whole, 40, width, CARD, PANEL)
        cuts = [letter(f"{whole[:count].rstrip()}…", 40, 1000, CARD, PANEL) for count in range(len(whole))]
        assert line.tobytes() == max((cut for cut in cuts if cut.width <= width), key=lambda cut: cut.width).tobytes()


@settings(max_examples=60)
@given(names=unlike_names(), width=st.integers(20, 400), size=st.sampled_from([28, 40]))
def test_no_line_is_wider_than_its_room(names: list[str], width: int, size: int) -> None:
    for name in names:
        line = letter(name, size, width, CARD, PANEL)
        assert line.width <= width
        assert line.height == round(size * 1.4)
        assert max(line.tobytes()) < len(COLOURS)
        assert chip(name, size, width + 40, PALE, BADGE, PANEL).width <= width + 40
