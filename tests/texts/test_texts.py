import ast
from pathlib import Path
from string import Formatter

import pytest

from bot.texts import CHINESE, ENGLISH, catalog, language, say

ROOT = Path(__file__).parents[2]


def places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert catalog(ENGLISH).keys() == catalog(CHINESE).keys()


def test_both_languages_have_the_same_places() -> None:
    english, chinese = catalog(ENGLISH), catalog(CHINESE)
    assert {key: places(english[key]) for key in english} == {key: places(chinese[key]) for key in chinese}


def test_sentences_are_translated() -> None:
    english, chinese = catalog(ENGLISH), catalog(CHINESE)
    assert not {key for key in english if english[key] == chinese[key] and len(english[key]) > 24}


def raised_codes() -> dict[str, set[str]]:
    """Codes of the GameErrors raised anywhere in the program, with the names of their values."""
    errors = {"Malformed", "Illegal", "GameError"}
    codes: dict[str, set[str]] = {}
    for file in (file for room in ("bot", "cogs", "storage") for file in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code))]) if name in errors:
                    codes.setdefault(code, set()).update(word.arg for word in node.keywords if word.arg)
    return codes


@pytest.mark.parametrize("tongue", [ENGLISH, CHINESE])
def test_every_refusal_has_a_sentence(tongue: str) -> None:
    codes = raised_codes()
    assert codes
    for code, values in codes.items():
        sentence = catalog(tongue).get(f"refusal.{code}")
        assert sentence, f"no sentence for the refusal {code!r}"
        assert places(sentence) <= values, f"{code!r} is not given all its values"


def test_every_chinese_locale_is_served_in_chinese() -> None:
    assert [language(x) for x in ("zh-CN", "zh-TW", "zh_HK.UTF-8", "zh")] == [CHINESE] * 4
    assert [language(x) for x in ("en-US", "fr", "", None)] == [ENGLISH] * 4


def test_values_are_never_read_as_places() -> None:
    assert "{0.__class__}" in say("en", "refusal.card", text="{0.__class__}")
