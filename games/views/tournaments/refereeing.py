"""The desk of referees: late tables, rulings with their signatures, disputes."""

from datetime import datetime
from typing import Any

from django.db.models import Case, When
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.people import person
from games.tournaments import adjudicating, decisions, ruling, signals, tickets
from games.tournaments.book import RULING
from games.tournaments.models import Ruling, Table
from games.tournaments.standings.signals import Flag
from games.views.lobby import paged
from games.views.numbers import whole
from games.views.tournaments.bouts import bouts
from games.views.tournaments.desk import desk_page, number, sent_with
from games.views.tournaments.desk_forms import AnswerForm, ReasonForm, RulingForm
from games.views.tournaments.event import Event
from games.views.tournaments.forms import cleaned

ENOUGH_TO_RULE = 2
MOST_LATE = 20  # tables with their numbers: each is reckoned from its game; those decided make room


# --- rulings


def _rulings(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Signs of who spares whom are looked for when somebody asks: that reads every game that is over."""
    user, found = person(request), event.tournament
    known = found.rulings.select_related("by", "second_by", "table__round", "table__game", "entrant", "of")
    known = known.defer("table__game__position")
    page = paged(request, known)
    return {
        "page": page,
        "rulings": [(one, _result(event, one), _lapses(event, one)) for one in page],
        "more": "",
        "late": [
            one for one in adjudicating.late(found, user, most=MOST_LATE) if _may_know(event, one.table)
        ],
        "form": _form(request, event, sent_with(request, "propose")),
        "looks": "signs" in request.GET,
        "flags": [_sign(one, event) for one in signals.flagged(found, user)]
        if "signs" in request.GET
        else [],
        "me": user,
        "is_alone": found.roles.filter(kind__in=RULING).count() < ENOUGH_TO_RULE,
    }


def _result(event: Event, one: Ruling) -> list[str]:
    """What somebody would sign, seat by seat."""
    is_result = one.kind in (Ruling.Kind.RESULT, Ruling.Kind.LOSS) and one.state == Ruling.State.PROPOSED
    if not is_result or one.table is None or not _may_know(event, one.table):
        return []
    return [
        (_("%(name)s: %(score)s, but lost") if line.left else _("%(name)s: %(score)s"))
        % {"name": event.names.get(line.entrant, ""), "score": line.score}
        for line in decisions.lines_of(one)
    ]


def _lapses(event: Event, one: Ruling) -> datetime | None:
    is_open = one.state == Ruling.State.PROPOSED and not event.tournament.is_over
    return ruling.lapses_at(one) if is_open else None


def _may_know(event: Event, table: Table) -> bool:
    """Whoever plays learns of no table without names who sits there."""
    return event.mine is None or not event.hides(table)


def _form(request: HttpRequest, event: Event, sent: Any = None) -> RulingForm:
    """With a field for each seat of the table that the address names, as far as the reader may know them."""
    wanted = whole(request.GET.get("table", ""), 9)
    named = event.tournament.tables.filter(number=wanted or 0)
    found = bouts(request, event, named, at_the_desk=True)
    seats = [(seat.number, seat.name, seat.score) for bout in found for seat in bout.seats]
    known = seats if all(number for number, _name, _score in seats) else []
    return RulingForm(sent, names=event.names, table=wanted, seats=known)


def _sign(flag: Flag, event: Event) -> str:
    words = {
        "by": event.names.get(int(flag.by), ""),
        "spared": event.names.get(int(flag.spared), ""),
        "hits": flag.hits,
        "actions": flag.actions,
        "odds": int(1 / flag.chance) if flag.chance else 10**9,
    }
    told = ngettext(
        "%(by)s has turned against %(spared)s once in %(actions)d: "
        "by chance so few would happen once in %(odds)d.",
        "%(by)s has turned against %(spared)s %(hits)d times in %(actions)d: "
        "by chance so few would happen once in %(odds)d.",
        flag.hits,
    )
    both = _("The other way round it is so, too.") if flag.mutual else ""
    return f"{told % words} {both}".strip()


def _propose(request: HttpRequest, event: Event) -> str:
    form = _form(request, event, request.POST)
    cleaned(form)
    return _ruled(ruling.propose(event.tournament.pk, person(request), **form.wanted()))


def _ruled(made: Ruling) -> str:
    if made.state == Ruling.State.PROPOSED:
        return _("It changes who goes on: a second referee has to sign it, and is told so.")
    return _("It is ruled. Those concerned get a letter.")


def _signed(request: HttpRequest, event: Event) -> str:
    return _ruled(ruling.sign(_own_ruling(request, event), person(request)))


def _refuse(request: HttpRequest, event: Event) -> str:
    words = cleaned(ReasonForm(request.POST))["reason"]
    ruling.refuse(_own_ruling(request, event), person(request), words)
    return _("The ruling is refused.")


def _reverse(request: HttpRequest, event: Event) -> str:
    words = cleaned(ReasonForm(request.POST))["reason"]
    return _ruled(ruling.reverse(_own_ruling(request, event), person(request), words))


def _own_ruling(request: HttpRequest, event: Event) -> int:
    """A ruling of this event and no other."""
    found = event.tournament.rulings.filter(pk=number(request, "ruling")).first()
    if found is None:
        raise Http404
    return found.pk


def _adjudicate(request: HttpRequest, event: Event) -> str:
    words = cleaned(ReasonForm(request.POST))["reason"]
    table = number(request, "table")
    return _ruled(adjudicating.adjudicate(event.tournament.pk, person(request), table, reason=words))


def _extend_once(request: HttpRequest, event: Event) -> str:
    adjudicating.extend_once(event.tournament.pk, person(request), number(request, "table"))
    return _("The table has a week more, once.")


rulings = desk_page(
    "rulings",
    RULING,
    {
        "propose": _propose,
        "sign": _signed,
        "refuse": _refuse,
        "reverse": _reverse,
        "adjudicate": _adjudicate,
        "extend_once": _extend_once,
    },
    _rulings,
    written=("propose",),
)


# --- disputes


def _tickets(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Those of which the reader is no party; what waits for an answer first."""
    user = person(request)
    seen = tickets.seen_by(event.tournament, user)
    seen = seen.select_related("claimant", "table__game", "table__round__stage", "answered_by", "final_by")
    waits = Case(When(state__in=tickets.WAITS, then=0), default=1)
    return {
        "page": paged(request, seen.order_by(waits, "-number")),
        "more": "",
        "form": AnswerForm(),
        "sent": sent_with(request, "answer"),
        "me": user,
    }


def _answer(request: HttpRequest, event: Event) -> str:
    words = cleaned(AnswerForm(request.POST))
    tickets.answer(_own_ticket(request, event), person(request), words["answer"], words["public"])
    return _("The answer goes out by mail.")


def _close(request: HttpRequest, event: Event) -> str:
    tickets.close(_own_ticket(request, event), person(request))
    return _("Closed.")


def _own_ticket(request: HttpRequest, event: Event) -> int:
    found = event.tournament.tickets.filter(pk=number(request, "ticket")).first()
    if found is None:
        raise Http404
    return found.pk


disputes = desk_page("tickets", RULING, {"answer": _answer, "close": _close}, _tickets, written=("answer",))
