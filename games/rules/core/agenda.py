"""The agenda: what is still to be done in a game, kept as data.

The agenda is a stack of groups of steps. A step is an act, which happens at
once, or an ask, which waits for its seat to move. The steps of one group may
be answered in any order; a question that follows from an answer joins the others that
are still open in its group. A card never calls another card: it puts steps on
the agenda, so a game can be saved, copied or resumed by newer code between any two.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

from .errors import IllegalMove, RunawayAgenda
from .events import Event
from .notation import Move, Offer
from .rng import Rng
from .translation import mark

MAX_STEPS = 1000


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One thing to do: the name of a registered step, the seat that it is for, and its arguments."""

    name: str
    seat: str = ""
    args: dict[str, Any] = {}


class Position(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The fields that every game's position has; a ruleset adds its own."""

    version: int
    rng: Rng
    agenda: list[list[Step]] = []
    pending_events: list[
        Event
    ] = []  # events since the last question; returned by `play` and `run`, never stored


P = TypeVar("P", bound=Position)
ActFunction = Callable[[P, Step], None]
OfferFunction = Callable[[P, Step], Iterable[Offer]]
MoveOfferFunction = Callable[[P, Step, Move], Iterable[Offer]]
# an answer may return follow-up questions, which take the place of the one that was answered
AnswerFunction = Callable[[P, Step, Move], Iterable[Step] | None]


class Ask(Generic[P]):
    """A question: the function that lists its offers, and the one that carries out an answer."""

    def __init__(self, offers: OfferFunction[P]) -> None:
        self.offers = offers
        self.offers_for: MoveOfferFunction[P] | None = None
        self.take: AnswerFunction[P] = _raise_unanswered

    def for_move(self, offers_for: MoveOfferFunction[P]) -> MoveOfferFunction[P]:
        """Decorate a function that lists only the offers that may accept a move, such as those with its verb.

        For a question with a great many offers: a move is then looked for among these alone."""
        self.offers_for = offers_for
        return offers_for

    def answer(self, take: AnswerFunction[P]) -> AnswerFunction[P]:
        """Decorate the function that carries out an answer."""
        self.take = take
        return take


def _raise_unanswered(position: Any, step: Step, move: Move) -> None:
    raise NotImplementedError(f"nothing answers {step.name}")


class StepRegistry(Generic[P]):
    """The steps of one ruleset, by name."""

    def __init__(self) -> None:
        self.acts: dict[str, ActFunction[P]] = {}
        self.asks: dict[str, Ask[P]] = {}

    def act(self, name: str) -> Callable[[ActFunction[P]], ActFunction[P]]:
        """Register the decorated function as a step that happens at once."""

        def enter(function: ActFunction[P]) -> ActFunction[P]:
            self.acts[name] = function
            return function

        return enter

    def ask(self, name: str) -> Callable[[OfferFunction[P]], Ask[P]]:
        """Register the decorated function, which lists the offers of a question."""

        def enter(function: OfferFunction[P]) -> Ask[P]:
            self.asks[name] = Ask(function)
            return self.asks[name]

        return enter


def then(position: Position, *steps: Step) -> None:
    """Put these steps on top of the agenda, to be done next in the order given."""
    for step in reversed(steps):
        position.agenda.append([step])


def together(position: Position, *steps: Step) -> None:
    """Ask these seats at the same time; the game waits for all of them."""
    position.agenda.append(list(steps))


def tell(
    position: Position,
    kind: str,
    *,
    secret: dict[str, dict[str, Any]] | None = None,
    private: bool = False,
    **public: Any,
) -> None:
    """Record an event for everybody; `secret` adds what only single seats may know.

    A `private` event is known only to the seats in `secret`."""
    position.pending_events.append(Event(kind, public, secret or {}, private))


def awaits(position: Position) -> list[str]:
    """The seats that have a decision to make now, each once."""
    group = position.agenda[-1] if position.agenda else []
    if len(group) == 1:  # by far the most common case
        return [group[0].seat]
    return list(dict.fromkeys(step.seat for step in group))


def list_questions(position: Position, seat: str) -> list[Step]:
    """The questions that this seat has to answer now."""
    group = position.agenda[-1] if position.agenda else []
    if len(group) == 1:
        return [*group] if group[0].seat == seat else []
    return [step for step in group if step.seat == seat]


def play(steps: StepRegistry[P], position: P, seat: str, move: Move) -> list[Event]:
    """Make one move, run until somebody has to decide, and return the events."""
    for step in list_questions(position, seat):
        ask = steps.asks[step.name]
        narrowed = ask.offers_for
        for offer in narrowed(position, step, move) if narrowed else ask.offers(position, step):
            if offer.accepts(move):
                group, depth = position.agenda[-1], len(position.agenda) - 1
                _remove_step(position, step)
                if follow_up := ask.take(position, step, move):
                    _join_group(position, group, depth, follow_up)
                return run(steps, position)
    raise IllegalMove(mark("{seat} may not play “{move}” now."), seat=seat, move=move)


def _remove_step(position: Position, step: Step) -> None:
    """Remove a step from the top group, and the group once it is empty: the next step may look at the top."""
    group = position.agenda[-1]
    group.remove(step)
    if not group:
        position.agenda.pop()


def _join_group(position: Position, group: list[Step], depth: int, follow_up: Iterable[Step]) -> None:
    """Ask these together with the seats of the group that have not answered yet."""
    if not group:  # the answer was the last one, so the group is gone
        position.agenda.insert(depth, group)
    group.extend(follow_up)


def run(steps: StepRegistry[P], position: P) -> list[Event]:
    """Run the steps that need no decision, and return the events."""
    agenda, acts = position.agenda, steps.acts
    for _ in range(MAX_STEPS):
        if not agenda:
            break
        for step in agenda[-1]:
            if step.name in acts:
                _remove_step(position, step)
                acts[step.name](position, step)
                break
        else:
            if agenda[-1]:
                break  # only questions left: somebody has to decide
            agenda.pop()
    else:
        raise RunawayAgenda([step.name for group in agenda for step in group])
    events, position.pending_events = position.pending_events, []
    return events
