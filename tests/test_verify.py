"""``python -m bot verify`` as it is run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "tests" / "games" / "baohuang" / "records"
RIGHT = RECORDS / "round-000.json"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def verify(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, list[str]]:
    status = main(["verify", *map(str, arguments)])
    return status, capsys.readouterr().out.splitlines()


def test_bare_python_checks_a_record() -> None:
    """Without site-packages there is nothing but the standard library to import from."""
    run = subprocess.run(
        [sys.executable, "-S", "-m", "bot", "verify", str(RIGHT)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, f"{RIGHT}: ok\n", "")


def test_a_line_for_each_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff")
    status, lines = verify(capsys, RIGHT, broken, tmp_path, tmp_path / "none.json", RIGHT)
    assert status == 1
    assert lines == [
        f"{RIGHT}: ok",
        f"{broken}: This is not UTF-8 text.",
        f"{tmp_path}: This is a directory, not a file.",
        f"{tmp_path / 'none.json'}: There is no such file.",
        f"{RIGHT}: ok",
    ]


def test_the_wrong_action_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = json.loads(RIGHT.read_bytes())
    record["actions"][7] = [3, "call", "6s"]
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record))
    status, lines = verify(capsys, file)
    assert status == 1
    assert lines == [f"{file}: Action 8 (seat 3, “call 6s”): You can only call a card of which you hold three or four."]


def test_the_commitment_shown_beforehand(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(RIGHT.read_bytes())["commitment"]
    assert verify(capsys, "--commitment", shown.upper(), RIGHT)[0] == 0
    status, lines = verify(capsys, "--commitment", "0" * 64, RIGHT)
    assert status == 1
    assert lines == [f"{RIGHT}: The commitment is not the one shown beforehand."]
    with pytest.raises(SystemExit) as stop:
        verify(capsys, "--commitment", "0", RIGHT)
    assert stop.value.code == 2


def test_chinese_where_the_locale_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "zh_CN.UTF-8")
    assert verify(capsys, RIGHT.parent / "none.json")[1] == [f"{RIGHT.parent / 'none.json'}: 没有这个文件。"]


def test_what_a_file_holds_cannot_break_the_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"evil\n\x1b[31m{key}\u202e" + "x" * 10_000: 1}))
    _, lines = verify(capsys, file)
    assert len(lines) == 1
    assert lines[0].isprintable()
    assert len(lines[0]) < 500


def test_a_value_that_is_no_text_is_cut_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = json.loads(RIGHT.read_bytes())
    record["rules"]["variant"] = list(range(1000))
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record))
    _, lines = verify(capsys, file)
    assert lines[0].endswith("”.")
    assert len(lines[0]) < 300


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in this file system")
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert verify(capsys, pipe) == (1, [f"{pipe}: This is not JSON, from line 1, column 1 on."])


def test_a_reader_that_goes_away_is_no_error() -> None:
    files = [str(file) for file in sorted(RECORDS.iterdir())] * 5
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "verify", *files], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().endswith(b": ok\n")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1
