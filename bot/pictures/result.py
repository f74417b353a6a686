"""The picture of the result of a round: a row for each seat, by place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from PIL import Image

from bot.games.baohuang.scoring import level
from bot.pictures.fittings import ROW_SIZE
from bot.pictures.hand import PICTURE_WIDTH
from bot.pictures.lettering import chip, letter, seat_name
from bot.pictures.palette import BADGE, CARD, FELT, MIST, PALE, PANEL, PILL, ROSE, Colour
from bot.pictures.parts import Felt, Head, Part
from bot.pictures.png import canvas
from bot.pictures.row import MARGIN, ROW_GAP
from bot.pictures.sprites import Sprites
from bot.texts import say

_PLACE_LEFT: Final = 32
_PLACE_WIDTH: Final = 108
_BADGE_LEFT: Final = 144
_NAME_LEFT: Final = 246
_NAME_WIDTH: Final = 374
_SCORE_RIGHT: Final = 770
_SCORE_WIDTH: Final = 140
_SKILL_LEFT: Final = 800
_SKILL_WIDTH: Final = 274


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat on a seat, and what a round brought beside its points."""

    name: str
    before: int | None = None
    """Skill before and after the round; None where it does not count."""
    after: int | None = None
    ai: bool = False
    penalty: int = 0
    """Points paid for leaving."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A round that is over."""

    number: int
    """Its number at the table."""
    result: Mapping[str, Any]
    """The game's own account of the end (``Outcome.result``)."""
    players: Sequence[Player]
    """One a seat."""
    scored: bool = True
    """Whether it counts for skill."""

    @property
    def by_place(self) -> list[int]:
        """The seats, first out first."""
        return sorted(range(len(self.players)), key=lambda seat: int(self.result["places"][seat]))

    def role(self, seat: int) -> str:
        """The role of a seat."""
        return next((role for role in ("emperor", "guard") if self.result[role] == seat), "rebel")


def result_parts(ended: Ended, language: str) -> list[Part]:
    """The picture of a result from the top down."""
    chips = [(why, "multiplier" if ended.result["multiplier"] > 1 else "solo") for why in reasons(ended, language)]
    lines = [decided(ended, language), *([] if ended.scored else [say(language, "result.unscored")])]
    rows = [_row(ended, seat, language) for seat in ended.by_place]
    return [
        Felt(MARGIN),
        Line(title(ended, language), 44, PILL, 66),
        *([Head(tuple(chips))] if chips else []),
        *rows,
        *[Line(line, 32, CARD, 48) for line in lines],
        Felt(MARGIN - 8),
    ]


def title(ended: Ended, language: str) -> str:
    """Who won."""
    return say(language, f"result.won.{ended.result['winner']}", number=ended.number).removeprefix("🏆 ")


def reasons(ended: Ended, language: str) -> list[str]:
    """What made the round worth more, or otherwise another one."""
    result = ended.result
    found = [say(language, f"board.solo_{result['solo']}")] if result["solo"] else []
    if result["multiplier"] > 1:
        why = "rebellion" if len(result["rose"]) > 1 else "open_guard"
        found.append(say(language, "picture.because.doubled", why=say(language, f"board.{why}")))
    return found


def decided(ended: Ended, language: str) -> str:
    """What decided the round, as far as the places tell."""
    result = ended.result
    words = {"emperor": "won", "rebels": "lost", "draw": "even"}[result["winner"]]
    if result["solo"]:
        return say(language, f"picture.decided.{result['solo']}_{words}")
    places = {role: int(result["places"][result[role]]) for role in ("emperor", "guard")}
    if sum(places.values()) in (3, 9):
        return say(language, f"picture.decided.clean_{words}")
    said = {role: say(language, f"board.place.{place}") for role, place in places.items()}
    return say(language, f"picture.decided.{words}", **said)


class Line(NamedTuple):
    """Words on the felt."""

    words: str
    size: int
    colour: Colour
    height: int

    def draw(self, sprites: Sprites) -> Image.Image:  # noqa: ARG002 - a part like the others
        """See ``Part``."""
        drawn = canvas(PICTURE_WIDTH, self.height)
        drawn.paste(letter(self.words, self.size, PICTURE_WIDTH - 2 * MARGIN, self.colour, FELT), (1 + MARGIN, 0))
        return drawn


class Standing(NamedTuple):
    """The row of one seat."""

    language: str
    place: int
    role: str
    name: str
    score: int
    skill: tuple[int, int] | None
    rose: bool
    ai: bool
    penalty: int

    def draw(self, sprites: Sprites) -> Image.Image:
        """See ``Part``."""
        drawn = canvas(PICTURE_WIDTH, ROW_SIZE[1] + ROW_GAP)

        def write(words: str, size: int, left: int, top: int, room: int, colour: Colour) -> None:
            drawn.paste(letter(words, size, room, colour, PANEL), (1 + left, top))

        drawn.paste(sprites["row"], (1 + MARGIN, 0))
        place = say(self.language, f"board.place.{self.place}")
        write(place, 44, _PLACE_LEFT, 32, _PLACE_WIDTH, PILL if self.place == 1 else CARD)
        drawn.paste(sprites[f"badge/{self.role}/{self.language}"], (1 + _BADGE_LEFT, 21))
        write(self.name, 40, _NAME_LEFT, 8, _NAME_WIDTH, CARD)
        role = letter(say(self.language, f"board.role.{self.role}"), 30, 160, MIST, PANEL)
        drawn.paste(role, (1 + _NAME_LEFT, 68))
        left = _NAME_LEFT + role.width + 12
        if self.rose:
            drawn.paste(sprites["hoe"], (1 + left, 62))
            left += sprites["hoe"].width + 8
        penalty = say(self.language, "picture.penalty", points=self.penalty) if self.penalty else ""
        for words in (say(self.language, "picture.ai") if self.ai else "", penalty):
            if words:
                sign = chip(words, 26, _NAME_LEFT + _NAME_WIDTH - left, PALE, BADGE, PANEL)
                drawn.paste(sign, (1 + left, 72))
                left += sign.width + 6
        colour = PILL if self.score > 0 else ROSE if self.score < 0 else MIST
        score = letter(signed(self.score), 60, _SCORE_WIDTH, colour, PANEL)
        drawn.paste(score, (1 + _SCORE_RIGHT - score.width, 20))
        if self.skill is not None:
            before, after = self.skill
            write(f"{before} → {after}", 36, _SKILL_LEFT, 14, _SKILL_WIDTH, CARD)
            write(say(self.language, f"level.{level(after)}"), 28, _SKILL_LEFT, 68, _SKILL_WIDTH, MIST)
        return drawn


def _row(ended: Ended, seat: int, language: str) -> Standing:
    player, result = ended.players[seat], ended.result
    skill = None
    if ended.scored and player.before is not None and player.after is not None:
        skill = (player.before, player.after)
    return Standing(
        language,
        result["places"][seat],
        ended.role(seat),
        seat_name(player.name, seat, language),
        result["scores"][seat],
        skill,
        seat in result["rose"],
        player.ai,
        player.penalty,
    )


def signed(score: int) -> str:
    """Points with their sign; a real minus, as wide as a plus."""
    return figure(score) if score <= 0 else f"+{score}"


def figure(value: int) -> str:
    """A value, with a real minus where it is below zero."""
    return str(value).replace("-", "−")
