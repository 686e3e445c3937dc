"""Metrics read from the database: the same numbers whichever process reports them.

Each is a count over an index or a short table. Ever-growing tables are not counted from the start each time:
the cache remembers the counts up to a row. If the cache is lost, they are counted anew.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Max, Min, Q, QuerySet
from django.db.models.functions import Least

from accounts import server_time
from accounts.models import User
from games.mail.outgoing import availability
from games.models import Game, GameLogEntry, GameNotice, Heartbeat, IncomingMail, Invitation, Seat
from games.models.queued_mail import QueuedMailQuerySet
from games.play.deadlines.alarms import ALARM_LEASE
from games.tournaments.models import Tournament, TournamentNotice, TournamentTable

CACHE_SECONDS = 10  # seconds for which the metrics are cached
SETTLING_TIME = timedelta(minutes=1)  # a younger row may become visible before one with a smaller number
DAY = timedelta(days=1)


class DatabaseMetric(NamedTuple):
    """A metric: its name, its description, and its numbers by label."""

    name: str
    description: str
    label: str
    numbers: dict[str, float]
    is_counter: bool = False


def load_metrics() -> list[DatabaseMetric]:
    """Return all metrics, at most some seconds old."""
    found: list[tuple[Any, ...]] | None = cache.get("ops:metrics")
    if found is None:
        found = [tuple(one) for one in compute_metrics(server_time.now())]
        cache.set("ops:metrics", found, CACHE_SECONDS)
    return [DatabaseMetric(*one) for one in found]


def compute_metrics(now: datetime) -> Iterator[DatabaseMetric]:
    yield DatabaseMetric("moves", "Moves by how they came.", "how", count_moves(now), is_counter=True)
    yield DatabaseMetric(
        "emails", "Emails by kind and outcome.", "kind,outcome", count_emails(now), is_counter=True
    )
    outbox, incoming = measure_outbox(now), measure_incoming_mail(now)
    yield DatabaseMetric(
        "outbox_notices",
        "Notices and invitations that wait, are late, or were given up.",
        "state",
        outbox.counts,
    )
    yield DatabaseMetric(
        "outbox_age_seconds", "Since when the oldest notice or invitation is due.", "", {"": outbox.age}
    )
    yield DatabaseMetric(
        "incoming_emails", "Emails that came in and wait, or were given up.", "state", incoming.counts
    )
    yield DatabaseMetric(
        "incoming_age_seconds", "Since when the oldest email is due.", "", {"": incoming.age}
    )
    yield DatabaseMetric(
        "invitations_waiting",
        "Invitations whose email has not been sent.",
        "",
        {"": count_unsent_invitations()},
    )
    yield DatabaseMetric(
        "decisions_open", "Decisions that somebody is asked for.", "who", count_open_decisions()
    )
    late = measure_overdue_alarms(now)
    yield DatabaseMetric("decisions_overdue", "Alarms whose time has come.", "", {"": late.counts["late"]})
    yield DatabaseMetric("overdue_seconds", "Since when the oldest alarm is due.", "", {"": late.age})
    behind = measure_missing_results(now)
    yield DatabaseMetric(
        "results_behind", "Tables that are over and no result yet.", "", {"": behind.counts["late"]}
    )
    yield DatabaseMetric(
        "results_behind_seconds", "Since when the oldest of them is over.", "", {"": behind.age}
    )
    yield DatabaseMetric("games", "Games by state.", "state", count_games())
    yield DatabaseMetric(
        "people",
        "Users whom emails reach, do not reach, or bounced from today.",
        "state",
        count_people(now),
    )
    age = heartbeat_age(now)
    if age is not None:
        yield DatabaseMetric("heartbeat_age_seconds", "Since the last sweep.", "", {"": age})


# --- ever-growing counts


def count_moves(now: datetime) -> dict[str, float]:
    """Count all moves ever made, by how they were made."""
    played = GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MOVE)
    return _count_incrementally("ops:moves", played, ["how"], young=Q(at__gt=now - SETTLING_TIME))


def count_emails(now: datetime) -> dict[str, float]:
    """Count all notices ever made, by kind and status; the kinds of tournaments begin with `tournament_`."""
    young = Q(status=GameNotice.Status.WAITING) | Q(created_at__gt=now - SETTLING_TIME)
    found = _count_incrementally("ops:game_emails", GameNotice.objects.all(), ["kind", "status"], young=young)
    in_tournaments = _count_incrementally(
        "ops:tournament_emails", TournamentNotice.objects.all(), ["kind", "status"], young=young
    )
    found |= {f"tournament_{name}": number for name, number in in_tournaments.items()}
    return {name: number for name, number in found.items() if not name.endswith(",waiting")}


def _count_incrementally(key: str, rows: QuerySet[Any], fields: list[str], *, young: Q) -> dict[str, float]:
    """Count rows by these fields, incrementally.

    Counts up to the first `young` row are cached; younger rows may still change and are counted each time.
    """
    last, kept = cache.get(key) or (0, {})
    new = rows.filter(pk__gt=last)
    first = new.filter(young).aggregate(first=Min("pk"))["first"]
    settled = new.filter(pk__lt=first) if first else new
    upto = settled.aggregate(last=Max("pk"))["last"]
    if upto:
        last, kept = upto, dict(Counter(kept) + _count_by_fields(settled.filter(pk__lte=upto), fields))
        cache.set(key, (last, kept), None)
    return dict(Counter(kept) + _count_by_fields(rows.filter(pk__gt=last), fields))


def _count_by_fields(rows: QuerySet[Any], fields: list[str]) -> Counter[str]:
    counted = rows.order_by().values_list(*fields).annotate(Count("pk"))
    return Counter({",".join(words): number for *words, number in counted})


# --- backlogs


class Backlog(NamedTuple):
    """The size of a backlog by state, and the age of its oldest item in seconds."""

    counts: dict[str, float]
    age: float


def measure_outbox(now: datetime) -> Backlog:
    """Measure the outboxes of games, of tournaments and of invitations together.

    While the mail server is down everything counts as late, although the next try is only due later. An
    invitation to an address that takes no email is left out: its host sees it, and nobody else can mend it.
    """
    rows: list[QueuedMailQuerySet[Any]] = [
        GameNotice.objects.all(),
        TournamentNotice.objects.all(),
        Invitation.objects.exclude(has_bounced=True),
    ]
    outboxes = [_measure_outbox_rows(one, now) for one in rows]
    counts = {name: sum(one.counts[name] for one in outboxes) for name in outboxes[0].counts}
    down = _seconds_since(availability.mail_server_down_since(), now)
    return Backlog(counts, max(down, *(one.age for one in outboxes)))


def _measure_outbox_rows(rows: QueuedMailQuerySet[Any], now: datetime) -> Backlog:
    found = rows.waiting().aggregate(
        waiting=Count("pk"), retried=Count("pk", filter=Q(tries__gt=1)), first=Min("next_try_at")
    )
    parked = rows.parked().count()
    counts = {"waiting": found["waiting"], "retried": found["retried"], "parked": parked}
    return Backlog(counts, _seconds_since(found["first"], now))


def measure_incoming_mail(now: datetime) -> Backlog:
    due = IncomingMail.objects.filter(status__in=[IncomingMail.Status.WAITING, IncomingMail.Status.READ])
    found = due.aggregate(waiting=Count("pk"), first=Min("next_try_at"))
    parked = IncomingMail.objects.filter(status=IncomingMail.Status.PARKED).count()
    return Backlog({"waiting": found["waiting"], "parked": parked}, _seconds_since(found["first"], now))


def count_unsent_invitations() -> float:
    return Invitation.objects.waiting().count()


def count_open_decisions() -> dict[str, float]:
    asked = Seat.objects.filter(decision__isnull=False, game__state=Game.State.RUNNING)
    found = asked.aggregate(person=Count("pk", filter=Q(bot="")), bot=Count("pk", filter=~Q(bot="")))
    return dict(found)


def measure_overdue_alarms(now: datetime) -> Backlog:
    """Measure the alarms that are overdue.

    These are alarms that no worker has handled, and alarms that are claimed again and again because their
    game fails, once the time of the decision is over.
    """
    heard = Seat.objects.filter(alarm_at__lte=now + ALARM_LEASE).filter(
        Q(alarm_at__lte=now) | Q(final_at__lte=now)
    )
    found = heard.aggregate(late=Count("pk"), first=Min(Least("alarm_at", "final_at")))
    return Backlog({"late": found["late"]}, _seconds_since(found["first"], now))


def measure_missing_results(now: datetime) -> Backlog:
    """Measure the finished games of tournaments whose result has not been recorded yet."""
    directed = [Tournament.State.RUNNING, Tournament.State.PAUSED]
    ended = TournamentTable.objects.filter(state=TournamentTable.State.STARTED, game__state=Game.State.OVER)
    found = ended.filter(tournament__state__in=directed).aggregate(
        late=Count("pk"), first=Min("game__ended_at")
    )
    return Backlog({"late": found["late"]}, _seconds_since(found["first"], now))


def count_games() -> dict[str, float]:
    return dict(_count_by_fields(Game.objects.all(), ["state"]))


def count_people(now: datetime) -> dict[str, float]:
    lost = Q(unreachable_since__isnull=False)
    return User.objects.filter(is_active=True).aggregate(
        reachable=Count("pk", filter=~lost),
        unreachable=Count("pk", filter=lost),
        bounced_today=Count("pk", filter=Q(bounced_at__gt=now - DAY)),
    )


def heartbeat_age(now: datetime) -> float | None:
    """Return the seconds since the last sweep; None if there has never been one."""
    at = Heartbeat.objects.filter(pk=1).values_list("at", flat=True).first()
    return max(0.0, (now - at).total_seconds()) if at else None


def mail_heartbeat_age(now: datetime) -> float:
    """Return the seconds since the last sweep for emails; 0 if there has never been one."""
    return _seconds_since(Heartbeat.objects.filter(pk=1).values_list("mail_at", flat=True).first(), now)


def _seconds_since(first: datetime | None, now: datetime) -> float:
    return max(0.0, (now - first).total_seconds()) if first else 0.0
