"""An organizer sets a tournament up in five steps. Each step is kept as it is left; beside it stands how long
the whole will take, and follows what is being filled in."""

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

from accounts import limits
from accounts.people import person
from games.clock.pace import PRESETS
from games.play import times
from games.play.errors import DoorError
from games.tournaments import estimating, feasible, naming, setting_up
from games.tournaments.book import DIRECTING
from games.tournaments.models import Tournament
from games.tournaments.plan import EventPlan, StagePlan
from games.views.tournaments import setup_forms as forms
from games.views.tournaments import troubles
from games.views.tournaments.event import Event, event_or_404
from games.views.tournaments.troubles import Trouble, of_step

TITLES = (
    gettext_lazy("What it is"),
    gettext_lazy("Stages"),
    gettext_lazy("Games and clocks"),
    gettext_lazy("Who may enter"),
    gettext_lazy("Rules, and a look at it all"),
)


class Filled(NamedTuple):
    """A step as it was filled in: forms for the page, and what it changes, if it can be read."""

    context: dict[str, Any]
    changes: dict[str, Any] | None = None  # for `setting_up.change`
    unreadable: Sequence[Trouble] = ()
    event: EventPlan | None = None
    stages: Sequence[StagePlan] | None = None


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A title, a game and a kind of event; the rest can be changed afterwards."""
    form = forms.NewForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not limits.allowed(request, "new_tournament", "20/h/user"):
            return limits.too_many(request)
        user, told = person(request), form.cleaned_data
        try:
            made = setting_up.create(
                user, told["title"], told["ruleset"], told["template"], zone=user.time_zone
            )
            return redirect("desk_settings", made.slug, 1)
        except DoorError as error:
            form.add_error(None, str(error))
    return render(request, "tournaments/setup/new.html", {"form": form})


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str, step: int) -> HttpResponse:
    event = event_or_404(request, slug, "desk_settings")
    if event.role not in DIRECTING or not 1 <= step <= len(STEPS):
        raise Http404
    if request.method == "POST" and not limits.allowed(request, "forecast", "120/m/user"):
        return limits.too_many(request)
    filled = STEPS[step - 1](request, event)
    if request.method == "POST" and getattr(request, "htmx", False):
        return render(
            request, "tournaments/setup/_estimate.html", {"event": event, **_foretold(event, filled)}
        )
    answer = _kept(request, event, step, filled) if filled.changes is not None else None
    return answer or _page(request, event, step, filled)


def _kept(request: HttpRequest, event: Event, step: int, filled: Filled) -> HttpResponse | None:
    """To the next step; none, if it could not be kept."""
    try:
        setting_up.change(event.tournament.pk, person(request), **(filled.changes or {}))
    except DoorError as error:
        messages.error(request, str(error))
        return None
    following = request.POST.get("to", "")
    impossible = of_step(_foretold(event, filled)["troubles"], step)
    if following in ("add", "remove") or impossible:  # the page says why, and what would be possible
        return redirect("desk_settings", event.tournament.slug, step)
    if step == len(STEPS):
        messages.success(request, _("It is kept."))
        return redirect("desk", event.tournament.slug)
    return redirect("desk_settings", event.tournament.slug, step + 1)


def _page(request: HttpRequest, event: Event, step: int, filled: Filled) -> HttpResponse:
    context = {
        "event": event,
        "step": step,
        "steps": list(enumerate(TITLES, 1)),
        "title": TITLES[step - 1],
        "left": [troubles.told(one) for one in setting_up.problems(event.tournament)],
        **filled.context,
        **_foretold(event, filled),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, f"tournaments/setup/step_{step}.html", context, status=status)


def _foretold(event: Event, filled: Filled) -> dict[str, Any]:
    """How long it will take with the fewest and with the most, and what cannot be."""
    found = event.tournament
    plan, stages = filled.event or found.plan, filled.stages or [stage.plan for stage in event.stages]
    now = times.now()
    starts = (filled.changes or {}).get("starts_at", found.starts_at)
    problems: list[Trouble] = []
    if not filled.unreadable:  # otherwise they would be about what was there before
        told = setting_up.impossible(found.ruleset, plan, stages, None if found.has_begun else starts, now)
        problems = [troubles.told(one) for one in told]
    found_wrong = filled.unreadable or problems
    is_asked_later = found.state in (Tournament.State.DRAFT, Tournament.State.OPEN)
    estimates: list[estimating.Estimate] = []
    if not found_wrong:
        numbers = sorted({plan.least, plan.most})
        estimates = [estimating.estimate(found.ruleset, stages, number, starts or now) for number in numbers]
    return {
        "estimates": estimates,
        "troubles": found_wrong,
        "problems": problems,
        "warnings": []
        if found_wrong
        else feasible.warnings(plan, stages, starts if is_asked_later else None, now),
    }


# --- the steps


def _what(request: HttpRequest, event: Event) -> Filled:
    names = ("title", "summary", "prizes", "time_zone", "is_listed")
    initial = {name: getattr(event.tournament, name) for name in names}
    form = forms.WhatForm(request.POST or None, initial=initial)
    if not form.is_valid():
        return Filled({"form": form}, unreadable=troubles.unreadable(troubles.WORDS, form))
    return Filled({"form": form}, form.cleaned_data)


def _stages(request: HttpRequest, event: Event) -> Filled:
    """One form for each stage; a button adds one at the end, or takes the last one away."""
    plans = [stage.plan for stage in event.stages]
    made = [
        forms.StageForm(
            request.POST or None,
            prefix=f"s{number}",
            initial=forms.stage_initial(plan),
            is_first=number == 1,
            is_last=number == len(plans),
        )
        for number, plan in enumerate(plans, 1)
    ]
    readable = [form.is_valid() for form in made]  # all of them: each shows what is wrong with it
    if not all(readable):
        wrong = troubles.unreadable(troubles.STAGES, *made)
        return Filled({"forms": made, "trouble": request.method == "POST"}, unreadable=wrong)
    wanted = [forms.changed_stage(plan, form.cleaned_data) for plan, form in zip(plans, made, strict=True)]
    match request.POST.get("to"):
        case "add" if len(wanted) < feasible.MOST_STAGES:
            wanted = _with_final(wanted)
        case "remove" if len(wanted) > 1:
            wanted = [*wanted[:-2], msgspec.structs.replace(wanted[-2], go_on=0)]
    return Filled({"forms": made}, {"stages": wanted}, stages=wanted)


def _with_final(wanted: list[StagePlan]) -> list[StagePlan]:
    """One more stage: a table of the best, played like the one before."""
    last = wanted[-1]
    final = msgspec.structs.replace(
        last,
        format="knock_out",
        name=naming.FINAL,
        rounds=0,
        best=0,
        go_on=0,
        most=last.size,
        check_in_hours=72,
        tie_breaks=(),
    )
    return [*wanted[:-1], msgspec.structs.replace(last, go_on=last.go_on or last.size), final]


def _games(request: HttpRequest, event: Event) -> Filled:
    """The game of one stage and its clock, or of all stages at once."""
    stage = _wanted_stage(request, event)
    form = forms.GameForm(
        request.POST or None, initial=forms.game_initial(stage.plan, event.tournament.time_zone)
    )
    options = forms.GameOptions(event.tournament.ruleset, stage.plan, request.POST or None)
    asks_more = form.is_bound and form.is_valid() and not options.is_complete
    context = {
        "form": form,
        "options": options,
        "stage": stage,
        "paces": form.cards(_no_forecasts()),
        "asks_more": asks_more,
    }
    if not form.is_valid() or not options.is_complete:
        return Filled(context, unreadable=troubles.unreadable(troubles.GAMES, form))
    told = {**form.wanted(), "options": options.wanted()}
    wanted = [
        msgspec.structs.replace(one.plan, **told)
        if form.cleaned_data["all_stages"] or one.number == stage.number
        else one.plan
        for one in event.stages
    ]
    return Filled(context, {"stages": wanted}, stages=wanted)


def _no_forecasts() -> dict[str, str]:
    """The box beside the form says how long it takes."""
    return dict.fromkeys(PRESETS, "")


def _wanted_stage(request: HttpRequest, event: Event) -> Any:
    number = request.POST.get("stage") or request.GET.get("stage") or "1"
    return next((stage for stage in event.stages if str(stage.number) == number), event.stages[0])


def _entry(request: HttpRequest, event: Event) -> Filled:
    form = forms.EntryRulesForm(request.POST or None, initial=forms.entry_initial(event.tournament))
    if not form.is_valid():
        return Filled({"form": form}, unreadable=troubles.unreadable(troubles.ENTRY, form))
    plan = form.wanted(event.tournament.plan)
    return Filled({"form": form}, {"event": plan, "starts_at": form.cleaned_data["starts_at"]}, event=plan)


def _rules(request: HttpRequest, event: Event) -> Filled:
    names = ("rules", "disputes")
    initial = {name: getattr(event.tournament, name) for name in names}
    form = forms.RulesForm(request.POST or None, initial=initial)
    return Filled({"form": form}, form.cleaned_data if form.is_valid() else None)


STEPS: tuple[Callable[[HttpRequest, Event], Filled], ...] = (_what, _stages, _games, _entry, _rules)
