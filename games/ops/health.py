"""Health checks for `/readyz` and `manage.py doctor`. Findings are sentences that contain no secrets."""

import functools
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from kombu.exceptions import OperationalError

from accounts import server_time
from games.mail.outgoing import availability
from games.ops import database_metrics

OK, ATTENTION, WRONG = "ok", "look", "wrong"

# seconds; sweeps run every ten seconds or more often, so each of these means that many have failed
MAX_EMAIL_DELAY, MAX_ALARM_DELAY, MAX_RESULT_DELAY, MAX_HEARTBEAT_AGE = 300, 300, 300, 120


class HealthFinding(NamedTuple):
    """What was checked, its state, a sentence about it, and what to do if something is wrong."""

    name: str
    state: str
    message: str
    remedy: str = ""


def run_checks() -> Iterator[HealthFinding]:
    """Run the checks of `/readyz`; without a working database only those of database and broker."""
    found = check_database()
    yield found
    yield check_broker()
    if found.state == OK:
        now = server_time.now()
        yield from (check(now) for check in (check_outbox, check_alarms, check_tournaments, check_heartbeat))


def worst_state(findings: list[HealthFinding]) -> str:
    states = {one.state for one in findings}
    return next((state for state in (WRONG, ATTENTION) if state in states), OK)


# --- database and broker


def check_database() -> HealthFinding:
    try:
        missing = count_missing_migrations()
    except DatabaseError as error:
        said = f"The database does not answer ({type(error).__name__})."
        return HealthFinding("database", WRONG, said, "Is it running, and is DATABASE_URL right?")
    if missing:
        said = f"The database is older than the code: {missing} migration(s) to apply."
        return HealthFinding("database", WRONG, said, "Run: manage.py migrate")
    return HealthFinding("database", OK, "The database answers and fits the code.")


def count_missing_migrations() -> int:
    """Count the apps with unapplied migrations, with a single query."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sum(1 for leaf in _load_latest_migrations() if leaf not in applied)


@functools.cache
def _load_latest_migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def check_broker() -> HealthFinding:
    url = current_app.conf.broker_url
    kind = url.partition(":")[0]  # the rest may hold a password
    try:
        connect_to_broker()
    except (OSError, OperationalError) as error:
        said = f"The broker ({kind}) does not answer ({type(error).__name__}): emails and bots are late."
        return HealthFinding("broker", WRONG, said, "Is it running, and is BROKER_URL right?")
    return HealthFinding("broker", OK, f"The broker ({kind}) answers.")


def connect_to_broker() -> None:
    """Open a new connection to the broker: a kept one may not have noticed that the broker is gone."""
    with current_app.connection_for_write() as link:
        link.default_channel.close()


# --- overdue work


def check_outbox(now: datetime) -> HealthFinding:
    if availability.is_sending_stopped():
        said = "So many emails came back that none leave for a quarter of an hour."
        return HealthFinding("outbox", WRONG, said, "Look at the mail server, then at: manage.py check_mail")
    since = availability.mail_server_down_since()
    if since is not None and (down := (now - since).total_seconds()) > MAX_EMAIL_DELAY:
        said = f"No email has left for {format_duration(down)}: the mail server does not take any."
        return HealthFinding("outbox", WRONG, said, "Look at it and at EMAIL_URL; then: manage.py check_mail")
    age = database_metrics.measure_outbox(now).age
    if age > MAX_EMAIL_DELAY:
        said = f"An email should have left {format_duration(age)} ago."
        return HealthFinding(
            "outbox", WRONG, said, "Is a worker running? Look at the notices in the admin pages."
        )
    return HealthFinding("outbox", OK, "Emails leave in time.")


def check_alarms(now: datetime) -> HealthFinding:
    return _check_backlog(
        "decisions",
        database_metrics.measure_overdue_alarms(now),
        MAX_ALARM_DELAY,
        fine="No decision is overdue.",
        wrong="{number} alarm(s) of open decisions are overdue, the oldest by {age}.",
        remedy="Are a worker and the beat running? If they are, the log tells which alarm fails, and why.",
    )


def check_tournaments(now: datetime) -> HealthFinding:
    return _check_backlog(
        "tournaments",
        database_metrics.measure_missing_results(now),
        MAX_RESULT_DELAY,
        fine="Tournaments are looked after.",
        wrong="{number} table(s) of tournaments are over without a result, one for {age}.",
        remedy="Are a worker and the beat running? If they are, the log says which tournament fails.",
    )


def _check_backlog(
    name: str, late: database_metrics.Backlog, most: float, *, fine: str, wrong: str, remedy: str
) -> HealthFinding:
    """Is the oldest thing that should have been done older than it may be?"""
    if late.age <= most:
        return HealthFinding(name, OK, fine)
    said = wrong.format(number=late.counts["late"], age=format_duration(late.age))
    return HealthFinding(name, WRONG, said, remedy)


def check_heartbeat(now: datetime) -> HealthFinding:
    remedy = "Start a worker and the beat: see docs/running.md."
    age = database_metrics.heartbeat_age(now)
    if age is None:
        return HealthFinding("heartbeat", WRONG, "No sweep has ever come by.", remedy)
    if age > MAX_HEARTBEAT_AGE:
        return HealthFinding(
            "heartbeat", WRONG, f"The last sweep came by {format_duration(age)} ago.", remedy
        )
    if (age := database_metrics.mail_heartbeat_age(now)) > MAX_EMAIL_DELAY:
        said = f"The last sweep for emails came by {format_duration(age)} ago. No clock runs meanwhile."
        return HealthFinding(
            "heartbeat", WRONG, said, "Start a worker for the queue work: see docs/running.md."
        )
    return HealthFinding("heartbeat", OK, f"The last sweep came by {format_duration(age)} ago.")


def format_duration(seconds: float) -> str:
    for size, word in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {word}"
    return f"{seconds:.0f} seconds"
