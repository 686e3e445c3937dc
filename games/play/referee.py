"""Rulings of a referee on a game. Each is recorded in the log for all players to read."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, GameLogEntry, Vote
from games.models.log_entry import MAX_REASON_LENGTH
from games.play import votes
from games.play.deadlines import extensions, seat_clock
from games.play.errors import NotNow, NotPossible
from games.play.moves import restore_position
from games.play.seats import change_player, require_not_seated
from games.play.transaction import sql
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import How, by_server, by_user
from games.rules.core.errors import make_printable
from games.rules.core.notation import parse_exact_move


def _lock_game(game_id: int, user: Any, key: str) -> LockedGame:
    """Lock the game for a ruling by this user, or the server if None. A repeated key is the same ruling."""
    origin = by_user(user, How.REFEREE, key) if user else by_server(How.REFEREE, key)
    return LockedGame(game_id, origin)


@transaction.atomic
def decide_matter(
    game_id: int, matter: str, user: Any, *, reason: str = "", key: str = "", informed: Iterable[int] = ()
) -> bool:
    """Pause, resume or abandon a game without a vote; return False if this ruling was carried out before.

    Users in `informed` get no notice, because the caller notifies them."""
    locked_game = _lock_game(game_id, user, key)
    locked_game.informed = frozenset(informed)
    if locked_game.game.repeated_number is not None:
        return False
    votes.require_open_matter(locked_game.game.state, matter)
    votes.carry_out(locked_game, matter, _tidy_reason(reason))
    return True


def _tidy_reason(reason: str) -> str:
    """Return the reason as one line, cut to the length of the column."""
    return make_printable(" ".join(reason.split()), MAX_REASON_LENGTH)


@transaction.atomic
def end_game(game_id: int, user: Any, *, reason: str, key: str = "") -> None:
    """Abandon a running or paused game without a winner. A game that has ended stays as it is."""
    locked_game = _lock_game(game_id, user, key)
    if locked_game.game.started_at is None:
        raise NotNow(_("The game has not begun."))
    if locked_game.game.state in (Game.State.RUNNING, Game.State.PAUSED):
        votes.carry_out(locked_game, Vote.Matter.ABANDON, _tidy_reason(reason))


@transaction.atomic
def extend_deadlines(game_id: int, hours: int, user: Any, *, reason: str = "", key: str = "") -> bool:
    """Give every open decision more hours, counted from its deadline; return False if done before.

    Open requests for more time count as granted."""
    locked_game = _lock_game(game_id, user, key)
    if locked_game.game.repeated_number is not None:
        return False
    locked_game.require_running()
    asked = locked_game.list_asked_seats()
    for seat in asked:
        seat_clock.add_time(locked_game.game, seat, hours, locked_game.origin.now)
    extensions.settle_open_requests(locked_game, asked)
    locked_game.add_log_row(GameLogEntry.Kind.EXTEND, f"extend {hours}").reason = _tidy_reason(reason)
    locked_game.save()
    return True


@transaction.atomic
def replace_player(
    game_id: int,
    seat_id: int,
    user: Any,
    *,
    person: Any = None,
    bot: str = "",
    reason: str = "",
    key: str = "",
) -> bool:
    """Put another user, or a bot, on a seat of a live game; return False if done before."""
    locked_game = _lock_game(game_id, user, key)
    if locked_game.game.repeated_number is not None:
        return False
    game = Game.objects.get(pk=game_id)
    if not game.is_live:
        raise NotNow(_("This game is not running."))
    if person is not None:
        require_not_seated(game, person, but=seat_id)
    change_player(game_id, seat_id, locked_game.origin, user=person, bot=bot, reason=_tidy_reason(reason))
    return True


@transaction.atomic
def take_back_moves(game_id: int, number: int, user: Any, *, reason: str = "") -> None:
    """Take back the move of this number and all moves after it, and continue from the position before it.

    The seed stays the same, so the same cards will come; whether that is fair is for the referee to
    decide. The caller takes a game that was counted out of the statistics, in the same transaction."""
    locked_game = _lock_game(game_id, user, "")
    moves = list(sql.load_standing_moves(game_id))
    if number not in [one for one, _seat, _text in moves]:
        raise NotPossible(_("There is no such move, or it has already been undone."))
    game = Game.objects.only("seed", "options").get(pk=game_id)
    before, _events = locked_game.rules.new(
        list(locked_game.game.seats), msgspec.json.decode(game.options), game.seed
    )
    for one, seat, text in moves:
        if one < number:
            locked_game.rules.play(before, seat, parse_exact_move(text))
    if locked_game.game.state != Game.State.PAUSED:
        locked_game.game.state = Game.State.RUNNING
    restore_position(locked_game, locked_game.rules.dump(before).decode(), number, None)
    locked_game.entries[-1].reason = _tidy_reason(reason)
    locked_game.clear_undo()
    GameLogEntry.objects.filter(game_id=game_id, kind=GameLogEntry.Kind.MOVE, number__gte=number).update(
        taken_back=True
    )
    locked_game.save()
    Vote.objects.filter(game_id=game_id).delete()
