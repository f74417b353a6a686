"""``/bh``: everything one does at a table, as commands. Each answer is private."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.games.baohuang import moves
from bot.games.baohuang.actions import CALL, CLAIM, NO_SOLO, PASS, PLAY, REVEAL, RISE, SOLO, STAY, YIELD, Move
from bot.games.baohuang.reading import called, parse
from bot.games.baohuang.typed import matches, resolve, write
from bot.games.baohuang.view import View
from bot.games.base import GameError, Illegal
from bot.pictures.words import card_word, describe_cards
from bot.tables.table import Table
from cogs import playing, sitting, wish_settings
from cogs.board import own_view
from cogs.calls import attempt, expected
from cogs.hints import hint
from cogs.leaderboards import Page, show_leaderboard
from cogs.manual import help_draft, rules_draft
from cogs.panel import WITH_SOLO
from cogs.ranks import show_rank
from cogs.recap import recap
from cogs.translator import localized
from cogs.visit import Services, Visit
from storage.periods import Period
from storage.ranks import Measure

Interaction: TypeAlias = discord.Interaction[Any]
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def described(name: str) -> app_commands.locale_str:
    """The description of a command."""
    return localized(f"command.{name}")


def parameters(**names: str) -> Callable[[Decorated], Decorated]:
    """Descriptions of parameters: the parameter's name, and its sentence's."""
    return app_commands.describe(**{name: localized(f"command.parameter.{key}") for name, key in names.items()})


def choices(prefix: str, *values: str) -> list[app_commands.Choice[str]]:
    """What a parameter can be: each value, with the sentence ``PREFIX.VALUE``."""
    return [app_commands.Choice(name=localized(f"{prefix}.{value}"), value=value) for value in values]


class Commands(app_commands.Group):
    """The group ``/bh``."""

    def __init__(self, services: Services) -> None:
        super().__init__(name="bh", description=described("bh"))
        self.services = services

    def _visit(self, interaction: Interaction) -> Visit:
        return Visit.of(self.services, interaction)

    def _seated(self, interaction: Interaction) -> tuple[Visit, Table]:
        """The visit, and the table at which the person has a seat; raise Illegal("no_seat") without one."""
        visit = self._visit(interaction)
        table = visit.own_table()
        if table is None:
            raise Illegal("no_seat")
        return visit, table

    # Any time

    @app_commands.command(name="help", description=described("help"))
    async def help(self, interaction: Interaction) -> None:
        """How to play here."""
        visit = self._visit(interaction)
        await visit.tell(help_draft(visit.locale))

    @app_commands.command(name="rules", description=described("rules"))
    async def rules(self, interaction: Interaction) -> None:
        """The rules of the game."""
        visit = self._visit(interaction)
        await visit.tell(rules_draft(visit.locale))

    @app_commands.command(name="join", description=described("join"))
    async def join(self, interaction: Interaction) -> None:
        """Sit down at the table of this channel."""
        visit = self._visit(interaction)
        await sitting.join(visit, visit.need(visit.table_here()))

    @app_commands.command(name="leave", description=described("leave"))
    @parameters(confirm="confirm")
    async def leave(self, interaction: Interaction, confirm: bool = False) -> None:
        """Leave one's table; in a round it must be confirmed."""
        visit, table = self._seated(interaction)
        await sitting.leave(visit, table, confirmed=confirm)

    @app_commands.command(name="ready", description=described("ready"))
    @parameters(words="words")
    async def ready(self, interaction: Interaction, words: str = "") -> None:
        """Get ready, with words of one's own for the salt."""
        visit, table = self._seated(interaction)
        await sitting.ready(visit, table, words)

    @app_commands.command(name="hand", description=described("hand"))
    @parameters(dm="dm")
    async def hand(self, interaction: Interaction, dm: bool | None = None) -> None:
        """Show the panel; switch the hand by DM on or off."""
        visit = self._visit(interaction)
        if dm is not None:
            await wish_settings.hand_by_dm(visit, wanted=dm)
            return
        _, table = self._seated(interaction)
        await visit.show_panel(table)

    @app_commands.command(name="last", description=described("last"))
    async def last(self, interaction: Interaction) -> None:
        """The plays made last, or the result of the last round."""
        visit = self._visit(interaction)
        table = visit.need(visit.own_table() or visit.table_here())
        await visit.tell(recap(table, visit.locale))

    @app_commands.command(name="autopilot", description=described("autopilot"))
    @parameters(on="on")
    async def autopilot(self, interaction: Interaction, on: bool) -> None:
        """Leave the seat to the system, or take it back."""
        visit, table = self._seated(interaction)
        await playing.autopilot(visit, table, on=on)

    @app_commands.command(name="rank", description=described("rank"))
    @parameters(player="ranked")
    async def rank(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Where a player stands."""
        await show_rank(self._visit(interaction), player)

    @app_commands.command(name="leaderboard", description=described("leaderboard"))
    @parameters(where="scope", period="period", by="measure")
    @app_commands.choices(
        where=choices("leaderboard.scope", "here", "all"),
        period=choices("leaderboard.period", *Period),
        by=choices("leaderboard.measure", *Measure),
    )
    async def leaderboard(
        self, interaction: Interaction, where: str | None = None, period: str = "ever", by: str = "skill"
    ) -> None:
        """The best of this server or of all; in a direct message of all, unless told otherwise."""
        everywhere = interaction.guild_id is None if where is None else where == "all"
        await show_leaderboard(self._visit(interaction), Page(everywhere, Period(period), Measure(by)))

    # In a round

    @app_commands.command(name="claim", description=described("claim"))
    @parameters(solo="solo")
    async def claim(self, interaction: Interaction, solo: bool = False) -> None:
        """Claim the throne."""
        visit, table = self._seated(interaction)
        await playing.answer(visit, table, WITH_SOLO if solo else CLAIM)

    @app_commands.command(name="yield", description=described("yield"))
    async def yield_(self, interaction: Interaction) -> None:
        """Yield the throne upstream."""
        await self._act(interaction, YIELD)

    @app_commands.command(name="solo", description=described("solo"))
    @parameters(alone="solo")
    async def solo(self, interaction: Interaction, alone: bool) -> None:
        """Answer whether one declares open solo."""
        await self._act(interaction, SOLO if alone else NO_SOLO)

    @app_commands.command(name="call", description=described("call"))
    @parameters(card="card")
    async def call(self, interaction: Interaction, card: str) -> None:
        """Call a card."""
        await self._act(interaction, Move(CALL, (called(card),)).text)

    @call.autocomplete("card")
    async def _call_choices(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        view = self._view(interaction)
        cards = [] if view is None else [move.cards[0] for move in moves.answers(view) if move.verb == CALL]
        words = [card_word(card, self._visit(interaction).locale) for card in cards]
        return [app_commands.Choice(name=word, value=word) for word in words if text.strip().lower() in word.lower()][
            :25
        ]

    @app_commands.command(name="reveal", description=described("reveal"))
    async def reveal(self, interaction: Interaction) -> None:
        """Declare oneself as the guard."""
        await self._act(interaction, REVEAL)

    @app_commands.command(name="rebel", description=described("rebel"))
    async def rebel(self, interaction: Interaction) -> None:
        """Rise."""
        await self._act(interaction, RISE)

    @app_commands.command(name="stay", description=described("stay"))
    async def stay(self, interaction: Interaction) -> None:
        """Make no declaration."""
        await self._act(interaction, STAY)

    @app_commands.command(name="play", description=described("play"))
    @parameters(cards="cards")
    async def play(self, interaction: Interaction, cards: str) -> None:
        """Play the cards that were typed."""
        visit, table = self._seated(interaction)
        asked = parse(cards)
        view = self._view(interaction)
        if view is None:
            raise Illegal("no_round")
        # Whose turn it is comes first: what they hold is of no use to those who are not asked.
        if view.seat not in view.asked:
            raise Illegal("not_asked")
        if view.step != "play":
            raise Illegal("wrong_step")
        stamp = tuple(table.stamp)
        await playing.act(visit, table, Move(PLAY, resolve(asked, view)).text, stamp=(stamp[0], stamp[1]))

    @play.autocomplete("cards")
    async def _play_choices(self, interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        view = self._view(interaction)
        if view is None:
            return []
        try:
            found = matches(text, view)
        except GameError:
            return []
        locale = self._visit(interaction).locale
        return [
            app_commands.Choice(name=describe_cards(cards, locale)[:100], value=write(cards, view)) for cards in found
        ]

    @app_commands.command(name="pass", description=described("pass"))
    @parameters(trick="trick")
    async def pass_(self, interaction: Interaction, trick: bool = False) -> None:
        """Pass, or pass for the rest of the trick."""
        visit, table = self._seated(interaction)
        if trick:
            await playing.ahead(visit, table, on=True)
        else:
            await playing.act(visit, table, PASS)

    @app_commands.command(name="hint", description=described("hint"))
    async def hint(self, interaction: Interaction) -> None:
        """Suggest a move, and say why."""
        visit, table = self._seated(interaction)
        await hint(visit, table)

    async def _act(self, interaction: Interaction, text: str) -> None:
        visit, table = self._seated(interaction)
        await playing.act(visit, table, text)

    def _view(self, interaction: Interaction) -> View | None:
        found = self.services.tables.seat_of(interaction.user.id)
        return None if found is None else own_view(*found)


def _is_news(record: logging.LogRecord) -> bool:
    # That Discord did not take the choices for what somebody types (too late, or had already) is to be expected.
    error = record.exc_info[1] if record.exc_info else None
    return error is None or expected(error) is None


logging.getLogger("discord.app_commands.tree").addFilter(_is_news)


class Tree(app_commands.CommandTree[Any]):
    """Answers what commands refuse."""

    services: Services

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Act on each command once."""
        return await self.services.new(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Say privately what is wrong; a mistake of ours is logged and said to be one."""
        original = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is discord.InteractionType.autocomplete:
            await attempt(interaction.response.autocomplete([]))
            return
        visit = Visit.of(self.services, interaction)
        if isinstance(original, GameError):
            await visit.refuse(original, visit.own_table())
        else:
            await visit.failed(original)
