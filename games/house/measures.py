"""What can be read from the database, for whoever watches: the same numbers, whichever process is asked.

Each is a count over an index or a short table. What only grows is not counted from the start each time: a
tally in the cache remembers up to which row it has counted. If the cache is lost, it counts anew.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.db.models.functions import Least

from accounts.models import User
from games.mail import posting
from games.models import Game, Incoming, Invitation, Move, Notice, Pulse, Seat
from games.play import times
from games.play.time_outs import LEASE
from games.tournaments.models import Letter, Table, Tournament

FRESH = 10  # seconds for which a measurement is good
SETTLED = timedelta(minutes=1)  # what is younger may be overtaken by a row with a smaller number
DAY = timedelta(days=1)


class Measure(NamedTuple):
    """A name, what it says, and its numbers by label."""

    name: str
    says: str
    label: str
    numbers: dict[str, float]
    is_total: bool = False


def measures() -> list[Measure]:
    """All of them, at most some seconds old."""
    found: list[tuple[Any, ...]] | None = cache.get("house:measures")
    if found is None:
        found = [tuple(one) for one in measured(times.now())]
        cache.set("house:measures", found, FRESH)
    return [Measure(*one) for one in found]


def measured(now: datetime) -> Iterator[Measure]:
    yield Measure("moves", "Moves by how they came.", "how", moves(now), is_total=True)
    yield Measure("letters", "Letters by kind and outcome.", "kind,outcome", letters(now), is_total=True)
    outbox, post = outbox_of(now), incoming(now)
    yield Measure("outbox_notices", "Notices that wait, are late, or were given up.", "state", outbox.counts)
    yield Measure("outbox_age_seconds", "Since when the oldest notice is due.", "", {"": outbox.age})
    yield Measure(
        "incoming_letters", "Letters that came in and wait, or were given up.", "state", post.counts
    )
    yield Measure("incoming_age_seconds", "Since when the oldest letter is due.", "", {"": post.age})
    yield Measure("invitations_waiting", "Invitations whose letter has not left.", "", {"": invitations()})
    yield Measure("decisions_open", "Decisions that somebody is asked for.", "who", decisions())
    late = overdue(now)
    yield Measure("decisions_overdue", "Alarms whose time has come.", "", {"": late.counts["late"]})
    yield Measure("overdue_seconds", "Since when the oldest alarm is due.", "", {"": late.age})
    behind = results_behind(now)
    yield Measure(
        "results_behind", "Tables that are over and no result yet.", "", {"": behind.counts["late"]}
    )
    yield Measure("results_behind_seconds", "Since when the oldest of them is over.", "", {"": behind.age})
    yield Measure("games", "Games by state.", "state", games())
    yield Measure(
        "people", "People whom letters reach, do not reach, or came back from today.", "state", people(now)
    )
    age = pulse_age(now)
    if age is not None:
        yield Measure("pulse_age_seconds", "Since the last sweep.", "", {"": age})


# --- what only grows


def moves(now: datetime) -> dict[str, float]:
    """Moves of all times, by how they came."""
    played = Move.objects.filter(kind=Move.Kind.MOVE)
    return _tally("house:moves", played, ["how"], young=Q(at__gt=now - SETTLED))


def letters(now: datetime) -> dict[str, float]:
    """Notices of all times, by kind and what became of them; those of events have that before their kind."""
    young = Q(status=Notice.Status.WAITING) | Q(created_at__gt=now - SETTLED)
    found = _tally("house:letters", Notice.objects.all(), ["kind", "status"], young=young)
    events = _tally("house:event_letters", Letter.objects.all(), ["kind", "status"], young=young)
    found |= {f"event_{name}": number for name, number in events.items()}
    return {name: number for name, number in found.items() if not name.endswith(",waiting")}


def _tally(key: str, rows: QuerySet[Any], fields: list[str], *, young: Q) -> dict[str, float]:
    """Counts by these fields. Up to the first `young` row they are kept; the others may still change."""
    last, kept = cache.get(key) or (0, {})
    new = rows.filter(pk__gt=last)
    first = new.filter(young).aggregate(first=Min("pk"))["first"]
    settled = new.filter(pk__lt=first) if first else new
    upto = settled.aggregate(last=Max("pk"))["last"]
    if upto:
        last, kept = upto, dict(Counter(kept) + _grouped(settled.filter(pk__lte=upto), fields))
        cache.set(key, (last, kept), None)
    return dict(Counter(kept) + _grouped(rows.filter(pk__gt=last), fields))


def _grouped(rows: QuerySet[Any], fields: list[str]) -> Counter[str]:
    counted = rows.order_by().values_list(*fields).annotate(Count("pk"))
    return Counter({",".join(words): number for *words, number in counted})


# --- what waits


class Waiting(NamedTuple):
    """How many by state, and since when the oldest should have been done."""

    counts: dict[str, float]
    age: float


def outbox_of(now: datetime) -> Waiting:
    """Letters about games, and letters about events. What no mail server takes is late, though it is tried
    again only later."""
    both = [_outbox(Notice.objects.all(), now), _outbox(Letter.objects.all(), now)]
    counts = {name: sum(one.counts[name] for one in both) for name in both[0].counts}
    return Waiting(counts, max(_since(posting.down_since(), now), *(one.age for one in both)))


def _outbox(rows: QuerySet[Any], now: datetime) -> Waiting:
    found = rows.filter(status=Notice.Status.WAITING).aggregate(
        waiting=Count("pk"), retried=Count("pk", filter=Q(tries__gt=1)), first=Min("next_try_at")
    )
    parked = rows.filter(status=Notice.Status.PARKED).count()
    counts = {"waiting": found["waiting"], "retried": found["retried"], "parked": parked}
    return Waiting(counts, _since(found["first"], now))


def incoming(now: datetime) -> Waiting:
    due = Incoming.objects.filter(status__in=[Incoming.Status.WAITING, Incoming.Status.READ])
    found = due.aggregate(waiting=Count("pk"), first=Min("next_try_at"))
    parked = Incoming.objects.filter(status=Incoming.Status.PARKED).count()
    return Waiting({"waiting": found["waiting"], "parked": parked}, _since(found["first"], now))


def invitations() -> float:
    return Invitation.objects.filter(state=Invitation.State.SENT, posted__lt=F("times_sent")).count()


def decisions() -> dict[str, float]:
    asked = Seat.objects.filter(decision__isnull=False, game__state=Game.State.RUNNING)
    found = asked.aggregate(person=Count("pk", filter=Q(bot="")), bot=Count("pk", filter=~Q(bot="")))
    return dict(found)


def overdue(now: datetime) -> Waiting:
    """Alarms that nobody has heard; and those that are claimed again and again, because their game is in
    trouble, while the time of their decision is over."""
    heard = Seat.objects.filter(alarm_at__lte=now + LEASE).filter(Q(alarm_at__lte=now) | Q(final_at__lte=now))
    found = heard.aggregate(late=Count("pk"), first=Min(Least("alarm_at", "final_at")))
    return Waiting({"late": found["late"]}, _since(found["first"], now))


def results_behind(now: datetime) -> Waiting:
    """Games of events that have ended, as long as the director has not written it down."""
    directed = [Tournament.State.RUNNING, Tournament.State.PAUSED]
    ended = Table.objects.filter(state=Table.State.STARTED, game__state=Game.State.OVER)
    found = ended.filter(tournament__state__in=directed).aggregate(
        late=Count("pk"), first=Min("game__ended_at")
    )
    return Waiting({"late": found["late"]}, _since(found["first"], now))


def games() -> dict[str, float]:
    return dict(_grouped(Game.objects.all(), ["state"]))


def people(now: datetime) -> dict[str, float]:
    lost = Q(unreachable_since__isnull=False)
    return User.objects.filter(is_active=True).aggregate(
        reachable=Count("pk", filter=~lost),
        unreachable=Count("pk", filter=lost),
        bounced_today=Count("pk", filter=Q(bounced_at__gt=now - DAY)),
    )


def pulse_age(now: datetime) -> float | None:
    """Since when no sweep has come by; None if there never was one."""
    at = Pulse.objects.filter(pk=1).values_list("at", flat=True).first()
    return max(0.0, (now - at).total_seconds()) if at else None


def letters_pulse_age(now: datetime) -> float:
    """Since when nobody has looked after the letters; nothing, if nobody ever did."""
    return _since(Pulse.objects.filter(pk=1).values_list("letters_at", flat=True).first(), now)


def _since(first: datetime | None, now: datetime) -> float:
    return max(0.0, (now - first).total_seconds()) if first else 0.0
