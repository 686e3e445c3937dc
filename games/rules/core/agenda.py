"""What is still to be done in a game, kept as data.

The agenda is a stack of groups of steps. A step is an act, which happens at
once, or an ask, which waits for its seat to move. The steps of one group may
be answered in any order. A card never calls another card: it puts steps on
the agenda, so a game can be saved, copied or redeployed between any two.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import msgspec

from .errors import IllegalMove, RunawayAgenda
from .events import Event
from .notation import Move, Offer
from .rng import Rng
from .speech import mark

FAR_TOO_MANY = 1000


class Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One thing to do: a name in the ruleset's table, whose it is, and what it needs to know."""

    name: str
    seat: str = ""
    args: dict[str, Any] = {}


class Position(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What every game's position has; a ruleset adds its own fields."""

    version: int
    rng: Rng
    agenda: list[list[Step]] = []
    told: list[Event] = []  # what happened since the last question; handed out by `play`, never stored


P = TypeVar("P", bound=Position)
Act = Callable[[P, Step], None]
Offers = Callable[[P, Step], Iterable[Offer]]
Take = Callable[[P, Step, Move], None]


class Ask(Generic[P]):
    """A question: what it offers, and what an answer does."""

    def __init__(self, offers: Offers[P]) -> None:
        self.offers = offers
        self.take: Take[P] = _unanswered

    def answer(self, take: Take[P]) -> Take[P]:
        """Decorate the function that carries an answer out."""
        self.take = take
        return take


def _unanswered(position: Any, step: Step, move: Move) -> None:
    raise NotImplementedError(f"nothing answers {step.name}")


class Steps(Generic[P]):
    """The named steps of one ruleset."""

    def __init__(self) -> None:
        self.acts: dict[str, Act[P]] = {}
        self.asks: dict[str, Ask[P]] = {}

    def act(self, name: str) -> Callable[[Act[P]], Act[P]]:
        """Decorate a function that happens at once."""

        def enter(function: Act[P]) -> Act[P]:
            self.acts[name] = function
            return function

        return enter

    def ask(self, name: str) -> Callable[[Offers[P]], Ask[P]]:
        """Decorate the function that lists what may be answered."""

        def enter(function: Offers[P]) -> Ask[P]:
            self.asks[name] = Ask(function)
            return self.asks[name]

        return enter


def then(position: Position, *steps: Step) -> None:
    """Do these next, the first one named first."""
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
    """Note what happened, for everybody and, where `secret` names them, more for single seats."""
    position.told.append(Event(kind, public, secret or {}, private))


def awaits(position: Position) -> list[str]:
    """The seats that have a decision to make now, each once."""
    group = position.agenda[-1] if position.agenda else []
    if len(group) == 1:  # by far the most common case
        return [group[0].seat]
    return list(dict.fromkeys(step.seat for step in group))


def questions(position: Position, seat: str) -> list[Step]:
    """What this seat is asked now."""
    group = position.agenda[-1] if position.agenda else []
    if len(group) == 1:
        return [*group] if group[0].seat == seat else []
    return [step for step in group if step.seat == seat]


def play(steps: Steps[P], position: P, seat: str, move: Move) -> list[Event]:
    """Make one move, run on until somebody has to decide, and say what happened."""
    for step in questions(position, seat):
        ask = steps.asks[step.name]
        for offer in ask.offers(position, step):
            if offer.accepts(move):
                _answered(position, step)
                ask.take(position, step, move)
                return run(steps, position)
    raise IllegalMove(mark("{seat} may not play “{move}” now."), seat=seat, move=move)


def _answered(position: Position, step: Step) -> None:
    """Take the question off; an empty group must not stay, what follows it may look at the top."""
    group = position.agenda[-1]
    if len(group) == 1:
        position.agenda.pop()
    else:
        group.remove(step)


def run(steps: Steps[P], position: P) -> list[Event]:
    """Do all that happens by itself; return what was told."""
    agenda, acts = position.agenda, steps.acts
    for _ in range(FAR_TOO_MANY):
        if not agenda:
            break
        for step in agenda[-1]:
            if step.name in acts:
                _answered(position, step)
                acts[step.name](position, step)
                break
        else:
            if agenda[-1]:
                break  # only questions left: somebody has to decide
            agenda.pop()
    else:
        raise RunawayAgenda([step.name for group in agenda for step in group])
    told, position.told = position.told, []
    return told
