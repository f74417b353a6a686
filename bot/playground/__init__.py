"""An embedded look-alike of Discord on loopback, for an unmodified discord.py. Knows nothing of the game.

``Playground`` is the whole: REST, gateway and attachments on 127.0.0.1. A ``Person`` is someone who uses it; what they
see are ``Message`` objects, what they ask of the bot ``Interaction`` objects, both always as they are now. What goes
wrong is in ``faults`` (requests), ``gateway`` (the connection), ``limits`` and the ``Playground`` itself (channels,
permissions, servers); ``wait``, ``Person.sees`` and the holds of ``faults`` let a test await anything without sleeping.
"""

from bot.playground.clock import Clock, HandClock, SystemClock
from bot.playground.model import Answer, Channel, Guild, Interaction, Message, Notification, Role
from bot.playground.options import Refused
from bot.playground.permission import Permission
from bot.playground.person import Person
from bot.playground.rest.call import Sent
from bot.playground.server import Playground

__all__ = [
    "Answer",
    "Channel",
    "Clock",
    "Guild",
    "HandClock",
    "Interaction",
    "Message",
    "Notification",
    "Permission",
    "Person",
    "Playground",
    "Refused",
    "Role",
    "Sent",
    "SystemClock",
]
