"""The outbox of tournaments: sends the notices in `TournamentNotice`, each once and only while relevant.

Notices are claimed by user and tournament, so that everything about one tournament goes into one email.
Outdated and unwanted notices are dropped. Quiet hours delay an email; so does the user's preference to
collect tournament emails, unless a notice asks for an answer.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from accounts.preferences.mail_preferences import COLLECTED, NONE
from games.mail.outgoing import queue
from games.mail.outgoing.send_times import find_next_digest_time
from games.mail.outgoing.transport import MailSession
from games.tournaments.ledger.transaction import SEND_NOTICES_TASK, UNREACHABLE
from games.tournaments.mail import email
from games.tournaments.mail.email import QUESTION_KINDS
from games.tournaments.mail.sections.registry import load_notice_data
from games.tournaments.mail.sections.rounds import find_waiting_seat
from games.tournaments.models import (
    Entrant,
    Qualifier,
    Stage,
    TableSeat,
    Tournament,
    TournamentNotice,
    TournamentTable,
)

MOST_NOTICES_PER_EMAIL = 6  # per email; the rest goes into the next one
MAIL_PREFERENCE = "tournament"

Kind = TournamentNotice.Kind
State = Entrant.State
# kinds still sent to entrants who are out
SENT_AFTER_LEAVING = (Kind.MISSED, Kind.REFUSED, Kind.OUT, Kind.ENDED, Kind.RULING, Kind.TICKET, Kind.NEWS)


def send_due_notices(now: datetime | None = None) -> int:
    """Send what is due; return the number of emails sent."""
    return queue.send_due_mail(claim, send_or_drop, SEND_NOTICES_TASK, now)


# --- Claiming


def claim(now: datetime) -> list[Sequence[TournamentNotice]]:
    """Claim due notices, grouped into emails, so that no other worker sends them."""
    return queue.claim(_find_first_notices(now), now, lambda firsts: _lock_related_notices(firsts, now))


def _find_first_notices(now: datetime) -> QuerySet[TournamentNotice]:
    return queue.find_first_per_reader(TournamentNotice.objects.due(now), "user", "tournament")


def _lock_related_notices(
    firsts: Sequence[TournamentNotice], now: datetime
) -> list[Sequence[TournamentNotice]]:
    """Lock all waiting notices for the same users and tournaments as these, and no others.

    Another worker may hold a user's notices about another tournament; locking those too could deadlock.
    Notices being retried and not yet due are skipped, because another worker may be sending them.
    """
    pairs: dict[tuple[int, int], list[TournamentNotice]] = {
        (one.user_id, one.tournament_id): [] for one in firsts
    }
    found = (
        TournamentNotice.objects.waiting()
        .select_for_update(of=("self",))
        .select_related("user", "tournament__owner", "entrant")
    )
    same = reduce(or_, (Q(user=user, tournament=tournament) for user, tournament in pairs))
    found = found.filter(Q(next_try_at__lte=now) | Q(tries=0), same)
    for one in found.order_by("pk").prefetch_related("tournament__stages"):
        pairs[one.user_id, one.tournament_id].append(one)
    return [some[:MOST_NOTICES_PER_EMAIL] for some in pairs.values()]


# --- Sending


def send_or_drop(waiting: Sequence[TournamentNotice], mail: MailSession, now: datetime) -> bool:
    """Send the email of these notices, postpone it, or drop those that need none. Was an email sent?"""
    user = waiting[0].user
    wanted = [one for one in waiting if not _is_unwanted(one) and not _is_outdated(one)]
    _drop_notices([one for one in waiting if one not in wanted])
    if not user.is_reachable:
        _drop_notices(wanted, UNREACHABLE)
        return False
    if not wanted:
        return False
    if (when := _compute_send_time(user, wanted, now)) > now:
        queue.select_rows(wanted).postpone(when)
        return False
    try:
        message = email.build_email(user, wanted)
    except Exception:
        if len(wanted) == 1:
            raise
        sent = [_send_alone(one, mail, now) for one in wanted]
        return any(sent)
    mail.send(message)
    queue.select_rows(wanted).mark_sent(now)
    return True


def _send_alone(notice: TournamentNotice, mail: MailSession, now: datetime) -> bool:
    """Send this notice in an email of its own, so that one that cannot be rendered is retried alone."""
    if not queue.extend_claim([notice], now):
        return False
    return queue.send_with_retry([notice], now, lambda: send_or_drop([notice], mail, now))


def _drop_notices(notices: Sequence[TournamentNotice], error: str = "") -> None:
    if notices:
        queue.select_rows(notices).drop(error)


def _compute_send_time(user: Any, wanted: Sequence[TournamentNotice], now: datetime) -> datetime:
    """Compute when to send the email: after quiet hours and, if emails are collected, at the chosen hour."""
    if user.get_mail_preference(MAIL_PREFERENCE) != COLLECTED or any(
        one.kind in QUESTION_KINDS for one in wanted
    ):
        return user.next_email_time(now)
    first = min(one.created_at for one in wanted)
    return max(now, user.next_email_time(max(now, find_next_digest_time(first, user))))


def _is_unwanted(one: TournamentNotice) -> bool:
    if not one.user.is_active or not one.user.email:
        return True
    return one.user.get_mail_preference(MAIL_PREFERENCE) == NONE or (
        one.entrant is not None and one.entrant.is_unsubscribed
    )


# --- Outdated notices


def _is_outdated(one: TournamentNotice) -> bool:
    """Tell whether a notice no longer matters: its question is settled, or its reader is out."""
    if one.entrant is not None and one.entrant.is_out and one.kind not in SENT_AFTER_LEAVING:
        return True
    check = OUTDATED_CHECKS.get(one.kind)
    return check is not None and check(one)


def _build_state_check(*states: str) -> Callable[[TournamentNotice], bool]:
    """Return a check that the entrant is in none of these states."""
    return lambda one: one.entrant is None or one.entrant.state not in states


def _has_answered(one: TournamentNotice) -> bool:
    """Tell whether an offered place was answered, or an assigned one confirmed."""
    return _build_state_check(State.OFFERED if load_notice_data(one).get("is_offer") else State.ENTERED)(one)


def _check_in_is_settled(one: TournamentNotice) -> bool:
    """Tell whether the check-in is over, or the entrant has answered it."""
    return one.tournament.state != Tournament.State.CHECK_IN or _build_state_check(State.ENTERED)(one)


def _stage_is_over(one: TournamentNotice) -> bool:
    """Tell whether the stage is no longer running, so that news of its start is outdated."""
    return not _find_stage(one).filter(state=Stage.State.RUNNING).exists()


def _find_stage(one: TournamentNotice) -> QuerySet[Stage]:
    return Stage.objects.filter(tournament=one.tournament, number=load_notice_data(one)["stage"])


def _tables_are_done(one: TournamentNotice) -> bool:
    data = load_notice_data(one)
    tables = TournamentTable.objects.filter(seats__entrant=one.entrant, round__number__in=data["rounds"])
    here = tables.filter(round__stage__in=_find_stage(one))
    return here.exists() and all(table.is_done for table in here)


def _place_is_settled(one: TournamentNotice) -> bool:
    planned = _find_stage(one).filter(state=Stage.State.PLANNED)
    theirs = Qualifier.objects.filter(stage__in=planned, entrant=one.entrant)
    kept = theirs.filter(state__in=[Qualifier.State.OFFERED, Qualifier.State.ACCEPTED])
    return not kept.exists()


def _challenge_is_settled(one: TournamentNotice) -> bool:
    asked = TableSeat.objects.filter(entrant=one.entrant, has_agreed=False, table__tournament=one.tournament)
    return not asked.filter(
        table__number=load_notice_data(one)["table"], table__state=TournamentTable.State.PLANNED
    ).exists()


def _end_is_irrelevant(one: TournamentNotice) -> bool:
    """Tell whether the notice of the end does not concern the reader.

    Results are for those who played; a cancellation is for everybody who had not left before.
    """
    if one.entrant is None or one.tournament.state == Tournament.State.CANCELLED:
        return one.entrant is not None and one.entrant.is_out
    return one.entrant.state != State.ACTIVE and not one.entrant.table_seats.exists()


def _has_no_role(one: TournamentNotice) -> bool:
    named = load_notice_data(one).get("role", "")
    return bool(named) and not one.tournament.roles.filter(user=one.user, kind=named).exists()


OUTDATED_CHECKS: dict[str, Callable[[TournamentNotice], bool]] = {
    Kind.WAITING: _build_state_check(State.WAITING, State.PENDING),
    Kind.PLACE: _has_answered,
    Kind.CHECK_IN: _check_in_is_settled,
    Kind.STARTED: _stage_is_over,
    Kind.ROUND: _tables_are_done,
    Kind.THROUGH: _place_is_settled,
    Kind.ALTERNATE: _place_is_settled,
    Kind.CHALLENGE: _challenge_is_settled,
    Kind.ENDED: _end_is_irrelevant,
    Kind.NUDGE: lambda one: find_waiting_seat(one, load_notice_data(one)["table"]) is None,
    Kind.ROLE: _has_no_role,
}
