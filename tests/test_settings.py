"""Settings from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import SettingError, read


def test_nothing_set_is_the_playground() -> None:
    settings = read({})
    assert settings.token is None
    assert settings.database == Path("baohuang.db")
    assert settings.playground_port == 8642


def test_everything_set() -> None:
    settings = read(
        {
            "DISCORD_TOKEN": " abc ",
            "DATABASE": "x/y.db",
            "DISCORD_API_URL": "http://127.0.0.1:1/api/",
            "DISCORD_GATEWAY_URL": "ws://127.0.0.1:1/gateway/",
            "PLAYGROUND_PORT": "0",
            "LOG_LEVEL": "debug",
        }
    )
    assert (settings.token, settings.database, settings.log_level) == ("abc", Path("x/y.db"), "DEBUG")
    assert settings.api_url == "http://127.0.0.1:1/api"
    assert settings.gateway_url == "ws://127.0.0.1:1/gateway/"


@pytest.mark.parametrize(
    ("environment", "code", "name"),
    [
        ({"DISCORD_TOKEN": ""}, "empty", "DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "  "}, "empty", "DISCORD_TOKEN"),
        ({"DISCORD_API_URL": "http://127.0.0.1"}, "both", "DISCORD_GATEWAY_URL"),
        ({"DISCORD_GATEWAY_URL": "ws://127.0.0.1"}, "both", "DISCORD_API_URL"),
        ({"DISCORD_API_URL": "ftp://x", "DISCORD_GATEWAY_URL": "ws://x"}, "url", "DISCORD_API_URL"),
        ({"DISCORD_API_URL": "http://x", "DISCORD_GATEWAY_URL": "http://x"}, "url", "DISCORD_GATEWAY_URL"),
        ({"DISCORD_API_URL": "http://[x", "DISCORD_GATEWAY_URL": "ws://x"}, "url", "DISCORD_API_URL"),
        ({"DISCORD_API_URL": "http://a:99999", "DISCORD_GATEWAY_URL": "ws://x"}, "url", "DISCORD_API_URL"),
        ({"PLAYGROUND_PORT": "9" * 5000}, "port", "PLAYGROUND_PORT"),
        ({"PLAYGROUND_PORT": "65536"}, "port", "PLAYGROUND_PORT"),
        ({"PLAYGROUND_PORT": "-1"}, "port", "PLAYGROUND_PORT"),
        ({"LOG_LEVEL": "loud"}, "level", "LOG_LEVEL"),
    ],
)
def test_what_cannot_be_used_is_named(environment: dict[str, str], code: str, name: str) -> None:
    with pytest.raises(SettingError) as refused:
        read(environment)
    assert (refused.value.code, refused.value.name) == (code, name)


def test_the_example_names_every_setting() -> None:
    example = (Path(__file__).parents[1] / ".env.example").read_text("utf-8")
    named = {line[1:].split("=")[0] for line in example.splitlines() if line.startswith("#") and "=" in line}
    assert named == {
        "DISCORD_TOKEN",
        "DATABASE",
        "DISCORD_API_URL",
        "DISCORD_GATEWAY_URL",
        "PLAYGROUND_PORT",
        "LOG_LEVEL",
    }
