"""Pictures of tables, results, moments and leaderboards in words: for screen readers, and for when they do not load."""

from __future__ import annotations

import unicodedata
from typing import Final

from bot.games.baohuang.actions import PLAY, parse
from bot.games.baohuang.scoring import level
from bot.games.baohuang.view import View
from bot.pictures.leaderboard import Ranking, describe_row, name_of
from bot.pictures.lettering import seat_name
from bot.pictures.result import Ended, decided, reasons, signed, title
from bot.pictures.table import Moment, Shown, did, lying, public_facts
from bot.pictures.words import describe_cards, known_role, on_turn, rank_word, unseen
from bot.texts import say

MOST: Final = 1000
"""Characters of a description; Discord takes 1,024."""
_LONGEST_NAME: Final = 32


def describe_table(view: View, shown: Shown) -> str:
    """The picture of a table in words."""
    language = shown.language
    lines = [_facts(view, language), *(_seat(view, shown, seat) for seat in shown.order)]
    if shown.counter:
        ranks = [f"{rank_word(rank, language)}×{count}" for rank, count in enumerate(unseen(view)) if count]
        lines.append(say(language, "picture.counted", ranks=" ".join(reversed(ranks))))
    return _bounded(lines)


def describe_moment(view: View, shown: Shown, moment: Moment) -> str:
    """The picture of a moment in words."""
    language = shown.language
    number, total = moment.step or (0, 0)
    step = say(language, "picture.step", number=number, total=total) if moment.step else ""
    last = ""
    if moment.last is not None:
        move = parse(moment.last.text)
        done = describe_cards(move.cards, language, view.called) if move.verb == PLAY else did(move, language)
        last = say(language, "board.turn", name=_name(shown.name(moment.last.seat)), did=done)
    lines = [step, last, _facts(view, language)]
    for seat in shown.order:
        hand = moment.hands[seat]
        words = ""
        if hand:
            words = say(language, "picture.holds", groups=describe_cards(hand, language, view.called))
        lines.append(_seat(view, shown, seat, words))
    return _bounded(lines)


def describe_result(ended: Ended, language: str) -> str:
    """The picture of a result in words."""
    lines = [title(ended, language), " · ".join(reasons(ended, language))]
    for seat in ended.by_place:
        player, result = ended.players[seat], ended.result
        facts = [say(language, f"board.role.{ended.role(seat)}")]
        if player.ai:
            facts.append(say(language, "picture.ai"))
        if seat in result["rose"]:
            facts.append(say(language, "picture.hoe"))
        if ended.scored and player.before is not None and player.after is not None:
            name = say(language, f"level.{level(player.after)}")
            facts.append(say(language, "picture.skill_level", before=player.before, after=player.after, level=name))
        if player.penalty:
            facts.append(say(language, "picture.penalty", points=player.penalty))
        lines.append(
            say(
                language,
                "picture.result_seat",
                place=say(language, f"board.place.{result['places'][seat]}"),
                name=_name(seat_name(player.name, seat, language)),
                facts=say(language, "picture.comma").join(facts),
                score=signed(result["scores"][seat]),
            )
        )
    lines.append(decided(ended, language))
    if not ended.scored:
        lines.append(say(language, "result.unscored"))
    return _bounded(lines)


def describe_ranking(ranking: Ranking, language: str) -> str:
    """The picture of a page of a leaderboard in words."""
    rows = [*ranking.rows, *([ranking.own] if ranking.own else [])]
    return _bounded([ranking.title, *(describe_row(row, _name(name_of(row, language)), language) for row in rows)])


def _facts(view: View, language: str) -> str:
    return " · ".join(words for words, _ in public_facts(view, language))


def _seat(view: View, shown: Shown, seat: int, more: str = "") -> str:
    language = shown.language
    role, place = known_role(view, seat), view.places[seat]
    facts = [] if role == "unknown" else [say(language, f"board.role.{role}")]
    facts += [say(language, key) for key, shows in (("picture.hoe", seat in view.rose),) if shows]
    facts += shown.ai_words(seat)
    facts += [skill] if (skill := shown.skill_word(seat)) else []
    facts += [say(language, "board.autopilot")] if seat in shown.autopilot else []
    if place is not None:
        facts.append(say(language, "board.out", place=say(language, f"board.place.{place}")))
    else:
        count = view.counts[seat]
        facts.append(say(language, "board.cards" if count > 1 else "picture.one_card", count=count))
    facts += [say(language, "cards.asked")] if on_turn(view, seat) else []
    facts += [more] if more else []
    cards = lying(view).get(seat)
    values = {"name": _name(shown.name(seat)), "facts": say(language, "picture.comma").join(facts)}
    if cards is None:
        return say(language, "picture.seat", **values)
    done = describe_cards(cards, language, view.called) if cards else say(language, "board.passed")
    if view.best is not None and view.best.seat == seat:
        done = say(language, "picture.to_beat", cards=done)
    return say(language, "picture.seat_did", **values, did=done)


def _name(name: str) -> str:
    """A name without controls, kept apart from the direction of what stands around it."""
    shown = "".join(mark for mark in name if unicodedata.category(mark) not in {"Cc", "Cf", "Cs", "Zl", "Zp"})
    return f"\u2068{shown[:_LONGEST_NAME]}\u2069"


def _bounded(lines: list[str]) -> str:
    words = "\n".join(line for line in lines if line)
    return words if len(words) <= MOST else words[: MOST - 1] + "…"
