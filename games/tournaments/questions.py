"""What an event asks somebody at this moment: to check in, to take a place, to go on, to play a challenge.

Read from the rows as they stand, so that a page, a letter and an answer to a letter all know the same.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal, NamedTuple

from django.db.models import Count, Q

from games.tournaments.models import Entrant, Qualifier, Sitting, Stage, Table, Tournament

What = Literal["check_in", "place", "stage", "challenge"]

State = Entrant.State
Phase = Tournament.State


class Question(NamedTuple):
    what: What
    until: datetime | None = None
    about: int = 0  # the number of a stage, or of a table
    seats: bool = False  # they may say where they would like to sit


def asked(entrant: Entrant, now: datetime) -> list[Question]:
    """What this entrant may answer now."""
    return asked_all([entrant], now)[entrant.pk]


def asked_all(entrants: Iterable[Entrant], now: datetime) -> dict[int, list[Question]]:
    """The same for several, by their keys. Their tournaments must be at hand."""
    found: dict[int, list[Question]] = defaultdict(list)
    for one in entrants:
        found[one.pk] += [question for question in _about_the_place(one) if is_open(question, now)]
    for place in _later_stages(found):
        question = Question("stage", place.until, place.stage.number, place.stage.plan.seats_are_chosen)
        found[place.entrant_id] += [question] if is_open(question, now) else []
    for sitting in _challenges(found):
        question = Question("challenge", sitting.table.deadline, sitting.table.number)
        found[sitting.entrant_id] += [question] if is_open(question, now) else []
    return found


def _challenges(keys: Iterable[int]) -> Iterable[Sitting]:
    planned = Sitting.objects.filter(
        entrant__in=list(keys), has_agreed=False, table__state=Table.State.PLANNED
    )
    return planned.select_related("table")


def is_open(question: Question, now: datetime) -> bool:
    return question.until is None or question.until > now


def _about_the_place(entrant: Entrant) -> list[Question]:
    phase = entrant.tournament.state
    if entrant.state == State.OFFERED and phase in (Phase.OPEN, Phase.CHECK_IN):
        return [Question("place", entrant.offered_until)]
    if entrant.state == State.ENTERED and phase == Phase.CHECK_IN:
        return [Question("check_in", entrant.offered_until)]
    return []


def _later_stages(keys: Iterable[int]) -> Iterable[Qualifier]:
    offered = Qualifier.objects.filter(entrant__in=list(keys), state=Qualifier.State.OFFERED)
    return offered.filter(stage__state=Stage.State.PLANNED).select_related("stage")


# --- the page of somebody's own tournaments


class Mine(NamedTuple):
    """One of somebody's events: what they are there, and what they are asked."""

    entrant: Entrant
    tournament: Tournament
    questions: list[Question]
    place_in_queue: int  # 0: not on the waiting list
    tables: int  # that run


def my_entries(user: Any, now: datetime) -> list[Mine]:
    """All events that somebody has entered: those that go on first, then the newest."""
    running = Count("sittings", filter=Q(sittings__table__state=Table.State.STARTED))
    found = Entrant.objects.filter(user=user).select_related("tournament").annotate(running=running)
    entrants = sorted(found, key=lambda one: (one.tournament.is_over or one.is_out, -one.tournament_id))
    questions = asked_all(entrants, now)
    queues = _queues(entrants)
    return [
        Mine(one, one.tournament, questions[one.pk], queues.get(one.pk, 0), one.running) for one in entrants
    ]


def waiting_for(user: Any, now: datetime) -> list[Tournament]:
    """The events that ask this person something."""
    over = [Phase.DRAFT, Phase.FINISHED, Phase.CANCELLED]
    found = Entrant.objects.filter(user=user).exclude(tournament__state__in=over)
    entrants = [one for one in found.select_related("tournament") if not one.is_out]
    asked = asked_all(entrants, now) if entrants else {}
    return [one.tournament for one in entrants if asked[one.pk]]


def _queues(entrants: Iterable[Entrant]) -> dict[int, int]:
    """Places on the waiting lists, by key."""
    events = [one.tournament_id for one in entrants if one.state == State.WAITING]
    waiting = Entrant.objects.filter(tournament__in=events, state=State.WAITING)
    found: dict[int, int] = {}
    lengths: dict[int, int] = defaultdict(int)
    for key, event in waiting.order_by("queued_at", "number").values_list("pk", "tournament"):
        lengths[event] += 1
        found[key] = lengths[event]
    return found


def place_in_queue(entrant: Entrant) -> int:
    return _queues([entrant]).get(entrant.pk, 0)
