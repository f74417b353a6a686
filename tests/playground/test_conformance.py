"""The look-alike against simcord, a look-alike by other people: same requests, same answers, or a rule that says why.

What is done is in ``conformance.cases``; where the two differ, and the documented rule, in ``conformance.differences``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playground.conformance.acts import MODAL, Act, answered, post
from tests.playground.conformance.cases import ACTS
from tests.playground.conformance.differences import DIFFERENCES
from tests.playground.conformance.opinions import Opinions, Said, opinions
from tests.playground.forms import (
    button,
    embed,
    field,
    labelled,
    menu,
    modal,
    option,
    rows,
    text_field,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def both() -> AsyncIterator[Opinions]:
    """Both look-alikes, running."""
    async with opinions() as made:
        yield made


async def ask(both: Opinions, act: Act) -> tuple[Said, Said]:
    async with both.worlds() as (ours, theirs):
        return await act(ours), await act(theirs)


def at_odds(ours: Said, theirs: Said) -> list[str]:
    """Places that simcord names as wrong and the look-alike does not, nor what is around or in them."""
    # simcord names places in the message that is answered with, not in the answer.
    named = [f"{place.removeprefix('data.').removeprefix('message.')}." for place in ours.places]
    wanted = [f"{place}." for place in theirs.places] if named else []
    return [place for place in wanted if not any(each.startswith(place) or place.startswith(each) for each in named)]


@pytest.mark.parametrize("case", ACTS)
async def test_both_say_the_same_or_a_rule_says_why(both: Opinions, case: str) -> None:
    ours, theirs = await ask(both, ACTS[case])
    if case in DIFFERENCES:
        known = DIFFERENCES[case]
        assert (ours.gist, theirs.gist) == (known.ours, known.theirs)
        assert ours.gist != theirs.gist
    else:
        assert ours.gist == theirs.gist
        assert at_odds(ours, theirs) == []


async def test_every_difference_is_one_of_a_case() -> None:
    assert set(DIFFERENCES) <= set(ACTS)


def _in_modal(**change: str) -> Act:
    return answered((MODAL, modal(labelled(text_field(label=None, **change)))))


LIMITS: dict[str, tuple[int, Callable[[str], Act]]] = {
    "content": (2000, lambda text: post({"content": text})),
    "embed title": (256, lambda text: post(embed(title=text))),
    "embed description": (4096, lambda text: post(embed(description=text))),
    "field name": (256, lambda text: post(embed(fields=[field(name=text)]))),
    "field value": (1024, lambda text: post(embed(fields=[field(value=text)]))),
    "footer": (2048, lambda text: post(embed(footer={"text": text}))),
    "author": (256, lambda text: post(embed(author={"name": text}))),
    "embeds": (6000, lambda text: post({"embeds": [{"description": text[:4000]}, {"description": text[4000:]}]})),
    "label": (80, lambda text: post(rows(button(label=text)))),
    "custom_id": (100, lambda text: post(rows(button(custom_id=text)))),
    "placeholder": (150, lambda text: post(rows(menu(placeholder=text)))),
    "option label": (100, lambda text: post(rows(menu(options=[option(label=text)])))),
    "option value": (100, lambda text: post(rows(menu(options=[option(value=text)])))),
    "option description": (100, lambda text: post(rows(menu(options=[option(description=text)])))),
    "modal title": (45, lambda text: answered((MODAL, modal(title=text)))),
    "modal custom_id": (100, lambda text: answered((MODAL, modal(custom_id=text)))),
    "field label": (45, lambda text: answered((MODAL, modal(labelled(text_field(label=None), label=text))))),
    "field text": (100, lambda text: _in_modal(placeholder=text)),
}


@settings(max_examples=100)
@given(name=st.sampled_from(sorted(LIMITS)), beyond=st.integers(-3, 3), sign=st.sampled_from("xé王👑"))
async def test_limits_are_the_same_whatever_the_script(both: Opinions, name: str, beyond: int, sign: str) -> None:
    limit, act = LIMITS[name]
    ours, theirs = await ask(both, act(sign * (limit + beyond)))
    assert ours.refused == (beyond > 0)
    assert ours.gist == theirs.gist
