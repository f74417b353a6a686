"""The process that thinks for AI seats."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import thinking
from bot.thinking import MOST_WAITING, Thinker
from tests.thinkers import PUPPET

ROOT = Path(__file__).parents[1]


@pytest.fixture(name="thinker")
async def thinker_fixture() -> AsyncIterator[Thinker]:
    """One whose process is ready."""
    thinker = Thinker([PUPPET])
    await thinker.prepare()
    thinker.start()
    await thinker.ready()
    yield thinker
    await thinker.stop()


def watch(pid: int) -> asyncio.Event:
    """What is set when a process, which need not be ours, has ended."""
    ended, handle = asyncio.Event(), os.pidfd_open(pid)

    def end() -> None:
        asyncio.get_running_loop().remove_reader(handle)
        os.close(handle)
        ended.set()

    asyncio.get_running_loop().add_reader(handle, end)
    return ended


async def strong(thinker: Thinker, view: str, seed: int = 0) -> str:
    return await thinker.decide(PUPPET, view, "strong", seed)


async def test_slow_levels_are_decided_in_the_process_and_quick_ones_here(thinker: Thinker) -> None:
    assert await strong(thinker, "", 7) == "strong\n7"
    assert await thinker.decide(PUPPET, "", "normal", 7) == "normal"
    assert await strong(thinker, "knows asyncio") == "True"
    assert await strong(thinker, "knows discord") == "False"


async def test_before_it_is_ready_the_stand_in_decides_and_then_it_does() -> None:
    thinker = Thinker([PUPPET])
    assert await strong(thinker, "") == "normal"
    ended = watch(await thinker.ready())
    assert await strong(thinker, "") == "strong\n0"
    await thinker.stop()
    await ended.wait()
    assert await strong(thinker, "") == "normal"


async def test_who_would_wait_too_long_gets_the_stand_in(thinker: Thinker, tmp_path: Path) -> None:
    go = tmp_path / "go"
    asked = [asyncio.create_task(strong(thinker, f"wait {go}", seed)) for seed in range(MOST_WAITING + 3)]
    done, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    assert {task.result() for task in done} == {"normal"}
    assert len(done) == 3
    go.touch()
    assert [await task for task in asked[:MOST_WAITING]] == [f"strong\n{seed}" for seed in range(MOST_WAITING)]


async def test_who_is_not_answered_in_time_gets_the_stand_in_and_the_next_the_right_answer(
    thinker: Thinker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = tmp_path / "go"
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)
    assert await strong(thinker, f"wait {go}", 1) == "normal"
    monkeypatch.undo()
    go.touch()
    assert await strong(thinker, "", 2) == "strong\n2"


async def test_one_that_does_not_answer_at_all_is_given_up(
    thinker: Thinker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = watch(await thinker.ready())
    monkeypatch.setattr(thinking, "PATIENCE", 0.01)
    monkeypatch.setattr(thinking, "HUNG", 0)
    assert await strong(thinker, f"wait {tmp_path / 'never'}") == "normal"
    assert await strong(thinker, "") == "normal"
    await ended.wait()


@pytest.mark.parametrize("how", ["die", "kill"])
async def test_it_is_started_again_when_it_has_died(thinker: Thinker, how: str) -> None:
    if how == "kill":
        os.kill(await thinker.ready(), signal.SIGKILL)
    assert await strong(thinker, "die") == "normal"
    await thinker.ready()
    assert await strong(thinker, "") == "strong\n0"


@pytest.mark.parametrize("later", range(5))
async def test_nothing_is_left_of_a_process_that_was_ending_when_it_was_stopped(later: int) -> None:
    thinker = Thinker([])
    thinker.start()
    pid = await thinker.ready()
    ended = watch(pid)
    os.kill(pid, signal.SIGKILL)
    await ended.wait()
    for _ in range(later):
        await asyncio.sleep(0)
    await thinker.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_mistake_is_told_without_cards_and_the_stand_in_decides(
    thinker: Thinker, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    assert await strong(thinker, "err") == "normal"
    assert "KeyError" in caplog.text
    assert "spades" not in caplog.text + "".join(capfd.readouterr())


async def test_it_does_not_mind_an_interrupt(thinker: Thinker) -> None:
    os.kill(await thinker.ready(), signal.SIGINT)
    assert await strong(thinker, "") == "strong\n0"


async def test_it_ends_with_a_bot_that_is_killed() -> None:
    code = """if True:
        import asyncio
        from bot.thinking import Thinker
        async def main():
            thinker = Thinker([])
            thinker.start()
            print(await thinker.ready(), flush=True)
            await asyncio.sleep(60)
        asyncio.run(main())"""
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT, stdout=PIPE)
    assert bot.stdout is not None
    ended = watch(int(await bot.stdout.readline()))
    bot.kill()
    await bot.communicate()
    await ended.wait()
