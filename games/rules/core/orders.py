"""Orders: what a seat has decided before it is asked.

A standing order (`always lowest`, `prefer fox mouse`) answers a kind of question each time
it comes up. A plan is a list of lines to play when the seat's turn comes, one after the other; a
line may name alternatives (`bid lion or bid bear`). Both are stored as text in the position
and hidden from all other seats. When their question comes up, they fire as ordinary moves.
"""

from collections.abc import Callable, Container
from typing import Any, TypeVar

import msgspec

from .errors import NotUnderstood, RulesError
from .events import Event
from .lexicon import ANY_LANGUAGE, Lexicon, normalize_text
from .move_parser import parse_words, tidy_line
from .notation import Move, find_only_move
from .ruleset import Ruleset
from .translation import LANGUAGES, mark

MAX_ORDERS = 40
ALWAYS, PREFER, PLAN, CANCEL = ORDER_WORDS = ("always", "prefer", "plan", "cancel")
OR_SEPARATOR = " or "
PLAN_SEPARATOR = ", "  # between the lines of a plan that are told as one
ALL_SPELLINGS = {"all", "mind", "mindent", "sve"}  # normalized spellings
FORCED = "always forced"  # leaves the only possible answer to the server

Rules = Ruleset[Any]
T = TypeVar("T")
PlayFunction = Callable[[str, Move, str], list[Event]]  # seat, move, the order that makes it


class BadOrderLine(NotUnderstood):
    """One of several lines is not a valid order; `line` says which."""

    def __init__(self, line: str, error: RulesError) -> None:
        super().__init__(error.sentence, **error.words)
        self.line = line


class OrdersChange(msgspec.Struct, frozen=True):
    """Changes to the orders of a seat, to be made all at once."""

    lines_to_remove: tuple[str, ...] = ()  # lines to remove, exactly as stored
    standing_orders: tuple[str, ...] = ()  # standing orders
    plan: tuple[str, ...] | None = None  # replaces the old plan; None keeps it


class FiredOrder(msgspec.Struct, frozen=True):
    """A move that was made by an order; without a move, a plan that had to stop."""

    seat: str
    line: str
    events: list[Event]
    move: Move | None = None


# --- filing and withdrawing


def file_default_orders(rules: Rules, position: Any, seat: str) -> None:
    """Give a seat the orders that everybody has at first, and may cancel like any other."""
    rules.orders.lines(position, seat).extend(rules.orders.defaults)


def file_order(rules: Rules, position: Any, seat: str, text: str) -> str:
    """File an order or lines of a plan, or cancel some; return one line that says what was done."""
    line = tidy_line(text)
    word, _, rest = line.partition(" ")
    orders = rules.orders.lines(position, seat)
    if _is_spelling_of(rules, word, CANCEL):
        return _cancel_orders(rules, position, seat, rest)
    if _is_spelling_of(rules, word, PLAN):
        planned = parse_plan_lines(rules, position, line)
        _require_room([*orders, *planned[1:]])
        orders.extend(planned)
        return f"{PLAN} {PLAN_SEPARATOR.join(planned)}"
    return _set_standing_order(rules, position, seat, line)


def change_orders(rules: Rules, position: Any, seat: str, wanted: OrdersChange) -> None:
    """Make all changes or, if one line is not a valid order, none. Lines to remove may be gone already."""
    orders = rules.orders.lines(position, seat)
    before = list(orders)
    try:
        orders[:] = [line for line in orders if line not in wanted.lines_to_remove]
        for line in wanted.standing_orders:
            _read_order_line(line, lambda line: _set_standing_order(rules, position, seat, tidy_line(line)))
        if wanted.plan is not None:
            orders[:] = [line for line in orders if rules.orders.kind(line)]
            for line in wanted.plan:
                planned = _read_order_line(line, lambda line: parse_plan_lines(rules, position, line))
                _require_room([*orders, *planned[1:]])
                orders.extend(planned)
    except RulesError:
        orders[:] = before
        raise


def _read_order_line(line: str, read: Callable[[str], T]) -> T:
    try:
        return read(line)
    except RulesError as error:
        raise BadOrderLine(line, error) from error


def _require_room(orders: list[str]) -> None:
    if len(orders) >= MAX_ORDERS:
        raise NotUnderstood(mark("There are {n} orders already; cancel some first."), n=len(orders))


def _set_standing_order(rules: Rules, position: Any, seat: str, line: str) -> str:
    """Set a standing order; it replaces an earlier one of the same kind."""
    order = rules.orders.parse(position, seat, line)
    kind = rules.orders.kind(order)
    orders = rules.orders.lines(position, seat)
    orders[:] = [other for other in orders if rules.orders.kind(other) != kind]
    _require_room(orders)
    orders.append(order)
    return order


def parse_plan_lines(rules: Rules, position: Any, text: str) -> list[str]:
    """Parse the lines of a plan that are typed as one, with commas between them.

    A comma may also stand between the cards of one move: what has no verb belongs to the move before."""
    lines: list[str] = []
    for part in tidy_line(text).split(","):
        if lines and not _is_move(rules, position, part):
            lines[-1] += f",{part}"
        else:
            lines.append(part)
    return [parse_plan_line(rules, position, line) for line in lines]


def _is_move(rules: Rules, position: Any, text: str) -> bool:
    """Does this begin with a verb, or end with one, as moves are spoken in some languages?"""
    if not text.strip():
        return False
    choice = normalize_plan_line(rules.lexicon, text).split(OR_SEPARATOR)[0]
    words = _parse_choice(rules, position, choice)
    return any(word in rules.lexicon.verbs for word in (words or [])[:1])


def parse_plan_line(rules: Rules, position: Any, text: str) -> str:
    """Parse a line of a plan into the form that is stored; it may begin with the word “plan”."""
    word, _, rest = tidy_line(text).partition(" ")
    planned = normalize_plan_line(
        rules.lexicon, rest if _is_spelling_of(rules, word, PLAN) else f"{word} {rest}"
    )
    for choice in planned.split(OR_SEPARATOR):
        _require_known_words(rules, position, choice)
    if rules.orders.kind(planned):
        raise NotUnderstood(mark("“{line}” is an order; a plan is made of moves."), line=planned)
    return planned


def _require_known_words(rules: Rules, position: Any, choice: str) -> None:
    """Refuse a line with unknown words: a typo is reported at once and not when the turn comes."""
    if _parse_choice(rules, position, choice) is None:
        raise NotUnderstood(mark("“{line}” contains a word that this game does not know."), line=choice)


def _parse_choice(rules: Rules, position: Any, choice: str) -> list[str] | None:
    words = parse_words(
        choice,
        rules.vocabulary.known(position),
        rules.vocabulary.spellings(position, ANY_LANGUAGE),
        rules.lexicon.verbs,
    )
    return _put_seat_first(words, rules.players(position)) if words else words


def _put_seat_first(words: list[str], seats: Container[str]) -> list[str]:
    """Put the seat before the card, as the notation has it: `destroy market Bob` → `destroy Bob market`."""
    if len(words) == 3 and words[2] in seats and words[1] not in seats:
        return [words[0], words[2], words[1]]
    return words


def parse_alternatives(rules: Rules, position: Any, line: str) -> list[list[str]]:
    """The alternatives in a line of a plan, each as words of the game; empty if a word is unknown."""
    choices = [_parse_choice(rules, position, choice) for choice in line.split(OR_SEPARATOR)]
    return [words for words in choices if words] if all(choices) else []


def is_order(rules: Rules, text: str) -> bool:
    """Does the line begin with the verb of an order, in any language? In a game without orders none does."""
    return rules.orders.offered and any(begins_with(rules, text, order) for order in ORDER_WORDS)


def begins_with(rules: Rules, text: str, word: str) -> bool:
    """Is this the first word of the line, in any language?"""
    return any(_is_spelling_of(rules, first, word) for first in text.split()[:1])


def _is_spelling_of(rules: Rules, text: str, word: str) -> bool:
    """Is the text a spelling of this word, in any language?"""
    return normalize_text(text) in rules.lexicon.spellings(word, ANY_LANGUAGE)


def normalize_plan_line(lexicon: Lexicon, text: str) -> str:
    """A line of a plan in exact notation: moves, and “or” between them."""
    choices: list[list[str]] = [[]]
    for word in text.lower().split():
        if normalize_text(word) in lexicon.spellings(OR_SEPARATOR.strip(), ANY_LANGUAGE):
            choices.append([])
        else:
            choices[-1].append(word)
    line = OR_SEPARATOR.join(" ".join(words) for words in choices if words)
    if not line:
        raise NotUnderstood(mark("A plan needs a move: “plan build market”."))
    return line


def _cancel_orders(rules: Rules, position: Any, seat: str, what: str) -> str:
    """`cancel lowest` cancels `always lowest`, `cancel plan` the whole plan, `cancel all` everything."""
    orders = rules.orders.lines(position, seat)
    gone = find_orders_to_cancel(rules, position, seat, what)
    orders[:] = [line for line in orders if line not in gone]
    return f"cancelled: {', '.join(gone)}"


def find_orders_to_cancel(rules: Rules, position: Any, seat: str, what: str) -> list[str]:
    """Find the orders that somebody wants to cancel; an error if there are none."""
    orders = rules.orders.lines(position, seat)
    exact = _find_stored_form(rules, position, seat, what)
    gone = [line for line in orders if line == exact]
    gone = gone or [line for line in orders if _matches_order(rules, line, what)]
    if not gone:
        raise NotUnderstood(mark("There is no order “{what}” to cancel."), what=what)
    return gone


def _find_stored_form(rules: Rules, position: Any, seat: str, what: str) -> str:
    """The stored form of an order that was typed in full; an empty string if the text is not one."""
    word, _, rest = what.partition(" ")
    try:
        if _is_spelling_of(rules, word, PLAN):
            return normalize_plan_line(rules.lexicon, rest)
        return rules.orders.parse(position, seat, what)
    except RulesError:
        return ""


def _matches_order(rules: Rules, line: str, what: str) -> bool:
    if normalize_text(what) in ALL_SPELLINGS:
        return True
    kind = rules.orders.kind(line)
    if not kind:
        return _is_spelling_of(rules, what, PLAN)
    return any(_is_spelling_of(rules, what, word) for word in (kind, *line.split()[:2]) if word != "always")


def list_plan_lines(rules: Rules, position: Any, seat: str) -> list[str]:
    """The lines that this seat has planned for its turn."""
    return [line for line in rules.orders.lines(position, seat) if not rules.orders.kind(line)]


# --- firing


def find_forced_answer(rules: Rules, position: Any, seat: str) -> Move | None:
    """The answer of a seat that has no choice and leaves such answers to the server.

    A question is put all the same where nobody else may know that there is no choice. It is answered after a
    while, so that the wait tells nothing; `fire` answers it only where there is nobody to hide it from, or
    nothing to hide."""
    if FORCED not in rules.orders.lines(position, seat):
        return None
    return find_only_move(rules.offers(position, seat))


def fire(
    rules: Rules,
    position: Any,
    play: PlayFunction | None = None,
    hold: Container[str] = (),
    alone: Container[str] = (),
) -> list[FiredOrder]:
    """Let orders answer questions as long as they can, and stop the plans that cannot continue.

    `play` makes a move; callers pass their own where more than the position must change. Of the seats in
    `hold` only default orders fire: these decide nothing that anybody would want to think over, and add
    nothing to the log but the move. Seats in `alone` have nobody to hide from that they have no choice."""
    play = play or (lambda seat, move, line: rules.play(position, seat, move))
    fired: list[FiredOrder] = []
    while (found := _find_next_answer(rules, position, hold, alone)) is not None:
        seat, line, move = found
        orders = rules.orders.lines(position, seat)
        if not rules.orders.kind(line):
            orders.remove(line)
        events = play(seat, move, line)
        if line not in rules.orders.defaults:
            events = [_build_private_event(seat, "order_fired", line=line), *events]
        fired.append(FiredOrder(seat, line, events, move))
    return fired + [_stop_plan(rules, position, seat) for seat in _find_stuck_seats(rules, position, hold)]


def _find_next_answer(
    rules: Rules, position: Any, hold: Container[str], alone: Container[str]
) -> tuple[str, str, Move] | None:
    """The first order that can answer. In the seat's own turn its plan comes before its standing orders."""
    for seat in rules.awaits(position):
        plan = [] if seat in hold else list_plan_lines(rules, position, seat)
        if (
            plan
            and rules.orders.on_turn(position, seat)
            and (move := _find_legal_move(rules, position, seat, plan[0]))
        ):
            return seat, plan[0], move
        for line in rules.orders.lines(position, seat):
            if seat in hold and line not in rules.orders.defaults:
                continue
            if rules.orders.kind(line) and (move := rules.orders.answer(position, seat, line)):
                return seat, line, move
        is_known = seat in alone or rules.orders.hides_nothing(position, seat)
        if is_known and (move := find_forced_answer(rules, position, seat)):
            return seat, FORCED, move
    return None


def _find_legal_move(rules: Rules, position: Any, seat: str, line: str) -> Move | None:
    for choice in line.split(OR_SEPARATOR):
        try:
            return rules.read(position, seat, choice, ANY_LANGUAGE)
        except RulesError:
            continue
    return None


def _find_stuck_seats(rules: Rules, position: Any, hold: Container[str]) -> list[str]:
    """The seats that face a question in their own turn which their plan does not answer."""
    return [
        seat
        for seat in rules.awaits(position)
        if seat not in hold
        and rules.orders.on_turn(position, seat)
        and list_plan_lines(rules, position, seat)
    ]


def _stop_plan(rules: Rules, position: Any, seat: str) -> FiredOrder:
    """Drop the rest of the plan and record why, for its owner only."""
    line = list_plan_lines(rules, position, seat)[0]
    data = {language: _explain_refusal(rules, position, seat, line, language) for language in LANGUAGES}
    reason = {language: sentence for language, sentence in data.items() if sentence}
    orders = rules.orders.lines(position, seat)
    orders[:] = [other for other in orders if rules.orders.kind(other)]
    return FiredOrder(seat, line, [_build_private_event(seat, "plan_stopped", line=line, reason=reason)])


def _explain_refusal(rules: Rules, position: Any, seat: str, line: str, language: str) -> str:
    """Why the last alternative of the line is refused, in this language; the owner's is not known here."""
    try:
        rules.read(position, seat, line.split(OR_SEPARATOR)[-1], ANY_LANGUAGE, told_in=language)
    except RulesError as error:
        return error.message_in(language)
    return ""


def _build_private_event(seat: str, kind: str, **context: Any) -> Event:
    """An event that only this seat may know of."""
    return Event(kind, {}, {seat: {"seat": seat, **context}}, private=True)
