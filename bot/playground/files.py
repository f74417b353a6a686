"""Uploaded files, as Discord keeps them."""

from __future__ import annotations

import mimetypes
import re
import struct

from bot.playground.model import Attachment, Channel
from bot.playground.world import World


def uploaded(
    world: World, channel: Channel, filename: str, content: bytes, description: str | None = None
) -> Attachment:
    """A file that somebody has sent to a channel."""
    number = world.new_id()
    name = re.sub(r"[^\w.\-]", "_", filename)
    url = f"{world.cdn}/attachments/{channel.id}/{number}/{name}"
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    width, height = _png_size(content)
    return Attachment(number, name, content, kind, url, description, width, height)


def _png_size(content: bytes) -> tuple[int, int] | tuple[None, None]:
    if content[:8] != b"\x89PNG\r\n\x1a\n" or len(content) < 24:
        return None, None
    width, height = struct.unpack(">II", content[16:24])
    return width, height
