"""Disputes: an entrant asks the referees to look at something, and may appeal once.

Who sits at the table, or opened the dispute, does not answer it, and an appeal is answered by another
referee. The texts stay between the claimant and the referees; the public reads only what the referee wrote
for it.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
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


@transaction.atomic
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
    book, entrant = _open_for_entrant(entrant_id, now)
    words = require_text(text, LONGEST_TEXT)
    table = _find_own_table(book, entrant, table_number)
    if earlier := entrant.tickets.filter(table=table, text=words, state__in=WAITING_STATES).first():
        return earlier
    _require_time_left(book)
    _limit_disputes(book, entrant)
    ticket = Dispute.objects.create(
        tournament=book.tournament,
        number=book.next_number(book.tournament.tickets),
        table=table,
        claimant=entrant,
        text=words,
        at=book.now,
    )
    _notify_parties(book, ticket, "opened", receipt=receipt)
    return ticket


def _open_for_entrant(entrant_id: int, now: datetime | None) -> tuple[TournamentTransaction, Entrant]:
    found = Entrant.objects.filter(pk=entrant_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotAllowed(_("You do not take part in this tournament."))
    entrant = Entrant.objects.select_related("user")
    return (book := TournamentTransaction(found, now=now)), _act_as_entrant(book, entrant.get(pk=entrant_id))


def _act_as_entrant(book: TournamentTransaction, entrant: Entrant) -> Entrant:
    """Record the entrant's user as the author of the ledger entries to follow."""
    book.by = entrant.user
    return entrant


def _find_own_table(
    book: TournamentTransaction, entrant: Entrant, number: int | None
) -> TournamentTable | None:
    if number is None:
        return None
    table = book.tournament.tables.filter(number=number, sittings__entrant=entrant).first()
    if table is None:
        raise NotAllowed(_("You do not sit at this table."))
    return table


def _require_time_left(book: TournamentTransaction) -> None:
    state, ended = book.tournament.state, book.tournament.ended_at
    if state in (Tournament.State.DRAFT, Tournament.State.CANCELLED):
        raise NotNow(_("There are no referees for this tournament."))
    if ended is not None and book.now - ended > WINDOW_AFTER_END:
        raise NotNow(_("The tournament is over, and what was played there stands."))


def _limit_disputes(book: TournamentTransaction, entrant: Entrant) -> None:
    if entrant.tickets.filter(at__gt=book.now - ONE_DAY).count() >= MOST_DISPUTES_A_DAY:
        raise NotNow(_("That is many disputes for one day. Please go on tomorrow."))
    if (waiting := entrant.tickets.filter(state__in=WAITING_STATES).count()) >= MOST_OPEN_DISPUTES:
        words = ngettext(
            "The referees look at one dispute of yours already. Please wait for their answer.",
            "The referees look at %(n)d disputes of yours already. Please wait for their answer.",
            waiting,
        )
        raise NotNow(words % {"n": waiting})


@transaction.atomic
def appeal_dispute(
    ticket_id: int, entrant_id: int, text: str, *, receipt: bool = True, now: datetime | None = None
) -> Dispute:
    """Appeal against the answer: another referee looks at the dispute again."""
    book, entrant = _open_for_entrant(entrant_id, now)
    ticket = _get_own_dispute(ticket_id, entrant)
    if ticket.state == State.APPEALED:
        return ticket  # a double click
    if ticket.state != State.RULED:
        raise NotNow(_("There is no answer that you could appeal against."))
    if ticket.appeal_until is None or book.now > ticket.appeal_until:
        raise NotNow(_("The time for an appeal is over."))
    ticket.appeal, ticket.state = require_text(text, LONGEST_TEXT), State.APPEALED
    ticket.save(update_fields=["appeal", "state"])
    _notify_parties(book, ticket, "appealed", receipt=receipt)
    return ticket


@transaction.atomic
def withdraw_dispute(ticket_id: int, entrant_id: int, *, now: datetime | None = None) -> Dispute:
    """Close the claimant's own dispute without waiting for an answer."""
    book, entrant = _open_for_entrant(entrant_id, now)
    ticket = _get_own_dispute(ticket_id, entrant)
    if ticket.state != State.CLOSED:
        _close_and_notify(book, ticket)
    return ticket


def _get_own_dispute(ticket_id: int, entrant: Entrant) -> Dispute:
    ticket = entrant.tickets.select_related("table", "claimant", "tournament").filter(pk=ticket_id).first()
    if ticket is None:
        raise NotAllowed(_("This is somebody else's dispute."))
    return ticket


# --- Actions of the referees


@transaction.atomic
def answer_dispute(
    ticket_id: int, referee: Any, answer: str, public: str = "", *, now: datetime | None = None
) -> Dispute:
    """Answer a dispute or its appeal, optionally with a text for the public. The second answer is final."""
    book, ticket = _open_for_referee(ticket_id, referee, now)
    words, told = require_text(answer, LONGEST_TEXT), tidy_text(public)[:LONGEST_TEXT]
    if words in _list_standing_answers(ticket, referee):
        return ticket  # a double click
    require_impartial_referee(ticket, referee)
    if ticket.state == State.OPEN:
        _set_first_answer(book, ticket, words)
    elif ticket.state == State.APPEALED:
        _set_final_answer(book, ticket, words)
    else:
        raise NotNow(_("This dispute has been answered."))
    ticket.public = told
    ticket.save()
    _notify_parties(book, ticket, "answered")
    return ticket


def _list_standing_answers(ticket: Dispute, referee: Any) -> list[str]:
    """List this referee's answers that stand, to detect a double click."""
    said = [(ticket.answer, ticket.answered_by_id), (ticket.final_answer, ticket.final_by_id)]
    return [text for text, by in said if by == referee.pk and ticket.state not in WAITING_STATES]


def _set_first_answer(book: TournamentTransaction, ticket: Dispute, words: str) -> None:
    ticket.state, ticket.answer, ticket.answered_by = State.RULED, words, book.by
    ticket.answered_at, ticket.appeal_until = book.now, book.now + APPEAL_WINDOW


def _set_final_answer(book: TournamentTransaction, ticket: Dispute, words: str) -> None:
    if _is_appealed_against(ticket, book.by):
        raise NotAllowed(_("You have answered it the first time: somebody else must look at the appeal."))
    ticket.state, ticket.final_answer, ticket.final_by = State.CLOSED, words, book.by


@transaction.atomic
def close_dispute(ticket_id: int, referee: Any, *, now: datetime | None = None) -> Dispute:
    """Close a dispute that was answered and not appealed in time."""
    book, ticket = _open_for_referee(ticket_id, referee, now)
    if ticket.state == State.CLOSED:
        return ticket  # a double click
    require_impartial_referee(ticket, referee)
    if ticket.state in WAITING_STATES:
        raise NotNow(_("It waits for an answer."))
    if ticket.appeal_until is not None and book.now <= ticket.appeal_until:
        raise NotNow(_("There is still time for an appeal."))
    _close_and_notify(book, ticket)
    return ticket


def _close_and_notify(book: TournamentTransaction, ticket: Dispute) -> None:
    ticket.state = State.CLOSED
    ticket.save(update_fields=["state"])
    _notify_parties(book, ticket, "closed")


def _open_for_referee(
    ticket_id: int, referee: Any, now: datetime | None
) -> tuple[TournamentTransaction, Dispute]:
    found = Dispute.objects.filter(pk=ticket_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotPossible(_("There is no such dispute."))
    book = open_transaction(found, referee, REFEREE_ROLES, now)
    return book, Dispute.objects.select_related("table", "claimant", "tournament").get(pk=ticket_id)


def find_visible_disputes(tournament: Tournament, referee: Any) -> QuerySet[Dispute]:
    """Find the disputes a referee may read: all except other people's about the referee's own tables."""
    own = tournament.tables.filter(conflicts.build_involvement_filter(referee))
    return tournament.tickets.filter(Q(claimant__user=referee) | ~Q(table__in=own))


def may_see_dispute(ticket: Dispute, user: Any) -> bool:
    """Tell whether a user may read a dispute: the claimant, and referees who have no part in it."""
    if user.is_authenticated and ticket.claimant.user_id == user.pk:
        return True
    return find_role(ticket.tournament, user) in REFEREE_ROLES and not _is_party(ticket, user)


def _is_party(ticket: Dispute, user: Any) -> bool:
    return (
        conflicts.is_involved_in(user, [ticket.table] if ticket.table else [])
        or ticket.claimant.user_id == user.pk
    )


def _is_appealed_against(ticket: Dispute, user: Any) -> bool:
    """Tell whether the appeal is against this user's answer."""
    return ticket.state == State.APPEALED and ticket.answered_by_id == user.pk


def require_impartial_referee(ticket: Dispute, referee: Any) -> None:
    """Raise if the referee is the claimant or is involved in the table."""
    tables = [ticket.table] if ticket.table else []
    conflicts.require_impartial(referee, tables=tables, entrants=[ticket.claimant])


# --- Notices


def _notify_parties(book: TournamentTransaction, ticket: Dispute, what: str, *, receipt: bool = True) -> None:
    """Record the step and notify claimant and referees.

    The ledger gets only the number, because it is public.
    """
    entry = book.write(f"ticket_{what}", ticket=ticket.number)
    if receipt:
        book.notify(TournamentNotice.Kind.TICKET, [ticket.claimant], entry, ticket=ticket.number)
    book.notify_users(
        TournamentNotice.Kind.TICKET, _list_free_referees(book, ticket), entry, ticket=ticket.number
    )


def _list_free_referees(book: TournamentTransaction, ticket: Dispute) -> list[int]:
    """List the referees who may answer; if there are none, all of them, so that they find somebody."""
    staff = [
        role.user for role in book.tournament.roles.filter(kind__in=REFEREE_ROLES).select_related("user")
    ]
    free = [user.pk for user in staff if not (_is_party(ticket, user) or _is_appealed_against(ticket, user))]
    return free or [user.pk for user in staff if user.pk != ticket.claimant.user_id]
