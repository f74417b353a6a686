"""Checking records: each kind of wrong one is refused for what is wrong with it."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.baohuang.record import LIMIT, BadAction, check
from bot.games.base import GameError, Illegal, Malformed, commitment
from tests.games.baohuang.strategies import ALL_RULES, played, rules

Record = dict[str, Any]

RIGHT: Record = json.loads((Path(__file__).parent / "records" / "round-004.json").read_bytes())
"""Classic with grab; it has every optional key."""


def wrong(record: object) -> GameError | BadAction:
    return refused(json.dumps(record).encode())


def refused(data: bytes, shown: str | None = None) -> GameError | BadAction:
    try:
        check(data, shown)
    except (GameError, BadAction) as error:
        return error
    pytest.fail("it was accepted")


def changed(change: Callable[[Record], object]) -> GameError | BadAction:
    record = copy.deepcopy(RIGHT)
    change(record)
    return wrong(record)


def put(*path: Any) -> Callable[[Record], object]:
    """A change that sets the place at the path to the path's last part."""

    def change(record: Record) -> None:
        place: Any = record
        for step in path[:-2]:
            place = place[step]
        place[path[-2]] = path[-1]

    return change


def test_the_right_one_is_right() -> None:
    check(json.dumps(RIGHT).encode(), RIGHT["commitment"])
    assert {"seats", "played_at", "stake", "penalties", "autopilot"} <= RIGHT.keys()


@pytest.mark.parametrize("number", range(0, len(ALL_RULES), 3))
def test_what_the_bot_records_is_right(number: int) -> None:
    record = played(ALL_RULES[number], number).record({"stake": 10, "seats": list("abcde")})
    check(json.dumps(record, ensure_ascii=False).encode(), str(record["commitment"]))


def test_a_running_round_has_no_record() -> None:
    with pytest.raises(Illegal, match="record_running"):
        played(rules("simple"), 1, 50).record({})


@pytest.mark.parametrize("key", ["format", "rules", "first_seat", "secret", "commitment", "salt", "actions", "result"])
def test_missing_keys(key: str) -> None:
    error = changed(lambda record: record.pop(key))
    assert isinstance(error, Malformed)
    assert (error.code, error.values["key"]) == ("record_missing", key)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (put("extra", 1), "record_unknown"),
        (put("result", "extra", 1), "record_unknown"),
        (put("rules", "extra", True), "option_unknown"),
        (put("rules", "rebellion", True), "option_not_offered"),
        (put("rules", "grab", 1), "option_value"),
        (put("rules", "variant", "bridge"), "variant"),
        (lambda record: record["rules"].pop("overload"), "option_missing"),
        (lambda record: record["result"].pop("rose"), "record_missing"),
        (put("format", "baohuang-record/2"), "record_value"),
        (put("rules", []), "record_value"),
        (put("result", None), "record_value"),
        (put("first_seat", 5), "record_value"),
        (put("first_seat", True), "record_value"),
        (put("first_seat", "1"), "record_value"),
        (put("secret", RIGHT["secret"].upper()), "record_value"),
        (put("secret", RIGHT["secret"][:-2]), "record_value"),
        (put("secret", RIGHT["secret"] + "\n"), "record_value"),
        (put("commitment", "0" * 64), "record_commitment"),
        (put("commitment", 0), "record_value"),
        (put("salt", None), "record_value"),
        (put("salt", "\ud800"), "setup_salt"),
        (put("actions", {}), "record_value"),
        (put("actions", 0, [0]), "record_action"),
        (put("actions", 0, "0 claim"), "record_action"),
        (put("actions", 0, [0, "claim", "7s", "7s"]), "record_action"),
        (put("actions", 0, [0, "play 7s"]), "record_action"),
        (put("actions", 0, [True, "claim"]), "record_action"),
        (put("actions", 0, [5, "claim"]), "record_action"),
        (put("actions", 0, [0, 7]), "record_action"),
        (put("seats", list("abcd")), "record_value"),
        (put("seats", [1, 2, 3, 4, 5]), "record_value"),
        (put("seats", ["a", "b", "c", "d", "\ud800"]), "record_value"),
        (put("played_at", "2026-02-30T12:00:00Z"), "record_value"),
        (put("played_at", "2026-02-03 12:00:00"), "record_value"),
        (put("played_at", "2026-02-03T12:00:00+01:00"), "record_value"),
        (put("stake", 0), "record_value"),
        (put("stake", True), "record_value"),
        (put("penalties", [[0, 40, "gone"]]), "record_value"),
        (put("penalties", [[0, 41, "left"]]), "record_value"),
        (put("penalties", {}), "record_value"),
        (put("autopilot", [3, 0]), "record_value"),
        (put("autopilot", [0, 0]), "record_value"),
        (put("result", "emperor", 0), "record_result"),
        (put("result", "rose", [1]), "record_result"),
        (put("result", "multiplier", True), "record_result"),
        (put("result", "scores", [0] * 5), "record_result"),
        (put("result", "winner", "draw"), "record_result"),
    ],
)
def test_wrong_values(change: Callable[[Record], object], code: str) -> None:
    error = changed(change)
    assert isinstance(error, Malformed)
    assert error.code == code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "record_json"),
        (b"{", "record_json"),
        (b'{"format": }', "record_json"),
        (b"[]", "record_object"),
        (b"\xff\xfe{}", "record_utf8"),
        (b"[" * 100_000, "record_nested"),
        (b'{"a":' * 100_000, "record_nested"),
        (b" " * (LIMIT + 1), "record_size"),
        (b'{"stake": 1, "stake": 1}', "record_repeated"),
        (b'{"stake": 1.0}', "record_number"),
        (b'{"stake": 1e2}', "record_number"),
        (b'{"stake": NaN}', "record_number"),
        (b'{"stake": -Infinity}', "record_number"),
        (b'{"stake": ' + b"9" * 10_000 + b"}", "record_number"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_record_at_all(data: bytes, code: str) -> None:
    error = refused(data)
    assert isinstance(error, Malformed)
    assert error.code == code


def test_the_commitment_shown_beforehand() -> None:
    error = refused(json.dumps(RIGHT).encode(), commitment(b"another"))
    assert isinstance(error, Malformed)
    assert error.code == "record_commitment_shown"


def test_another_salt_gives_another_deal() -> None:
    assert isinstance(changed(put("salt", "another")), GameError | BadAction)


@pytest.mark.parametrize("place", [0, 12, 100, -2])
def test_a_missing_or_repeated_action_is_found_at_its_place(place: int) -> None:
    count = len(RIGHT["actions"])
    missing = changed(lambda record: record["actions"].pop(place))
    assert isinstance(missing, BadAction)
    assert missing.number > place % count
    repeated = changed(lambda record: record["actions"].insert(place, record["actions"][place]))
    assert isinstance(repeated, BadAction)
    assert isinstance(repeated.error, Illegal)
    assert repeated.number >= place % count + 1


def test_an_action_after_the_end() -> None:
    error = changed(lambda record: record["actions"].append([0, "pass"]))
    assert isinstance(error, BadAction)
    assert error.number == len(RIGHT["actions"]) + 1
    assert error.error.code == "round_over"


def test_a_round_that_is_cut_short() -> None:
    error = changed(lambda record: record["actions"].pop())
    assert isinstance(error, Malformed)
    assert error.code == "record_not_over"


@pytest.mark.parametrize("action", [[0, "dance"], [0, "play", "7s  7s"], [0, "play"], [0, "pass", ""], [0, "", ""]])
def test_malformed_actions_are_found_at_their_place(action: list[object]) -> None:
    error = changed(put("actions", 3, action))
    assert isinstance(error, BadAction)
    assert error.number == 4
    assert isinstance(error.error, Malformed)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 200) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_any_change_is_refused_in_an_orderly_way(data: st.DataObject) -> None:
    record = copy.deepcopy(RIGHT)
    place: Any = record
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    if data.draw(st.booleans()):
        place[key] = data.draw(json_values)
    else:
        del place[key]
    try:
        check(json.dumps(record).encode())
    except (GameError, BadAction):
        return
    for key in record.keys() - {"seats", "played_at", "stake", "penalties", "autopilot"}:
        assert record[key] == RIGHT[key]


@given(st.binary(max_size=60) | json_values.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_refused_in_an_orderly_way(data: bytes) -> None:
    assert isinstance(refused(data), Malformed)
