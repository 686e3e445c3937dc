"""Orders: what a seat has decided before it is asked.

A standing order (`always gold`, `prefer architect merchant`) answers a kind of question each time
it comes up. A plan is a list of lines to play when the seat's turn comes, one after the other; a
line may name alternatives (`build palace or build market`). Both are plain text beside the hand,
seen by nobody else. They fire at the moment when the question would be put, as ordinary moves.
"""

from collections.abc import Callable, Container
from typing import Any

import msgspec

from .errors import NotUnderstood, RulesError
from .events import Event
from .lexicon import ANY, Lexicon, plain
from .notation import Move
from .reading import tidy, words_of
from .ruleset import Ruleset
from .speech import LANGUAGES, mark

MOST_ORDERS = 40
PLAN, CANCEL, OR = "plan", "cancel", " or "
ALL = {"all", "mind", "mindent", "sve"}  # plain spellings
ORDER_WORDS = ("always", "prefer", PLAN, CANCEL)

Rules = Ruleset[Any]
Play = Callable[[str, Move], list[Event]]


class BadLine(NotUnderstood):
    """One of several lines is no order; `line` says which."""

    def __init__(self, line: str, error: RulesError) -> None:
        super().__init__(error.sentence, **error.words)
        self.line = line


class Change(msgspec.Struct, frozen=True):
    """What a seat wants to have changed about its orders, all at once."""

    gone: tuple[str, ...] = ()  # lines to be taken back, as they stand
    filed: tuple[str, ...] = ()  # standing orders
    plan: tuple[str, ...] | None = None  # takes the place of the one before


class Fired(msgspec.Struct, frozen=True):
    """A move that an order has made; without a move: a plan that had to stop."""

    seat: str
    line: str
    events: list[Event]
    move: Move | None = None


# --- filing and withdrawing


def file(rules: Rules, position: Any, seat: str, text: str) -> str:
    """Write down an order, a line of a plan, or take one back; say in a line what stands now."""
    line = tidy(text)
    word, _, rest = line.partition(" ")
    orders = rules.orders(position, seat)
    if _means(rules, word, CANCEL):
        return _cancel(rules, position, seat, rest)
    _must_have_room(orders)
    if _means(rules, word, PLAN):
        planned = planned_line(rules, position, line)
        orders.append(planned)
        return f"{PLAN} {planned}"
    return _stand(rules, position, seat, line)


def change(rules: Rules, position: Any, seat: str, wanted: Change) -> None:
    """All of it or, if one line is no order, nothing. What is gone already may be taken back again."""
    orders = rules.orders(position, seat)
    before = list(orders)
    try:
        orders[:] = [line for line in orders if line not in wanted.gone]
        for line in wanted.filed:
            _one_of_several(line, lambda line: _stand(rules, position, seat, tidy(line)))
        if wanted.plan is not None:
            orders[:] = [line for line in orders if rules.kind_of_order(line)]
            for line in wanted.plan:
                _must_have_room(orders)
                orders.append(_one_of_several(line, lambda line: planned_line(rules, position, line)))
    except RulesError:
        orders[:] = before
        raise


def _one_of_several(line: str, read: Callable[[str], str]) -> str:
    try:
        return read(line)
    except RulesError as error:
        raise BadLine(line, error) from error


def _must_have_room(orders: list[str]) -> None:
    if len(orders) >= MOST_ORDERS:
        raise NotUnderstood(mark("There are {n} orders already; cancel some first."), n=len(orders))


def _stand(rules: Rules, position: Any, seat: str, line: str) -> str:
    """A standing order, in the place of the one of its kind."""
    order = rules.standing_order(position, seat, line)
    kind = rules.kind_of_order(order)
    orders = rules.orders(position, seat)
    orders[:] = [other for other in orders if rules.kind_of_order(other) != kind]
    _must_have_room(orders)
    orders.append(order)
    return order


def planned_line(rules: Rules, position: Any, text: str) -> str:
    """A line of a plan as it is kept, if it is one; the word “plan” may stand before it."""
    word, _, rest = tidy(text).partition(" ")
    planned = plan_line(rules.lexicon, rest if _means(rules, word, PLAN) else f"{word} {rest}")
    for choice in planned.split(OR):
        _must_be_known(rules, position, choice)
    if rules.kind_of_order(planned):
        raise NotUnderstood(mark("“{line}” is an order; a plan is made of moves."), line=planned)
    return planned


def _must_be_known(rules: Rules, position: Any, choice: str) -> None:
    """A slip of the pen is told at once, not when the turn comes."""
    if _words(rules, position, choice) is None:
        raise NotUnderstood(mark("There is a word in “{line}” that this game does not know."), line=choice)


def _words(rules: Rules, position: Any, choice: str) -> list[str] | None:
    words = words_of(choice, rules.known(position), rules.spellings(position, ANY), rules.lexicon.verbs)
    return _seat_first(words, rules.players(position)) if words else words


def _seat_first(words: list[str], seats: Container[str]) -> list[str]:
    """`destroy market Bob` as the notation has it: `destroy Bob market`."""
    if len(words) == 3 and words[2] in seats and words[1] not in seats:
        return [words[0], words[2], words[1]]
    return words


def choices_of(rules: Rules, position: Any, line: str) -> list[list[str]]:
    """The alternatives of a line of a plan, each as words of the game; none if a word is not known."""
    choices = [_words(rules, position, choice) for choice in line.split(OR)]
    return [words for words in choices if words] if all(choices) else []


def is_order(rules: Rules, text: str) -> bool:
    """Does the line begin like an order, in any of our languages?"""
    return any(begins_with(rules, text, order) for order in ORDER_WORDS)


def begins_with(rules: Rules, text: str, word: str) -> bool:
    """Is this the first word of the line, in any of our languages?"""
    return any(_means(rules, first, word) for first in text.split()[:1])


def _means(rules: Rules, written: str, word: str) -> bool:
    """Is this the word, in any of our languages?"""
    return plain(written) in rules.lexicon.spellings(word, ANY)


def plan_line(lexicon: Lexicon, text: str) -> str:
    """A line of a plan in exact notation: moves, and “or” between them."""
    choices: list[list[str]] = [[]]
    for word in text.lower().split():
        if plain(word) in lexicon.spellings(OR.strip(), ANY):
            choices.append([])
        else:
            choices[-1].append(word)
    line = OR.join(" ".join(words) for words in choices if words)
    if not line:
        raise NotUnderstood(mark("A plan needs a line to play: “plan build market”."))
    return line


def _cancel(rules: Rules, position: Any, seat: str, what: str) -> str:
    """`cancel gold` takes back `always gold`, `cancel plan` the whole plan, `cancel all` everything."""
    orders = rules.orders(position, seat)
    gone = meant_by(rules, position, seat, what)
    orders[:] = [line for line in orders if line not in gone]
    return f"cancelled: {', '.join(gone)}"


def meant_by(rules: Rules, position: Any, seat: str, what: str) -> list[str]:
    """The orders that somebody names who wants to cancel them."""
    orders = rules.orders(position, seat)
    exact = _as_kept(rules, position, seat, what)
    gone = [line for line in orders if line == exact]
    gone = gone or [line for line in orders if _is_meant(rules, line, what)]
    if not gone:
        raise NotUnderstood(mark("There is no order “{what}” to cancel."), what=what)
    return gone


def _as_kept(rules: Rules, position: Any, seat: str, what: str) -> str:
    """A whole order, as it was shown or written, in the words in which it is kept; else nothing."""
    word, _, rest = what.partition(" ")
    try:
        if _means(rules, word, PLAN):
            return plan_line(rules.lexicon, rest)
        return rules.standing_order(position, seat, what)
    except RulesError:
        return ""


def _is_meant(rules: Rules, line: str, what: str) -> bool:
    if plain(what) in ALL:
        return True
    kind = rules.kind_of_order(line)
    if not kind:
        return _means(rules, what, PLAN)
    return any(_means(rules, what, word) for word in (kind, *line.split()[:2]) if word != "always")


def plan(rules: Rules, position: Any, seat: str) -> list[str]:
    """The lines that this seat has planned for its turn."""
    return [line for line in rules.orders(position, seat) if not rules.kind_of_order(line)]


# --- firing


def fire(rules: Rules, position: Any, play: Play | None = None, hold: Container[str] = ()) -> list[Fired]:
    """Let orders answer as long as they can, and end the plans that cannot go on.

    `play` is how a move is made where more hangs on it than the position, as for a typed one; the orders of
    the seats in `hold` wait."""
    play = play or (lambda seat, move: rules.play(position, seat, move))
    fired: list[Fired] = []
    while (found := _next(rules, position, hold)) is not None:
        seat, line, move = found
        orders = rules.orders(position, seat)
        if not rules.kind_of_order(line):
            orders.remove(line)
        events = play(seat, move)
        fired.append(Fired(seat, line, [_note(seat, "order_fired", line=line), *events], move))
    return fired + [_stopped(rules, position, seat) for seat in _stuck(rules, position, hold)]


def _next(rules: Rules, position: Any, hold: Container[str]) -> tuple[str, str, Move] | None:
    """The first order that can answer. In one's own turn the plan speaks before the standing orders."""
    for seat in rules.awaits(position):
        if seat in hold:
            continue
        lines = plan(rules, position, seat)
        if (
            lines
            and rules.on_turn(position, seat)
            and (move := _first_legal(rules, position, seat, lines[0]))
        ):
            return seat, lines[0], move
        for line in rules.orders(position, seat):
            if rules.kind_of_order(line) and (move := rules.answer_by_order(position, seat, line)):
                return seat, line, move
    return None


def _first_legal(rules: Rules, position: Any, seat: str, line: str) -> Move | None:
    for choice in line.split(OR):
        try:
            return rules.read(position, seat, choice, ANY)
        except RulesError:
            continue
    return None


def _stuck(rules: Rules, position: Any, hold: Container[str]) -> list[str]:
    """The seats that are asked in their own turn something that their plan does not answer."""
    return [
        seat
        for seat in rules.awaits(position)
        if seat not in hold and rules.on_turn(position, seat) and plan(rules, position, seat)
    ]


def _stopped(rules: Rules, position: Any, seat: str) -> Fired:
    """Drop the rest of the plan and tell its owner why."""
    line = plan(rules, position, seat)[0]
    told = {language: _why_not(rules, position, seat, line, language) for language in LANGUAGES}
    reason = {language: sentence for language, sentence in told.items() if sentence}
    orders = rules.orders(position, seat)
    orders[:] = [other for other in orders if rules.kind_of_order(other)]
    return Fired(seat, line, [_note(seat, "plan_stopped", line=line, reason=reason)])


def _why_not(rules: Rules, position: Any, seat: str, line: str, language: str) -> str:
    """What is wrong with the last that the line names; which language its owner reads, nobody knows here."""
    try:
        rules.read(position, seat, line.split(OR)[-1], ANY, told_in=language)
    except RulesError as error:
        return error.told(language)
    return ""


def _note(seat: str, kind: str, **words: Any) -> Event:
    """Something that only this seat may know to have happened."""
    return Event(kind, {}, {seat: {"seat": seat, **words}}, private=True)
