"""Orders: filed and withdrawn. They lie beside the hand, seen by nobody else."""

from collections.abc import Iterator
from datetime import datetime

import msgspec
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from games.models import Game, Move
from games.play.errors import NotNow, Stale
from games.play.origin import How, Origin
from games.play.store import SeatRow
from games.play.table import OF_ORDERS, Table, Wanted
from games.play.views_of import Sight
from games.rules.core import orders
from games.rules.core.events import read_events
from games.rules.core.orders import Change

LATELY = 6  # sentences


class Filed(msgspec.Struct, frozen=True):
    """What stands now, in exact notation, and what the orders have answered at once."""

    line: str
    moves: tuple[str, ...] = ()
    trouble: str = ""  # why a plan has stopped again


@transaction.atomic
def file(game: int | str, seat: Wanted, text: str, origin: Origin, *, language: str = "en") -> Filed:
    """Write an order down or take one back. One that can answer what is asked just now does so at once.

    Nothing is entered in the journal before an order answers: that somebody has one is a secret."""
    table = Table(game, origin)
    chair = table.seat(seat)
    _must_be_live(table)
    line = orders.file(table.rules, table.position, chair.name, text)
    return _settled(table, chair, line, language)


@transaction.atomic
def change(
    game: int | str,
    seat: Wanted,
    wanted: Change,
    origin: Origin,
    *,
    seen: int | None = None,
    language: str = "en",
) -> Filed:
    """Several changes to the orders of a seat: all of them, or none.

    `seen` is the seat's last move when the form was written: a plan from before it may have been played."""
    table = Table(game, origin)
    chair = table.seat(seat)
    if table.game.earlier is not None:
        return Filed("")
    _must_be_live(table)
    if seen is not None and last_move(chair.pk) > seen:
        raise Stale(_("You have moved since you wrote this plan. Is it still what you want?"))
    orders.change(table.rules, table.position, chair.name, wanted)
    return _settled(table, chair, "", language)


def last_move(seat_id: int) -> int:
    """The number of this seat's newest move, by hand or by order."""
    moves = Move.objects.filter(seat_id=seat_id, kind=Move.Kind.MOVE)
    return moves.aggregate(last=Max("number"))["last"] or 0


def _must_be_live(table: Table) -> None:
    if table.game.state not in (Game.State.RUNNING, Game.State.PAUSED):
        raise NotNow(_("This game is not running."))


def _settled(table: Table, chair: SeatRow, line: str, language: str) -> Filed:
    """Let the orders answer what is asked now, and write all of it down."""
    fired = table.let_orders_answer() if table.game.state == Game.State.RUNNING else []
    table.heard.add(chair.name)
    table.save()
    own = [one for one in fired if one.seat == chair.name]
    moves = tuple(str(one.move) for one in own if one.move is not None)
    return Filed(line, moves, " ".join(_stopped(table, one, language) for one in own if one.move is None))


def _stopped(table: Table, fired: orders.Fired, language: str) -> str:
    """Its owner's sentence about a plan that could not go on."""
    seen = [event.seen_by(fired.seat) for event in fired.events]
    sentences = [table.rules.phrase(table.position, one, fired.seat, language) for one in seen if one]
    return " ".join(filter(None, sentences))


# --- what became of them


class Done(msgspec.Struct, frozen=True):
    """Something that an order did, or why it could not."""

    at: datetime
    sentences: list[str]


def lately(sight: Sight) -> list[Done]:
    """What the orders of this seat did, the newest first. A plan may end in the move of somebody else."""
    entries = Move.objects.filter(game=sight.game, taken_back=False, number__lte=sight.game.length)
    own = Q(seat=sight.seat, how=How.ORDER) | Q(events__contains='"plan_stopped"')
    newest = entries.filter(own).only("at", "how", "seat_id", "events").order_by("-number")[: 4 * LATELY]
    found = (Done(entry.at, list(filter(None, _told(sight, entry)))) for entry in newest)
    return [done for done in found if done.sentences][:LATELY]


def _told(sight: Sight, entry: Move) -> Iterator[str]:
    """The order, and what it did, in the words of the record."""
    is_own = sight.seat is not None and (entry.seat_id, entry.how) == (sight.seat.pk, How.ORDER)
    for event in read_events(entry.events):
        seen = event.seen_by(sight.name)
        if seen and (event.kind in OF_ORDERS or (is_own and seen.get("seat") == sight.name)):
            yield sight.rules.phrase(sight.position, seen, sight.name, sight.language)
