"""Is the house well? Each check is a name, a verdict and a sentence, without anything that is secret."""

import functools
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from celery import current_app
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from kombu.exceptions import OperationalError

from games.house import measures
from games.mail import posting
from games.play import times

OK, LOOK, WRONG = "ok", "look", "wrong"

# seconds; sweeps come every ten of them, so each of these means that many have failed
LATE_LETTER, LATE_ALARM, LATE_RESULT, LATE_PULSE = 300, 300, 300, 120


class Finding(NamedTuple):
    """What was looked at, how it is, and if it is not well, what to do."""

    name: str
    state: str
    says: str
    remedy: str = ""


def ready() -> Iterator[Finding]:
    """What `/readyz` tells. Without a database only that, and of the broker."""
    found = database()
    yield found
    yield broker()
    if found.state == OK:
        now = times.now()
        yield from (check(now) for check in (outbox, overdue, tournaments, pulse))


def verdict(findings: list[Finding]) -> str:
    states = {one.state for one in findings}
    return next((state for state in (WRONG, LOOK) if state in states), OK)


# --- database and broker


def database() -> Finding:
    try:
        missing = missing_migrations()
    except DatabaseError as error:
        said = f"The database does not answer ({type(error).__name__})."
        return Finding("database", WRONG, said, "Is it running, and is DATABASE_URL right?")
    if missing:
        said = f"The database is older than the code: {missing} migration(s) to apply."
        return Finding("database", WRONG, said, "Run: manage.py migrate")
    return Finding("database", OK, "The database answers and fits the code.")


def missing_migrations() -> int:
    """How many apps have migrations that were not applied. One question, whatever there is to compare."""
    applied = MigrationRecorder(connection).applied_migrations()
    return sum(1 for leaf in _leaves() if leaf not in applied)


@functools.cache
def _leaves() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).graph.leaf_nodes())


def broker() -> Finding:
    url = current_app.conf.broker_url
    kind = url.partition(":")[0]  # the rest may hold a password
    try:
        reach_broker()
    except (OSError, OperationalError) as error:
        said = f"The broker ({kind}) does not answer ({type(error).__name__}): letters and bots are late."
        return Finding("broker", WRONG, said, "Is it running, and is BROKER_URL right?")
    return Finding("broker", OK, f"The broker ({kind}) answers.")


def reach_broker() -> None:
    """By a connection of our own: one that was kept may not know yet that nobody is there."""
    with current_app.connection_for_write() as link:
        link.default_channel.close()


# --- what should have happened


def outbox(now: datetime) -> Finding:
    if posting.is_stopped():
        said = "So many letters came back that none leave for a quarter of an hour."
        return Finding("outbox", WRONG, said, "Look at the mail server, then at: manage.py check_mail")
    since = posting.down_since()
    if since is not None and (down := (now - since).total_seconds()) > LATE_LETTER:
        said = f"No letter has left for {spoken(down)}: the mail server does not take any."
        return Finding("outbox", WRONG, said, "Look at it and at EMAIL_URL; then: manage.py check_mail")
    age = measures.outbox_of(now).age
    if age > LATE_LETTER:
        said = f"A letter should have left {spoken(age)} ago."
        return Finding("outbox", WRONG, said, "Is a worker running? Look at the notices in the admin pages.")
    return Finding("outbox", OK, "Letters leave in time.")


def overdue(now: datetime) -> Finding:
    late = measures.overdue(now)
    if late.age > LATE_ALARM:
        said = (
            f"{late.counts['late']} alarm(s) of open decisions are overdue, the oldest by {spoken(late.age)}."
        )
        remedy = "Are a worker and the beat running? If they are, the log tells which alarm fails, and why."
        return Finding("decisions", WRONG, said, remedy)
    return Finding("decisions", OK, "No decision is overdue.")


def tournaments(now: datetime) -> Finding:
    behind = measures.results_behind(now)
    if behind.age > LATE_RESULT:
        number = behind.counts["late"]
        said = f"{number} table(s) of tournaments are over without a result, one for {spoken(behind.age)}."
        remedy = "Are a worker and the beat running? If they are, the log says which tournament fails."
        return Finding("tournaments", WRONG, said, remedy)
    return Finding("tournaments", OK, "Tournaments are looked after.")


def pulse(now: datetime) -> Finding:
    remedy = "Start a worker and the beat: see docs/running.md."
    age = measures.pulse_age(now)
    if age is None:
        return Finding("pulse", WRONG, "No sweep has ever come by.", remedy)
    if age > LATE_PULSE:
        return Finding("pulse", WRONG, f"The last sweep came by {spoken(age)} ago.", remedy)
    if (letters := measures.letters_pulse_age(now)) > LATE_LETTER:
        said = f"The last sweep for letters came by {spoken(letters)} ago. No clock runs meanwhile."
        return Finding("pulse", WRONG, said, "Start a worker for the queue work: see docs/running.md.")
    return Finding("pulse", OK, f"The last sweep came by {spoken(age)} ago.")


def spoken(seconds: float) -> str:
    for size, word in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {word}"
    return f"{seconds:.0f} seconds"
