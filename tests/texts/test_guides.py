"""Rules and help fit what shows them, and name every command."""

import pytest

from bot.texts import LANGUAGES, catalog

FIELD, EMBED = 1000, 6000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("guide", ["rules", "help"])
def test_a_guide_fits_one_embed(language: str, guide: str) -> None:
    texts = {key: text for key, text in catalog(language).items() if key.startswith(f"{guide}.")}
    assert sum(len(text) for text in texts.values()) <= EMBED
    assert {key for key, text in texts.items() if len(text) > (FIELD if key.endswith(".text") else 100)} == set()
    assert {key.removesuffix(".title") for key in texts if key.endswith(".title")} >= {
        key.removesuffix(".text") for key in texts if key.endswith(".text")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_command(language: str) -> None:
    texts = catalog(language)
    keys = [key.split(".") for key in texts if key.startswith("command.")]
    names = {f"/bh {key[1]}" for key in keys if len(key) == 2} - {"/bh bh", "/bh mod"}
    for group in ("table", "settings"):
        names.remove(f"/bh {group}")
        names |= {f"/bh {group} {key[2]}".replace("_", "-") for key in keys if key[1] == f"{group}_command"}
    names |= {f"/bh-mod {key[2]}" for key in keys if key[1] == "mod_command"}
    assert len(names) > 20
    assert {name for name in names if f"`{name}`" not in texts["help.commands.text"]} == set()
