"""Standing orders of a seat: filed, changed and withdrawn. They are secret, like a hand of cards."""

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.models import Game, GameLogEntry
from games.play.deadlines import seat_clock
from games.play.errors import NotNow, Stale
from games.play.transaction.locked_game import LockedGame, SeatSelector
from games.play.transaction.origin import Origin
from games.play.transaction.rows import SeatRow
from games.rules.core import orders
from games.rules.core.orders import OrdersChange


class FiledOrder(msgspec.Struct, frozen=True):
    """The order in exact notation, and the moves that orders made at once."""

    line: str
    moves: tuple[str, ...] = ()
    stop_reason: str = ""  # why a plan was stopped at once


@transaction.atomic
def file_order(
    game: int | str, seat: SeatSelector, text: str, origin: Origin, *, language: str = "en"
) -> FiledOrder:
    """File or withdraw an order, given as text. An order that fits the open decision answers it at once.

    The log gets no entry until an order makes a move: that somebody has orders is secret."""
    locked_game = LockedGame(game, origin)
    seat_row = locked_game.seat(seat)
    _require_live_game(locked_game)
    line = orders.file_order(locked_game.rules, locked_game.position, seat_row.name, text)
    return _fire_and_save(locked_game, seat_row, line, language)


@transaction.atomic
def change_orders(
    game: int | str,
    seat: SeatSelector,
    wanted: OrdersChange,
    origin: Origin,
    *,
    seen: int | None = None,
    language: str = "en",
) -> FiledOrder:
    """Apply several changes to the orders of a seat: all of them, or none.

    `seen` is the number of the seat's last move when the form was rendered: a plan older than the last move
    may have been played already."""
    locked_game = LockedGame(game, origin)
    seat_row = locked_game.seat(seat)
    if locked_game.game.repeated_number is not None:
        return FiledOrder("")
    _require_live_game(locked_game)
    if seen is not None and find_last_move_number(seat_row.pk) > seen:
        raise Stale(_("You have moved since you wrote this plan. Do you still want it?"))
    orders.change_orders(locked_game.rules, locked_game.position, seat_row.name, wanted)
    return _fire_and_save(locked_game, seat_row, "", language)


def find_last_move_number(seat_id: int) -> int:
    """Return the number of this seat's latest move, by hand or by order; 0 if there is none."""
    moves = GameLogEntry.objects.filter(seat_id=seat_id, kind=GameLogEntry.Kind.MOVE)
    return moves.aggregate(last=Max("number"))["last"] or 0


def _require_live_game(locked_game: LockedGame) -> None:
    if locked_game.game.state not in (Game.State.RUNNING, Game.State.PAUSED):
        raise NotNow(_("This game is not running."))


def _fire_and_save(locked_game: LockedGame, seat_row: SeatRow, line: str, language: str) -> FiledOrder:
    """Let orders answer open decisions if the game is running, save, and return what the seat's own did."""
    fired = locked_game.fire_orders() if locked_game.game.state == Game.State.RUNNING else []
    _stop_forced_answer(locked_game, seat_row)
    locked_game.answered_directly.add(seat_row.name)
    locked_game.save()
    own = [one for one in fired if one.seat == seat_row.name]
    moves = tuple(str(one.move) for one in own if one.move is not None)
    return FiledOrder(
        line,
        moves,
        " ".join(_describe_stopped_plan(locked_game, one, language) for one in own if one.move is None),
    )


def _stop_forced_answer(locked_game: LockedGame, seat_row: SeatRow) -> None:
    """Give no answer for a player who wants to be asked from now on."""
    rules, position = locked_game.rules, locked_game.position
    if seat_row.answer_at is not None and not orders.find_forced_answer(rules, position, seat_row.name):
        seat_row.answer_at = None
        seat_clock.set_deadlines(locked_game.game, seat_row, locked_game.origin.now)
        locked_game.changed_clocks.add(seat_row.pk)


def _describe_stopped_plan(locked_game: LockedGame, fired: orders.FiredOrder, language: str) -> str:
    """Describe to its owner why a plan could not go on."""
    seen = [event.seen_by(fired.seat) for event in fired.events]
    sentences = [
        locked_game.rules.phrase(locked_game.position, one, fired.seat, language) for one in seen if one
    ]
    return " ".join(filter(None, sentences))
