"""Games that were played before a test begins: quicker than through the door, and the same afterwards."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from django.utils import timezone

from games.models import Game, GameLogEntry
from games.rules import registry
from games.rules.core.events import Event
from games.rules.core.notation import Move
from tests.helpers.tables import put, table
from tests.helpers.tournaments.finished_games import finish

Played = tuple[str, Move, list[Event]]


def played(people: int = 3, moves: int = 10_000, *, options: Any = None, **wish: Any) -> Game:
    """A table at which so many moves were made by the rule-based bot, or all of them."""
    game = table(people, options=options or {}, **{"visibility": Game.Visibility.ALWAYS, **wish})
    rules = registry.get(game.ruleset)
    position, _ = rules.new([seat.name for seat in game.seats.all()], _options(game), game.seed)
    dice = Random(f"{game.seed}").randrange
    made: list[Played] = []
    while len(made) < moves and not rules.over(position):
        seat = rules.awaits(position)[0]
        line = rules.advice.choose_move(rules.view(position, seat), rules.offers(position, seat), dice)
        made.append((seat, line, rules.play(position, seat, line)))
    enter(game, position, made)
    return game


def _options(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(game.options)
    return found


def enter(game: Game, position: Any, made: Sequence[Played]) -> None:
    """Write these moves in the journal of a game that has just begun, and where they led."""
    seats, rules = {seat.name: seat for seat in game.seats.all()}, registry.get(game.ruleset)
    GameLogEntry.objects.bulk_create(
        GameLogEntry(
            game=game,
            number=game.log_length + place,
            seat=seats[seat],
            text=str(line),
            how=GameLogEntry.How.FORM,
            key=f"played {place}",
            at=timezone.now(),
            events=msgspec.json.encode(events).decode(),
        )
        for place, (seat, line, events) in enumerate(made, 1)
    )
    over = rules.over(position)
    Game.objects.filter(pk=game.pk).update(
        log_length=game.log_length + len(made),
        state=Game.State.OVER if over else Game.State.RUNNING,
        ended_at=timezone.now() if over else None,
    )
    game.refresh_from_db()
    put(game, position)


def other_game(monkeypatch: Any, rules: Any, options: dict[str, Any], verbs: Sequence[str]) -> Game:
    """A table of two at which a game of these rules is played: whoever is asked makes these moves."""
    game, get = table(2, visibility=Game.Visibility.ALWAYS), registry.get
    monkeypatch.setattr(registry, "get", lambda slug: rules if slug == rules.slug else get(slug))
    position, _ = rules.new([seat.name for seat in game.seats.all()], options, game.seed)
    made: list[Played] = []
    for verb in verbs:
        (seat,) = rules.awaits(position)
        line = next(one for one in rules.offers(position, seat) if one.verb == verb)
        made.append((seat, line, rules.play(position, seat, line)))
    text = msgspec.json.encode(options).decode()
    Game.objects.filter(pk=game.pk).update(ruleset=rules.slug, options=text)
    game.refresh_from_db()
    enter(game, position, made)
    return game


SHORT = {"edition": "classic", "short": True}


def finished(people: int = 2, **wish) -> Game:
    """Played by bots in memory: its journal has only the deal."""
    game = table(people, options=SHORT, **wish)
    finish(game)
    game.refresh_from_db()
    return game
