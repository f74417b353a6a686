"""Deciding for AI seats without holding up the event loop: long decisions are made in a process of their own.

``Thinker`` is the bot's side; ``python -m bot.thinking`` is the other, which reads what to decide from its standard
input and ends with that: also where the bot was killed, nothing stays behind.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from bot.games.base import Game, Setup

log = logging.getLogger(__name__)

MOST_WAITING: Final = 4
"""Decisions that are made or wait for it; for any more the stand-in decides at once."""
PATIENCE: Final = 0.5
"""Seconds after which the stand-in decides, on a machine that is too busy."""
HUNG: Final = 10
"""Seconds after which a process that has not answered is given up."""
RESTARTS: Final = (1, 60)
"""Seconds before a process that ended without an answer is started again: doubled each time, up to the second."""
OPENING: Final = 40
"""Actions of a round after which one is in the middle of play, where autopilot takes them."""
READY: Final = b"ready\n"
DECIDED: Final = b"="
FAILED: Final = b"!"
"""How the other side's lines begin: with what was decided, or with the kind of a mistake."""
ENVIRONMENT: Final = {
    "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]),
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}
"""The other side finds the program wherever the bot was started, and leaves the other cores to others."""


def prepare(game: Game, levels: Iterable[str]) -> None:
    """Let a game load what it needs to decide at these levels: in the throes of a round that takes too long."""
    round_ = game.start(Setup(game.rules({}), 0, bytes(32), ""))
    for number in range(OPENING):
        if not round_.asked():
            break
        seat = round_.asked()[0].seat
        if number in (0, OPENING - 1):
            for level in levels:
                game.decide(round_.view(seat), level, 0)
        round_.act(seat, round_.autopilot(seat))


class _Waiting(NamedTuple):
    """A decision that is under way."""

    answer: asyncio.Future[str | None]
    since: float


class Thinker:
    """Decides for AI seats: quick levels here and now, the others in a process of their own.

    That is started when it is first needed, and again when it has ended. Until it is there, and while it has more to do
    than it can do in time, the stand-in of the level decides.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        self._games = games
        self._process: asyncio.subprocess.Process | None = None
        """The process, once it is ready."""
        self._ready = asyncio.Event()
        self._waiting: deque[_Waiting] = deque()
        self._running: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        """Waits until the last process is gone."""
        self._stopped = False

    async def prepare(self) -> None:
        """Load what quick levels need, off the event loop."""
        for game in self._games:
            quick = [level for level in game.levels if level not in game.stand_ins]
            await asyncio.to_thread(prepare, game, quick)

    def start(self) -> None:
        """Start the process, unless that has been done; this does not wait for it."""
        if self._running is None and not self._stopped:
            self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """End the process at once."""
        self._stopped = True
        if self._running is not None:
            self._running.cancel()
            # Where the process was ending anyway, it is that wait that is cancelled, not the end.
            await asyncio.wait({self._running, *filter(None, [self._ending])})

    async def ready(self) -> int:
        """Return when the process, which has been started, is ready: its id."""
        while self._process is None:
            await self._ready.wait()
        return self._process.pid

    async def decide(self, game: Game, view: object, level: str, seed: int) -> str:
        """``Game.decide``; for a level that takes long perhaps what its stand-in decides."""
        stand_in = game.stand_ins.get(level)
        if stand_in is None:
            return game.decide(view, level, seed)
        text = await self._think(game, view, level, seed)
        return game.decide(view, stand_in, seed) if text is None else text

    async def _think(self, game: Game, view: object, level: str, seed: int) -> str | None:
        """What the process decides; None where it does not in time."""
        self.start()
        now = asyncio.get_running_loop().time()
        if self._process is None or self._process.stdin is None:
            return None
        if self._waiting and now - self._waiting[0].since > HUNG:
            log.warning("the process that thinks has not answered for %d s", HUNG)
            _kill(self._process)
        if len(self._waiting) >= MOST_WAITING:
            return None
        answer: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(answer, now))
        self._process.stdin.write(pickle.dumps((game, view, level, seed)))
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                return await answer
        return None

    async def _run(self) -> None:
        wait, longest = RESTARTS
        while True:
            try:
                if await self._serve():
                    wait = RESTARTS[0]
            except Exception:
                log.exception("the process that thinks failed")
            log.warning("the process that thinks has ended, and is started again in %d s", wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, longest)

    async def _serve(self) -> bool:
        """Start the process and give on its answers until it ends; whether there were any."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.thinking"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **ENVIRONMENT},
            start_new_session=True,  # Ctrl+C is for the bot, which ends it
        )
        assert process.stdin is not None
        assert process.stdout is not None
        lasted = False
        try:
            process.stdin.write(pickle.dumps(self._games))
            while line := await process.stdout.readline():
                if self._process is None:
                    self._process = process
                    self._ready.set()
                    if line != READY:
                        log.warning("the process that thinks is not prepared: %s", line[1:].decode().strip())
                else:
                    lasted = True
                    self._answered(line)
        finally:
            self._process = None
            self._ready.clear()
            while self._waiting:
                _give(self._waiting.popleft(), None)
            self._ending = asyncio.create_task(_end(process))
            await asyncio.shield(self._ending)
        return lasted

    def _answered(self, line: bytes) -> None:
        text = None if line.startswith(FAILED) else str(json.loads(line[1:]))
        if text is None:
            log.warning("an AI seat failed, and its stand-in decides: %s", line[1:].decode().strip())
        _give(self._waiting.popleft(), text)


def _give(waiting: _Waiting, text: str | None) -> None:
    if not waiting.answer.done():  # else nobody waits for it any more
        waiting.answer.set_result(text)


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


async def _end(process: asyncio.subprocess.Process) -> None:
    _kill(process)
    assert process.stdin is not None
    process.stdin.close()
    await process.communicate()
    process._transport.close()  # type: ignore[attr-defined] # else it is open still where the loop ends now


def main() -> None:
    """The other side: decide what comes in, one after the other, until nothing comes any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # the event loop goes first
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    with suppress(EOFError, BrokenPipeError):
        answers.write(_prepared(pickle.load(questions)))
        while True:
            answers.flush()
            game, view, level, seed = pickle.load(questions)
            answers.write(_decided(game, view, level, seed) + b"\n")


def _prepared(games: Sequence[Game]) -> bytes:
    try:
        for game in games:
            prepare(game, game.stand_ins)
    except Exception as error:
        return FAILED + type(error).__name__.encode() + b"\n"
    return READY


def _decided(game: Game, view: object, level: str, seed: int) -> bytes:
    try:
        return DECIDED + json.dumps(game.decide(view, level, seed)).encode()
    except Exception as error:  # its words may hold cards
        return FAILED + type(error).__name__.encode()


if __name__ == "__main__":
    main()
