"""``python -m bot``: the program's commands."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

from bot import verify
from bot.texts import say


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; the exit status is 0 if all went well."""
    parser = argparse.ArgumentParser(prog="python -m bot")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("verify", help=say(verify.locale(), "verify.help"))
    command.add_argument("files", nargs="+", metavar="FILE", help=say(verify.locale(), "verify.file_help"))
    command.add_argument("--commitment", metavar="HEX", type=_hex, help=say(verify.locale(), "verify.commitment_help"))
    chosen = parser.parse_args(arguments)
    return verify.run(chosen.files, chosen.commitment)


def _hex(text: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(say(verify.locale(), "verify.commitment_form"))
    return text.lower()


if __name__ == "__main__":
    sys.exit(main())
