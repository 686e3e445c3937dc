"""What holds at every moment of every legal game, whatever the game is.

Each function looks at one moment and raises Trouble if it is not as it should be.
Moves are only ever tried on copies; whoever looks must not change what he looks at.
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

SEED_FIELD = "seed"  # what is random from here on may differ in a position that was written and loaded
STRANGER = "Nobody-here"
MANY, FEW = 40, 5
NOISE = "\x00\x1b☃é ÷/\\“'\"%{}0123456789+-_abcXYZ"


class Trouble(Exception):
    """Something that no legal game may bring about."""


class Moment:
    """A game between two moves, with dice of its own, so that looking again finds the same."""

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
    def awaited(self) -> list[str]:
        return list(dict.fromkeys(self.rules.awaits(self.position)))

    @cached_property
    def offers(self) -> dict[str, list[Offer]]:
        return {seat: self.rules.offers(self.position, seat) for seat in self.awaited}

    @cached_property
    def words(self) -> list[str]:
        return sorted({*self.rules.lexicon.words(), *self.rules.players(self.position), "1", "7", ""})

    @cached_property
    def watchers(self) -> list[str | None]:
        return [*self.rules.players(self.position), None]

    def sample(self, seat: str) -> Move:
        return self.dice.choice(self.offers[seat]).sample(self.dice.randrange)

    def is_offered(self, seat: str, move: Move) -> bool:
        return any(offer.accepts(move) for offer in self.offers.get(seat, ()))


Check = Callable[[Moment], None]


def look(moment: Moment, *, closely: bool = False) -> None:
    """Check everything; `closely` adds what would take too long at every move."""
    before = moment.rules.dump(moment.position)
    checks = (*ALWAYS, *CLOSELY) if closely else ALWAYS
    for check in checks:
        check(moment)
    if moment.rules.dump(moment.position) != before:
        raise Trouble(f"the position has changed when only {_meddler(moment, before, checks)} looked at it")


def _meddler(moment: Moment, before: bytes, checks: Sequence[Check]) -> str:
    """Which of the checks changes what it looks at."""
    for check in checks:
        position = moment.rules.load(before)
        check(Moment(moment.rules, position, moment.options, moment.events, Random(0)))
        if moment.rules.dump(position) != before:
            return check.__name__
    return "somebody"


# --- the position


def nothing_is_made_or_lost(moment: Moment) -> None:
    try:
        moment.rules.audit(moment.position)
    except AssertionError as error:
        raise Trouble(f"the audit fails: {error}") from error


def somebody_is_awaited(moment: Moment) -> None:
    players = moment.rules.players(moment.position)
    over = moment.rules.over(moment.position)
    if over and moment.awaited:
        raise Trouble(f"the game is over and waits for {moment.awaited}")
    if not over and not moment.awaited:
        raise Trouble("the game waits for nobody, but is not over")
    for seat in moment.awaited:
        if seat not in players:
            raise Trouble(f"the game waits for {seat!r}, who does not play")
        if not moment.offers[seat]:
            raise Trouble(f"{seat} is awaited but offered nothing")


def the_end_has_a_result(moment: Moment) -> None:
    if not moment.rules.over(moment.position):
        return
    players = set(moment.rules.players(moment.position))
    if set(moment.rules.scores(moment.position)) != players:
        raise Trouble("not everybody has a score")
    winners = moment.rules.winners(moment.position)
    if not winners or not set(winners) <= players:
        raise Trouble(f"the winners are {winners}")


def it_survives_storage(moment: Moment) -> None:
    stored = moment.rules.dump(moment.position)
    again = moment.rules.load(stored)
    if moment.rules.dump(again) != stored or again != moment.position:
        raise Trouble("stored and loaded, the position is another")
    if moment.rules.copy(moment.position) != moment.position:
        raise Trouble("a copy of the position is another")


def it_survives_the_notation(moment: Moment) -> None:
    rules, written = moment.rules, moment.rules.to_notation(moment.position)
    try:
        again = rules.from_notation(msgspec.json.decode(msgspec.json.encode(written)), moment.options)
    except RulesError as error:
        raise Trouble(f"the written position does not load: {error}") from error
    twin = Moment(rules, again, moment.options)
    if twin.awaited != moment.awaited:
        raise Trouble(f"written and loaded, the game waits for {twin.awaited}, not for {moment.awaited}")
    for seat in moment.awaited:
        _same(f"the offers of {seat}", _listed(moment, seat), _listed(twin, seat))
    rewritten = rules.to_notation(again)
    for field in sorted({*written, *rewritten} - {SEED_FIELD}):
        _same(f"the field {field}", written.get(field), rewritten.get(field))
    rules.audit(again)


def _listed(moment: Moment, seat: str) -> list[str]:
    return sorted({str(move) for offer in moment.offers[seat] for move in islice(offer.moves(), MANY)})


def _same(what: str, before: Any, after: Any) -> None:
    if before != after:
        raise Trouble(f"written and loaded, {what} became {after}, it was {before}")


# --- what people see


def everybody_has_a_view(moment: Moment) -> None:
    for seat in moment.watchers:
        _plain(f"the view of {seat}", moment.rules.view(moment.position, seat))


def events_can_be_told(moment: Moment) -> None:
    for event in moment.events:
        for seat in moment.watchers:
            seen = event.seen_by(seat)
            _plain(f"the event {event.kind}", seen)
            _text(f"the phrase for {seen}", moment.rules.phrase(moment.position, seen, seat))


def offers_can_be_shown(moment: Moment) -> None:
    name = moment.rules.namer(moment.position)
    for seat, offers in moment.offers.items():
        for offer in offers:
            _text(f"the label of {offer}", moment.rules.label(moment.position, seat, offer))
            _text(f"the form of {offer}", offer.form(name).label)


def the_table_can_be_read(moment: Moment) -> None:
    seat = moment.dice.choice(moment.watchers)  # one is enough: it takes its time
    for line in moment.rules.table_text(moment.position, seat):
        _text(f"the table of {seat}", line)
    if moment.rules.over(moment.position):
        for line in moment.rules.score_text(moment.position):
            _text("the score", line)


def _plain(what: str, value: Any) -> None:
    try:
        again = msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        raise Trouble(f"{what} is not plain data: {error}") from error
    if again != value:
        raise Trouble(f"{what} is not plain data: {value}")


def _text(what: str, value: object) -> None:
    if not isinstance(value, str):
        raise Trouble(f"{what} is not text: {value!r}")


def the_unknown_can_be_dealt_again(moment: Moment) -> None:
    """What a seat cannot know may be anything: it must not show in what the seat sees."""
    for seat in moment.awaited:
        rng = Rng(str(moment.dice.random()))
        world = moment.rules.deal_again(moment.position, seat, rng)
        moment.rules.audit(world)
        for shown in (moment.rules.view, moment.rules.table_text):
            if shown(world, seat) != shown(moment.position, seat):
                raise Trouble(f"dealt again, the game looks otherwise to {seat}")
        twin = Moment(moment.rules, world, moment.options)
        if twin.awaited != moment.awaited or _listed(twin, seat) != _listed(moment, seat):
            raise Trouble(f"dealt again, {seat} is offered something else")
        for line in _near_misses(moment):
            if _answer(twin, seat, line) != _answer(moment, seat, line):
                raise Trouble(f"dealt again, {seat} gets another answer to “{line}”")


def _near_misses(moment: Moment) -> Iterator[str]:
    """Moves of another time or another seat: the reason for a refusal may say too much."""
    verbs = sorted(moment.rules.lexicon.texts("en").get("verbs", ()))
    players = moment.rules.players(moment.position)
    for verb in moment.dice.sample(verbs, min(len(verbs), FEW)):
        rival, word = moment.dice.choice(players), moment.dice.choice(moment.words)
        yield from (f"{verb} {word}", f"{verb} {rival} {word}")


def _answer(moment: Moment, seat: str, line: str) -> str:
    try:
        return str(moment.rules.read(moment.position, seat, line))
    except RulesError as error:
        return str(error)


# --- what is legal


def the_fallback_is_legal(moment: Moment) -> None:
    for seat in moment.awaited:
        move = moment.rules.fallback(moment.position, seat)
        if not moment.is_offered(seat, move):
            raise Trouble(f"the fallback of {seat}, “{move}”, is not offered")


def an_offered_move_is_accepted(moment: Moment) -> None:
    for seat in moment.awaited:
        _must_be_accepted(moment, seat, moment.sample(seat))


def offered_moves_are_accepted(moment: Moment) -> None:
    for seat in moment.awaited:
        for offer in moment.offers[seat]:
            for move in islice(offer.moves(), MANY):
                _must_be_accepted(moment, seat, move)


def _must_be_accepted(moment: Moment, seat: str, move: Move) -> None:
    rules, copy = moment.rules, moment.rules.copy(moment.position)
    if not moment.is_offered(seat, move):
        raise Trouble(f"{seat} is offered “{move}”, but no offer accepts it")
    try:
        understood = rules.read(copy, seat, str(move))
        events = rules.play(copy, seat, move)
    except Exception as error:
        raise Trouble(f"{seat} is offered “{move}”, but: {type(error).__name__} {error}") from error
    if understood != move:
        raise Trouble(f"“{move}” is read as “{understood}”")
    later = Moment(rules, copy, moment.options, events)
    for check in (nothing_is_made_or_lost, somebody_is_awaited):
        try:
            check(later)
        except Trouble as trouble:
            raise Trouble(f"after {seat}: {move}: {trouble}") from trouble


def some_other_moves_are_refused(moment: Moment) -> None:
    for seat in moment.awaited:
        move = moment.sample(seat)
        for other in moment.dice.sample(list(_mutations(moment, move)), 2):
            if not moment.is_offered(seat, other):
                _must_be_refused(moment, seat, other)
        rival = moment.dice.choice([*moment.rules.players(moment.position), STRANGER])
        if not moment.is_offered(rival, move):
            _must_be_refused(moment, rival, move)


def _mutations(moment: Moment, move: Move) -> Iterator[Move]:
    """Moves that look almost like this one."""
    verb, args = move.verb, move.args
    word, place = moment.dice.choice(moment.words), moment.dice.randrange(len(args) + 1)
    yield Move(word, args)
    yield Move(verb, (*args[:place], word, *args[place:]))
    yield Move(verb, (*args[:place], word, *args[place + 1 :]))
    yield Move(verb, args[:-1])
    yield Move(verb, args[::-1])
    yield Move(verb, args * 2)


def _must_be_refused(moment: Moment, seat: str, move: Move) -> None:
    rules, copy = moment.rules, moment.rules.copy(moment.position)
    try:
        rules.play(copy, seat, move)
    except RulesError as error:
        if not str(error):
            raise Trouble(f"{seat}: {move} is refused without a word") from error
        if copy != moment.position:
            raise Trouble(f"{seat}: {move} is refused, but the position has changed") from error
        return
    raise Trouble(f"{seat}: {move} is not offered, but was played")


def every_line_gets_an_answer(moment: Moment) -> None:
    """Whatever is written is understood as a legal move, or refused with a sentence."""
    for seat in moment.awaited:
        for line in _scribbles(moment, moment.sample(seat)):
            try:
                move = moment.rules.read(moment.position, seat, line)
            except RulesError as error:
                if not str(error):
                    raise Trouble(f"{seat}: {line!r} is refused without a word") from error
            else:
                if not moment.is_offered(seat, move):
                    raise Trouble(f"{seat}: {line!r} is read as “{move}”, which is not offered")


def _scribbles(moment: Moment, move: Move) -> Iterator[str]:
    dice, line = moment.dice, str(move)
    yield str(dice.choice(list(_mutations(moment, move))))
    yield f"  {line.upper().replace('_', ' ')} "
    yield line[: dice.randrange(len(line) + 1)]
    yield line + "".join(dice.choice(NOISE) for _ in range(dice.randrange(1, 20)))


ALWAYS: tuple[Check, ...] = (
    nothing_is_made_or_lost,
    somebody_is_awaited,
    the_end_has_a_result,
    it_survives_storage,
    events_can_be_told,
    the_fallback_is_legal,
    an_offered_move_is_accepted,
    some_other_moves_are_refused,
)
CLOSELY: tuple[Check, ...] = (
    it_survives_the_notation,
    everybody_has_a_view,
    offers_can_be_shown,
    the_table_can_be_read,
    offered_moves_are_accepted,
    every_line_gets_an_answer,
    the_unknown_can_be_dealt_again,
)
