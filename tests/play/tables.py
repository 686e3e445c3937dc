"""Tables for tests: opened, filled and played through the door."""

from collections.abc import Callable
from random import Random
from typing import Any

from games.models import Game, Seat
from games.play import moves
from games.play.lobby import tables
from games.play.lobby.tables import NewTable
from games.play.transaction.origin import by_user
from games.rules import registry
from tests.accounts.factories import UserFactory


def table(people: int = 4, *, bots: int = 0, size: int | None = None, **wish: Any) -> Game:
    """A table with so many people, which begins if it is full."""
    options = wish.pop("options", {})
    fields = {"name": "Our table", "is_open": True, "size": size or people + bots, "bots": bots} | wish
    game = tables.open_table(UserFactory(), NewTable(ruleset="citadels", options=options, **fields))
    for _ in range(people - 1):
        tables.join_table(game.pk, UserFactory())
    game.refresh_from_db()
    return game


def awaited(game: Game) -> Seat:
    """The seat that is asked."""
    return Seat.objects.select_related("user", "game").get(game=game, decision__isnull=False)


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


def written(game: Game, page: dict[str, Any]) -> None:
    """Put a position of the notation on this table; `{0}` is the first seat, and so on."""
    names = [seat.name for seat in game.seats.all()]
    rules = registry.get(game.ruleset)

    def named(value: Any) -> Any:
        if isinstance(value, str):
            return value.format(*names)
        if isinstance(value, dict):
            return {named(key): named(one) for key, one in value.items()}
        return [named(one) for one in value] if isinstance(value, list) else value

    put(game, rules.notation.load({"seats": names, **named(page)}, {}))


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


def play_on(game: Game, moves: int, choice: Callable[[Seat], str] = fallback) -> None:
    """So many moves, harmless ones unless said otherwise, or to the end."""
    for _ in range(moves):
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            return
        seat = awaited(game)
        move(seat, choice(seat))
