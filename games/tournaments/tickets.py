"""Disputes: an entrant asks the referees to look at something, and may appeal once.

Whoever sits at the table, or has opened the ticket, does not answer it, and an appeal is answered by somebody
else. What was written stays between the claimant and the referees; the public reads what the referee has
written for it.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotNow, NotPossible, NotYours
from games.play.wording import tidy
from games.tournaments import impartial
from games.tournaments.book import RULING, Book, open_book, role_of
from games.tournaments.models import Entrant, Letter, Table, Ticket, Tournament
from games.tournaments.wording import required

LONGEST_TEXT = 2000
APPEAL = timedelta(hours=72)
AFTERWARDS = timedelta(days=7)  # after the end of the event
MOST_OPEN = 3  # of one entrant
MOST_A_DAY = 5
A_DAY = timedelta(days=1)

State = Ticket.State
WAITS = (State.OPEN, State.APPEALED)


# --- the entrant


@transaction.atomic
def open_ticket(
    entrant_id: int,
    table_number: int | None,
    text: str,
    *,
    receipt: bool = True,
    now: datetime | None = None,
) -> Ticket:
    """Ask the referees to look at a table of one's own, or at the event. The same words twice are one.

    Without a receipt where the claimant's letter is answered anyway."""
    book, entrant = _of_entrant(entrant_id, now)
    words = required(text, LONGEST_TEXT)
    table = _own_table(book, entrant, table_number)
    if earlier := entrant.tickets.filter(table=table, text=words, state__in=WAITS).first():
        return earlier
    _must_be_time(book)
    _must_not_flood(book, entrant)
    ticket = Ticket.objects.create(
        tournament=book.tournament,
        number=book.next_number(book.tournament.tickets),
        table=table,
        claimant=entrant,
        text=words,
        at=book.now,
    )
    _tell(book, ticket, "opened", receipt=receipt)
    return ticket


def _of_entrant(entrant_id: int, now: datetime | None) -> tuple[Book, Entrant]:
    found = Entrant.objects.filter(pk=entrant_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotYours(_("You do not take part in this tournament."))
    entrant = Entrant.objects.select_related("user")
    return (book := Book(found, now=now)), _by(book, entrant.get(pk=entrant_id))


def _by(book: Book, entrant: Entrant) -> Entrant:
    """What follows in the ledger is this person's doing."""
    book.by = entrant.user
    return entrant


def _own_table(book: Book, entrant: Entrant, number: int | None) -> Table | None:
    if number is None:
        return None
    table = book.tournament.tables.filter(number=number, sittings__entrant=entrant).first()
    if table is None:
        raise NotYours(_("You do not sit at this table."))
    return table


def _must_be_time(book: Book) -> None:
    state, ended = book.tournament.state, book.tournament.ended_at
    if state in (Tournament.State.DRAFT, Tournament.State.CANCELLED):
        raise NotNow(_("There are no referees for this tournament."))
    if ended is not None and book.now - ended > AFTERWARDS:
        raise NotNow(_("The tournament is over, and what was played there stands."))


def _must_not_flood(book: Book, entrant: Entrant) -> None:
    if entrant.tickets.filter(at__gt=book.now - A_DAY).count() >= MOST_A_DAY:
        raise NotNow(_("That is many disputes for one day. Please go on tomorrow."))
    if (waiting := entrant.tickets.filter(state__in=WAITS).count()) >= MOST_OPEN:
        words = ngettext(
            "The referees look at one dispute of yours already. Please wait for their answer.",
            "The referees look at %(n)d disputes of yours already. Please wait for their answer.",
            waiting,
        )
        raise NotNow(words % {"n": waiting})


@transaction.atomic
def appeal(
    ticket_id: int, entrant_id: int, text: str, *, receipt: bool = True, now: datetime | None = None
) -> Ticket:
    """The claimant does not agree: somebody else among the referees looks at it again."""
    book, entrant = _of_entrant(entrant_id, now)
    ticket = _own_ticket(ticket_id, entrant)
    if ticket.state == State.APPEALED:
        return ticket  # a double click
    if ticket.state != State.RULED:
        raise NotNow(_("There is no answer that you could appeal against."))
    if ticket.appeal_until is None or book.now > ticket.appeal_until:
        raise NotNow(_("The time for an appeal is over."))
    ticket.appeal, ticket.state = required(text, LONGEST_TEXT), State.APPEALED
    ticket.save(update_fields=["appeal", "state"])
    _tell(book, ticket, "appealed", receipt=receipt)
    return ticket


@transaction.atomic
def take_back(ticket_id: int, entrant_id: int, *, now: datetime | None = None) -> Ticket:
    """The claimant does not want an answer any more."""
    book, entrant = _of_entrant(entrant_id, now)
    ticket = _own_ticket(ticket_id, entrant)
    if ticket.state != State.CLOSED:
        _close(book, ticket)
    return ticket


def _own_ticket(ticket_id: int, entrant: Entrant) -> Ticket:
    ticket = entrant.tickets.select_related("table", "claimant", "tournament").filter(pk=ticket_id).first()
    if ticket is None:
        raise NotYours(_("This is somebody else's dispute."))
    return ticket


# --- the referees


@transaction.atomic
def answer(
    ticket_id: int, referee: Any, answer: str, public: str = "", *, now: datetime | None = None
) -> Ticket:
    """What the referees say to it, and what everybody may read of it. The second answer is the last."""
    book, ticket = _opened(ticket_id, referee, now)
    words, told = required(answer, LONGEST_TEXT), tidy(public)[:LONGEST_TEXT]
    if words in _given(ticket, referee):
        return ticket  # a double click
    must_not_be_party(ticket, referee)
    if ticket.state == State.OPEN:
        _answer(book, ticket, words)
    elif ticket.state == State.APPEALED:
        _answer_appeal(book, ticket, words)
    else:
        raise NotNow(_("This dispute has been answered."))
    ticket.public = told
    ticket.save()
    _tell(book, ticket, "answered")
    return ticket


def _given(ticket: Ticket, referee: Any) -> list[str]:
    """The answers of this referee that stand."""
    said = [(ticket.answer, ticket.answered_by_id), (ticket.final_answer, ticket.final_by_id)]
    return [text for text, by in said if by == referee.pk and ticket.state not in WAITS]


def _answer(book: Book, ticket: Ticket, words: str) -> None:
    ticket.state, ticket.answer, ticket.answered_by = State.RULED, words, book.by
    ticket.answered_at, ticket.appeal_until = book.now, book.now + APPEAL


def _answer_appeal(book: Book, ticket: Ticket, words: str) -> None:
    if _is_judged(ticket, book.by):
        raise NotYours(_("You have answered it the first time: somebody else must look at the appeal."))
    ticket.state, ticket.final_answer, ticket.final_by = State.CLOSED, words, book.by


@transaction.atomic
def close(ticket_id: int, referee: Any, *, now: datetime | None = None) -> Ticket:
    """Put away what is answered and was not appealed against in time."""
    book, ticket = _opened(ticket_id, referee, now)
    if ticket.state == State.CLOSED:
        return ticket  # a double click
    must_not_be_party(ticket, referee)
    if ticket.state in WAITS:
        raise NotNow(_("It waits for an answer."))
    if ticket.appeal_until is not None and book.now <= ticket.appeal_until:
        raise NotNow(_("There is still time for an appeal."))
    _close(book, ticket)
    return ticket


def _close(book: Book, ticket: Ticket) -> None:
    ticket.state = State.CLOSED
    ticket.save(update_fields=["state"])
    _tell(book, ticket, "closed")


def _opened(ticket_id: int, referee: Any, now: datetime | None) -> tuple[Book, Ticket]:
    found = Ticket.objects.filter(pk=ticket_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotPossible(_("There is no such dispute."))
    book = open_book(found, referee, RULING, now)
    return book, Ticket.objects.select_related("table", "claimant", "tournament").get(pk=ticket_id)


def seen_by(tournament: Tournament, referee: Any) -> QuerySet[Ticket]:
    """What somebody who rules may read: all but what is said of their own tables by others."""
    own = tournament.tables.filter(impartial.own(referee))
    return tournament.tickets.filter(Q(claimant__user=referee) | ~Q(table__in=own))


def may_see(ticket: Ticket, user: Any) -> bool:
    """The claimant, and referees who are not a party: what is said of a table is not for those there."""
    if user.is_authenticated and ticket.claimant.user_id == user.pk:
        return True
    return role_of(ticket.tournament, user) in RULING and not _is_party(ticket, user)


def _is_party(ticket: Ticket, user: Any) -> bool:
    return (
        impartial.is_seated(user, [ticket.table] if ticket.table else [])
        or ticket.claimant.user_id == user.pk
    )


def _is_judged(ticket: Ticket, user: Any) -> bool:
    """The appeal is against this one's answer."""
    return ticket.state == State.APPEALED and ticket.answered_by_id == user.pk


def must_not_be_party(ticket: Ticket, referee: Any) -> None:
    tables = [ticket.table] if ticket.table else []
    impartial.must_not_be_party(referee, tables=tables, entrants=[ticket.claimant])


# --- letters


def _tell(book: Book, ticket: Ticket, what: str, *, receipt: bool = True) -> None:
    """Nothing but the number goes into the ledger, which everybody may read."""
    entry = book.write(f"ticket_{what}", ticket=ticket.number)
    if receipt:
        book.tell(Letter.Kind.TICKET, [ticket.claimant], entry, ticket=ticket.number)
    book.tell_people(Letter.Kind.TICKET, _referees(book, ticket), entry, ticket=ticket.number)


def _referees(book: Book, ticket: Ticket) -> list[int]:
    """Those who may answer it; if there are none, all: they have to find somebody who may."""
    staff = [role.user for role in book.tournament.roles.filter(kind__in=RULING).select_related("user")]
    free = [user.pk for user in staff if not (_is_party(ticket, user) or _is_judged(ticket, user))]
    return free or [user.pk for user in staff if user.pk != ticket.claimant.user_id]
