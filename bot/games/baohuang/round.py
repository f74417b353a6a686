"""One round of Bao Huang: its steps, and the one door through which everything is done (RULES.md).

Silent points of the rules, decided here: a seat that played and was beaten may pass in advance for the rest of the
trick like any other; declarations of solo that did not win stay secret while the round runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

from bot.games.baohuang import choices, plays, scoring
from bot.games.baohuang.actions import CLAIM, PASS, PLAY, REVEAL, RISE, SOLO, YIELD, Move, parse
from bot.games.baohuang.cards import EMPEROR_CARD, Card, spell
from bot.games.baohuang.hand import Hand
from bot.games.baohuang.rules import DEALS, Rules
from bot.games.baohuang.view import Entry, Role, Step, Throne, View, see
from bot.games.base import Action, Ahead, Ask, Clock, Illegal, Outcome

Deals: TypeAlias = Callable[[int], Sequence[Sequence[Card]]]
"""The hands of the five seats in the deal of a number: 0, then 1 and 2 for redeals."""

THRONE_SECONDS: Final = 20
SECRET_SECONDS: Final = 30
"""How long the solo and declare steps run, for all who are asked at once."""

_NEXT: Final = (1, 2, 3, 4, 0)
_PASS: Final = Move(PASS)
_ONLY_PASS: Final = (_PASS,)
_ALONE: Final = tuple((seat,) for seat in range(5))


@cache
def _asks(seats: tuple[int, ...]) -> tuple[Ask, ...]:
    return tuple(Ask(seat, seat) for seat in seats)


class Round:
    """A round from its deal to its outcome.

    The attributes hold the whole truth and are for ``view`` alone; everyone else gets views.
    """

    def __init__(self, rules: Rules, first_seat: int, deals: Deals) -> None:
        self.rules = rules
        self.first_seat = first_seat
        self.step: Step = "throne"
        self.turn = 0
        self.deal = 0
        self.hands: list[Hand] = []
        self.holder = 0
        self.packet: list[Card] = []
        self.throne: list[Throne] = []
        self.answers: dict[int, str] = {}
        """What has been answered in the running secret step."""
        self.emperor: int | None = None
        self.solo: scoring.Solo | None = None
        self.guard: int | None = None
        self.called: Card | None = None
        self.known = False
        """Whether everyone knows who the guard is, or that the solo is a hidden one."""
        self.secrets: list[Card | None] = [None] * 5
        """For each seat the kind whose last copy in its hand gives the guard or the hidden solo away."""
        self.open_guard = False
        self.rose: tuple[int, ...] = ()
        self.trick_start = 0
        self.trick_number = 0
        self.best: plays.Shape | None = None
        """The play to beat; None while someone is to lead."""
        self.finished: list[int] = []
        self.deals = deals
        self._moves: list[tuple[int, Move]] = []
        self._opening = 0  # how many of them came before the play step
        self._actions: list[Action] = []
        self._history: list[Entry] = []
        self._waiting: tuple[int, ...] = ()
        """The seats that must act now, rising."""
        self._best_seat = 0
        self._jokers: list[tuple[int, ...]] = []
        """How many each seat got in each deal."""
        self._deal()

    # What a round tells

    @property
    def actions(self) -> Sequence[Action]:
        """All actions so far, in the order in which they took effect; cards of a play from high to low."""
        # Made from the moves when someone looks, as history is: a sixth of the time of a round in which nobody does.
        self._actions += [Action(seat, move.text) for seat, move in self._moves[len(self._actions) :]]
        return self._actions

    @property
    def history(self) -> Sequence[Entry]:
        """Every turn of the play step, in order."""
        if self.step in ("play", "over"):
            new = self._moves[self._opening + len(self._history) :]
            self._history += [Entry(seat, move.cards) for seat, move in new]
        return self._history

    @property
    def rebellion(self) -> bool:
        """Whether a rebellion succeeded."""
        return len(self.rose) >= 2

    @property
    def multiplier(self) -> int:
        """What an open guard or a successful rebellion makes of the scores: 1 or 2."""
        return 2 if self.open_guard or self.rebellion else 1

    def asked(self) -> tuple[Ask, ...]:
        """Who must act now; empty exactly when the round is over."""
        return _asks(self._waiting)

    def clock(self) -> Clock | None:
        """The deadline that runs now; None exactly when the round is over."""
        match self.step:
            case "over":
                return None
            case "throne":
                return Clock(self.turn, THRONE_SECONDS, autopilot=True)
            case "solo" | "declare":
                return Clock(self.turn, SECRET_SECONDS, autopilot=False)
            case _:
                return Clock(self.turn, None, autopilot=True)

    def legal(self, seat: int) -> Sequence[Move | plays.Shape]:
        """All that a seat may do now, its plays as shapes; empty for a seat that is not asked."""
        if seat not in self._waiting:
            return ()
        if self.step != "play":
            return choices.legal(self._stand(seat))
        if self.best is None:
            return plays.leads(self.hands[seat], self.rules)
        shapes = plays.answers(self.hands[seat], self.best, self.rules)
        return [_PASS, *shapes] if shapes else _ONLY_PASS

    def pick(self, seat: int, shape: plays.Shape) -> Move:
        """The play of a shape that a seat holds, with the cards that the system takes for it."""
        return Move(PLAY, plays.pick(self.hands[seat], shape, self.secrets[seat]))

    def autopilot(self, seat: int) -> str:
        """The text of what autopilot does for a seat that is asked now (RULES.md, "Autopilot")."""
        if self.step != "play":
            return choices.autopilot(self._stand(seat)).text
        if self.best is not None:
            return PASS
        shapes = plays.leads(self.hands[seat], self.rules)
        lowest = next((shape for shape in shapes if shape.size == 1), shapes[0])
        return self.pick(seat, lowest).text

    def forced(self, seat: int) -> str | None:
        """The one action open to a seat that is asked now, else None; never in a secret step.

        A lead is never forced either: which of equal cards go is for the player to say.
        """
        if self.step in ("solo", "declare"):
            return None
        may = self.legal(seat)
        return may[0].text if len(may) == 1 and isinstance(may[0], Move) else None

    def masked(self, text: str) -> bool:
        """Whether the time that this action takes must not tell if it was forced: a pass, a yield."""
        return text in (PASS, YIELD)

    def ahead(self, seat: int) -> Ahead | None:
        """A pass for the rest of the trick, for every seat in the game except one that is to lead."""
        if self.step != "play" or not self.hands[seat].size or (self.best is None and seat in self._waiting):
            return None
        return Ahead(self.trick_number, PASS)

    def view(self, seat: int | None) -> View:
        """What a seat may see, or what everyone may (None)."""
        return see(self, seat)

    def outcome(self) -> Outcome | None:
        """What came of the round; None until it is over."""
        if self.step != "over" or self.emperor is None:
            return None
        places = tuple(self.finished.index(seat) + 1 for seat in range(5))
        scores = scoring.scores(places, self.emperor, self.guard, self.solo, self.multiplier)
        result: dict[str, object] = {
            "emperor": self.emperor,
            "guard": self.guard,
            "solo": self.solo,
            "called": None if self.called is None else spell([self.called]),
            "rose": list(self.rose),
            "places": list(places),
            "multiplier": self.multiplier,
            "winner": scoring.winner(scores[self.emperor]),
            "scores": list(scores),
        }
        roles = tuple("solo" if self.solo and seat == self.emperor else str(self.role(seat)) for seat in range(5))
        return Outcome(scores, result, self.emperor, roles, places, tuple(self._jokers))

    def role(self, seat: int) -> Role | None:
        """The role of a seat, once cards and call make it certain."""
        if self.step in ("throne", "solo"):
            return None
        if seat == self.emperor:
            return "emperor"
        if self.step == "call":
            return None
        return "guard" if seat == self.guard else "rebel"

    # The one door

    def check(self, seat: int, text: str) -> None:
        """Raise Malformed or Illegal if ``act`` would; change nothing."""
        error = self.refusal(seat, parse(text))
        if error is not None:
            raise error

    def act(self, seat: int, text: str) -> None:
        """Apply an action for a seat and append it to ``actions``; raise Malformed or Illegal and change nothing."""
        self.take(seat, parse(text))

    def refusal(self, seat: int, move: Move) -> Illegal | None:
        """Why a seat may not do this now, or None if it may."""
        if seat in self._waiting:
            if self.step == "play":
                return plays.refusal(self.hands[seat], self.best, self.rules, move)
            return choices.refusal(self._stand(seat), move)
        if self.step == "over":
            return Illegal("round_over")
        return Illegal("answered") if seat in self.answers else Illegal("not_asked")

    def take(self, seat: int, move: Move) -> None:
        """Do what ``act`` does, with an action already in parts (its cards from high to low)."""
        error = self.refusal(seat, move)
        if error is not None:
            raise error
        self._moves.append((seat, move))
        verb, cards = move
        if verb == PASS:
            self._advance(seat)
        elif verb == PLAY:
            self._play(seat, cards)
        elif self.step == "throne":
            self._claim() if verb == CLAIM else self._yield()
        elif self.step == "call":
            self._call(cards[0])
        else:
            self.answers[seat] = verb
            self._waiting = tuple(one for one in self._waiting if one != seat)
            if not self._waiting:
                self._resolve_solo() if self.step == "solo" else self._resolve_declarations()

    def _stand(self, seat: int) -> choices.Stand:
        again = self.step == "throne" and any(entry.deal == self.deal and entry.seat == seat for entry in self.throne)
        return choices.Stand(self.step, self.rules, self.hands[seat], again, seat == self.guard)

    def _begin(self, step: Step, *asked: int) -> None:
        """Start a step, with a clock and answers of its own."""
        self.step = step
        self.turn += 1
        self.answers = {}
        self._waiting = asked

    # Throne, solo, call, declarations

    def _deal(self) -> None:
        self.hands = [Hand(cards) for cards in self.deals(self.deal)]
        self._jokers.append(tuple(hand.ranks[-2] + hand.ranks[-1] for hand in self.hands))
        self.holder = next(seat for seat in range(5) if self.hands[seat].kinds[EMPEROR_CARD])
        self.hands[self.holder].remove([EMPEROR_CARD])
        self.packet = [EMPEROR_CARD]
        self._waiting = (self.holder,)
        if self.deal == DEALS - 1:
            self._crown()

    def _yield(self) -> None:
        variant = self.rules.variant
        before = sum(entry.deal == self.deal for entry in self.throne)
        added = None
        if variant.packet and before:
            added = choices.added(self.hands[self.holder])
            self.hands[self.holder].remove([added])
            self.packet.append(added)
        self.throne.append(Throne(self.deal, self.holder, claimed=False, added=added))
        if before + 1 < variant.yields:
            self.holder = (self.holder - 1) % 5
            self._waiting = (self.holder,)
        else:
            self.deal += 1
            self._deal()
        if self.step == "throne":
            self.turn += 1

    def _claim(self) -> None:
        self.throne.append(Throne(self.deal, self.holder, claimed=True, added=None))
        self._crown()

    def _crown(self) -> None:
        """Make the holder emperor; one that cannot call (only a forced deal crowns one) is in open solo at once."""
        self.emperor = self.holder
        self.hands[self.holder].add(self.packet)
        if self.rules.variant.guard_card is None and not choices.can_call(self.hands[self.holder]):
            self._open_solo(self.holder)
        else:
            self._begin("solo", *(range(5) if self.rules.grab else (self.holder,)))

    def _resolve_solo(self) -> None:
        upstream = [(self.holder - steps) % 5 for steps in range(5)]
        winner = next((seat for seat in upstream if self.answers.get(seat) == SOLO), None)
        guard_card = self.rules.variant.guard_card
        if winner is not None:
            self._open_solo(winner)
        elif guard_card is None:
            self._begin("call", self.holder)
        else:
            self._hide_guard(guard_card)

    def _open_solo(self, seat: int) -> None:
        self.emperor = seat
        self.solo = "open"
        self._start_play()

    def _call(self, card: Card) -> None:
        self.called = card
        self._hide_guard(card)

    def _hide_guard(self, card: Card) -> None:
        """Make guard who else holds the guard card or called card; if nobody, the emperor is in hidden solo."""
        holders = [seat for seat in range(5) if self.hands[seat].kinds[card]]
        self.guard = next((seat for seat in holders if seat != self.emperor), None)
        if self.guard is None:
            self.solo = "hidden"
        self.secrets[holders[0] if self.guard is None else self.guard] = card
        self._begin("declare", *(seat for seat in range(5) if seat != self.emperor))

    def _resolve_declarations(self) -> None:
        self.open_guard = REVEAL in self.answers.values()
        self.rose = tuple(sorted(seat for seat, verb in self.answers.items() if verb == RISE))
        if self.open_guard or self.rebellion:
            self._make_known()
        self._start_play()

    def _make_known(self) -> None:
        self.known = True
        self.secrets = [None] * 5

    # Play

    def _start_play(self) -> None:
        assert self.emperor is not None
        self._opening = len(self._moves)
        self._begin("play", self.emperor)

    def _play(self, seat: int, cards: tuple[Card, ...]) -> None:
        hand = self.hands[seat]
        secret = self.secrets[seat]
        if secret is not None and plays.gives_away(hand, secret, cards):
            self._make_known()
        hand.remove(cards)
        self.best = plays.shape_of(cards)
        self._best_seat = seat
        if not hand.size:
            self.finished.append(seat)
            if self._ends():
                self._finish(seat)
                return
        self._advance(seat)

    def _advance(self, last: int) -> None:
        """Give the turn to the next seat in the game; once it comes round to the last to play, a new trick begins."""
        hands, best_seat = self.hands, self._best_seat
        seat = _NEXT[last]
        while seat != best_seat and not hands[seat].size:
            seat = _NEXT[seat]
        if seat == best_seat:
            self.best = None
            self.trick_start = len(self._moves) - self._opening
            self.trick_number += 1
            while not hands[seat].size:
                seat = _NEXT[seat]
        self._waiting = _ALONE[seat]
        self.turn += 1

    def _ends(self) -> bool:
        out = self.finished
        if self.solo == "open":
            return True
        if self.guard is None:
            return self.emperor in out or len(out) == 2
        side = sum(seat in out for seat in (self.emperor, self.guard))
        return side == 2 or len(out) - side == 3

    def _finish(self, last: int) -> None:
        """Give those left in the game the remaining places: fewer cards first, then clockwise from the last to play."""
        left = [seat for seat in range(5) if seat not in self.finished]
        self.finished += sorted(left, key=lambda seat: (self.hands[seat].size, (seat - last) % 5))
        self.step = "over"
        self._waiting = ()
