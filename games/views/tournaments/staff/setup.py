"""Set up a tournament in five steps. Each step is saved when it is submitted.

A box beside the form estimates how long the tournament will take; htmx updates it while somebody types.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import rate_limits, server_time
from accounts.users import current_user
from games.clock.pace import PRESETS
from games.play.errors import PlayError
from games.rules import registry
from games.tournaments import display
from games.tournaments.models import Stage, Tournament
from games.tournaments.settings import StageSettings, TournamentSettings
from games.tournaments.setup import drafts, duration, validation
from games.tournaments.staff.permissions import DIRECTOR_ROLES
from games.views.tournaments.context import TournamentVisit, get_visit_or_404
from games.views.tournaments.staff import setup_forms, setup_problems
from games.views.tournaments.staff.setup_problems import SetupProblem, filter_by_step

STEP_TITLES = (
    gettext_lazy("About it"),
    gettext_lazy("Stages"),
    gettext_lazy("Games and clocks"),
    gettext_lazy("Who can enter"),
    gettext_lazy("Rules and review"),
)


class StepInput(NamedTuple):
    """One step with what was entered: forms for the page, and the changes if the forms are valid."""

    context: dict[str, Any]
    changes: dict[str, Any] | None = None  # arguments for changing the tournament; None: not valid
    form_errors: Sequence[SetupProblem] = ()
    tournament_settings: TournamentSettings | None = None
    stages: Sequence[StageSettings] | None = None


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create_tournament(request: HttpRequest) -> HttpResponse:
    """Create a draft from a title, a game and a template; everything else is set afterwards."""
    form = setup_forms.NewTournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not rate_limits.is_allowed(request, "new_tournament", "20/h/user"):
            return rate_limits.respond_too_many(request)
        user, data = current_user(request), form.cleaned_data
        try:
            made = drafts.create_draft(
                user, data["title"], data["ruleset"], data["template"], zone=user.time_zone
            )
            return redirect("staff_settings", made.slug, 1)
        except PlayError as error:
            form.add_error(None, str(error))
    return render(request, "tournaments/setup/new.html", {"form": form})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_settings(request: HttpRequest, slug: str, step: int) -> HttpResponse:
    """Show or save one step. A request by htmx gets only the estimate for what is filled in."""
    visit = get_visit_or_404(request, slug, "staff_settings")
    if visit.role not in DIRECTOR_ROLES or not 1 <= step <= len(STEP_PROCESSORS):
        raise Http404
    if request.method == "POST" and not rate_limits.is_allowed(request, "forecast", "120/m/user"):
        return rate_limits.respond_too_many(request)
    filled = STEP_PROCESSORS[step - 1](request, visit)
    if request.method == "POST" and getattr(request, "htmx", False):
        return render(
            request, "tournaments/setup/_estimate.html", {"visit": visit, **_build_forecast(visit, filled)}
        )
    answer = _save_step(request, visit, step, filled) if filled.changes is not None else None
    return answer or _render_step(request, visit, step, filled)


def _save_step(
    request: HttpRequest, visit: TournamentVisit, step: int, filled: StepInput
) -> HttpResponse | None:
    """Save a step and redirect, usually to the next one; None if the service refused it."""
    try:
        drafts.change_tournament(visit.tournament.pk, current_user(request), **(filled.changes or {}))
    except PlayError as error:
        messages.error(request, str(error))
        return None
    following = request.POST.get("to", "")
    impossible = filter_by_step(_build_forecast(visit, filled)["troubles"], step)
    if following in ("add", "remove") or impossible:  # the page says why, and what would be possible
        return redirect("staff_settings", visit.tournament.slug, step)
    if step == len(STEP_PROCESSORS):
        messages.success(request, _("Saved."))
        return redirect("staff_board", visit.tournament.slug)
    return redirect("staff_settings", visit.tournament.slug, step + 1)


def _render_step(request: HttpRequest, visit: TournamentVisit, step: int, filled: StepInput) -> HttpResponse:
    context = {
        "visit": visit,
        "step": step,
        "steps": list(enumerate(STEP_TITLES, 1)),
        "title": STEP_TITLES[step - 1],
        "left": [
            setup_problems.locate_problem(one) for one in drafts.find_opening_problems(visit.tournament)
        ],
        **filled.context,
        **_build_forecast(visit, filled),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, f"tournaments/setup/step_{step}.html", context, status=status)


def _build_forecast(visit: TournamentVisit, filled: StepInput) -> dict[str, Any]:
    """Estimate the duration with the fewest and the most entrants, or list the problems that prevent it."""
    found = visit.tournament
    plan, stages = (
        filled.tournament_settings or found.settings,
        filled.stages or [stage.settings for stage in visit.stages],
    )
    now = server_time.now()
    starts = (filled.changes or {}).get("starts_at", found.starts_at)
    problems: list[SetupProblem] = []
    if not filled.form_errors:  # otherwise the check would use the old settings
        rows = drafts.find_settings_problems(
            found.ruleset, plan, stages, None if found.has_begun else starts, now
        )
        problems = [setup_problems.locate_problem(one) for one in rows]
    found_wrong = filled.form_errors or problems
    is_asked_later = found.state in (Tournament.State.DRAFT, Tournament.State.OPEN)
    estimates: list[duration.Estimate] = []
    if not found_wrong:
        numbers = sorted({plan.least, plan.most})
        estimates = [
            duration.estimate_tournament(found.ruleset, stages, number, starts or now) for number in numbers
        ]
    return {
        "estimates": estimates,
        "troubles": found_wrong,
        "problems": problems,
        "warnings": []
        if found_wrong
        else validation.list_warnings(plan, stages, starts if is_asked_later else None, now),
    }


# --- the steps


def _process_description(request: HttpRequest, visit: TournamentVisit) -> StepInput:
    names = ("title", "summary", "prizes", "time_zone", "is_listed")
    initial = {name: getattr(visit.tournament, name) for name in names}
    form = setup_forms.DescriptionForm(request.POST or None, initial=initial)
    if not form.is_valid():
        return StepInput(
            {"form": form}, form_errors=setup_problems.list_form_errors(setup_problems.DESCRIPTION_STEP, form)
        )
    return StepInput({"form": form}, form.cleaned_data)


def _process_stages(request: HttpRequest, visit: TournamentVisit) -> StepInput:
    """Read one form for each stage; a button adds a stage at the end or removes the last one."""
    plans = [stage.settings for stage in visit.stages]
    made = [
        setup_forms.StageForm(
            request.POST or None,
            prefix=f"s{number}",
            initial=setup_forms.build_stage_initial(plan),
            is_first=number == 1,
            is_last=number == len(plans),
        )
        for number, plan in enumerate(plans, 1)
    ]
    readable = [form.is_valid() for form in made]  # validate all of them, so that each shows its errors
    if not all(readable):
        wrong = setup_problems.list_form_errors(setup_problems.STAGES_STEP, *made)
        return StepInput({"forms": made, "error": request.method == "POST"}, form_errors=wrong)
    wanted = [
        setup_forms.apply_stage_form(plan, form.cleaned_data) for plan, form in zip(plans, made, strict=True)
    ]
    match request.POST.get("to"):
        case "add" if len(wanted) < validation.MOST_STAGES:
            wanted = _add_final_stage(wanted)
        case "remove" if len(wanted) > 1:
            wanted = [*wanted[:-2], msgspec.structs.replace(wanted[-2], go_on=0)]
    return StepInput({"forms": made}, {"stages": wanted}, stages=wanted)


def _add_final_stage(wanted: list[StageSettings]) -> list[StageSettings]:
    """Add a final: one table of the best, with the game and clock of the stage before."""
    last = wanted[-1]
    final = msgspec.structs.replace(
        last,
        format="knock_out",
        name=display.FINAL_STAGE_NAME,
        rounds=0,
        best=0,
        go_on=0,
        most=last.size,
        check_in_hours=72,
        tie_breaks=(),
    )
    return [*wanted[:-1], msgspec.structs.replace(last, go_on=last.go_on or last.size), final]


def _process_games(request: HttpRequest, visit: TournamentVisit) -> StepInput:
    """Read the game options and the clock of one stage, or of all stages at once."""
    stage = _select_stage(request, visit)
    form = setup_forms.StageGameForm(
        request.POST or None,
        initial=setup_forms.build_game_initial(stage.settings, visit.tournament.time_zone),
    )
    if not registry.get(visit.tournament.ruleset).orders.offered:
        form.remove_orders()
    options = setup_forms.GameOptions(visit.tournament.ruleset, stage.settings, request.POST or None)
    asks_more = form.is_bound and form.is_valid() and not options.is_complete
    context = {
        "form": form,
        "options": options,
        "stage": stage,
        "paces": form.build_preset_cards(_build_empty_forecasts()),
        "asks_more": asks_more,
    }
    if not form.is_valid() or not options.is_complete:
        return StepInput(
            context, form_errors=setup_problems.list_form_errors(setup_problems.GAMES_STEP, form)
        )
    data = {**form.build_stage_changes(), "options": options.dump_answers()}
    wanted = [
        msgspec.structs.replace(one.settings, **data)
        if form.cleaned_data["all_stages"] or one.number == stage.number
        else one.settings
        for one in visit.stages
    ]
    return StepInput(context, {"stages": wanted}, stages=wanted)


def _build_empty_forecasts() -> dict[str, str]:
    """Leave out the forecast of each pace: the box beside the form estimates the whole tournament."""
    return dict.fromkeys(PRESETS, "")


def _select_stage(request: HttpRequest, visit: TournamentVisit) -> Stage:
    number = request.POST.get("stage") or request.GET.get("stage") or "1"
    return next((stage for stage in visit.stages if str(stage.number) == number), visit.stages[0])


def _process_registration(request: HttpRequest, visit: TournamentVisit) -> StepInput:
    form = setup_forms.RegistrationRulesForm(
        request.POST or None, initial=setup_forms.build_registration_initial(visit.tournament)
    )
    if not form.is_valid():
        return StepInput(
            {"form": form},
            form_errors=setup_problems.list_form_errors(setup_problems.REGISTRATION_STEP, form),
        )
    plan = form.apply_to_settings(visit.tournament.settings)
    return StepInput(
        {"form": form},
        {"tournament_settings": plan, "starts_at": form.cleaned_data["starts_at"]},
        tournament_settings=plan,
    )


def _process_rules(request: HttpRequest, visit: TournamentVisit) -> StepInput:
    names = ("rules", "dispute_policy")
    initial = {name: getattr(visit.tournament, name) for name in names}
    form = setup_forms.RulesForm(request.POST or None, initial=initial)
    return StepInput({"form": form}, form.cleaned_data if form.is_valid() else None)


STEP_PROCESSORS: tuple[Callable[[HttpRequest, TournamentVisit], StepInput], ...] = (
    _process_description,
    _process_stages,
    _process_games,
    _process_registration,
    _process_rules,
)
