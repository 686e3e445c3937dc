"""Tables for tests: opened, filled and played through the door."""

from collections.abc import Callable
from random import Random
from typing import Any

from games.models import Game, Seat
from games.play import moves
from games.play.transaction.origin import by_user
from games.rules import registry
from games.rules.core import orders
from tests.helpers.factories import RunningGameFactory, TableFactory, UserFactory


def table(
    people: int = 4, *, bots: int = 0, size: int | None = None, default_orders: bool = False, **wish: Any
) -> Game:
    """A table with so many people, which begins if it is full.

    Nothing is answered by itself, so that a test says every move, unless it wants the default orders."""
    game = RunningGameFactory(people=people, bots=bots, size=size or people + bots, **wish)
    if game.has_begun and not default_orders:
        cancel_default_orders(game)
    return game


def cancel_default_orders(game: Game) -> None:
    """Nobody has ordered anything, as if every seat had cancelled what it has at first."""
    rules, changed = registry.get(game.ruleset), position(game)
    for seat in rules.players(changed):
        rules.orders.lines(changed, seat).clear()
    Game.objects.filter(pk=game.pk).update(position=rules.dump(changed).decode())
    game.refresh_from_db()


def awaited(game: Game) -> Seat:
    """The seat that is asked."""
    [seat] = list_awaited(game)
    return seat


def list_awaited(game: Game) -> list[Seat]:
    """The seats that are asked, of which a game may have several at once."""
    return list(Seat.objects.select_related("user", "game").filter(game=game, decision__isnull=False))


def position(game: Game) -> Any:
    game.refresh_from_db()
    return registry.get(game.ruleset).load(game.position)


NOTHING_ASKED = dict.fromkeys(
    ["decision", "asked_at", "due_at", "final_at", "alarm_at", "stopped_at"],
)


def put(game: Game, changed: Any) -> None:
    """Store a position that a test has prepared, and ask the seats that it awaits."""
    rules = registry.get(game.ruleset)
    seats = {seat.name: seat for seat in game.seats.all()}
    Game.objects.filter(pk=game.pk).update(position=rules.dump(changed).decode())
    game.seats.update(**NOTHING_ASKED)
    for name in rules.awaits(changed):
        seat = seats[name]
        seat.decision, seat.asked_at = game.log_length, game.started_at
        seat.save()
    game.refresh_from_db()


def written(game: Game, page: dict[str, Any], **options: Any) -> None:
    """Put a position of the notation on this table; `{0}` is the first seat, and so on."""
    names = [seat.name for seat in game.seats.all()]
    rules = registry.get(game.ruleset)

    def named(value: Any) -> Any:
        if isinstance(value, str):
            return value.format(*names)
        if isinstance(value, dict):
            return {named(key): named(one) for key, one in value.items()}
        return [named(one) for one in value] if isinstance(value, list) else value

    put(game, rules.notation.load({"seats": names, **named(page)}, options))


def move(seat: Seat, *lines: str, key: str = "", decision: int | None = None) -> moves.MoveResult:
    """Play as the owner of this seat, by the form."""
    seat.refresh_from_db()
    wanted = seat.decision if decision is None else decision
    return moves.play_moves(seat.game_id, seat.name, lines, by_user(seat.user, key=key), decision=wanted or 0)


def fallback(seat: Seat) -> str:
    """The harmless move of whoever is asked."""
    rules = registry.get(seat.game.ruleset)
    return str(rules.fallback(position(seat.game), seat.name))


def advice(seat: Seat) -> str:
    """What the rule-based bot would do: a game that is played like this comes to its end."""
    rules, now = registry.get(seat.game.ruleset), position(seat.game)
    dice = Random(f"{seat.game.seed}/{seat.decision}").randrange
    return str(rules.advice.choose_move(rules.view(now, seat.name), rules.offers(now, seat.name), dice))


QuestionKind = frozenset[tuple[str, str]]


def list_offers(seat: Seat) -> list[Any]:
    """What whoever is asked may do."""
    return list(registry.get(seat.game.ruleset).offers(position(seat.game), seat.name))


def find_question_kind(seat: Seat) -> QuestionKind:
    """What is offered, apart from the cards and the people that it is about."""
    return frozenset((offer.verb, type(offer).__name__) for offer in list_offers(seat))


def play_on(game: Game, moves: int, choice: Callable[[Seat], str] = fallback) -> None:
    """So many moves, harmless ones unless said otherwise, or to the end."""
    for _ in range(moves):
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            return
        seat = list_awaited(game)[0]
        move(seat, choice(seat))


def told(game: Game, kind: str) -> set[int | None]:
    """Who is to be told something of this kind."""
    return set(game.notices.filter(kind=kind).values_list("user_id", flat=True))


def with_order(game: Game, seat: Seat, *lines: str) -> None:
    """As if this seat had filed an order, which nobody else sees."""
    changed = position(game)
    for line in lines:
        orders.file_order(registry.get(game.ruleset), changed, seat.name, line)
    asked = {one.pk: (one.decision, one.asked_at, one.due_at) for one in game.seats.all()}
    put(game, changed)
    for pk, (decision, asked_at, due_at) in asked.items():
        Seat.objects.filter(pk=pk).update(decision=decision, asked_at=asked_at, due_at=due_at)


def drafting(game: Game) -> tuple[Seat, Seat]:
    """Whoever picks a character now, and who will pick next."""
    first = awaited(game)
    names = [seat.name for seat in game.seats.all()]
    after = names[(names.index(first.name) + 1) % len(names)]
    return first, game.seats.select_related("user").get(name=after)


def favourites(game: Game) -> str:
    """An order that answers whatever there is to pick from."""
    return f"prefer {' '.join(position(game).cast)}"


def until_gathering(game: Game) -> Seat:
    """Play until one seat can end its turn, after which the other one has its own."""
    for _ in range(400):
        seat = awaited(game)
        now, rules = position(game), registry.get(game.ruleset)
        if now.phase == "turns" and "end" in [offer.verb for offer in rules.offers(now, seat.name)]:
            ahead = rules.copy(now)
            rules.play(
                ahead,
                seat.name,
                next(iter(offer for offer in rules.offers(ahead, seat.name) if offer.verb == "end")),
            )
            [other] = rules.awaits(ahead)
            verbs = {offer.verb for offer in rules.offers(ahead, other)}
            if other != seat.name and "gold" in verbs:
                return game.seats.select_related("user").get(name=other)
        move(seat, advice(seat))
    raise AssertionError("no such moment")


def to_the_end_of_the_round(game: Game) -> Seat:
    """Everything up to the move that ends the round; returns who will make it."""
    start = position(game).round
    rules = registry.get(game.ruleset)
    for _ in range(500):
        seat = awaited(game)
        ahead, line = position(game), advice(seat)
        rules.play(ahead, seat.name, rules.read(ahead, seat.name, line))
        if ahead.round != start:
            return seat
        move(seat, line)
    raise AssertionError("the round does not end")


def opened(user: Any = None, **wish: Any) -> Game:
    """A table that this person has opened."""
    return TableFactory(creator=user or UserFactory(), **wish)


TURN = {
    "called": "merchant",
    "begun": True,
    "{0}": {"characters": ["merchant"], "gold": 5, "hand": ["tavern", "market"]},
    "{1}": {"characters": ["king"]},
    "{2}": {"characters": ["bishop"]},
    "{3}": {"characters": ["architect"]},
}
