"""What everybody may read beside results: lists of events, one event, its entrants, rules and rulings."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.people import person
from games.play import times
from games.rules import registry
from games.tournaments import archiving, banning, enrolling, estimating, naming, questions, rating
from games.tournaments.models import Entrant, Rating, Tournament
from games.tournaments.models.entrant import OUT, PLACED
from games.views.lobby import paged
from games.views.sharing.cards import share_of_event
from games.views.tournaments import challenges, reports, sheets
from games.views.tournaments.event import Event, event_or_404
from games.views.tournaments.forms import EntryForm
from games.views.tournaments.told import facts, format_sentences, who_may_enter

State = Tournament.State
GROUPS = {
    "open": (State.OPEN, State.CHECK_IN),
    "running": (State.RUNNING, State.PAUSED),
    "finished": (State.FINISHED,),
}
IN_A_GROUP = 10
ON_A_PAGE = 100  # entrants
ENOUGH_GAMES = 3  # before somebody is in the list of ratings
MOST_TOLD = 100  # rulings and disputes
SAFE = F("mu") - 3 * F("sigma")  # what somebody is at least, as `Strength.ordinal`


# --- lists


@never_cache
@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """What one can enter first, then what runs, then the archive; of all games or of one."""
    wanted, game = request.GET.get("state", ""), request.GET.get("game", "")
    if game and game not in registry.RULESETS:
        raise Http404
    listed = _listed(game)
    context: dict[str, Any] = {
        "games": [(slug, naming.ruleset_name(slug)) for slug in registry.RULESETS],
        "game": game,
        "state": wanted if wanted in GROUPS else "",
    }
    if wanted in GROUPS:
        page = paged(request, listed.filter(state__in=GROUPS[wanted]))
        context |= {"page": page, "more": f"state={wanted}&" + (f"game={game}&" if game else "")}
        return render(request, "tournaments/archive.html", context)
    context["groups"] = {
        name: listed.filter(state__in=states)[:IN_A_GROUP] for name, states in GROUPS.items()
    }
    return render(request, "tournaments/list.html", context)


def _listed(game: str) -> QuerySet[Tournament]:
    taken = Count("entrants", filter=Q(entrants__state__in=PLACED))
    found = Tournament.objects.filter(is_listed=True).exclude(state=State.DRAFT)
    found = found.filter(ruleset=game) if game else found
    found = found.annotate(taken=taken).select_related("owner").prefetch_related("stages")
    return found.order_by("-starts_at", "-pk")


@login_required
@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """Events that somebody plays in, and those that they run."""
    user = person(request)
    run = Tournament.objects.filter(roles__user=user).order_by("-created_at")
    context = {"entries": questions.my_entries(user, times.now()), "run": run}
    return render(request, "tournaments/mine.html", context)


@never_cache
@require_safe
def ratings(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Who is strong at a game, and how sure that is: whoever is rated with doubt stands lower."""
    if ruleset not in registry.RULESETS:
        raise Http404
    known = Rating.objects.filter(ruleset=ruleset, games__gte=ENOUGH_GAMES)
    known = known.filter(user__is_active=True, user__is_guest=False).select_related("user")
    page = Paginator(known.order_by(SAFE.desc(), "pk"), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "game": naming.ruleset_name(ruleset), "least": ENOUGH_GAMES, "more": ""}
    return render(request, "tournaments/ratings.html", context)


# --- one event


@never_cache
@require_safe
def home(request: HttpRequest, slug: str) -> HttpResponse:
    return shown(request, event_or_404(request, slug, "tournament"))


def shown(
    request: HttpRequest, event: Event, form: EntryForm | None = None, status: int = 200
) -> HttpResponse:
    found, now = event.tournament, times.now()
    counts = found.entrants.aggregate(
        taken=Count("pk", filter=Q(state__in=PLACED)),
        waiting=Count("pk", filter=Q(state=Entrant.State.WAITING)),
        bots=Count("pk", filter=enrolling.MAKES_ROOM),
    )
    prospect = enrolling.prospect(found, taken=counts["taken"], bots=counts["bots"])
    expected = max(counts["taken"], found.plan.least)
    sections = sheets.sections_of(event.latest) if event.latest else []
    report = reports.of(event, sections)
    top = [] if report else sheets.top_rows(event, sections)
    closed = _closed(event, is_full=prospect == "none")
    entry = form or (None if closed else _form(request, event))
    waits = event.mine if not found.is_over else None  # nobody is asked anything afterwards
    context = {
        "event": event,
        "counts": counts,
        "facts": facts(event, counts["taken"], _estimate(event, expected)),
        "formats": format_sentences(event, expected),
        "who": who_may_enter(found.plan),
        "conditions": naming.conditions(found),
        "asked": questions.asked(waits, now) if waits else [],
        "queue": questions.place_in_queue(waits) if waits else 0,
        "form": entry,
        "prospect": prospect,
        "closed": closed,
        "banned": banning.told(found, request.user) if entry and request.user.is_authenticated else "",
        "report": report,
        "top": top,
        "share": share_of_event(event, report, top),
        "ladder": challenges.ladder(event, sections),
    }
    return render(request, "tournaments/home.html", context, status=status)


def _estimate(event: Event, entrants: int) -> estimating.Estimate:
    plans = [stage.plan for stage in event.stages]
    return estimating.estimate(event.tournament.ruleset, plans, entrants, event.tournament.starts_at)


def _form(request: HttpRequest, event: Event) -> EntryForm | None:
    """Where there is any sense in showing it."""
    if not _is_outside(event) or event.tournament.is_over or event.tournament.state == State.DRAFT:
        return None
    return EntryForm(event, join_key=request.GET.get("key", "")[:16])


def _is_outside(event: Event) -> bool:
    return event.mine is None or event.mine.is_out


def _closed(event: Event, *, is_full: bool) -> str:
    """Why nobody can come in any more, for those who might want to."""
    found = event.tournament
    if not _is_outside(event) or found.is_open or found.state not in (State.RUNNING, State.PAUSED):
        return ""
    if found.state == State.PAUSED:
        return _("Nobody can enter this tournament at the moment.")
    if enrolling.late_stage(found) is None:
        return _("It is too late to enter: the tournament runs.")
    return _("All places are taken.") if is_full else ""


@never_cache
@require_safe
def entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is in it with what we know of their strength, and the waiting list in its order."""
    event = event_or_404(request, slug, "tournament_entrants")
    everybody = event.tournament.entrants.order_by("number")
    page = Paginator(everybody.filter(state__in=PLACED), ON_A_PAGE).get_page(request.GET.get("page"))
    inside = list(page.object_list)
    strengths = rating.strengths([one.user_id for one in inside if one.user_id], event.tournament.ruleset)
    context = {
        "event": event,
        "page": page,
        "more": "",
        "inside": [(one, strengths.get(one.user_id or 0)) for one in inside],
        "waiting": everybody.filter(state=Entrant.State.WAITING).order_by("queued_at", "number"),
        "out": _out(event),
    }
    return render(request, "tournaments/entrants.html", context)


def _out(event: Event) -> QuerySet[Entrant]:
    """Whoever withdrew before it began was never in it."""
    found = event.tournament.entrants.filter(state__in=OUT, sittings__isnull=False).distinct()
    return found if event.tournament.has_begun else found.none()


@never_cache
@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The conditions, as they were before anybody entered."""
    event = event_or_404(request, slug, "tournament_rules")
    context = {
        "event": event,
        "who": who_may_enter(event.tournament.plan),
        "conditions": naming.conditions(event.tournament),
        "formats": format_sentences(event, event.tournament.plan.least),
        "ties": [(event.name_of(stage), sheets.tie_breaks(stage)) for stage in event.stages],
    }
    return render(request, "tournaments/rules.html", context)


@never_cache
@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """What was ruled and why, and what may be read of disputes. A warning is between two."""
    event = event_or_404(request, slug, "tournament_rulings")
    if not event.begun:
        raise Http404
    disputes = event.tournament.tickets.exclude(public="").select_related("table")
    context = {
        "event": event,
        "rulings": archiving.public_rulings(event.tournament)[:MOST_TOLD],
        "disputes": disputes.order_by(F("answered_at").desc(nulls_last=True))[:MOST_TOLD],
    }
    return render(request, "tournaments/rulings.html", context)
