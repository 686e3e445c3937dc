"""Results cached from the ledger for pages and lists: standings by stage, table results, final places."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import msgspec

from games.models import Game, Seat
from games.statistics import game_result
from games.tournaments.ledger import state
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import CachedStanding, Entrant, Stage, TableSeat, Tournament, TournamentTable
from games.tournaments.models.table import DONE_STATES
from games.tournaments.results import hidden_results
from games.tournaments.standings import exact, final_report
from games.tournaments.standings.from_state import GroupStandings, compute_outcomes, compute_standings
from games.tournaments.standings.results import SeatOutcome

# --- Standings


@cache
def _get_decoder() -> msgspec.json.Decoder[list[GroupStandings]]:
    return msgspec.json.Decoder(
        list[GroupStandings], dec_hook=lambda kind, value: exact.parse_fraction(value)
    )


def dump_standings(found: Sequence[GroupStandings]) -> str:
    return msgspec.json.encode(found, enc_hook=exact.dump_fraction).decode()


def parse_standings(data: str) -> list[GroupStandings]:
    return _get_decoder().decode(data)


def refresh_standings(transaction: TournamentTransaction) -> None:
    """Recompute cached public standings that are out of date and, after the end, the final places."""
    begun = [stage for stage in transaction.stages if stage.state != Stage.State.PLANNED]
    fresh = CachedStanding.objects.filter(stage__in=begun, number=transaction.tournament.ledger_length)
    known = set(fresh.values_list("stage_id", flat=True))
    state = hidden_results.build_public_state(transaction.state)
    for stage in begun:
        if stage.pk not in known and stage.number in state.stages:  # a skipped stage has no standings
            data = dump_standings(compute_standings(state, stage.number))
            CachedStanding.objects.update_or_create(
                stage=stage, defaults={"number": transaction.tournament.ledger_length, "data": data}
            )
    if transaction.tournament.state == Tournament.State.FINISHED:
        _save_final_places(transaction)


# --- Tables


def sync_tables(transaction: TournamentTransaction, numbers: Iterable[int]) -> None:
    """Update the rows of these tables and their seats from the ledger."""
    for row in transaction.tournament.tables.filter(number__in=list(numbers)).prefetch_related(
        "seats__entrant"
    ):
        ledger_table = transaction.state.tables[row.number]
        row.state = ledger_table.state
        row.ended_at = row.ended_at or (transaction.now if row.is_done else None)
        row.save(update_fields=["state", "ended_at"])
        _sync_seats(row, ledger_table, compute_outcomes(transaction.state, row.number))


def _sync_seats(row: TournamentTable, ledger_table: state.LedgerTable, found: dict[int, SeatOutcome]) -> None:
    lines = {line.entrant: line for line in ledger_table.verdict.lines} if ledger_table.verdict else {}
    for sitting in row.seats.all():
        line, outcome = lines.get(sitting.entrant.number), found.get(sitting.entrant.number)
        sitting.score = exact.format_short(line.exact_score) if line else ""
        sitting.kind = line.kind if line else TableSeat.Kind.SELF
        sitting.place = outcome.place if outcome else None
        sitting.points = exact.dump_fraction(outcome.points) if outcome else ""
        sitting.save(update_fields=["score", "kind", "place", "points"])


# --- Final places


def _save_final_places(transaction: TournamentTransaction) -> None:
    """Save everybody's final place and who was punctual; later rulings may change both."""
    places = final_report.compute_final_places(transaction.state)
    punctual = final_report.find_punctual_entrants(transaction.state, _iterate_played_seats(transaction))
    changed = []
    for one in transaction.tournament.entrants.all():
        found = places.get(one.number), one.number in punctual
        if (one.place, one.is_punctual) != found:
            one.place, one.is_punctual = found
            changed.append(one)
    Entrant.objects.bulk_update(changed, ["place", "is_punctual"], batch_size=500)


def _iterate_played_seats(transaction: TournamentTransaction) -> Iterator[final_report.PlayedSeat]:
    """Yield, for each seat of a finished table, whether its entrant kept it and missed no deadline."""
    games = Game.objects.filter(tournament_table__tournament=transaction.tournament)
    late = game_result.find_missed_deadlines(games)
    kept = set(Seat.objects.filter(game__in=games, bot="").values_list("game", "place", "user"))
    sat = TableSeat.objects.filter(table__tournament=transaction.tournament, table__game__isnull=False)
    sat = sat.filter(table__state__in=DONE_STATES, entrant__user__isnull=False)
    for game, seat, number, user in sat.values_list(
        "table__game", "seat", "entrant__number", "entrant__user"
    ):
        here = (game, seat, user)
        yield final_report.PlayedSeat(number, here in kept and here not in late)
