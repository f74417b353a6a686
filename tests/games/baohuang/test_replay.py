"""Looking back at a round: the same as was there to see while it ran."""

from collections.abc import Iterator

import pytest

from bot.games.baohuang.actions import PASS, parse
from bot.games.baohuang.cards import high_to_low
from bot.games.baohuang.game import GAME, SeededRound
from bot.games.baohuang.replay import Replay
from bot.games.base import Setup

VARIANTS = ("classic", "simple", "rizhao")


def played(variant: str, seed: int, **options: bool) -> Iterator[SeededRound]:
    """A round that AI seats play, after each of its actions and before the first."""
    rules = GAME.rules({"variant": variant, **options})
    round_ = GAME.start(Setup(rules, seed % 5, bytes([seed]) * 32, "salt"))
    yield round_
    while round_.asked():
        ask = round_.asked()[0]
        text = "rise" if round_.step == "declare" and round_.role(ask.seat) == "rebel" and ask.seat % 2 else None
        try:
            round_.check(ask.seat, text or "")
        except Exception:
            text = GAME.decide(round_.view(ask.seat), "normal", 0)
        round_.act(ask.seat, str(text))
        yield round_


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_each_seat_sees_what_it_saw(variant: str, seed: int) -> None:
    seen = []
    for round_ in played(variant, seed, grab=True):
        seen.append([round_.view(seat) for seat in range(5)])
    replay = Replay(round_.record({}))
    assert replay.steps == len(seen) - 1
    for step in [*range(20), *range(20, replay.steps, 17), replay.steps]:
        for seat, view in enumerate(seen[step]):
            scene = replay.scene(step, seat)
            assert scene.view == view
            assert [hand for hand in scene.hands if hand is not None] == [view.hand]
            assert scene.hands[seat] == view.hand
        everything = replay.scene(step, None)
        assert everything.hands == tuple(view.hand for view in seen[step])
        assert not everything.secret


@pytest.mark.parametrize("variant", VARIANTS)
def test_answers_in_secret_are_shown_to_nobody_else(variant: str) -> None:
    *_, round_ = played(variant, 3, grab=True)
    replay = Replay(round_.record({}))
    secrets = 0
    for step, action in enumerate(round_.actions, 1):
        for seat in range(5):
            scene = replay.scene(step, seat)
            told = scene.last is not None
            assert scene.secret is not told
            if not told:
                secrets += 1
                assert action.seat != seat
                assert parse(action.text).verb in ("solo", "no_solo", "stay", "rise", "reveal")
        if replay.scene(step, None).view.step == "play" and step > 20:
            break
        assert replay.scene(step, None).last == action
    assert secrets >= 4 * 4


@pytest.mark.parametrize("variant", VARIANTS)
def test_tricks_begin_where_they_are_led(variant: str) -> None:
    *_, round_ = played(variant, 4)
    replay = Replay(round_.record({}))
    assert replay.trick_at(0) == 0
    assert replay.trick_at(replay.steps) == len(replay.tricks)
    for number, trick in enumerate(replay.tricks, 1):
        assert replay.trick_at(trick.step) == number
        assert replay.trick_at(trick.step - 1) == number - 1
        last = replay.scene(trick.step, None).last
        assert last is not None
        assert last.seat == trick.lead.seat
        assert high_to_low(parse(last.text).cards) == trick.lead.cards
        assert parse(last.text).verb != PASS
        assert len(replay.scene(trick.step, None).view.trick) == 1


def test_with_all_open_the_guard_is_known_from_the_call_on() -> None:
    rounds = ([*played("classic", seed)][-1] for seed in range(20))
    round_ = next(one for one in rounds if one.guard is not None)
    replay = Replay(round_.record({}))
    guards = [replay.scene(step, None).view.guard for step in range(30)]
    called = next(step for step, action in enumerate(round_.actions, 1) if action.text.startswith("call"))
    assert guards[called - 1] is None
    assert guards[called] == round_.guard
    assert replay.scene(called, round_.emperor).view.guard is None
