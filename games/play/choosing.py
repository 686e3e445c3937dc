"""What a player wants at one table: what answers when the time has run out."""

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.play import clocks
from games.play.errors import NotNow, NotPossible
from games.play.origin import Origin
from games.play.table import Table, Wanted

AS_ALWAYS = ""  # what the player has chosen for all tables


@transaction.atomic
def choose_time_out(game: int | str, seat: Wanted, answer: str, origin: Origin) -> None:
    """Write it down. Orders that have waited for the end of the time answer at once if they need not wait."""
    table = Table(game, origin)
    chair = table.seat(seat)
    if table.game.state not in (Game.State.RUNNING, Game.State.PAUSED):
        raise NotNow(_("This game is not running any more."))
    if answer not in (AS_ALWAYS, "minimal", *clocks.patience_of(table.game).answers):
        raise NotPossible(_("This table does not allow that choice."))
    chair.time_out = answer
    Seat.objects.filter(pk=chair.pk).update(time_out=answer)
    if table.game.state == Game.State.RUNNING:
        table.let_orders_answer()
    table.save()
