"""The director: does what is due in an event, one step after the other, and nothing twice.

It is run by a sweep and after every entry of the ledger. What it does next is read from the rows, so that
whoever dies in between leaves an event that the next run goes on with. Each step is a transaction that holds
the tournament; a table and its game begin in the same one.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games.play import times
from games.tournaments import (
    adjudicating,
    advancing,
    copies,
    drawing,
    enrolling,
    gathering,
    halting,
    laddering,
    leaving,
    rounds,
    ruling,
    seating,
)
from games.tournaments.book import Book
from games.tournaments.models import Entrant, Letter, Ruling, Stage, Tournament

MOST_STEPS = 2000  # of one run: an event that never comes to rest is a bug, and must not hold up the others

log = logging.getLogger(__name__)

State = Tournament.State
AT_WORK = [State.OPEN, State.CHECK_IN, State.RUNNING, State.PAUSED]
OVER = [State.FINISHED, State.CANCELLED]

Step = Callable[[Book], bool]


def direct_all(now: datetime | None = None) -> int:
    """Look after every event that has something to come; return how many steps were taken."""
    ids = _at_work().order_by("pk").values_list("pk", flat=True)
    taken = sum(_unless_it_fails(pk, now) for pk in list(ids))
    halting.settle_all()  # also where an event was called off, and holds no game any more
    return taken


def direct_one(tournament_id: int, now: datetime | None = None) -> int:
    """Look after one to which something has happened; return how many steps were taken. One that is over has
    only games to let go, and a draft may be gone."""
    if _at_work().filter(pk=tournament_id).exists():
        return _unless_it_fails(tournament_id, now)
    halting.settle(tournament_id)
    return 0


def _at_work() -> QuerySet[Tournament]:
    """Those that are not over, and those that are but have a ruling which lacks a signature: it lapses."""
    unsigned = Ruling.objects.filter(state=Ruling.State.PROPOSED).values("tournament")
    return Tournament.objects.filter(Q(state__in=AT_WORK) | Q(state__in=OVER, pk__in=unsigned))


def _unless_it_fails(tournament_id: int, now: datetime | None) -> int:
    """An event that cannot be looked after is for the operator; the others go on."""
    try:
        return direct(tournament_id, now)
    except Exception:
        log.exception("tournament %s cannot be directed", tournament_id)
        return 0


def direct(tournament_id: int, now: datetime | None = None) -> int:
    """Do what is due; return how many steps that took. Run again at once, it does nothing."""
    now = now or times.now()
    halting.settle(tournament_id)  # games that go on again may have to be looked after
    taken = 0
    while taken < MOST_STEPS and (_step(tournament_id, now) or rounds.draw(tournament_id, now)):
        taken += 1
    halting.settle(tournament_id)
    return taken + seating.welcome_volunteers(tournament_id, now)


@transaction.atomic
def _step(tournament_id: int, now: datetime) -> bool:
    book = Book(tournament_id, now=now)
    return any(step(book) for step in STEPS.get(book.tournament.state, ()))


# --- before the start


def _begin_check_in(book: Book) -> bool:
    """The window opens so many hours before the start."""
    starts, hours = book.tournament.starts_at, book.tournament.plan.check_in_hours
    if starts is None or not hours or book.now < starts - timedelta(hours=hours):
        return False
    enrolling.begin_check_in(book)
    return True


def _begin(book: Book) -> bool:
    """The hour has come: who is there plays."""
    starts = book.tournament.starts_at
    if starts is None or book.now < starts:
        return False
    if book.tournament.state == State.CHECK_IN and enrolling.close_check_in(book):
        return True
    return begin(book)


def begin(book: Book) -> bool:
    """Freeze the settings and begin the first stage; not if there are too few."""
    there = enrolling.seeds(book)
    if len(there) < book.tournament.plan.least:
        return _too_few(book, len(there))
    book.set(state=State.RUNNING, frozen_at=book.now)
    entry = book.write("began", entrants=len(there))
    for one in there:
        one.state = Entrant.State.ACTIVE
    Entrant.objects.bulk_update(there, ["state", "seed", "rating"])
    book.tell(Letter.Kind.WAITING, book.entrants(Entrant.State.WAITING), entry)
    advancing.begin_stage(book, book.stages[0], [one.number for one in there])
    return True


def _too_few(book: Book, there: int) -> bool:
    """Told once for each number of people: the organizer may wait, take fewer, or call it off."""
    if book.tournament.entries.filter(kind="too_few", data__contains=f'"there":{there},').exists():
        return False
    least = book.tournament.plan.least
    number = book.write("too_few", there=there, least=least)
    book.tell_staff(Letter.Kind.DIGEST, number, there=there, least=least)
    return True


# --- the rounds of the stage that runs


def _close(book: Book) -> bool:
    """Close the first published round all of whose tables are done."""
    stage = book.stage
    if stage is None or (stage.plan.format == "knock_out" and ruling.waiting(book.tournament).exists()):
        return False  # who is in the next round is not settled
    return rounds.close_finished(book, stage)


def _end_stage(book: Book) -> bool:
    """All rounds are played: who goes on, and what comes next. Not while a ruling about that is open."""
    stage = book.stage
    if stage is None or not drawing.is_complete(book.story, stage.number):
        return False
    if ruling.waiting(book.tournament).exists():
        return False
    advancing.end_stage(book, stage)
    return True


def _next_stage(book: Book) -> bool:
    """The stage after one that is over begins when those who go on have answered."""
    return book.stage is None and advancing.begin_next(book)


def _end(book: Book) -> bool:
    """No stage is left."""
    if any(stage.state != Stage.State.FINISHED for stage in book.stages):
        return False
    advancing.end_event(book)
    return True


def _reckon(book: Book) -> bool:
    """Keep the copies of the standings for pages up to date; no entry comes of it."""
    copies.refresh(book)
    return False


STEPS: dict[str, tuple[Step, ...]] = {
    State.OPEN: (enrolling.promote, _begin_check_in, _begin),
    State.CHECK_IN: (enrolling.promote, _begin),
    State.RUNNING: (
        gathering.gather,
        leaving.no_shows,
        leaving.leavers,
        leaving.empty_seats,
        adjudicating.director_step,
        laddering.lapse,
        ruling.lapse,
        _close,
        _end_stage,
        _next_stage,
        seating.start_next,
        _end,
        _reckon,
    ),
    State.PAUSED: (gathering.gather, ruling.lapse, _reckon),
    **dict.fromkeys(OVER, (ruling.lapse,)),
}
