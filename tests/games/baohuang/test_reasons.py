"""What hints say is true: held against the whole round, which they do not see."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.baohuang import plays
from bot.games.baohuang.actions import PASS, PLAY, Move, parse
from bot.games.baohuang.cards import BIG_RANK, RANK, RANKS, SMALL_RANK
from bot.games.baohuang.game import GAME
from bot.games.baohuang.plays import SIX, TWO, Shape
from bot.games.baohuang.round import Round
from bot.games.baohuang.rules import Rules
from bot.games.baohuang.view import Role
from bot.texts import LANGUAGES, say
from tests.games.baohuang.scenes import scene, turns
from tests.games.baohuang.strategies import rule_sets


def side(round_: Round, seat: int) -> bool:
    """Whether a seat is on the emperor's side."""
    return round_.role(seat) in ("emperor", "guard")


def beaten(round_: Round, seat: int, shape: Shape) -> bool:
    """Whether anyone else can beat a play with what they hold."""
    others = (hand for other, hand in enumerate(round_.hands) if other != seat and hand.size)
    return any(plays.answers(hand, shape, round_.rules) for hand in others)


def goes_out(round_: Round, seat: int) -> None:
    """Somebody whose play is the last goes out with everyone else passing because they must."""
    while round_.hands[seat].size and round_.asked():
        asked = round_.asked()[0].seat
        if asked != seat:
            assert list(round_.legal(asked)) == [Move(PASS)], "nobody can beat it"
            round_.act(asked, PASS)
            continue
        hand = round_.hands[seat]
        groups = [Shape(rank, hand.ranks[rank], 0, 0) for rank in range(SMALL_RANK) if hand.ranks[rank]]
        last = [one for one in groups if (one.rank == SIX and round_.rules.hold_sixes) or beaten(round_, seat, one)]
        assert len(last) <= 1
        groups = [one for one in groups if one not in last]
        if groups and hand.size > groups[0].size:
            round_.act(seat, round_.pick(seat, groups[0]).text)
        else:
            round_.act(seat, Move(PLAY, hand.cards()).text)
    assert not round_.hands[seat].size


def check(round_: Round, seat: int, text: str) -> None:
    """What is said for an action is true."""
    view = round_.view(seat)
    code, values = GAME.reason(view, text)
    for language in LANGUAGES:
        assert say(language, f"hint.why.{code}", **{"name": "Ann", **values})
    move, hand, legal = parse(text), round_.hands[seat], list(round_.legal(seat))
    shape = plays.shape_of(move.cards) if move.verb == PLAY else None
    shapes = [one for one in legal if isinstance(one, Shape)]
    plain = [one for one in shapes if not one.small and not one.big]
    whole = [one for one in plain if one.ranked == hand.ranks[one.rank]]
    best = view.best
    match code:
        case "only" | "cannot_beat":
            assert len(legal) == 1
        case "goes_out":
            assert shape
            assert shape.size == hand.size
        case "goes_out_next":
            after = deepcopy(round_)
            after.act(seat, text)
            goes_out(after, seat)
        case "holds":
            assert shape
            assert not beaten(round_, seat, shape)
        case "stops":
            assert best
            assert (values["seat"], values["count"]) == (best.seat, round_.hands[best.seat].size)
            assert side(round_, best.seat) != side(round_, seat)
        case "feeds":
            assert shape
            assert shape.size == round_.hands[values["seat"]].size == values["count"]
            assert side(round_, values["seat"]) == side(round_, seat)
        case "guards_lead" | "partner_leads":
            assert best
            assert round_.hands[best.seat].size
            assert side(round_, best.seat) == side(round_, seat)
            assert values == ({"seat": best.seat} if code == "partner_leads" else {})
            assert (best.seat == round_.emperor) == (code == "guards_lead")
        case "needs_jokers" | "keeps_jokers":
            assert shapes
            assert not plain
        case "leaves":
            assert shape
            assert hand.size - shape.size == values["count"]
        case "keeps_rest":
            assert shape
            assert hand.ranks[shape.rank] - shape.ranked == values["count"] > 0
            assert shape.rank == values["rank"]
        case "low" | "whole" | "cheapest":
            assert shape in whole
            assert code != "low" or shape.rank <= 4
            assert code != "cheapest" or shape == min(whole)
        case "keeps_whole" | "keeps_groups":
            assert plain
            assert not whole
            assert code == "keeps_groups" or {one.rank for one in plain} == {values["rank"]}
        case "saves":
            assert hand.ranks[values["rank"]]
        case "strong" | "weak" | "reveal_strong":
            ranks = Counter(RANK[card] for card in view.hand)
            assert values == {"jokers": ranks[SMALL_RANK] + ranks[BIG_RANK], "twos": ranks[TWO]}
        case "slow":
            assert values["count"] == sum(RANK[card] < RANKS.index("Q") for card in view.hand)
        case "call_four" | "call_high" | "call":
            assert view.hand.count(move.cards[0]) == (4 if code == "call_four" else 3)
        case "stay_guard":
            assert round_.guard == seat
            assert round_.view(None).guard is None
        case "stay_rebel" | "rise":
            assert round_.role(seat) == "rebel"
            assert round_.rules.rebellion
        case "reveal":
            assert round_.guard == seat
        case _:
            assert code in ("claim", "solo", "no_solo")


@settings(max_examples=60, deadline=None)
@given(chosen=rule_sets(), seed=st.integers(0, 2**32), data=st.data())
def test_what_is_said_of_any_move_is_true(chosen: Rules, seed: int, data: st.DataObject) -> None:
    for round_, seat in turns(chosen, seed):
        legal = round_.legal(seat)
        for one in legal if len(legal) < 12 else legal[:: len(legal) // 12]:
            check(round_, seat, one.text if isinstance(one, Move) else round_.pick(seat, one).text)


@settings(max_examples=25, deadline=None)
@given(chosen=rule_sets(), seed=st.integers(0, 2**32))
def test_what_is_said_of_a_good_move_is_true(chosen: Rules, seed: int) -> None:
    for round_, seat in turns(chosen, seed, lambda round_, seat, _: GAME.decide(round_.view(seat), "normal", 0)):
        check(round_, seat, GAME.decide(round_.view(seat), "normal", 0))


SIXES = {"hold_sixes": True}


@pytest.mark.parametrize(
    ("hand", "best", "text", "options", "code", "values"),
    [
        ("9s 9h", "", "play 9s 9h", {}, "goes_out", {}),
        ("X X 9s 9h", "Ah", "play X", {}, "goes_out_next", {}),
        ("X X X X* 9s 6s", "Ah", "play X", {}, "holds", {}),
        ("X 6s 6s", "Ah", "play X", SIXES, "goes_out_next", {}),
        ("9s 9h 9c Ks Kh Ks 6s", "8s 8h 8c", "play 9s 9h 9c", {}, "cheapest", {"rank": 3}),
        ("9s 9h 9c Ks Kh Ks 6s", "8s 8h 8c", "play Ks Kh Ks", {}, "whole", {"rank": 7}),
        ("9s 9h 9c Ks Kh Ks 6s", "8s 8h", "play 9s 9h", {}, "keeps_rest", {"rank": 3, "count": 1}),
        ("9s 9h 9c 6s 6s", "8s 8h", "pass", {}, "keeps_whole", {"rank": 3}),
        ("9s 9h 9c Ks Kh Ks 6s", "8s 8h", "pass", {}, "keeps_groups", {}),
        ("9s 9h 6s 6s", "8s 8h", "pass", {}, "saves", {"rank": 3}),
        ("x 9s 6s 6s", "Ks Kh", "pass", {}, "cannot_beat", {}),
        ("x x 9s 6s 6s", "Ks Kh", "pass", {}, "keeps_jokers", {}),
        ("x x 9s 6s 6s", "Ks Kh", "play x x", {}, "needs_jokers", {}),
        ("x x 9s 9h 6s 6s", "8s 8h", "play x 9s", {}, "leaves", {"count": 4}),
        ("9s 9h 6s 6s", "", "play 6s 6s", {}, "low", {}),
        ("Ks Kh 6s 6s", "", "play Ks Kh", {}, "whole", {"rank": 7}),
    ],
)
def test_what_is_said_of_a_play(
    hand: str, best: str, text: str, options: dict[str, Any], code: str, values: dict[str, int]
) -> None:
    assert GAME.reason(scene(hand, best, **options), text) == (code, values)


@pytest.mark.parametrize(
    ("role", "emperor", "guard", "rose", "left", "text", "code", "values"),
    [
        ("guard", 4, None, (), 20, "pass", "guards_lead", {}),
        ("guard", 4, None, (), 0, "pass", "saves", {"rank": 3}),
        ("emperor", 0, 4, (), 20, "pass", "partner_leads", {"seat": 4}),
        ("emperor", 0, None, (), 20, "pass", "saves", {"rank": 3}),
        ("rebel", 1, 2, (), 20, "pass", "partner_leads", {"seat": 4}),
        ("rebel", 1, None, (4,), 20, "pass", "partner_leads", {"seat": 4}),
        ("rebel", 1, None, (), 20, "pass", "saves", {"rank": 3}),
        ("rebel", 1, None, (), 2, "play 9s 9h", "cheapest", {"rank": 3}),
        ("rebel", 4, None, (), 2, "play 9s 9h", "stops", {"seat": 4, "count": 2}),
        ("rebel", 1, 4, (), 3, "play 9s 9h", "stops", {"seat": 4, "count": 3}),
        ("guard", 1, None, (), 2, "play 9s 9h", "stops", {"seat": 4, "count": 2}),
        ("emperor", 0, 2, (), 2, "play 9s 9h", "stops", {"seat": 4, "count": 2}),
    ],
)
def test_sides_count_as_far_as_they_are_known(
    role: Role, emperor: int, guard: int | None, rose: tuple[int, ...], left: int, text: str, code: str, values: object
) -> None:
    view = replace(scene("9s 9h 6s 6s", "8s 8h"), role=role, emperor=emperor, guard=guard, rose=rose)
    assert GAME.reason(replace(view, counts=(4, 20, 20, 20, left)), text) == (code, values)


def test_a_partner_with_as_many_cards_left_may_go_out() -> None:
    view = replace(scene("9s 9h 6s 6s"), role="guard", emperor=1, counts=(4, 1, 20, 20, 20))
    assert GAME.reason(view, "play 6s") == ("feeds", {"seat": 1, "count": 1})
    assert GAME.reason(view, "play 6s 6s") == ("low", {})
