"""``python -m bot doctor``: checks what the bot needs, and says what to do."""

from __future__ import annotations

import asyncio
import sys

from bot.client import Refused, Unreachable, invite_url, who_is
from bot.running import Point
from bot.settings import SettingError, Settings, load
from bot.texts import say
from bot.wrong import wrong_database
from storage import derived
from storage.errors import StorageError
from storage.store import Store


class _Report:
    def __init__(self, locale: str | None) -> None:
        self.locale = locale
        self.wrong = 0

    def good(self, key: str, **values: object) -> None:
        self._line("good", say(self.locale, f"program.doctor.{key}", **values))

    def bad(self, what: str) -> None:
        self.wrong += 1
        self._line("bad", what)

    def _line(self, key: str, what: str) -> None:
        sys.stdout.write(say(self.locale, f"program.doctor.{key}", what=what) + "\n")


def run(locale: str | None, point_at: Point) -> int:
    """Check settings, fonts, database and token, a line each; the exit status is 0 if all is well."""
    report = _Report(locale)
    try:
        settings = load()
    except SettingError as error:
        report.bad(say(locale, f"settings.{error.code}", name=error.name))
        return 1
    report.good("settings")
    asyncio.run(_check(settings, report, point_at))
    return 1 if report.wrong else 0


async def _check(settings: Settings, report: _Report, point_at: Point) -> None:
    _check_fonts(report)
    if settings.token is None:
        report.good("no_token")
        return
    try:
        store = await Store.open(settings.database)
    except StorageError as error:
        report.bad(wrong_database(error, settings.database, report.locale))
    else:
        report.good("database", path=settings.database)
        try:
            right = await asyncio.to_thread(derived.mend, settings.database)
        except StorageError as error:
            report.bad(wrong_database(error, settings.database, report.locale))
        else:
            if right:
                report.good("sums")
            else:
                report.bad(say(report.locale, "program.doctor.sums_mended"))
        await store.close()
    if settings.api_url is not None and settings.gateway_url is not None:
        point_at(settings.api_url, settings.gateway_url, None)
    try:
        name, application = await who_is(settings.token)
    except Refused:
        report.bad(say(report.locale, "program.token_refused"))
    except Unreachable:
        report.bad(say(report.locale, "program.unreachable"))
    else:
        report.good("token", name=name)
        for key in ("intents", "invite"):
            sys.stdout.write(say(report.locale, f"program.doctor.{key}", url=invite_url(application)) + "\n")


def _check_fonts(report: _Report) -> None:
    from bot.pictures.fonts import font  # noqa: PLC0415 - a missing package is what is looked for

    try:
        font(20)
    except (ImportError, OSError):
        report.bad(say(report.locale, "program.doctor.fonts_broken"))
    else:
        report.good("fonts")
