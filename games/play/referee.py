"""What an operator may do to a game. Everything is written in its journal, for all to read."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Move, Vote
from games.models.move import LONGEST_REASON
from games.play import clocks, extending, reckoning, store, tallies, votes
from games.play.errors import NotNow, NotPossible
from games.play.origin import How, from_house, from_person
from games.play.reckoning import Reckoning
from games.play.seats import change_player, must_not_sit_there
from games.play.service import put_back
from games.play.table import Table
from games.rules.core.errors import printable
from games.rules.core.notation import exactly


def _table(game_id: int, user: Any, key: str) -> Table:
    """Nobody in person is the house itself. The same key twice is the same ruling."""
    origin = from_person(user, How.REFEREE, key) if user else from_house(How.REFEREE, key)
    return Table(game_id, origin)


@transaction.atomic
def decide(
    game_id: int, matter: str, user: Any, *, reason: str = "", key: str = "", informed: Iterable[int] = ()
) -> bool:
    """Pause, go on or abandon, without a vote. The informed are told of it by whoever has decided. Was it
    done now, and not before?"""
    table = _table(game_id, user, key)
    table.informed = frozenset(informed)
    if table.game.earlier is not None:
        return False
    votes.must_be_possible(table.game.state, matter)
    votes.carry_out(table, matter, _written(reason))
    return True


def _written(reason: str) -> str:
    """One line, as long as the journal has room for."""
    return printable(" ".join(reason.split()), LONGEST_REASON)


@transaction.atomic
def end(game_id: int, user: Any, *, reason: str, key: str = "") -> Reckoning:
    """Stop a game for good, without a winner, and say how it stands. One that has ended stays as it is."""
    table = _table(game_id, user, key)
    if table.game.state in (Game.State.RUNNING, Game.State.PAUSED):
        votes.carry_out(table, Vote.Matter.ABANDON, _written(reason))
    return reckoning.reckon(game_id, now=table.origin.now)


@transaction.atomic
def extend(game_id: int, hours: int, user: Any, *, reason: str = "", key: str = "") -> bool:
    """Give everybody who is asked so many hours more, counted from the deadline; whoever has asked the table
    for more time has it with that. Was it done now?"""
    table = _table(game_id, user, key)
    if table.game.earlier is not None:
        return False
    table.must_run()
    asked = table.asked()
    for seat in asked:
        clocks.give(table.game, seat, hours, table.origin.now)
    extending.settle(table, asked)
    table.enter(Move.Kind.EXTEND, f"extend {hours}").reason = _written(reason)
    table.save()
    return True


@transaction.atomic
def replace(
    game_id: int,
    seat_id: int,
    user: Any,
    *,
    person: Any = None,
    bot: str = "",
    reason: str = "",
    key: str = "",
) -> bool:
    """Put somebody else, or a bot, on a seat of a game that goes on. Was it done now?"""
    table = _table(game_id, user, key)
    if table.game.earlier is not None:
        return False
    game = Game.objects.get(pk=game_id)
    if not game.is_live:
        raise NotNow(_("This game is not running."))
    if person is not None:
        must_not_sit_there(game, person, but=seat_id)
    change_player(game_id, seat_id, table.origin, user=person, bot=bot, reason=_written(reason))
    return True


@transaction.atomic
def take_back(game_id: int, number: int, user: Any, *, reason: str = "") -> None:
    """Go back to before the move of this number; that one and all after it count as not made.

    The cards come as they would have come; whether that is fair, the referee has to decide."""
    table = _table(game_id, user, "")
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
    table.entries[-1].reason = _written(reason)
    table.close_the_way_back()
    Move.objects.filter(game_id=game_id, kind=Move.Kind.MOVE, number__gte=number).update(taken_back=True)
    table.save()
    tallies.count_out(game_id)
    Vote.objects.filter(game_id=game_id).delete()
