"""Standing orders of a seat: filed, changed and withdrawn. They are secret, like a hand of cards."""

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games.models import Game, GameLogEntry
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
    trouble: str = ""  # why a plan was stopped at once


@transaction.atomic
def file_order(
    game: int | str, seat: SeatSelector, text: str, origin: Origin, *, language: str = "en"
) -> FiledOrder:
    """File or withdraw an order, given as text. An order that fits the open decision answers it at once.

    The log gets no entry until an order makes a move: that somebody has orders is secret."""
    table = LockedGame(game, origin)
    chair = table.seat(seat)
    _require_live_game(table)
    line = orders.file_order(table.rules, table.position, chair.name, text)
    return _fire_and_save(table, chair, line, language)


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
    table = LockedGame(game, origin)
    chair = table.seat(seat)
    if table.game.repeated_number is not None:
        return FiledOrder("")
    _require_live_game(table)
    if seen is not None and find_last_move_number(chair.pk) > seen:
        raise Stale(_("You have moved since you wrote this plan. Is it still what you want?"))
    orders.change_orders(table.rules, table.position, chair.name, wanted)
    return _fire_and_save(table, chair, "", language)


def find_last_move_number(seat_id: int) -> int:
    """Return the number of this seat's latest move, by hand or by order; 0 if there is none."""
    moves = GameLogEntry.objects.filter(seat_id=seat_id, kind=GameLogEntry.Kind.MOVE)
    return moves.aggregate(last=Max("number"))["last"] or 0


def _require_live_game(table: LockedGame) -> None:
    if table.game.state not in (Game.State.RUNNING, Game.State.PAUSED):
        raise NotNow(_("This game is not running."))


def _fire_and_save(table: LockedGame, chair: SeatRow, line: str, language: str) -> FiledOrder:
    """Let orders answer open decisions if the game is running, save, and return what the seat's own did."""
    fired = table.fire_orders() if table.game.state == Game.State.RUNNING else []
    table.answered_directly.add(chair.name)
    table.save()
    own = [one for one in fired if one.seat == chair.name]
    moves = tuple(str(one.move) for one in own if one.move is not None)
    return FiledOrder(
        line, moves, " ".join(_describe_stopped_plan(table, one, language) for one in own if one.move is None)
    )


def _describe_stopped_plan(table: LockedGame, fired: orders.FiredOrder, language: str) -> str:
    """Describe to its owner why a plan could not go on."""
    seen = [event.seen_by(fired.seat) for event in fired.events]
    sentences = [table.rules.phrase(table.position, one, fired.seat, language) for one in seen if one]
    return " ".join(filter(None, sentences))


# --- what became of them
