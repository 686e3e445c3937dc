"""What an entrant does on the pages of a tournament; all of it can be done by mail, too."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits
from accounts.people import person
from games.play import times
from games.play.errors import DoorError, NotPossible
from games.tournaments import answering, enrolling, laddering, questions, tickets, wishes
from games.tournaments.models import Entrant, Table
from games.views.tournaments import public
from games.views.tournaments.event import Event, event_or_404
from games.views.tournaments.forms import AvoidForm, DisputeForm, EntryForm, cleaned, whole_number

MOST_CHALLENGED = 20
YES = "yes"


@login_required
@never_cache
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a place, or one on the waiting list."""
    event = event_or_404(request, slug, "tournament")
    if not limits.allowed(request, "enter_tournament", "30/h/user"):
        return limits.too_many(request)
    form = EntryForm(event, request.POST)
    if form.is_valid():
        try:
            entrant = enrolling.enter(event.tournament.pk, person(request), **form.wanted())
        except DoorError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _welcome(entrant))
            return redirect("tournament", slug)
    return public.shown(request, event, form, status=422)


def _welcome(entrant: Entrant) -> str:
    match entrant.state:
        case Entrant.State.WAITING:
            return _("All places are taken: you are on the waiting list.")
        case Entrant.State.PENDING:
            return _("The organizers will look at your entry, and you will get a letter.")
    return _("You are in. All that you have to do will come by mail.")


# --- somebody who is in it


Act = Callable[[HttpRequest, Event, Entrant], str]


@login_required
@never_cache
@require_POST
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Yes or no to what the event asks, with a button of its page."""
    event = event_or_404(request, slug, "tournament")
    _act(request, event, _answered)
    return redirect("tournament", slug)


def _act(request: HttpRequest, event: Event, act: Act | None) -> None:
    """Do it, and say what came of it."""
    if event.mine is None or act is None:
        raise Http404
    try:
        messages.success(request, act(request, event, event.mine))
    except DoorError as error:
        messages.error(request, str(error))


def _answered(request: HttpRequest, event: Event, entrant: Entrant) -> str:
    sent = request.POST
    what, about = sent.get("what", ""), whole_number(sent.get("about", "0"))
    yes, seats = sent.get("answer") == YES, sent.get("seats", "")
    return answering.answer(entrant, what, about, yes=yes, by=person(request), seats=seats)


@login_required
@never_cache
@require_POST
def challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask people of the ladder to a table."""
    event = event_or_404(request, slug, "tournament")
    if not limits.allowed(request, "challenge", "60/h/user"):
        return limits.too_many(request)
    _act(request, event, _challenged)
    return redirect("tournament", slug)


def _challenged(request: HttpRequest, event: Event, entrant: Entrant) -> str:
    opponents = [whole_number(word) for word in request.POST.getlist("opponent")[:MOST_CHALLENGED]]
    table = laddering.challenge(event.tournament.pk, person(request), opponents)
    if table.state == Table.State.STARTED:
        return _("The table begins.")
    return _("They are asked by mail. The table begins when all have agreed.")


# --- the page of an entrant's own matters


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def you(request: HttpRequest, slug: str) -> HttpResponse:
    """Wishes, whom to avoid, disputes, and the way out."""
    event = event_or_404(request, slug, "tournament_you")
    if event.mine is None:
        raise Http404
    if request.method == "POST":
        if not limits.allowed(request, "entrant", "60/h/user"):
            return limits.too_many(request)
        _act(request, event, ACTS.get(request.POST.get("do", "")))
        return redirect("tournament_you", slug)
    return render(request, "tournaments/you.html", _own_matters(event, event.mine))


def _own_matters(event: Event, me: Entrant) -> dict[str, Any]:
    begun = Table.objects.filter(sittings__entrant=me).exclude(state=Table.State.PLANNED).order_by("-number")
    initial = {"household": me.household, "cap": me.cap, "heats": me.heats}
    return {
        "event": event,
        "asked": questions.asked(me, times.now()),
        "queue": questions.place_in_queue(me),
        "wishes": EntryForm(event, initial={name: value for name, value in initial.items() if value}),
        "blocks": me.blocks.select_related("other"),
        "most_blocks": wishes.MOST_BLOCKS,
        "avoid": AvoidForm(),
        "dispute": DisputeForm(begun),
        "tickets": me.tickets.select_related("table"),
    }


def _wish(request: HttpRequest, event: Event, me: Entrant) -> str:
    wanted = EntryForm(event, request.POST)
    cleaned(wanted)
    told = {name: value for name, value in wanted.wanted().items() if name != "join_key"}
    wishes.change_wishes(me.pk, person(request), **told)
    return _("Your wishes are kept.")


def _avoid(request: HttpRequest, event: Event, me: Entrant) -> str:
    name = cleaned(AvoidForm(request.POST))["name"]
    other = event.tournament.entrants.filter(name__iexact=name.strip()).first()
    if other is None:
        raise NotPossible(_("Nobody of this name takes part. Please write it as it stands in the list."))
    wishes.block(me.pk, other.pk, person(request))
    return _("You will not be drawn to one table, as far as it can be helped. Nobody is told.")


def _no_longer_avoid(request: HttpRequest, event: Event, me: Entrant) -> str:
    wishes.unblock(me.pk, whole_number(request.POST.get("other", "")), person(request))
    return _("Taken back.")


def _dispute(request: HttpRequest, event: Event, me: Entrant) -> str:
    begun = Table.objects.filter(sittings__entrant=me).exclude(state=Table.State.PLANNED)
    told = cleaned(DisputeForm(begun, request.POST))
    ticket = tickets.open_ticket(me.pk, told["table"], told["text"])
    return _("The referees have it, as dispute %(number)d.") % {"number": ticket.number}


def _appeal(request: HttpRequest, event: Event, me: Entrant) -> str:
    number = whole_number(request.POST.get("ticket", ""))
    ticket = me.tickets.filter(number=number).first()
    if ticket is None:
        raise Http404
    tickets.appeal(ticket.pk, me.pk, request.POST.get("text", ""))
    return _("Another referee looks at it again.")


def _withdraw(request: HttpRequest, event: Event, me: Entrant) -> str:
    enrolling.withdraw(me.pk, person(request))
    return _("You have withdrawn.")


ACTS: dict[str, Act] = {
    "wish": _wish,
    "avoid": _avoid,
    "no_longer_avoid": _no_longer_avoid,
    "dispute": _dispute,
    "appeal": _appeal,
    "withdraw": _withdraw,
}
