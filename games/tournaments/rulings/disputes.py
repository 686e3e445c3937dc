"""Disputes: an entrant asks the referees to look at something, and may appeal once.

Who sits at the table, or opened the dispute, does not answer it, and an appeal is answered by another
referee. The texts stay between the claimant and the referees; the public reads only what the referee wrote
for it.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.db.transaction import atomic
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotAllowed, NotNow, NotPossible
from games.text import tidy_text
from games.tournaments.ledger.transaction import TournamentTransaction, open_transaction
from games.tournaments.models import Dispute, Entrant, Tournament, TournamentNotice, TournamentTable
from games.tournaments.staff import conflicts
from games.tournaments.staff.permissions import REFEREE_ROLES, find_role
from games.tournaments.text import require_text

LONGEST_TEXT = 2000
APPEAL_WINDOW = timedelta(hours=72)
WINDOW_AFTER_END = timedelta(days=7)  # after the end of the tournament
MOST_OPEN_DISPUTES = 3  # per entrant
MOST_DISPUTES_A_DAY = 5
ONE_DAY = timedelta(days=1)

State = Dispute.State
WAITING_STATES = (State.OPEN, State.APPEALED)


# --- Actions of the entrant


@atomic
def open_dispute(
    entrant_id: int,
    table_number: int | None,
    text: str,
    *,
    receipt: bool = True,
    now: datetime | None = None,
) -> Dispute:
    """Open a dispute about one's own table, or about the tournament. The same text twice is one dispute.

    `receipt` is False where the claimant's email is answered anyway.
    """
    transaction, entrant = _open_for_entrant(entrant_id, now)
    phrase = require_text(text, LONGEST_TEXT)
    table = _find_own_table(transaction, entrant, table_number)
    if earlier := entrant.disputes.filter(table=table, text=phrase, state__in=WAITING_STATES).first():
        return earlier
    _require_time_left(transaction)
    _limit_disputes(transaction, entrant)
    dispute = Dispute.objects.create(
        tournament=transaction.tournament,
        number=transaction.next_number(transaction.tournament.disputes),
        table=table,
        claimant=entrant,
        text=phrase,
        at=transaction.now,
    )
    _notify_parties(transaction, dispute, "opened", receipt=receipt)
    return dispute


def _open_for_entrant(entrant_id: int, now: datetime | None) -> tuple[TournamentTransaction, Entrant]:
    found = Entrant.objects.filter(pk=entrant_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotAllowed(_("You are not in this tournament."))
    entrant = Entrant.objects.select_related("user")
    return (transaction := TournamentTransaction(found, now=now)), _act_as_entrant(
        transaction, entrant.get(pk=entrant_id)
    )


def _act_as_entrant(transaction: TournamentTransaction, entrant: Entrant) -> Entrant:
    """Record the entrant's user as the author of the ledger entries to follow."""
    transaction.by = entrant.user
    return entrant


def _find_own_table(
    transaction: TournamentTransaction, entrant: Entrant, number: int | None
) -> TournamentTable | None:
    if number is None:
        return None
    table = transaction.tournament.tables.filter(number=number, seats__entrant=entrant).first()
    if table is None:
        raise NotAllowed(_("You are not at this table."))
    return table


def _require_time_left(transaction: TournamentTransaction) -> None:
    state, ended = transaction.tournament.state, transaction.tournament.ended_at
    if state in (Tournament.State.DRAFT, Tournament.State.CANCELLED):
        raise NotNow(_("There are no referees for this tournament."))
    if ended is not None and transaction.now - ended > WINDOW_AFTER_END:
        raise NotNow(_("The tournament is over, and the results stand."))


def _limit_disputes(transaction: TournamentTransaction, entrant: Entrant) -> None:
    if entrant.disputes.filter(at__gt=transaction.now - ONE_DAY).count() >= MOST_DISPUTES_A_DAY:
        raise NotNow(_("That is a lot of disputes for one day. Please continue tomorrow."))
    if (waiting := entrant.disputes.filter(state__in=WAITING_STATES).count()) >= MOST_OPEN_DISPUTES:
        text = ngettext(
            "The referees are already looking at one of your disputes. Please wait for their answer.",
            "The referees are already looking at %(n)d of your disputes. Please wait for their answer.",
            waiting,
        )
        raise NotNow(text % {"n": waiting})


@atomic
def appeal_dispute(
    ticket_id: int, entrant_id: int, text: str, *, receipt: bool = True, now: datetime | None = None
) -> Dispute:
    """Appeal against the answer: another referee looks at the dispute again."""
    transaction, entrant = _open_for_entrant(entrant_id, now)
    dispute = _get_own_dispute(ticket_id, entrant)
    if dispute.state == State.APPEALED:
        return dispute  # a double click
    if dispute.state != State.RULED:
        raise NotNow(_("There is no answer you could appeal against."))
    if dispute.appeal_until is None or transaction.now > dispute.appeal_until:
        raise NotNow(_("It is too late to appeal."))
    dispute.appeal, dispute.state = require_text(text, LONGEST_TEXT), State.APPEALED
    dispute.save(update_fields=["appeal", "state"])
    _notify_parties(transaction, dispute, "appealed", receipt=receipt)
    return dispute


@atomic
def withdraw_dispute(ticket_id: int, entrant_id: int, *, now: datetime | None = None) -> Dispute:
    """Close the claimant's own dispute without waiting for an answer."""
    transaction, entrant = _open_for_entrant(entrant_id, now)
    dispute = _get_own_dispute(ticket_id, entrant)
    if dispute.state != State.CLOSED:
        _close_and_notify(transaction, dispute)
    return dispute


def _get_own_dispute(ticket_id: int, entrant: Entrant) -> Dispute:
    dispute = entrant.disputes.select_related("table", "claimant", "tournament").filter(pk=ticket_id).first()
    if dispute is None:
        raise NotAllowed(_("This is somebody else's dispute."))
    return dispute


# --- Actions of the referees


@atomic
def answer_dispute(
    ticket_id: int, referee: Any, answer: str, public: str = "", *, now: datetime | None = None
) -> Dispute:
    """Answer a dispute or its appeal, optionally with a text for the public. The second answer is final."""
    transaction, dispute = _open_for_referee(ticket_id, referee, now)
    phrase, text = require_text(answer, LONGEST_TEXT), tidy_text(public)[:LONGEST_TEXT]
    if phrase in _list_standing_answers(dispute, referee):
        return dispute  # a double click
    require_impartial_referee(dispute, referee)
    if dispute.state == State.OPEN:
        _set_first_answer(transaction, dispute, phrase)
    elif dispute.state == State.APPEALED:
        _set_final_answer(transaction, dispute, phrase)
    else:
        raise NotNow(_("This dispute has been answered."))
    dispute.public_answer = text
    dispute.save()
    _notify_parties(transaction, dispute, "answered")
    return dispute


def _list_standing_answers(dispute: Dispute, referee: Any) -> list[str]:
    """List this referee's answers that stand, to detect a double click."""
    said = [(dispute.answer, dispute.answered_by_id), (dispute.final_answer, dispute.final_answer_by_id)]
    return [text for text, by in said if by == referee.pk and dispute.state not in WAITING_STATES]


def _set_first_answer(transaction: TournamentTransaction, dispute: Dispute, text: str) -> None:
    dispute.state, dispute.answer, dispute.answered_by = State.RULED, text, transaction.by
    dispute.answered_at, dispute.appeal_until = transaction.now, transaction.now + APPEAL_WINDOW


def _set_final_answer(transaction: TournamentTransaction, dispute: Dispute, text: str) -> None:
    if _is_appealed_against(dispute, transaction.by):
        raise NotAllowed(_("You gave the first answer: somebody else must look at the appeal."))
    dispute.state, dispute.final_answer, dispute.final_answer_by = State.CLOSED, text, transaction.by


@atomic
def close_dispute(ticket_id: int, referee: Any, *, now: datetime | None = None) -> Dispute:
    """Close a dispute that was answered and not appealed in time."""
    transaction, dispute = _open_for_referee(ticket_id, referee, now)
    if dispute.state == State.CLOSED:
        return dispute  # a double click
    require_impartial_referee(dispute, referee)
    if dispute.state in WAITING_STATES:
        raise NotNow(_("It is waiting for an answer."))
    if dispute.appeal_until is not None and transaction.now <= dispute.appeal_until:
        raise NotNow(_("It can still be appealed."))
    _close_and_notify(transaction, dispute)
    return dispute


def _close_and_notify(transaction: TournamentTransaction, dispute: Dispute) -> None:
    dispute.state = State.CLOSED
    dispute.save(update_fields=["state"])
    _notify_parties(transaction, dispute, "closed")


def _open_for_referee(
    ticket_id: int, referee: Any, now: datetime | None
) -> tuple[TournamentTransaction, Dispute]:
    found = Dispute.objects.filter(pk=ticket_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotPossible(_("There is no such dispute."))
    transaction = open_transaction(found, referee, REFEREE_ROLES, now)
    return transaction, Dispute.objects.select_related("table", "claimant", "tournament").get(pk=ticket_id)


def find_visible_disputes(tournament: Tournament, referee: Any) -> QuerySet[Dispute]:
    """Find the disputes a referee may read: all except other people's about the referee's own tables."""
    own = tournament.tables.filter(conflicts.build_involvement_filter(referee))
    return tournament.disputes.filter(Q(claimant__user=referee) | ~Q(table__in=own))


def may_see_dispute(dispute: Dispute, user: Any) -> bool:
    """Tell whether a user may read a dispute: the claimant, and referees who have no part in it."""
    if user.is_authenticated and dispute.claimant.user_id == user.pk:
        return True
    return find_role(dispute.tournament, user) in REFEREE_ROLES and not _is_party(dispute, user)


def _is_party(dispute: Dispute, user: Any) -> bool:
    return (
        conflicts.is_involved_in(user, [dispute.table] if dispute.table else [])
        or dispute.claimant.user_id == user.pk
    )


def _is_appealed_against(dispute: Dispute, user: Any) -> bool:
    """Tell whether the appeal is against this user's answer."""
    return dispute.state == State.APPEALED and dispute.answered_by_id == user.pk


def require_impartial_referee(dispute: Dispute, referee: Any) -> None:
    """Raise if the referee is the claimant or is involved in the table."""
    tables = [dispute.table] if dispute.table else []
    conflicts.require_impartial(referee, tables=tables, entrants=[dispute.claimant])


# --- Notices


def _notify_parties(
    transaction: TournamentTransaction, dispute: Dispute, what: str, *, receipt: bool = True
) -> None:
    """Record the step and notify claimant and referees.

    The ledger gets only the number, because it is public.
    """
    entry = transaction.append_entry(f"ticket_{what}", ticket=dispute.number)
    if receipt:
        transaction.notify(TournamentNotice.Kind.TICKET, [dispute.claimant], entry, ticket=dispute.number)
    transaction.notify_users(
        TournamentNotice.Kind.TICKET, _list_free_referees(transaction, dispute), entry, ticket=dispute.number
    )


def _list_free_referees(transaction: TournamentTransaction, dispute: Dispute) -> list[int]:
    """List the referees who may answer; if there are none, all of them, so that they find somebody."""
    staff = [
        role.user
        for role in transaction.tournament.roles.filter(kind__in=REFEREE_ROLES).select_related("user")
    ]
    free = [
        user.pk for user in staff if not (_is_party(dispute, user) or _is_appealed_against(dispute, user))
    ]
    return free or [user.pk for user in staff if user.pk != dispute.claimant.user_id]
