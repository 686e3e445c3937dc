"""Orders: filed and withdrawn. They lie beside the hand, seen by nobody else."""

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game
from games.play.errors import NotNow
from games.play.origin import Origin
from games.play.table import Table, Wanted
from games.rules.core import orders


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
    if table.game.state not in (Game.State.RUNNING, Game.State.PAUSED):
        raise NotNow(_("This game is not running."))
    line = orders.file(table.rules, table.position, chair.name, text)
    fired = table.let_orders_answer() if table.game.state == Game.State.RUNNING else []
    table.save()
    own = [one for one in fired if one.seat == chair.name]
    moves = tuple(str(one.move) for one in own if one.move is not None)
    return Filed(line, moves, " ".join(_stopped(table, one, language) for one in own if one.move is None))


def _stopped(table: Table, fired: orders.Fired, language: str) -> str:
    """Its owner's sentence about a plan that could not go on."""
    seen = [event.seen_by(fired.seat) for event in fired.events]
    sentences = [table.rules.phrase(table.position, one, fired.seat, language) for one in seen if one]
    return " ".join(filter(None, sentences))
