"""A drawing at four times its size, to be shrunk to a sprite."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.emblems import Box
from bot.pictures.fonts import font
from bot.pictures.palette import Colour, quantize

_SCALE: Final = 4


class Sheet:
    """A drawing; all measures are pixels of the finished sprite."""

    def __init__(self, width: int, height: int, behind: Colour) -> None:
        self.size = (width, height)
        self.image = Image.new("RGB", (width * _SCALE, height * _SCALE), behind)
        self.draw = ImageDraw.Draw(self.image)

    def scaled(self, box: Box) -> Box:
        """A box in pixels of the drawing."""
        left, top, right, bottom = box
        return (left * _SCALE, top * _SCALE, right * _SCALE, bottom * _SCALE)

    def panel(self, box: Box, fill: Colour, edge: Colour, edge_width: float, radius: float) -> None:
        """A filled box with rounded corners and an edge."""
        left, top, right, bottom = self.scaled(box)
        self.draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius * _SCALE, fill, edge, round(edge_width * _SCALE)
        )

    def text(self, text: str, box: Box, colour: Colour) -> None:
        """Text with capitals as high as the box, centred, condensed where the box is too narrow for it."""
        left, top, right, bottom = self.scaled(box)
        face = font(round((bottom - top) / 0.733))
        from_left, from_top, from_right, from_bottom = face.getbbox(text, anchor="ls")
        mask = Image.new("L", (round(from_right - from_left), round(from_bottom - from_top)))
        ImageDraw.Draw(mask).text((-from_left, -from_top), text, 255, face, anchor="ls")
        if mask.width > right - left:
            mask = mask.resize((round(right - left), mask.height), Image.Resampling.LANCZOS)
        self.image.paste(colour, (round((left + right - mask.width) / 2), round(bottom + from_top)), mask)

    def glyph(self, letter: str, box: Box, colour: Colour) -> None:
        """One character's ink, centred and as large as the box allows."""
        left, top, right, bottom = self.scaled(box)
        face = font(round(1.4 * (bottom - top)))
        mask, _ = face.getmask2(letter, "L")
        shape = Image.frombytes("L", mask.size, bytes(mask))
        shape = shape.crop(shape.getbbox())
        share = min((right - left) / shape.width, (bottom - top) / shape.height)
        shape = shape.resize((round(shape.width * share), round(shape.height * share)), Image.Resampling.LANCZOS)
        place = (round((left + right - shape.width) / 2), round((top + bottom - shape.height) / 2))
        self.image.paste(colour, place, shape)

    def shrink(self, share: float = 1) -> Image.Image:
        """The finished sprite, or a smaller one: palette indices in mode L."""
        width, height = self.size
        size = (round(width * share), round(height * share))
        return quantize(self.image.resize(size, Image.Resampling.BOX))
