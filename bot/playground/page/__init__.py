"""The look-alike's page: Discord in a browser, for people. One window is one person.

``Page`` is the whole: the files in ``files`` and a WebSocket per window, on the look-alike's own port. ``told`` is what
a person is shown, ``deeds`` what a window can ask for, ``mischief`` what the drawer of faults can do.
"""

from bot.playground.page.mischief import Switch
from bot.playground.page.page import Page

__all__ = ["Page", "Switch"]
