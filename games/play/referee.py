"""What an operator may do to a game. Everything is written in its journal, for all to read."""

from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Move, Vote
from games.play import clocks, store, votes
from games.play.errors import NotNow, NotPossible
from games.play.origin import How, Origin, from_person
from games.play.seats import change_player, must_not_sit_there
from games.play.service import put_back
from games.play.table import Table
from games.rules.core.notation import exactly


def _origin(user: Any) -> Origin:
    return from_person(user, How.REFEREE)


@transaction.atomic(durable=True)
def decide(game_id: int, matter: str, user: Any) -> None:
    """Pause, go on or abandon, without a vote."""
    table = Table(game_id, _origin(user))
    votes.must_be_possible(table.game.state, matter)
    votes.carry_out(table, matter)


@transaction.atomic(durable=True)
def extend(game_id: int, hours: int, user: Any) -> None:
    """Give everybody who is asked so many hours more, counted from the deadline."""
    table = Table(game_id, _origin(user))
    table.must_run()
    for seat in table.asked():
        clocks.give(table.game, seat, hours, table.origin.now)
    table.enter(Move.Kind.EXTEND, f"extend {hours}")
    table.save()


@transaction.atomic(durable=True)
def replace(game_id: int, seat_id: int, user: Any, *, person: Any = None, bot: str = "") -> None:
    """Put somebody else, or a bot, on a seat of a game that goes on."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.is_live:
        raise NotNow(_("This game is not running."))
    if person is not None:
        must_not_sit_there(game, person, but=seat_id)
    change_player(game_id, seat_id, _origin(user), user=person, bot=bot)


@transaction.atomic(durable=True)
def take_back(game_id: int, number: int, user: Any) -> None:
    """Go back to before the move of this number; that one and all after it count as not made.

    The cards come as they would have come; whether that is fair, the referee has to decide."""
    table = Table(game_id, _origin(user))
    moves = list(store.standing_moves(game_id))
    if number not in [one for one, _seat, _text in moves]:
        raise NotPossible(_("There is no such move, or it was taken back already."))
    game = Game.objects.only("seed", "options").get(pk=game_id)
    before, _events = table.rules.new(list(table.game.seats), msgspec.json.decode(game.options), game.seed)
    for one, seat, text in moves:
        if one < number:
            table.rules.play(before, seat, exactly(text))
    if table.game.state != Game.State.PAUSED:
        table.game.state = Game.State.RUNNING
    put_back(table, table.rules.dump(before).decode(), number, None)
    table.close_the_way_back()
    Move.objects.filter(game_id=game_id, kind=Move.Kind.MOVE, number__gte=number).update(taken_back=True)
    table.save()
    Vote.objects.filter(game_id=game_id).delete()
