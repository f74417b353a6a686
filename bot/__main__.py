"""``python -m bot``: runs the bot, and the small commands."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot import verify
from bot.texts import say

INTERRUPTED: Final = 130
"""The exit status that shells expect after Ctrl+C."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; the exit status is 0 if all went well."""
    locale = verify.locale()
    parser = argparse.ArgumentParser(prog="python -m bot", description=say(locale, "program.description"))
    commands = parser.add_subparsers(dest="command")
    command = commands.add_parser("verify", help=say(locale, "verify.help"))
    command.add_argument("files", nargs="+", metavar="FILE", help=say(locale, "verify.file_help"))
    command.add_argument("--commitment", metavar="HEX", type=_hex, help=say(locale, "verify.commitment_help"))
    commands.add_parser("doctor", help=say(locale, "program.doctor_help"))
    command = commands.add_parser("backup", help=say(locale, "program.backup_help"))
    command.add_argument("file", type=Path, metavar="FILE", help=say(locale, "program.backup_file_help"))
    chosen = parser.parse_args(arguments)
    if chosen.command == "verify":
        return verify.run(chosen.files, chosen.commitment)
    try:
        return _run(chosen, locale)
    except KeyboardInterrupt:  # before there was anything to stop
        return INTERRUPTED
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("bot", "cogs", "storage"):
            raise
        sys.stderr.write(say(locale, "program.no_packages", name=package) + "\n")
        return 1


def _run(chosen: argparse.Namespace, locale: str | None) -> int:
    """Run what needs packages. It is imported only here, since verify runs on bare Python."""
    if chosen.command == "doctor":
        from bot import doctor  # noqa: PLC0415

        return doctor.run(locale, point_at)
    if chosen.command == "backup":
        from bot import backup  # noqa: PLC0415

        return backup.run(locale, chosen.file)
    from bot import running  # noqa: PLC0415

    return running.run(locale, point_at)


def point_at(api_url: str, gateway_url: str, cdn_url: str | None) -> None:
    """Let discord.py talk to another Discord than the real one: REST interface, gateway and attachments.

    Interface and gateway go together: with the first alone, the token would go to the real gateway.
    """
    import yarl  # noqa: PLC0415
    from discord.asset import Asset  # noqa: PLC0415
    from discord.gateway import DiscordWebSocket  # noqa: PLC0415
    from discord.http import Route  # noqa: PLC0415

    Route.BASE = api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    if cdn_url is not None:
        Asset.BASE = cdn_url


def _hex(text: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(say(verify.locale(), "verify.commitment_form"))
    return text.lower()


if __name__ == "__main__":
    sys.exit(main())
