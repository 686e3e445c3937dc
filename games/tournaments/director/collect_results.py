"""Record the results of finished games in the ledger."""

from django.db.models import F, Q

from games.models import Game
from games.statistics import game_result
from games.tournaments.ledger.state import PlayedBy, VerdictLine
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, TournamentTable
from games.tournaments.results import standings_cache

BATCH_SIZE = 25  # games per transaction


def collect_results(transaction: TournamentTransaction) -> bool:
    """Record the results of games that have ended. Abandoned games are left to the referees."""
    over = transaction.tournament.tables.filter(
        state=TournamentTable.State.STARTED, game__state=Game.State.OVER
    )
    tables = list(over.select_related("game").order_by("game__ended_at", "number")[:BATCH_SIZE])
    for table in tables:
        _record_result(transaction, table)
    standings_cache.sync_tables(transaction, [table.number for table in tables])
    return bool(tables)


def _record_result(transaction: TournamentTransaction, table: TournamentTable) -> None:
    found = game_result.compute_game_result(table.game_id or 0)
    transaction.append_entry("finished", table=table.number, seats=_build_lines(table, found))
    _save_stand_ins(table, found)
    table.state, table.ended_at = TournamentTable.State.FINISHED, found.ended_at
    table.save(update_fields=["state", "ended_at"])


def _save_stand_ins(table: TournamentTable, found: game_result.GameResult) -> None:
    """Save who finished a seat that its entrant left, for credit."""
    for line in found.seats:
        if line.played_by == "stand_in":
            table.seats.filter(seat=line.number).update(stand_in=line.finisher_id)


def compute_lines(table: TournamentTable) -> list[VerdictLine]:
    """Compute the ledger lines of a table, one per seat. Not finishing counts as having left."""
    return _build_lines(table, game_result.compute_game_result(table.game_id or 0))


def _build_lines(table: TournamentTable, found: game_result.GameResult) -> list[VerdictLine]:
    seated = {sitting.seat: sitting.entrant for sitting in table.seats.select_related("entrant")}
    return [_build_line(seated[line.number], line) for line in found.seats]


def _build_line(entrant: Entrant, line: game_result.SeatResult) -> VerdictLine:
    """Build the line of one seat.

    A bot that entered as such plays for itself; one that replaced a person does not.
    """
    kind: PlayedBy = "self" if entrant.bot else line.played_by if line.original_user_id is not None else "bot"
    return VerdictLine(entrant.number, str(line.score), line.place, kind, left=kind != "self")


def list_abandoned_tables(transaction: TournamentTransaction) -> list[TournamentTable]:
    """List tables whose game was abandoned or deleted: a referee has to rule on them."""
    ended = Q(game__state=Game.State.ABANDONED) | Q(game__isnull=True)
    return list(
        transaction.tournament.tables.filter(ended, state=TournamentTable.State.STARTED).order_by(F("number"))
    )
