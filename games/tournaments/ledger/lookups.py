"""Look up tables and entrants by number, and lock the game of a table."""

from django.utils.translation import gettext as _

from games.models import Game
from games.play.errors import NotPossible
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, TournamentTable


def get_table(transaction: TournamentTransaction, number: int) -> TournamentTable:
    found = transaction.tournament.tables.select_related("game", "round__stage").filter(number=number).first()
    if found is None:
        raise NotPossible(_("There is no such table."))
    return found


def lock_game(table: TournamentTable) -> None:
    """Lock the game of a table and reload it, so that no move can change what a decision is based on.

    Lock order: tournaments before games.
    """
    if table.game_id is not None:
        table.game = Game.objects.select_for_update().get(pk=table.game_id)


def get_entrant(transaction: TournamentTransaction, number: int) -> Entrant:
    found = transaction.tournament.entrants.select_related("user").filter(number=number).first()
    if found is None:
        raise NotPossible(_("There is no such entrant."))
    return found
