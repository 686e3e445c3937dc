"""The director: performs whatever is due in a tournament, step by step.

It runs after every ledger entry, when a game of the tournament ends, and from a periodic sweep. What to do
next is read from the rows, so a crash in between loses nothing: the next run continues. Each step is one
transaction that locks the tournament; a table and its game are started in the same one.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.db.transaction import atomic

from accounts import server_time
from games.tournaments.director import (
    collect_results,
    ladder,
    late_tables,
    next_look,
    no_shows,
    pauses,
    rounds,
    stages,
    start_tables,
)
from games.tournaments.entries import registration, sitting_out, waiting_list
from games.tournaments.ledger.state import TournamentState
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Ruling, Stage, Tournament, TournamentNotice
from games.tournaments.pairing import next_round
from games.tournaments.results import standings_cache
from games.tournaments.rulings import rulings

MOST_STEPS = 2000  # per run: a tournament that never settles is a bug, and must not hold up the others

log = logging.getLogger(__name__)

State = Tournament.State
ACTIVE_STATES = [State.OPEN, State.CHECK_IN, State.RUNNING, State.PAUSED]
FINAL_STATES = [State.FINISHED, State.CANCELLED]

DirectorStep = Callable[[TournamentTransaction], bool]


def direct_all_tournaments(now: datetime | None = None) -> int:
    """Run the director for every tournament that may have something due; return the number of steps taken.

    Where nothing has happened and no time has come, nothing is read."""
    is_due = Q(next_look_at=None) | Q(next_look_at__lte=now or server_time.now())
    ids = _find_active_tournaments().filter(is_due).order_by("pk").values_list("pk", flat=True)
    taken = sum(_run_safely(pk, now) for pk in list(ids))
    pauses.apply_all_holds()  # also where a tournament was cancelled and must release its games
    return taken


def direct_tournament(tournament_id: int, now: datetime | None = None) -> int:
    """Run the director for one tournament after something happened to it; return the number of steps taken.

    If it is over, only games that were on hold are released. A deleted draft is ignored.
    """
    if _find_active_tournaments().filter(pk=tournament_id).exists():
        return _run_safely(tournament_id, now)
    pauses.apply_holds(tournament_id)
    return 0


def _find_active_tournaments() -> QuerySet[Tournament]:
    """Find tournaments that are not over, and those over that have an unsigned ruling, which may expire."""
    unsigned = Ruling.objects.filter(state=Ruling.State.PROPOSED).values("tournament")
    return Tournament.objects.filter(Q(state__in=ACTIVE_STATES) | Q(state__in=FINAL_STATES, pk__in=unsigned))


def _run_safely(tournament_id: int, now: datetime | None) -> int:
    """Run the director, logging errors so that one broken tournament does not stop the others."""
    try:
        return run_due_steps(tournament_id, now)
    except Exception:
        log.exception("tournament %s cannot be directed", tournament_id)
        return 0


def run_due_steps(tournament_id: int, now: datetime | None = None) -> int:
    """Perform everything that is due; return the number of steps. A second run right after does nothing."""
    now = now or server_time.now()
    pauses.apply_holds(tournament_id)  # released games may have something due
    known = TournamentState()  # all steps add to the same state what they find new in the ledger
    taken = 0
    while taken < MOST_STEPS and (
        _run_next_step(tournament_id, now, known) or rounds.pair_due_rounds(tournament_id, now, known)
    ):
        taken += 1
    pauses.apply_holds(tournament_id)
    return taken + start_tables.admit_volunteers(tournament_id, now)


@atomic
def _run_next_step(tournament_id: int, now: datetime, known: TournamentState) -> bool:
    """Perform the first step that has something to do, in one transaction. Return whether there was one."""
    transaction = TournamentTransaction(tournament_id, now=now, known=known)
    if any(step(transaction) for step in STEPS_BY_STATE.get(transaction.tournament.state, ())):
        return True
    next_look.save_next_look(transaction)
    return False


# --- Before the start


def _begin_check_in_if_due(transaction: TournamentTransaction) -> bool:
    """Open the check-in when its time has come."""
    starts, hours = transaction.tournament.starts_at, transaction.tournament.settings.check_in_hours
    if starts is None or not hours or transaction.now < starts - timedelta(hours=hours):
        return False
    registration.begin_check_in(transaction)
    return True


def _begin_if_due(transaction: TournamentTransaction) -> bool:
    """Begin the tournament when its start time has come, once the check-in is settled."""
    starts = transaction.tournament.starts_at
    if starts is None or transaction.now < starts:
        return False
    if transaction.tournament.state == State.CHECK_IN and registration.close_check_in(transaction):
        return True
    return begin_tournament(transaction)


def begin_tournament(transaction: TournamentTransaction) -> bool:
    """Freeze the settings and begin the first stage, unless too few entrants are there."""
    there = registration.compute_seed_order(transaction)
    if len(there) < transaction.tournament.settings.least:
        return _report_too_few_entrants(transaction, len(there))
    transaction.update_tournament(state=State.RUNNING, frozen_at=transaction.now)
    entry = transaction.append_entry("began", entrants=len(there))
    for one in there:
        one.state = Entrant.State.ACTIVE
    Entrant.objects.bulk_update(there, ["state", "seed", "rating"])
    transaction.notify(TournamentNotice.Kind.WAITING, transaction.entrants(Entrant.State.WAITING), entry)
    stages.begin_stage(transaction, transaction.stages[0], [one.number for one in there])
    return True


def _report_too_few_entrants(transaction: TournamentTransaction, there: int) -> bool:
    """Notify the staff once for each number of entrants; they may wait, lower the minimum, or cancel."""
    if transaction.tournament.ledger_entries.filter(
        kind="too_few", data__contains=f'"there":{there},'
    ).exists():
        return False
    least = transaction.tournament.settings.least
    number = transaction.append_entry("too_few", there=there, least=least)
    transaction.notify_staff(TournamentNotice.Kind.DIGEST, number, there=there, least=least)
    return True


# --- Rounds and stages


def _close_finished_round(transaction: TournamentTransaction) -> bool:
    """Close the first published round whose tables are all done."""
    stage = transaction.running_stage
    if stage is None or (
        stage.settings.format == "knock_out" and rulings.has_open_rulings(transaction.tournament)
    ):
        return False  # an open ruling may change who is in the next round
    return rounds.close_finished_round(transaction, stage)


def _end_stage_if_complete(transaction: TournamentTransaction) -> bool:
    """End the running stage when all rounds are played and no ruling is open."""
    stage = transaction.running_stage
    if stage is None or not next_round.is_stage_complete(transaction.state, stage.number):
        return False
    if rulings.has_open_rulings(transaction.tournament):
        return False
    stages.end_stage(transaction, stage)
    return True


def _begin_next_stage(transaction: TournamentTransaction) -> bool:
    """Begin the next stage when those who advanced have answered."""
    return transaction.running_stage is None and stages.begin_next_stage(transaction)


def _end_tournament_if_complete(transaction: TournamentTransaction) -> bool:
    """End the tournament when all stages are finished."""
    if any(stage.state != Stage.State.FINISHED for stage in transaction.stages):
        return False
    stages.end_tournament(transaction)
    return True


def _refresh_standings(transaction: TournamentTransaction) -> bool:
    """Refresh the cached standings. This writes no ledger entry, so it does not count as a step."""
    standings_cache.refresh_standings(transaction)
    return False


STEPS_BY_STATE: dict[str, tuple[DirectorStep, ...]] = {
    State.OPEN: (registration.promote_waiting_entrants, _begin_check_in_if_due, _begin_if_due),
    State.CHECK_IN: (registration.promote_waiting_entrants, _begin_if_due),
    State.RUNNING: (
        collect_results.collect_results,
        no_shows.handle_no_shows,
        waiting_list.offer_places_while_running,
        no_shows.remove_leavers,
        no_shows.replace_removed_players,
        late_tables.handle_late_tables,
        ladder.expire_challenges,
        rulings.expire_unsigned_rulings,
        _close_finished_round,
        _end_stage_if_complete,
        _begin_next_stage,
        sitting_out.sit_out_those_on_leave,
        start_tables.start_next_tables,
        _end_tournament_if_complete,
        _refresh_standings,
    ),
    State.PAUSED: (collect_results.collect_results, rulings.expire_unsigned_rulings, _refresh_standings),
    **dict.fromkeys(FINAL_STATES, (rulings.expire_unsigned_rulings,)),
}
