"""After it all: what the database and the boards say, held against what people were told."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from typing import Any, Final

from bot.games.baohuang.actions import PASS
from bot.games.baohuang.game import GAME, SeededRound
from bot.games.baohuang.view import View
from bot.games.base import Setup
from bot.pictures.result import signed
from bot.tables.state import MIN_PEOPLE, SKILL_START, State
from storage.packing import unpack
from tests.cogs.players import tickets
from tests.torture.deeds import Attempt, Outcome
from tests.torture.seen import Everyone

ROOT: Final = Path(__file__).parents[2]
ACCOUNTS: Final = 20_000
"""Of how passes in advance went with tricks, so many are tried."""
NEXT: Final = 3
"""A pass in advance that was long on its way may be for one of so many tricks."""
HARMLESS: Final = ("Attempting a reconnect in",)
"""What discord.py logs as an error when a connection is lost."""


@dataclass(frozen=True, slots=True)
class Taken:
    """An action of a person's seat as a record has it."""

    who: str
    view: View = field(repr=False)
    """What its seat saw just before."""
    text: str
    turn: int
    trick: int
    """-1 before the play step."""
    system: bool
    """Whether the system may have taken it."""


@dataclass(eq=False)
class Report:
    """What was found."""

    figures: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def must(self, right: bool, what: str) -> None:
        """Note what is wrong if it is."""
        if not right:
            self.wrong.append(what)


def examine(everyone: Everyone, database: Path, log: Path, commitments: dict[tuple[int, int], set[str]]) -> Report:
    """Hold everything against everything; the bot must have ended."""
    report = Report()
    with closing(sqlite3.connect(database)) as found:
        states = {number: State.from_json(text) for number, text in found.execute("SELECT id, state FROM tables")}
        rows = list(found.execute("SELECT id, table_id, record FROM rounds ORDER BY id"))
        ledger = list(
            found.execute(
                "SELECT round, user, kind, amount FROM ledger JOIN players ON players.id = ledger.player"
                " WHERE amount IS NOT NULL"
            )
        )
        names = {
            (round_id, seat): name
            for round_id, seat, name in found.execute(
                "SELECT round, seat, name FROM ledger JOIN players ON players.id = ledger.player WHERE kind = 'round'"
            )
        }
        running = list(found.execute("SELECT table_id FROM running"))
        sound = found.execute("PRAGMA integrity_check").fetchone()[0]
    report.must(sound == "ok", f"the database: {sound}")
    report.must(not running, f"rounds that have not ended at tables {running}")
    records: dict[tuple[int, int], dict[str, Any]] = {}
    ids: dict[int, dict[str, Any]] = {}
    for round_id, table, packed in rows:
        number = sum(key[0] == table for key in records) + 1
        records[table, number] = ids[round_id] = record = unpack(packed)
        record["seats"] = [names.get((round_id, seat), name) for seat, name in enumerate(record["seats"])]
    for table, state in states.items():
        played = sum(key[0] == table for key in records)
        report.must(played == state.number - 1, f"table {table} has {played} records before its round {state.number}")
    report.figures["tables"] = len(states)
    report.figures["rounds"] = len(records)
    _verified(report, database.parent / "records", records, commitments)
    _salts(report, everyone.attempts, records, states)
    for key, record in sorted(records.items()):
        _actions(report, key, record, [each for each in everyone.attempts if (each.table, each.round) == key])
    known = {(each.table, each.round) for each in everyone.attempts if each.outcome is Outcome.ACCEPTED and each.verbs}
    report.must(known <= set(records), f"no record of rounds in which actions counted: {known - set(records)}")
    users = {player.name: player.person.user.id for table in everyone.tables for player in table.players}
    _skills(report, ids, ledger, users)
    _boards(report, everyone, states, records, users, ledger)
    _log(report, log)
    return report


def _verified(
    report: Report,
    folder: Path,
    records: dict[tuple[int, int], dict[str, Any]],
    commitments: dict[tuple[int, int], set[str]],
) -> None:
    """Every record is right, by the program's own checking, and was committed to on the board."""
    folder.mkdir()
    files = []
    for (table, number), record in records.items():
        files.append(folder / f"{table}-{number}.json")
        files[-1].write_text(json.dumps(record))
        shown = commitments.get((table, number), set())
        report.must(shown == {record["commitment"]}, f"round {number} of table {table}: commitments {shown}")
        report.must(record["commitment"] in shown, f"round {number} of table {table} was not committed to")
    for some in (files[at : at + 200] for at in range(0, len(files), 200)):
        run = subprocess.run(
            [sys.executable, "-m", "bot", "verify", *some], cwd=ROOT, capture_output=True, text=True, check=False
        )
        report.must(run.returncode == 0, f"verify: {run.stdout[-500:]}{run.stderr[-500:]}")
    report.figures["records that verify"] = len(files)


def _salts(
    report: Report,
    attempts: Sequence[Attempt],
    records: dict[tuple[int, int], dict[str, Any]],
    states: dict[int, State],
) -> None:
    """Who was told to be ready is so in that round, once, and nobody else."""
    salts = {key: record["salt"] for key, record in records.items()}
    salts |= {(table, state.number): state.salt for table, state in states.items()}
    parts = Counter(part.split(":")[0] for salt in salts.values() for part in salt.split("|") if part)
    report.must(not parts or max(parts.values()) == 1, "an interaction is twice in salts")
    asked = {str(each.interaction): each for each in attempts if each.step == "ready"}
    for part in parts:
        report.must(
            part in asked and asked[part].outcome is not Outcome.REFUSED, f"nobody got ready by {part}, or was refused"
        )
    for part, attempt in asked.items():
        if attempt.outcome is Outcome.ACCEPTED:
            report.figures["ready, acknowledged"] += 1
            kept = part in salts.get((attempt.table, attempt.round), "")
            open_ = states[attempt.table].closed is None
            if not kept and open_:
                report.figures["lost"] += 1
            report.must(kept or not open_, f"lost: {attempt}")


def _actions(report: Report, key: tuple[int, int], record: dict[str, Any], attempts: list[Attempt]) -> None:
    """Every acknowledged action is in the record once, and nothing that nobody asked for."""
    _leaving(report, key, record, attempts)
    taken, tricks = _replay(record, attempts)
    figures = report.figures
    for who in {each.who for each in taken}:
        mine = [each for each in taken if each.who == who]
        tried = [each for each in attempts if each.who == who]
        asked = [(each, number) for each in tried for number in range(len(each.verbs))]
        told = [each for each in asked if each[0].outcome is Outcome.ACCEPTED]
        open_ = [each for each in asked if each[0].outcome is Outcome.UNANSWERED]
        refused = [each for each in asked if each[0].outcome is Outcome.REFUSED]
        figures["actions of people"] += len(mine)
        figures["acknowledged"] += len(told)
        figures["refused"] += len(refused)
        figures["unanswered"] += len(open_)
        # A matching that covers the one side and one that covers the other make one that covers both.
        found = _matching([[_fits(one, each) for each in mine] for one in told])
        for one, at in zip(told, found, strict=True):
            if at is None:
                figures["lost"] += 1
                report.wrong.append(f"lost: {one[0]}")
        needed = [each for each in mine if not each.system]
        ahead = [one for one in tried if one.ahead and one.outcome is not Outcome.REFUSED]
        # What cannot have been done in advance comes first, and last what was in the trick in which somebody passed in
        # advance: a matching never gives up a row that it has.
        passed = {tricks.get(one.turn) for one in ahead}
        needed.sort(
            key=lambda each: _perhaps_ahead(each, ahead) + (_perhaps_ahead(each, ahead) and each.trick in passed)
        )
        asking = [*told, *open_]
        by = _matching([[_fits(one, each) for one in asking] for each in needed])
        figures["written, not answered"] += sum(source is not None and source >= len(told) for source in by)
        unknown = [each for each, source in zip(needed, by, strict=True) if source is None]
        unknown = _not_in_advance(unknown, ahead) and _unexplained(needed, asking, ahead)
        for each in unknown:
            again = any(_fits(one, each) for one in asking)
            figures["doubled" if again else "not theirs"] += 1
            near = [one for one in tried if abs(one.turn - each.view.turn) < 20]
            report.wrong.append(f"{'doubled' if again else 'not theirs'}: round {key}, {who}: {each}, tried: {near}")
        figures["passes in advance, acknowledged"] += sum(one.outcome is Outcome.ACCEPTED for one in ahead)
        for given in ahead:
            if given.outcome is Outcome.ACCEPTED and given.turn in tricks:
                broken = _played_after(given, tried, [each for each in mine if each.trick == tricks[given.turn]])
                figures["lost"] += len(broken)
                report.must(not broken, f"passed in advance, and played: {given}, {broken}")


def _leaving(report: Report, key: tuple[int, int], record: dict[str, Any], attempts: list[Attempt]) -> None:
    """Nobody pays for leaving who did not, or twice."""
    left = {one.who for one in attempts if one.leaving and one.outcome is not Outcome.REFUSED}
    told = {one.who for one in attempts if one.leaving and one.outcome is Outcome.ACCEPTED}
    paid = [record["seats"][seat] for seat, *_ in record["penalties"]]
    report.figures["left for good, acknowledged"] += len(told)
    report.figures["left for good, paid"] += len(paid)
    report.figures["left for good, free: not shown then"] += len(told - set(paid))
    report.must(set(paid) <= left and len(paid) == len(set(paid)), f"round {key}: {paid} paid, {left} left")


def _fits(one: tuple[Attempt, int], taken: Taken) -> bool:
    return one[0].fits(one[1], taken.view, taken.text)


def _perhaps_ahead(taken: Taken, ahead: list[Attempt]) -> bool:
    return taken.text == PASS and any(one.turn <= taken.turn for one in ahead)


def _not_in_advance(taken: list[Taken], ahead: list[Attempt]) -> list[Taken]:
    """Those of these actions that are no passes in advance: each such answer makes passes in one trick."""
    tricks = sorted({each.trick for each in taken if _perhaps_ahead(each, ahead)})
    first = [min(each.turn for each in taken if each.trick == trick) for trick in tricks]
    by = dict(zip(tricks, _matching([[one.turn <= turn for one in ahead] for turn in first]), strict=True))
    return [each for each in taken if not _perhaps_ahead(each, ahead) or by[each.trick] is None]


def _unexplained(needed: list[Taken], asking: list[tuple[Attempt, int]], ahead: list[Attempt]) -> list[Taken]:
    """What neither an answer of its own nor a pass in advance explains, by the best account of many that are tried."""
    best = needed
    rows = [(each, [_fits(one, each) for one in asking]) for each in needed]
    after = [sorted({each.trick for each in needed if each.text == PASS and one.turn <= each.turn}) for one in ahead]
    for tricks in islice(product(*((*some[:NEXT], None) for some in after)), ACCOUNTS):
        since = dict(zip(tricks, (one.turn for one in ahead), strict=True))
        rest = [row for row in rows if row[0].text != PASS or row[0].turn < since.get(row[0].trick, row[0].turn + 1)]
        by = _matching([fits for _, fits in rest])
        best = min(best, [each for (each, _), source in zip(rest, by, strict=True) if source is None], key=len)
        if not best:
            break
    return best


def _played_after(ahead: Attempt, tried: list[Attempt], taken: list[Taken]) -> list[Taken]:
    """What a person played in a trick after they were told to have passed for it, and had not taken that back."""
    at = tried.index(ahead)
    if any((one.ahead is False or one.leaving) and one.outcome is not Outcome.REFUSED for one in tried[at:]):
        return []
    # The cards may have been on their way when the pass was asked for.
    before = [(one, 0) for one in tried[:at] if one.verbs]
    played = [each for each in taken if each.text != PASS and each.turn >= ahead.turn]
    return [each for each in played if not any(_fits(one, each) for one in before)]


def _replay(record: dict[str, Any], attempts: list[Attempt]) -> tuple[list[Taken], dict[int, int]]:
    """The actions of people's seats, and the trick of each turn of the play step."""
    names = record["seats"]
    played = SeededRound(Setup(record["rules"], record["first_seat"], bytes.fromhex(record["secret"]), record["salt"]))
    done = [one for one in attempts if one.outcome is not Outcome.REFUSED]
    # Who left the seat to the system, or took it back.
    left = {one.who for one in done if one.autopilot is not None}
    # For whom an AI may have played, and from which turn on.
    gone: dict[str, int] = {}
    for one in done:
        if one.leaving:
            gone[one.who] = min(one.turn, gone.get(one.who, one.turn))
    taken, tricks = [], {}
    for seat, *words in record["actions"]:
        text, who = " ".join(words), names[seat]
        view = played.view(seat)
        if view.step == "play":
            tricks[view.turn] = view.trick_number
        if who != "AI":
            # Time can run out before the play step, which is short there.
            alone = text == played.autopilot(seat) and (who in left or view.step != "play")
            if alone and view.step in ("throne", "call") and not _asked_for(done, who, view, text):
                # Its time ran out, which puts a seat on autopilot.
                left.add(who)
            system = alone or played.forced(seat) == text or (who in gone and view.turn >= gone[who])
            taken.append(Taken(who, view, text, view.turn, view.trick_number if view.step == "play" else -1, system))
        played.act(seat, text)
    return taken, tricks


def _asked_for(attempts: list[Attempt], who: str, view: View, text: str) -> bool:
    """Whether somebody may have asked for an action of theirs."""
    mine = [each for each in attempts if each.who == who]
    return any(each.fits(number, view, text) for each in mine for number in range(len(each.verbs)))


def _matching(edges: list[list[bool]]) -> list[int | None]:
    """For each row the column it is matched with, in a greatest matching."""
    rows: dict[int, int] = {}

    def place(row: int, seen: set[int]) -> bool:
        for column, there in enumerate(edges[row]):
            if there and column not in seen:
                seen.add(column)
                if column not in rows or place(rows[column], seen):
                    rows[column] = row
                    return True
        return False

    for row in range(len(edges)):
        place(row, set())
    columns = {row: column for column, row in rows.items()}
    return [columns.get(row) for row in range(len(edges))]


def _skills(
    report: Report,
    records: dict[int, dict[str, Any]],
    ledger: list[tuple[int, int, str, int]],
    users: dict[str, int],
) -> None:
    """The ledger holds what the records say, once each."""
    expected: Counter[tuple[int, int, str, int]] = Counter()
    for round_id, record in records.items():
        seats = [name for name in record["seats"] if name != "AI"]
        if len(seats) >= MIN_PEOPLE and len(record["autopilot"]) < GAME.seats:
            for name, score in zip(record["seats"], record["result"]["scores"], strict=True):
                if name != "AI":
                    expected[round_id, users[name], "round", score * record["stake"]] += 1
            for seat, points, _ in record["penalties"]:
                expected[round_id, users[record["seats"][seat]], "penalty", -points * record["stake"]] += 1
    report.figures["ledger rows"] = len(ledger)
    report.must(Counter(ledger) == expected, f"ledger: {Counter(ledger) - expected} {expected - Counter(ledger)}")


def _boards(
    report: Report,
    everyone: Everyone,
    states: dict[int, State],
    records: dict[tuple[int, int], dict[str, Any]],
    users: dict[str, int],
    ledger: list[tuple[int, int, str, int]],
) -> None:
    """Closed tables say so; open ones have one board, which shows the last round, and the skill of the ledger."""
    skills = Counter(dict.fromkeys(users.values(), SKILL_START))
    for _, user, _, amount in ledger:
        skills[user] += amount
    shown, ended = defaultdict(list), set()
    for channel in everyone.playground.world.channels.values():
        for message in channel.messages.values():
            if message.reader is None and message.embeds:
                for ticket in tickets(message):
                    if ticket.action == "more":
                        shown[ticket.table_id].append(message)
                    elif ticket.action == "again":
                        ended.add(message.id)
    for table, state in states.items():
        if state.closed is not None:
            report.figures["boards of closed tables"] += 1
            report.must({state.memo.get("board"), state.memo.get("card")} <= ended, f"table {table} looks open")
            report.must(not shown[table], f"table {table} has closed, and has a board that looks open")
            continue
        report.figures["boards"] += len(shown[table])
        report.must(len(shown[table]) == 1, f"table {table} has {len(shown[table])} boards")
        board = max(shown[table], key=lambda message: message.id, default=None)
        report.must(board is not None and board.id == state.memo.get("board"), f"table {table}: another board")
        if board is None:
            continue
        text = "\n".join([board.text(), *(str(file.description) for file in board.attachments)])
        report.must(str(state.number) in board.embeds[0]["title"], f"table {table} shows {board.embeds[0]['title']}")
        for name in (seat.person.name for seat in state.seats if seat.person):
            report.must(name in text, f"table {table} does not show {name}")
        record = records.get((table, state.number - 1))
        if record is None:
            continue
        for name, score in zip(record["seats"], record["result"]["scores"], strict=True):
            lines = [line for line in text.splitlines() if re.search(f"[:：] ?{re.escape(signed(score))}$", line)]
            line = next((line for line in lines if name in line or name == "AI"), None)
            report.must(line is not None, f"table {table} does not show {score:+d} of {name}: {text}")
            if name != "AI" and state.last is not None and state.last.scored and line is not None:
                report.figures["skills shown"] += 1
                after = re.search(r"→ (-?\d+)", line)
                right = after is not None and int(after[1]) == skills[users[name]]
                report.must(right, f"{name} has {skills[users[name]]}, shown: {line}")


def _log(report: Report, log: Path) -> None:
    """No error of ours in the log, nor one that says how Discord refused an answer."""
    entry = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (\w+) +(\S+): ")
    kept: list[str] = []
    for line in log.read_text("utf-8", errors="replace").splitlines():
        if entry.match(line):
            kept.append(line)
        elif kept:
            kept[-1] += "\n" + line
        else:
            kept.append(line)
    for said in kept:
        found = entry.match(said)
        level = found[1] if found else "ERROR"
        report.figures[f"log {level}"] += 1
        bad = level in {"ERROR", "CRITICAL"} or "Traceback" in said or "40060" in said or "10062" in said
        report.must(not bad or any(each in said for each in HARMLESS), f"log: {said[:3000]}")
