"""Rows that somebody names by their number in an event, and the event of a game."""

from django.utils.translation import gettext as _

from games.models import Game
from games.play.errors import NotPossible
from games.tournaments.book import Book
from games.tournaments.models import Entrant, Table, Tournament


def table(book: Book, number: int) -> Table:
    found = book.tournament.tables.select_related("game", "round__stage").filter(number=number).first()
    if found is None:
        raise NotPossible(_("There is no such table."))
    return found


def hold(table: Table) -> None:
    """Read its game anew, at which nobody plays until the end of the transaction: what is decided by how it
    stands must not be overtaken by a move. Events are locked before games."""
    if table.game_id is not None:
        table.game = Game.objects.select_for_update().get(pk=table.game_id)


def event_of(game: Game) -> Tournament | None:
    """The event at one of whose tables this game is played."""
    if not game.arranged:
        return None
    return Tournament.objects.filter(tables__game=game).only("slug", "title").first()


def entrant(book: Book, number: int) -> Entrant:
    found = book.tournament.entrants.select_related("user").filter(number=number).first()
    if found is None:
        raise NotPossible(_("There is no such entrant."))
    return found
