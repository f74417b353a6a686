"""Every sentence a user reads, in English and Simplified Chinese.

Sentences live in TOML files, one folder a language, one file a subject: the sentence ``full`` of ``refusal.toml`` is
``refusal.full``, and a table within a file adds a step (``command.play.description``). ``{name}`` stands for a value.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

ENGLISH: Final = "en"
CHINESE: Final = "zh-CN"
LANGUAGES: Final = (ENGLISH, CHINESE)


def language(locale: str | None) -> str:
    """The language that serves a locale as Discord or an operating system names it; every Chinese gets zh-CN."""
    return CHINESE if locale is not None and locale.lower().replace("_", "-").split("-")[0] == "zh" else ENGLISH


@cache
def catalog(language: str) -> dict[str, str]:
    """All sentences of one of LANGUAGES, by key."""
    found: dict[str, str] = {}
    for file in files(__name__).joinpath(language).iterdir():
        if file.name.endswith(".toml"):
            _flatten(file.name.removesuffix(".toml"), tomllib.loads(file.read_text("utf-8")), found)
    return found


def _flatten(key: str, node: object, found: dict[str, str]) -> None:
    if isinstance(node, dict):
        for name, child in node.items():
            _flatten(f"{key}.{name}", child, found)
    else:
        found[key] = str(node).strip("\n")


def say(locale: str | None, key: str, /, **values: object) -> str:
    """The sentence for a key in the language of a locale, its places filled; raise KeyError for an unknown key."""
    return catalog(language(locale))[key].format(**values)


def knows(key: str) -> bool:
    """Whether there is a sentence for a key."""
    return key in catalog(ENGLISH)
