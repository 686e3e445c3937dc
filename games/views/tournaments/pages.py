"""Public pages except results: lists of tournaments, a tournament's home, its entrants, rules and rulings."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import server_time
from accounts.users import current_user
from games.queries import table_summary
from games.rules import registry
from games.tournaments import display
from games.tournaments.entries import questions, registration
from games.tournaments.export import files
from games.tournaments.models import Entrant, Rating, Tournament
from games.tournaments.models.entrant import OUT_STATES, PLACED_STATES
from games.tournaments.results import player_ratings
from games.tournaments.setup import duration
from games.tournaments.staff import bans
from games.views.lobby.lists import paginate_rows
from games.views.tournaments import final_report, ladder, standings_table
from games.views.tournaments.context import TournamentVisit, get_visit_or_404
from games.views.tournaments.entrant_forms import EntrantPreferencesForm
from games.views.tournaments.facts import describe_entry_requirements, describe_formats, list_facts
from games.views.tournaments.social_card import build_tournament_home_tags

State = Tournament.State
LIST_GROUPS = {
    "open": (State.OPEN, State.CHECK_IN),
    "running": (State.RUNNING, State.PAUSED),
    "finished": (State.FINISHED,),
}
ROWS_PER_GROUP = 10
PEOPLE_PER_PAGE = 100  # entrants
MIN_RATED_GAMES = 3  # needed to appear in the list of ratings
MOST_RULINGS_SHOWN = 100  # rulings and disputes
RATING_LOWER_BOUND = F("mu") - 3 * F("sigma")  # the strength that is almost certain, as in `Strength.ordinal`


# --- lists


@never_cache
@require_safe
def show_tournaments(request: HttpRequest) -> HttpResponse:
    """List tournaments by state: open for registration, running, finished; of all games or of one."""
    wanted, game = request.GET.get("state", ""), request.GET.get("game", "")
    if game and game not in registry.RULESETS:
        raise Http404
    listed = _find_listed_tournaments(game)
    context: dict[str, Any] = {
        "games": [(slug, table_summary.find_ruleset_name(slug)) for slug in registry.RULESETS],
        "game": game,
        "state": wanted if wanted in LIST_GROUPS else "",
    }
    if wanted in LIST_GROUPS:
        page = paginate_rows(request, listed.filter(state__in=LIST_GROUPS[wanted]))
        context |= {"page": page, "more": f"state={wanted}&" + (f"game={game}&" if game else "")}
        return render(request, "tournaments/archive.html", context)
    context["groups"] = {
        name: listed.filter(state__in=states)[:ROWS_PER_GROUP] for name, states in LIST_GROUPS.items()
    }
    return render(request, "tournaments/list.html", context)


def _find_listed_tournaments(game: str) -> QuerySet[Tournament]:
    taken = Count("entrants", filter=Q(entrants__state__in=PLACED_STATES))
    found = Tournament.objects.filter(is_listed=True).exclude(state=State.DRAFT)
    found = found.filter(ruleset=game) if game else found
    found = found.annotate(taken=taken).select_related("owner").prefetch_related("stages")
    return found.order_by("-starts_at", "-pk")


@login_required
@never_cache
@require_safe
def show_own_tournaments(request: HttpRequest) -> HttpResponse:
    """List the tournaments that the user plays in, and those that they help to run."""
    user = current_user(request)
    run = Tournament.objects.filter(roles__user=user).order_by("-created_at")
    context = {"entries": questions.list_entered_tournaments(user, server_time.now()), "run": run}
    return render(request, "tournaments/my_tournaments.html", context)


@never_cache
@require_safe
def show_ratings(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Rank players of a game by a cautious rating: the less certain it is, the lower they stand."""
    if ruleset not in registry.RULESETS:
        raise Http404
    known = Rating.objects.filter(ruleset=ruleset, games__gte=MIN_RATED_GAMES)
    known = known.filter(user__is_active=True, user__is_guest=False).select_related("user")
    page = Paginator(known.order_by(RATING_LOWER_BOUND.desc(), "pk"), PEOPLE_PER_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "page": page,
        "game": table_summary.find_ruleset_name(ruleset),
        "least": MIN_RATED_GAMES,
        "more": "",
    }
    return render(request, "tournaments/ratings.html", context)


# --- one tournament


@never_cache
@require_safe
def show_home(request: HttpRequest, slug: str) -> HttpResponse:
    return render_home(request, get_visit_or_404(request, slug, "tournament"))


def render_home(
    request: HttpRequest,
    visit: TournamentVisit,
    form: EntrantPreferencesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the home page; a registration form with errors may be passed in."""
    found, now = visit.tournament, server_time.now()
    counts = found.entrants.aggregate(
        taken=Count("pk", filter=Q(state__in=PLACED_STATES)),
        waiting=Count("pk", filter=Q(state=Entrant.State.WAITING)),
        bots=Count("pk", filter=registration.REPLACEABLE_BOTS),
    )
    ahead = 0 if found.is_open else counts["waiting"]  # once it runs, free places are theirs
    prospect = registration.predict_entry(found, taken=counts["taken"] + ahead, bots=counts["bots"])
    expected = max(counts["taken"], found.settings.least)
    sections = standings_table.load_sections(visit.latest_stage) if visit.latest_stage else []
    report = final_report.build_final_report(visit, sections)
    top = [] if report else standings_table.build_top_tables(visit, sections)
    closed = _explain_closed_registration(visit, is_full=prospect == "none")
    entry = form or (None if closed else _build_form(request, visit))
    waits = visit.own_entrant if not found.is_over else None  # once it is over there are no questions
    context = {
        "visit": visit,
        "counts": counts,
        "facts": list_facts(visit, counts["taken"], _estimate_tournament(visit, expected)),
        "formats": describe_formats(visit, expected),
        "who": describe_entry_requirements(found.settings),
        "conditions": display.describe_conditions(found),
        "asked": questions.list_questions(waits, now) if waits else [],
        "queue": questions.find_queue_position(waits) if waits else 0,
        "form": entry,
        "prospect": prospect,
        "closed": closed,
        "banned": bans.describe_ban(found, request.user) if entry and request.user.is_authenticated else "",
        "report": report,
        "top": top,
        "share": build_tournament_home_tags(visit, report, top),
        "ladder": ladder.build_ladder_challenges(visit, sections),
    }
    return render(request, "tournaments/home.html", context, status=status)


def _estimate_tournament(visit: TournamentVisit, entrants: int) -> duration.Estimate:
    plans = [stage.settings for stage in visit.stages]
    return duration.estimate_tournament(visit.tournament.ruleset, plans, entrants, visit.tournament.starts_at)


def _build_form(request: HttpRequest, visit: TournamentVisit) -> EntrantPreferencesForm | None:
    """Build the registration form. None for entrants, for drafts and after the end."""
    if not _is_outside(visit) or visit.tournament.is_over or visit.tournament.state == State.DRAFT:
        return None
    return EntrantPreferencesForm(visit, join_key=request.GET.get("key", "")[:16])


def _is_outside(visit: TournamentVisit) -> bool:
    """Is the reader not, or no longer, an entrant?"""
    return visit.own_entrant is None or visit.own_entrant.is_out


def _explain_closed_registration(visit: TournamentVisit, *, is_full: bool) -> str:
    """Explain why a reader who is not an entrant cannot register any more; empty if they can."""
    found = visit.tournament
    if not _is_outside(visit) or found.is_open or found.state not in (State.RUNNING, State.PAUSED):
        return ""
    if found.state == State.PAUSED:
        return _("Nobody can enter this tournament at the moment.")
    if registration.find_late_entry_stage(found) is None:
        return _("It is too late to enter: the tournament is under way.")
    return _("All places are taken.") if is_full else ""


@never_cache
@require_safe
def show_entrants(request: HttpRequest, slug: str) -> HttpResponse:
    """List the entrants with their ratings, the waiting list in its order, and those who have left."""
    visit = get_visit_or_404(request, slug, "tournament_entrants")
    everybody = visit.tournament.entrants.order_by("number")
    page = Paginator(everybody.filter(state__in=PLACED_STATES), PEOPLE_PER_PAGE).get_page(
        request.GET.get("page")
    )
    inside = list(page.object_list)
    strengths = player_ratings.load_strengths(
        [one.user_id for one in inside if one.user_id], visit.tournament.ruleset
    )
    context = {
        "visit": visit,
        "page": page,
        "more": "",
        "inside": [(one, strengths.get(one.user_id or 0)) for one in inside],
        "waiting": everybody.filter(state=Entrant.State.WAITING).order_by("queued_at", "number"),
        "out": _find_former_entrants(visit),
    }
    return render(request, "tournaments/entrants.html", context)


def _find_former_entrants(visit: TournamentVisit) -> QuerySet[Entrant]:
    """Find those who left after they had a table; who withdrew before the start is not listed."""
    found = visit.tournament.entrants.filter(state__in=OUT_STATES, table_seats__isnull=False).distinct()
    return found if visit.tournament.has_begun else found.none()


@never_cache
@require_safe
def show_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules, conditions, formats and tie-breaks of a tournament."""
    visit = get_visit_or_404(request, slug, "tournament_rules")
    context = {
        "visit": visit,
        "who": describe_entry_requirements(visit.tournament.settings),
        "conditions": display.describe_conditions(visit.tournament),
        "formats": describe_formats(visit, visit.tournament.settings.least),
        "ties": [
            (visit.format_stage_name(stage), standings_table.describe_tie_breaks(stage))
            for stage in visit.stages
        ],
    }
    return render(request, "tournaments/rules.html", context)


@never_cache
@require_safe
def show_rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rulings with their reasons, and the public answers to disputes. Warnings stay private."""
    visit = get_visit_or_404(request, slug, "tournament_rulings")
    if not visit.begun_stages:
        raise Http404
    disputes = visit.tournament.disputes.exclude(public_answer="").select_related("table")
    context = {
        "visit": visit,
        "rulings": files.find_public_rulings(visit.tournament)[:MOST_RULINGS_SHOWN],
        "disputes": disputes.order_by(F("answered_at").desc(nulls_last=True))[:MOST_RULINGS_SHOWN],
    }
    return render(request, "tournaments/rulings.html", context)
