import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.baohuang.cards import KINDS, RANK, Card, card
from bot.pictures import card_word, describe_cards, describe_hand, rank_word
from bot.texts import LANGUAGES
from tests.pictures.reading import cards, hands


@pytest.mark.parametrize(
    ("held", "english", "chinese"),
    [
        ("", "No cards left", "手牌已出完"),
        ("Ts", "1 card: 10", "1张：10"),
        ("X*", "1 card: big joker (emperor card)", "1张：大王（皇牌）"),
        ("6h X* Ks X Ks", "5 cards: big joker×2 (incl. emperor card), K×2, 6", "5张：大王×2（含皇牌）、K×2、6"),
        (
            "x* x 2h* 2s",
            "4 cards: small joker×2 (incl. guard card), 2×2 (incl. guard card)",
            "4张：小王×2（含侍卫牌）、2×2（含侍卫牌）",
        ),
    ],
)
def test_a_hand_in_words(held: str, english: str, chinese: str) -> None:
    assert describe_hand(cards(held), "en-US") == english
    assert describe_hand(cards(held), "zh-TW") == chinese


def test_called_cards_are_named_where_they_are_held() -> None:
    hand = cards("Ks Kh Ks 9s")
    assert describe_hand(hand, "en", card("Ks")) == "4 cards: K×3 (called: K♠×2), 9"
    assert describe_hand(hand, "zh-CN", card("Ks")) == "4张：K×3（叫牌K♠×2）、9"
    assert describe_hand(hand, "en", card("Kd")) == "4 cards: K×3, 9"


def test_a_hand_in_words_says_what_its_picture_shows() -> None:
    hand = cards("Ks Kh 9s 6h 6c")
    assert describe_hand(hand, "en", low_first=True) == "5 cards: 6×2, 9, K×2"
    said = describe_hand(hand, "en", chosen=cards("Ks Kh"), hold_sixes=True)
    assert said == "5 cards: K×2, 9, 6×2. The sixes are held to the end. Chosen: K×2"
    said = describe_hand(hand, "zh-CN", chosen=cards("9s"), hold_sixes=True)
    assert said == "5张：K×2、9、6×2。6 要憋到最后。已选：9"
    assert describe_hand(cards("X 6h"), "en", hold_sixes=True) == "2 cards: big joker, 6"


def test_a_card_in_words() -> None:
    words = [card_word(card(text), "en") for text in ("Td", "2h*", "X*", "x")]
    assert words == ["10♦", "2♥ (guard card)", "big joker (emperor card)", "small joker"]
    assert [card_word(card(text), "zh-CN") for text in ("6c", "x*", "X")] == ["6♣", "小王（侍卫牌）", "大王"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_kinds_have_the_same_words(language: str) -> None:
    assert len({card_word(kind, language) for kind in range(KINDS)}) == KINDS


@given(hand=hands(), language=st.sampled_from(LANGUAGES))
def test_words_count_every_card(hand: list[Card], language: str) -> None:
    words = describe_cards(hand, language)
    assert len(words) <= 300
    counted: Counter[str] = Counter()
    for group in re.split("[、,] ?", re.sub(r" ?[(（][^)）]*[)）]", "", words)) if hand else []:
        word, _, count = group.partition("×")
        counted[word] += int(count or 1)
    assert counted == Counter(rank_word(RANK[one], language) for one in hand)
