"""When the sweep has to look at a tournament again.

Everything that changes a tournament appends to its ledger, and that makes it due at once. Apart from that it
is due when a time comes: a start, a deadline, the end of an offer. A longest wait is for what is not known in
advance, such as a task that was lost or a seat that a bot took over.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import DateTimeField, Min, Q
from django.db.models.functions import Coalesce

from games.tournaments.entries.waiting_list import compute_check_in_closing, compute_check_in_opening
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Qualifier, Tournament, TournamentTable

LONGEST_WAITS = {
    Tournament.State.OPEN: timedelta(hours=1),
    Tournament.State.CHECK_IN: timedelta(minutes=10),
    Tournament.State.RUNNING: timedelta(minutes=10),
    Tournament.State.PAUSED: timedelta(minutes=10),
}
LONGEST_WAIT_AFTERWARDS = timedelta(hours=1)  # where a proposed ruling may still lapse

State = Tournament.State


def save_next_look(transaction: TournamentTransaction) -> None:
    """Save when the next thing can become due. Call it when nothing is due now, under the lock."""
    found = transaction.tournament
    wait = LONGEST_WAITS.get(State(found.state), LONGEST_WAIT_AFTERWARDS)
    times = [at for at in _list_known_times(transaction) if at is not None and at > transaction.now]
    transaction.update_tournament(next_look_at=min([transaction.now + wait, *times]))


def _list_known_times(transaction: TournamentTransaction) -> Iterable[datetime | None]:
    found, now = transaction.tournament, transaction.now
    offered = found.entrants.filter(state__in=[Entrant.State.OFFERED, Entrant.State.ENTERED])
    offers = offered.filter(offered_until__gt=now).aggregate(at=Min("offered_until"))["at"]
    if not found.has_begun:
        return [found.starts_at, compute_check_in_opening(found), compute_check_in_closing(found), offers]
    if found.state != State.RUNNING:
        return [offers]
    answers = Qualifier.objects.filter(stage__tournament=found, answer_until__gt=now)
    return [offers, answers.aggregate(at=Min("answer_until"))["at"], *_list_table_times(transaction)]


def _list_table_times(transaction: TournamentTransaction) -> Iterable[datetime | None]:
    """List when the next table is late, when referees hear of it, and when somebody has not come."""
    now, stage = transaction.now, transaction.running_stage
    grace = timedelta(hours=stage.settings.grace_hours if stage else 0)
    patience = timedelta(hours=transaction.tournament.settings.no_show_hours)
    due = Coalesce("deadline", "round__deadline", "round__stage__deadline", output_field=DateTimeField())
    is_open = Q(state__in=[TournamentTable.State.PLANNED, TournamentTable.State.STARTED])
    times = (
        transaction.tournament.tables.filter(is_open)
        .annotate(due=due)
        .aggregate(
            late=Min("due", filter=Q(due__gt=now)),
            reported=Min("due", filter=Q(due__gt=now + grace)),
            begun=Min("started_at", filter=Q(started_at__gt=now - patience)),
        )
    )
    yield times["late"]
    yield times["reported"] - grace if times["reported"] else None
    yield times["begun"] + patience if times["begun"] else None
