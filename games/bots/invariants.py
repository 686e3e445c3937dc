"""Invariants: what must be true at every moment of every legal game.

Each check looks at one moment of a game and raises InvariantViolation if something is wrong.
Moves are tried on copies only: a check must not change the position.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

import msgspec

from games.rules.core.errors import RulesError
from games.rules.core.events import Event
from games.rules.core.notation import Move, Offer
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset

SEED_FIELD = "seed"  # a position that was written and loaded may get another seed
STRANGER = "Nobody-here"
MANY_MOVES, FEW_VERBS = 40, 5
NOISE = "\x00\x1b☃é ÷/\\“'\"%{}0123456789+-_abcXYZ"


class InvariantViolation(Exception):
    """Something that must not happen in a legal game."""


class FuzzMoment:
    """A game between two moves, with its own random numbers, so that checks can be repeated exactly."""

    def __init__(
        self,
        rules: Ruleset[Any],
        position: Any,
        options: dict[str, Any],
        events: Sequence[Event] = (),
        dice: Random | None = None,
    ) -> None:
        self.rules = rules
        self.position = position
        self.options = options
        self.events = events
        self.dice = dice or Random(0)

    @cached_property
    def awaited_seats(self) -> list[str]:
        return list(dict.fromkeys(self.rules.awaits(self.position)))

    @cached_property
    def offers(self) -> dict[str, list[Offer]]:
        return {seat: self.rules.offers(self.position, seat) for seat in self.awaited_seats}

    @cached_property
    def words(self) -> list[str]:
        return sorted({*self.rules.lexicon.words(), *self.rules.players(self.position), "1", "7", ""})

    @cached_property
    def viewers(self) -> list[str | None]:
        return [*self.rules.players(self.position), None]

    def sample(self, seat: str) -> Move:
        return self.dice.choice(self.offers[seat]).sample(self.dice.randrange)

    def is_offered(self, seat: str, move: Move) -> bool:
        return any(offer.accepts(move) for offer in self.offers.get(seat, ()))


Check = Callable[[FuzzMoment], None]


def check_invariants(moment: FuzzMoment, *, closely: bool = False) -> None:
    """Run the checks; `closely` adds those that would take too long after every move."""
    before = moment.rules.dump(moment.position)
    checks = (*QUICK_CHECKS, *CLOSE_CHECKS) if closely else QUICK_CHECKS
    for check in checks:
        check(moment)
    if moment.rules.dump(moment.position) != before:
        raise InvariantViolation(
            f"the position has changed when only {_find_meddling_check(moment, before, checks)} looked at it"
        )


def _find_meddling_check(moment: FuzzMoment, before: bytes, checks: Sequence[Check]) -> str:
    """Find the check that changes the position."""
    for check in checks:
        position = moment.rules.load(before)
        check(FuzzMoment(moment.rules, position, moment.options, moment.events, Random(0)))
        if moment.rules.dump(position) != before:
            return check.__name__
    return "somebody"


# --- the position


def check_audit(moment: FuzzMoment) -> None:
    try:
        moment.rules.audit(moment.position)
    except AssertionError as error:
        raise InvariantViolation(f"the audit fails: {error}") from error


def check_awaited_seats(moment: FuzzMoment) -> None:
    players = moment.rules.players(moment.position)
    over = moment.rules.over(moment.position)
    if over and moment.awaited_seats:
        raise InvariantViolation(f"the game is over and waits for {moment.awaited_seats}")
    if not over and not moment.awaited_seats:
        raise InvariantViolation("the game waits for nobody, but is not over")
    for seat in moment.awaited_seats:
        if seat not in players:
            raise InvariantViolation(f"the game waits for {seat!r}, who does not play")
        if not moment.offers[seat]:
            raise InvariantViolation(f"{seat} is awaited but offered nothing")


def check_final_result(moment: FuzzMoment) -> None:
    if not moment.rules.over(moment.position):
        return
    players = set(moment.rules.players(moment.position))
    if set(moment.rules.scores(moment.position)) != players:
        raise InvariantViolation("not everybody has a score")
    winners = moment.rules.winners(moment.position)
    if not winners or not set(winners) <= players:
        raise InvariantViolation(f"the winners are {winners}")


def check_storage_round_trip(moment: FuzzMoment) -> None:
    stored = moment.rules.dump(moment.position)
    again = moment.rules.load(stored)
    if moment.rules.dump(again) != stored or again != moment.position:
        raise InvariantViolation("stored and loaded, the position is another")
    if moment.rules.copy(moment.position) != moment.position:
        raise InvariantViolation("a copy of the position is another")


def check_notation_round_trip(moment: FuzzMoment) -> None:
    rules, data = moment.rules, moment.rules.notation.dump(moment.position)
    try:
        again = rules.notation.load(msgspec.json.decode(msgspec.json.encode(data)), moment.options)
    except RulesError as error:
        raise InvariantViolation(f"the written position does not load: {error}") from error
    twin = FuzzMoment(rules, again, moment.options)
    if twin.awaited_seats != moment.awaited_seats:
        raise InvariantViolation(
            f"written and loaded, the game waits for {twin.awaited_seats}, not for {moment.awaited_seats}"
        )
    for seat in moment.awaited_seats:
        _require_same(f"the offers of {seat}", _list_moves(moment, seat), _list_moves(twin, seat))
    rewritten = rules.notation.dump(again)
    for field in sorted({*data, *rewritten} - {SEED_FIELD}):
        _require_same(f"the field {field}", data.get(field), rewritten.get(field))
    rules.audit(again)


def _list_moves(moment: FuzzMoment, seat: str) -> list[str]:
    return sorted({str(move) for offer in moment.offers[seat] for move in islice(offer.moves(), MANY_MOVES)})


def _require_same(what: str, before: Any, after: Any) -> None:
    if before != after:
        raise InvariantViolation(f"written and loaded, {what} became {after}, it was {before}")


# --- what people see


def check_views(moment: FuzzMoment) -> None:
    for seat in moment.viewers:
        _require_plain_data(f"the view of {seat}", moment.rules.view(moment.position, seat))


def check_event_phrases(moment: FuzzMoment) -> None:
    for event in moment.events:
        for seat in moment.viewers:
            seen = event.seen_by(seat)
            _require_plain_data(f"the event {event.kind}", seen)
            _require_text(f"the phrase for {seen}", moment.rules.phrase(moment.position, seen, seat))


def check_offer_labels(moment: FuzzMoment) -> None:
    name = moment.rules.vocabulary.namer(moment.position)
    for seat, offers in moment.offers.items():
        for offer in offers:
            _require_text(f"the label of {offer}", moment.rules.label(moment.position, seat, offer))
            _require_text(f"the form of {offer}", offer.form(name).label)


def check_table_text(moment: FuzzMoment) -> None:
    seat = moment.dice.choice(moment.viewers)  # one reader is enough, since this is slow
    for line in moment.rules.table_text(moment.position, seat):
        _require_text(f"the table of {seat}", line)
    if moment.rules.over(moment.position):
        for line in moment.rules.presentation.score_text(moment.position):
            _require_text("the score", line)


def _require_plain_data(what: str, value: Any) -> None:
    try:
        again = msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise InvariantViolation(f"{what} is not plain data: {error}") from error
    if again != value:
        raise InvariantViolation(f"{what} is not plain data: {value}")


def _require_text(what: str, value: object) -> None:
    if not isinstance(value, str):
        raise InvariantViolation(f"{what} is not text: {value!r}")


def check_redeal_reveals_nothing(moment: FuzzMoment) -> None:
    """Deal again what the seat cannot know: nothing that the seat sees may change."""
    for seat in moment.awaited_seats:
        rng = Rng(str(moment.dice.random()))
        world = moment.rules.deal_again(moment.position, seat, rng)
        moment.rules.audit(world)
        for shown in (moment.rules.view, moment.rules.table_text):
            if shown(world, seat) != shown(moment.position, seat):
                raise InvariantViolation(f"dealt again, the game looks otherwise to {seat}")
        twin = FuzzMoment(moment.rules, world, moment.options)
        if twin.awaited_seats != moment.awaited_seats or _list_moves(twin, seat) != _list_moves(moment, seat):
            raise InvariantViolation(f"dealt again, {seat} is offered something else")
        for line in _list_near_misses(moment):
            if _read_or_explain(twin, seat, line) != _read_or_explain(moment, seat, line):
                raise InvariantViolation(f"dealt again, {seat} gets another answer to “{line}”")


def _list_near_misses(moment: FuzzMoment) -> Iterator[str]:
    """Moves that are not legal now: the reason for refusing them might reveal too much."""
    verbs = sorted(moment.rules.lexicon.texts("en").get("verbs", ()))
    players = moment.rules.players(moment.position)
    for verb in moment.dice.sample(verbs, min(len(verbs), FEW_VERBS)):
        rival, word = moment.dice.choice(players), moment.dice.choice(moment.words)
        yield from (f"{verb} {word}", f"{verb} {rival} {word}")


def _read_or_explain(moment: FuzzMoment, seat: str, line: str) -> str:
    try:
        return str(moment.rules.read(moment.position, seat, line))
    except RulesError as error:
        return str(error)


# --- what is legal


def check_fallback_is_legal(moment: FuzzMoment) -> None:
    for seat in moment.awaited_seats:
        move = moment.rules.fallback(moment.position, seat)
        if not moment.is_offered(seat, move):
            raise InvariantViolation(f"the fallback of {seat}, “{move}”, is not offered")


def check_sample_of_offers(moment: FuzzMoment) -> None:
    for seat in moment.awaited_seats:
        _require_accepted(moment, seat, moment.sample(seat))


def check_all_offers(moment: FuzzMoment) -> None:
    for seat in moment.awaited_seats:
        for offer in moment.offers[seat]:
            for move in islice(offer.moves(), MANY_MOVES):
                _require_accepted(moment, seat, move)


def _require_accepted(moment: FuzzMoment, seat: str, move: Move) -> None:
    rules, copy = moment.rules, moment.rules.copy(moment.position)
    if not moment.is_offered(seat, move):
        raise InvariantViolation(f"{seat} is offered “{move}”, but no offer accepts it")
    try:
        understood = rules.read(copy, seat, str(move))
        events = rules.play(copy, seat, move)
    except Exception as error:
        raise InvariantViolation(
            f"{seat} is offered “{move}”, but: {type(error).__name__} {error}"
        ) from error
    if understood != move:
        raise InvariantViolation(f"“{move}” is read as “{understood}”")
    later = FuzzMoment(rules, copy, moment.options, events)
    for check in (check_audit, check_awaited_seats):
        try:
            check(later)
        except InvariantViolation as trouble:
            raise InvariantViolation(f"after {seat}: {move}: {trouble}") from trouble


def check_illegal_moves(moment: FuzzMoment) -> None:
    for seat in moment.awaited_seats:
        move = moment.sample(seat)
        for other in moment.dice.sample(list(_mutate_move(moment, move)), 2):
            if not moment.is_offered(seat, other):
                _require_refused(moment, seat, other)
        rival = moment.dice.choice([*moment.rules.players(moment.position), STRANGER])
        if not moment.is_offered(rival, move):
            _require_refused(moment, rival, move)


def _mutate_move(moment: FuzzMoment, move: Move) -> Iterator[Move]:
    """Moves that differ a little from this one."""
    verb, args = move.verb, move.args
    word, place = moment.dice.choice(moment.words), moment.dice.randrange(len(args) + 1)
    yield Move(word, args)
    yield Move(verb, (*args[:place], word, *args[place:]))
    yield Move(verb, (*args[:place], word, *args[place + 1 :]))
    yield Move(verb, args[:-1])
    yield Move(verb, args[::-1])
    yield Move(verb, args * 2)


def _require_refused(moment: FuzzMoment, seat: str, move: Move) -> None:
    rules, copy = moment.rules, moment.rules.copy(moment.position)
    try:
        rules.play(copy, seat, move)
    except RulesError as error:
        if not str(error):
            raise InvariantViolation(f"{seat}: {move} is refused without a word") from error
        if copy != moment.position:
            raise InvariantViolation(f"{seat}: {move} is refused, but the position has changed") from error
        return
    raise InvariantViolation(f"{seat}: {move} is not offered, but was played")


def check_any_line_is_answered(moment: FuzzMoment) -> None:
    """Any text must be parsed as a legal move or refused with a message."""
    for seat in moment.awaited_seats:
        for line in _scribble_lines(moment, moment.sample(seat)):
            try:
                move = moment.rules.read(moment.position, seat, line)
            except RulesError as error:
                if not str(error):
                    raise InvariantViolation(f"{seat}: {line!r} is refused without a word") from error
            else:
                if not moment.is_offered(seat, move):
                    raise InvariantViolation(f"{seat}: {line!r} is read as “{move}”, which is not offered")


def _scribble_lines(moment: FuzzMoment, move: Move) -> Iterator[str]:
    dice, line = moment.dice, str(move)
    yield str(dice.choice(list(_mutate_move(moment, move))))
    yield f"  {line.upper().replace('_', ' ')} "
    yield line[: dice.randrange(len(line) + 1)]
    yield line + "".join(dice.choice(NOISE) for _ in range(dice.randrange(1, 20)))


QUICK_CHECKS: tuple[Check, ...] = (
    check_audit,
    check_awaited_seats,
    check_final_result,
    check_storage_round_trip,
    check_event_phrases,
    check_fallback_is_legal,
    check_sample_of_offers,
    check_illegal_moves,
)
CLOSE_CHECKS: tuple[Check, ...] = (
    check_notation_round_trip,
    check_views,
    check_offer_labels,
    check_table_text,
    check_all_offers,
    check_any_line_is_answered,
    check_redeal_reveals_nothing,
)
