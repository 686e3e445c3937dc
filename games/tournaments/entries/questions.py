"""What a tournament asks an entrant now: to check in, take a place, advance, or play a challenge.

Computed from the rows, so that pages, emails and replies agree.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal, NamedTuple

from django.db.models import Count, Q

from games.tournaments.models import Entrant, Qualifier, Stage, TableSeat, Tournament, TournamentTable

QuestionKind = Literal["check_in", "place", "stage", "challenge", "sit_out"]

State = Entrant.State
Phase = Tournament.State


class EntrantQuestion(NamedTuple):
    """A question that an entrant may answer with yes or no."""

    kind: QuestionKind
    until: datetime | None = None
    about: int = 0  # number of a stage or table
    seats: bool = False  # they may also name preferred seats


def list_questions(entrant: Entrant, now: datetime) -> list[EntrantQuestion]:
    """List the questions this entrant may answer now."""
    return list_questions_by_entrant([entrant], now)[entrant.pk]


def list_questions_by_entrant(entrants: Iterable[Entrant], now: datetime) -> dict[int, list[EntrantQuestion]]:
    """Map entrant ids to their open questions. The tournaments must be prefetched."""
    found: dict[int, list[EntrantQuestion]] = defaultdict(list)
    for one in entrants:
        found[one.pk] += [question for question in _list_place_questions(one) if is_open(question, now)]
    for place in _find_stage_offers(found):
        question = EntrantQuestion(
            "stage", place.answer_until, place.stage.number, place.stage.settings.seats_are_chosen
        )
        found[place.entrant_id] += [question] if is_open(question, now) else []
    for sitting in _find_challenge_seats(found):
        question = EntrantQuestion("challenge", sitting.table.deadline, sitting.table.number)
        found[sitting.entrant_id] += [question] if is_open(question, now) else []
    return found


def _find_challenge_seats(keys: Iterable[int]) -> Iterable[TableSeat]:
    planned = TableSeat.objects.filter(
        entrant__in=list(keys), has_agreed=False, table__state=TournamentTable.State.PLANNED
    )
    return planned.select_related("table")


def is_open(question: EntrantQuestion, now: datetime) -> bool:
    return question.until is None or question.until > now


def _list_place_questions(entrant: Entrant) -> list[EntrantQuestion]:
    phase = entrant.tournament.state
    if entrant.state == State.OFFERED and phase in (Phase.OPEN, Phase.CHECK_IN, Phase.RUNNING):
        return [EntrantQuestion("place", entrant.offered_until)]
    if entrant.state == State.ENTERED and phase == Phase.CHECK_IN:
        return [EntrantQuestion("check_in", entrant.offered_until)]
    return []


def _find_stage_offers(keys: Iterable[int]) -> Iterable[Qualifier]:
    offered = Qualifier.objects.filter(entrant__in=list(keys), state=Qualifier.State.OFFERED)
    return offered.filter(stage__state=Stage.State.PLANNED).select_related("stage")


# --- A user's own tournaments


class EnteredTournament(NamedTuple):
    """A tournament that a user has entered: their status and open questions."""

    entrant: Entrant
    tournament: Tournament
    questions: list[EntrantQuestion]
    place_in_queue: int  # 0: not on the waiting list
    tables: int  # running


def list_entered_tournaments(user: Any, now: datetime) -> list[EnteredTournament]:
    """List all tournaments a user has entered: those still going on first, then the newest."""
    running = Count("table_seats", filter=Q(table_seats__table__state=TournamentTable.State.STARTED))
    found = Entrant.objects.filter(user=user).select_related("tournament").annotate(running=running)
    entrants = sorted(found, key=lambda one: (one.tournament.is_over or one.is_out, -one.tournament_id))
    questions = list_questions_by_entrant(entrants, now)
    queues = _compute_queue_positions(entrants)
    return [
        EnteredTournament(one, one.tournament, questions[one.pk], queues.get(one.pk, 0), one.running)
        for one in entrants
    ]


def list_tournaments_awaiting_answer(user: Any, now: datetime) -> list[Tournament]:
    """List the tournaments that ask this user something."""
    over = [Phase.DRAFT, Phase.FINISHED, Phase.CANCELLED]
    found = Entrant.objects.filter(user=user).exclude(tournament__state__in=over)
    entrants = [one for one in found.select_related("tournament") if not one.is_out]
    asked = list_questions_by_entrant(entrants, now) if entrants else {}
    return [one.tournament for one in entrants if asked[one.pk]]


def _compute_queue_positions(entrants: Iterable[Entrant]) -> dict[int, int]:
    """Map entrant ids to their positions on the waiting list."""
    tournament_ids = [one.tournament_id for one in entrants if one.state == State.WAITING]
    waiting = Entrant.objects.filter(tournament__in=tournament_ids, state=State.WAITING)
    found: dict[int, int] = {}
    lengths: dict[int, int] = defaultdict(int)
    for key, tournament_id in waiting.order_by("queued_at", "number").values_list("pk", "tournament"):
        lengths[tournament_id] += 1
        found[key] = lengths[tournament_id]
    return found


def find_queue_position(entrant: Entrant) -> int:
    """Return the entrant's position on the waiting list; 0 if they are not on it."""
    return _compute_queue_positions([entrant]).get(entrant.pk, 0)
