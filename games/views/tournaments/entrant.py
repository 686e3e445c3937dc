"""What an entrant does on the pages of a tournament: register, answer, challenge, dispute, withdraw."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import rate_limits, server_time
from accounts.methods import require_form
from accounts.users import current_user
from games.play.errors import NotPossible, PlayError
from games.tournaments.director import ladder
from games.tournaments.entries import answers, preferences, questions, registration, sitting_out
from games.tournaments.models import Entrant, Stage, TournamentTable
from games.tournaments.rulings import disputes
from games.views.tournaments import pages
from games.views.tournaments.context import TournamentVisit, get_visit_or_404
from games.views.tournaments.entrant_forms import (
    AvoidanceForm,
    DisputeForm,
    EntrantPreferencesForm,
    parse_number_or_404,
    require_cleaned_data,
)
from games.views.tournaments.facts import describe_missed_rounds

MOST_CHALLENGED = 20
YES = "yes"


@login_required
@never_cache
@require_form("tournament", "slug")
def post_registration(request: HttpRequest, slug: str) -> HttpResponse:
    """Register for a tournament: take a place, or join the waiting list."""
    visit = get_visit_or_404(request, slug, "tournament")
    if not rate_limits.is_allowed(request, "enter_tournament", "30/h/user"):
        return rate_limits.respond_too_many(request)
    form = EntrantPreferencesForm(visit, request.POST)
    if form.is_valid():
        try:
            entrant = registration.register_entrant(
                visit.tournament.pk, current_user(request), **form.list_filled_fields()
            )
        except PlayError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _describe_registration(entrant))
            return redirect("tournament", slug)
    return pages.render_home(request, visit, form, status=422)


def _describe_registration(entrant: Entrant) -> str:
    match entrant.state:
        case Entrant.State.WAITING:
            return _("All places are taken: you are on the waiting list.")
        case Entrant.State.PENDING:
            return _("The organizers will look at your entry, and you will get an email.")
    return _("You are in. Everything else will reach you by email.")


# --- answers and challenges


EntrantAction = Callable[[HttpRequest, TournamentVisit, Entrant], str]


@login_required
@never_cache
@require_form("tournament", "slug")
def post_answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer a question of the tournament with yes or no, from a button on its page."""
    visit = get_visit_or_404(request, slug, "tournament")
    _run_action(request, visit, _answer_question)
    return redirect("tournament", slug)


def _run_action(request: HttpRequest, visit: TournamentVisit, act: EntrantAction | None) -> None:
    """Run an action for the entrant, and leave its result or error as a message."""
    if visit.own_entrant is None or act is None:
        raise Http404
    try:
        messages.success(request, act(request, visit, visit.own_entrant))
    except PlayError as error:
        messages.error(request, str(error))


def _answer_question(request: HttpRequest, visit: TournamentVisit, entrant: Entrant) -> str:
    sent = request.POST
    what, about = sent.get("what", ""), parse_number_or_404(sent.get("about", "0"))
    yes, seats = sent.get("answer") == YES, sent.get("seats", "")
    return answers.answer_question(entrant, what, about, yes=yes, by=current_user(request), seats=seats)


@login_required
@never_cache
@require_form("tournament", "slug")
def post_challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Challenge other entrants of the ladder to a table."""
    visit = get_visit_or_404(request, slug, "tournament")
    if not rate_limits.is_allowed(request, "challenge", "60/h/user"):
        return rate_limits.respond_too_many(request)
    _run_action(request, visit, _challenge_entrants)
    return redirect("tournament", slug)


def _challenge_entrants(request: HttpRequest, visit: TournamentVisit, entrant: Entrant) -> str:
    opponents = [parse_number_or_404(word) for word in request.POST.getlist("opponent")[:MOST_CHALLENGED]]
    table = ladder.challenge_entrants(visit.tournament.pk, current_user(request), opponents)
    if table.state == TournamentTable.State.STARTED:
        return _("The table begins.")
    return _("They are being asked by email. The table begins when all have agreed.")


# --- the entrant's own page


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def manage_own_entry(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and handle the entrant's own page: preferences, avoidances, disputes, withdrawal."""
    visit = get_visit_or_404(request, slug, "tournament_entry")
    if visit.own_entrant is None:
        raise Http404
    if request.method == "POST":
        if not rate_limits.is_allowed(request, "entrant", "60/h/user"):
            return rate_limits.respond_too_many(request)
        _run_action(request, visit, ENTRANT_ACTIONS.get(request.POST.get("do", "")))
        return redirect("tournament_entry", slug)
    return render(request, "tournaments/entry.html", _build_own_context(visit, visit.own_entrant))


def _build_own_context(visit: TournamentVisit, me: Entrant) -> dict[str, Any]:
    begun = (
        TournamentTable.objects.filter(seats__entrant=me)
        .exclude(state=TournamentTable.State.PLANNED)
        .order_by("-number")
    )
    initial = {
        "household": me.household,
        "cap": me.cap,
        "heats": me.heats,
        "sits_out_on_leave": me.sits_out_on_leave,
    }
    stage = next((one for one in visit.stages if one.state == Stage.State.RUNNING), None)
    next_round = sitting_out.find_asked_round(me)
    return {
        "visit": visit,
        "next_round": next_round[0] if next_round else None,
        "sits_out": bool(next_round and next_round[1]),
        "missed": describe_missed_rounds(stage.settings) if stage else "",
        "asked": questions.list_questions(me, server_time.now()),
        "queue": questions.find_queue_position(me),
        "preferences_form": EntrantPreferencesForm(
            visit, initial={name: value for name, value in initial.items() if value}
        ),
        "blocks": me.avoidances.select_related("other"),
        "most_blocks": preferences.MOST_AVOIDANCES,
        "avoid": AvoidanceForm(),
        "dispute": DisputeForm(begun),
        "tickets": me.disputes.select_related("table"),
    }


def _save_preferences(request: HttpRequest, visit: TournamentVisit, me: Entrant) -> str:
    wanted = EntrantPreferencesForm(visit, request.POST)
    require_cleaned_data(wanted)
    data = {name: value for name, value in wanted.list_filled_fields().items() if name != "join_key"}
    preferences.change_preferences(me.pk, current_user(request), **data)
    return _("Your preferences are saved.")


def _add_avoidance(request: HttpRequest, visit: TournamentVisit, me: Entrant) -> str:
    name = require_cleaned_data(AvoidanceForm(request.POST))["name"]
    other = visit.tournament.entrants.filter(name__iexact=name.strip()).first()
    if other is None:
        raise NotPossible(_("Nobody with this name is taking part. Please write it exactly as in the list."))
    preferences.add_avoidance(me.pk, other.pk, current_user(request))
    return _("You will not be drawn to the same table, as far as possible. Nobody is told.")


def _remove_avoidance(request: HttpRequest, visit: TournamentVisit, me: Entrant) -> str:
    preferences.remove_avoidance(
        me.pk, parse_number_or_404(request.POST.get("other", "")), current_user(request)
    )
    return _("Undone.")


def _open_dispute(request: HttpRequest, visit: TournamentVisit, me: Entrant) -> str:
    begun = TournamentTable.objects.filter(seats__entrant=me).exclude(state=TournamentTable.State.PLANNED)
    data = require_cleaned_data(DisputeForm(begun, request.POST))
    dispute = disputes.open_dispute(me.pk, data["table"], data["text"])
    return _("The referees have it as dispute %(number)d.") % {"number": dispute.number}


def _appeal_dispute(request: HttpRequest, visit: TournamentVisit, me: Entrant) -> str:
    number = parse_number_or_404(request.POST.get("ticket", ""))
    dispute = me.disputes.filter(number=number).first()
    if dispute is None:
        raise Http404
    disputes.appeal_dispute(dispute.pk, me.pk, request.POST.get("text", ""))
    return _("Another referee will look at it again.")


def _withdraw_entrant(request: HttpRequest, visit: TournamentVisit, me: Entrant) -> str:
    registration.withdraw_entrant(me.pk, current_user(request))
    return _("You have withdrawn.")


def _sit_out(request: HttpRequest, visit: TournamentVisit, me: Entrant) -> str:
    return answers.answer_question(me, "sit_out", 0, yes=True, by=current_user(request))


def _sit_in(request: HttpRequest, visit: TournamentVisit, me: Entrant) -> str:
    return answers.answer_question(me, "sit_out", 0, yes=False, by=current_user(request))


ENTRANT_ACTIONS: dict[str, EntrantAction] = {
    "save_preferences": _save_preferences,
    "avoid": _add_avoidance,
    "no_longer_avoid": _remove_avoidance,
    "dispute": _open_dispute,
    "appeal": _appeal_dispute,
    "withdraw": _withdraw_entrant,
    "sit_out": _sit_out,
    "sit_in": _sit_in,
}
