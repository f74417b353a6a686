"""The one redaction: what a seat, or everyone, may see of a round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from bot.games.baohuang.cards import Card, high_to_low
from bot.games.baohuang.rules import Rules
from bot.games.base import Outcome

if TYPE_CHECKING:
    from bot.games.baohuang.round import Round

Step: TypeAlias = Literal["throne", "solo", "call", "declare", "play", "over"]
Role: TypeAlias = Literal["emperor", "guard", "rebel"]


class Throne(NamedTuple):
    """One thing done in the throne step."""

    deal: int
    """The deal it was done in."""
    seat: int
    claimed: bool
    """Whether the throne was claimed; else it was yielded upstream."""
    added: Card | None
    """The card of its own that the seat added to the packet."""


class Entry(NamedTuple):
    """One turn of a trick: the cards played, from high to low, or none for a pass."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see, or what everyone may. All but the fields marked "own" is public."""

    rules: Rules
    seat: int | None
    """Whose view it is; None is everyone's, whose own fields are empty."""
    step: Step
    turn: int
    """The number of the clock that runs (the last one's, when the round is over)."""
    deal: int
    """How often the cards were dealt anew: 0 to 2."""
    first_seat: int
    """The seat dealt to first."""
    asked: tuple[int, ...]
    """The seats that must act now, rising."""

    hand: tuple[Card, ...]
    """Own: the cards held, from high to low; for the holder of the emperor card the packet too."""
    counts: tuple[int, ...]
    """How many cards each seat holds; the packet counts with its holder."""

    holder: int
    """The seat that holds the emperor card in the throne step; later the seat that claimed the throne, which keeps the
    packet even when another seat grabs the throne."""
    packet: tuple[Card, ...]
    """The emperor card and what has been added to it in this deal, in that order: where it is, it is seen by all."""
    throne: tuple[Throne, ...]
    """What was done in the throne step, in all deals, in order."""

    emperor: int | None
    """The emperor; until the solo step is resolved, the seat that claimed the throne."""
    role: Role | None
    """Own: the role, from the moment the cards and the call make it certain; when the round is over too."""
    solo: Literal["open", "hidden"] | None
    """An open solo; a hidden one when it is public or own. None tells only that no solo is known."""
    called: Card | None
    """The card that the emperor called (classic)."""
    guard: int | None
    """The guard, once public."""
    secret: Card | None
    """Own: the kind whose last copy in the hand gives the guard or the hidden solo away when it is played."""
    answer: str | None
    """Own: what was answered in the solo or declare step that still waits for others."""
    open_guard: bool
    """Whether the guard declared itself."""
    rebellion: bool
    """Whether a rebellion succeeded."""
    rose: tuple[int, ...]
    """The seats that rose, rising."""
    multiplier: int
    """What the scores are multiplied by as far as it is settled: 1 or 2."""

    history: tuple[Entry, ...]
    """Every turn of the play step, in order."""
    trick_start: int
    """Where the current trick begins in ``history``."""
    trick_number: int
    """How many tricks came before it."""
    finished: tuple[int, ...]
    """The seats that are out, in the order in which they went out; when the round is over all five, by place."""

    outcome: Outcome | None
    """What came of the round, when it is over. No hand is laid open then."""

    @property
    def trick(self) -> tuple[Entry, ...]:
        """The turns of the current trick, in order; empty while someone is to lead."""
        return self.history[self.trick_start :]

    @property
    def tricks(self) -> tuple[tuple[Entry, ...], ...]:
        """The turns by trick, in order; the last is the current trick, which is empty while someone is to lead."""
        left = list(self.counts)
        for entry in self.history:
            left[entry.seat] += len(entry.cards)
        found: list[tuple[Entry, ...]] = []
        start = passes = best = 0
        for number, (seat, cards) in enumerate(self.history, 1):
            left[seat] -= len(cards)
            best, passes = (seat, 0) if cards else (best, passes + 1)
            if passes and passes == sum(count > 0 for other, count in enumerate(left) if other != best):
                found.append(self.history[start:number])
                start = number
        return (*found, self.history[start:])

    @property
    def best(self) -> Entry | None:
        """The play to beat; None while someone is to lead."""
        return next((entry for entry in reversed(self.trick) if entry.cards), None)

    @property
    def played(self) -> tuple[Card, ...]:
        """All cards played in this round, in the order in which they were played."""
        return tuple(card for entry in self.history for card in entry.cards)

    @property
    def places(self) -> tuple[int | None, ...]:
        """The finishing place of each seat, 1 to 5; None while it is in the game."""
        return tuple(self.finished.index(seat) + 1 if seat in self.finished else None for seat in range(5))


def see(round_: Round, seat: int | None) -> View:
    """What a seat may see of a round, or what everyone may (None)."""
    over = round_.step == "over"
    role = None if seat is None else round_.role(seat)
    sizes = [hand.size for hand in round_.hands]
    hand = () if seat is None else round_.hands[seat].cards()
    if round_.step == "throne":
        sizes[round_.holder] += len(round_.packet)
        if seat == round_.holder:
            hand = high_to_low([*hand, *round_.packet])
    guard_public = over or round_.known
    solo_public = guard_public or round_.solo == "open" or role == "emperor"
    return View(
        rules=round_.rules,
        seat=seat,
        step=round_.step,
        turn=round_.turn,
        deal=round_.deal,
        first_seat=round_.first_seat,
        asked=tuple(ask.seat for ask in round_.asked()),
        hand=hand,
        counts=tuple(sizes),
        holder=round_.holder,
        packet=tuple(round_.packet),
        throne=tuple(round_.throne),
        emperor=round_.emperor,
        role=role,
        solo=round_.solo if solo_public else None,
        called=round_.called,
        guard=round_.guard if guard_public else None,
        secret=None if seat is None else round_.secrets[seat],
        answer=None if seat is None else round_.answers.get(seat),
        open_guard=round_.open_guard,
        rebellion=round_.rebellion,
        rose=round_.rose,
        multiplier=round_.multiplier,
        history=tuple(round_.history),
        trick_start=round_.trick_start,
        trick_number=round_.trick_number,
        finished=tuple(round_.finished),
        outcome=round_.outcome(),
    )


def see_all(round_: Round) -> tuple[View, tuple[tuple[Card, ...], ...]]:
    """All there is to see in a round, and the five hands: for looking back at one that is over, at nothing else."""
    view = replace(see(round_, None), guard=round_.guard, solo=round_.solo)
    return view, tuple(see(round_, seat).hand for seat in range(5))
