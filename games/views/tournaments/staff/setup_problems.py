"""Problems in the settings of a tournament: in which step and field each is, and what is wrong."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tournaments.setup.validation import Problem
from games.views.tournaments.staff.setup_forms import RegistrationRulesForm, StageForm

DESCRIPTION_STEP, STAGES_STEP, GAMES_STEP, REGISTRATION_STEP, RULES_STEP = range(1, 6)  # the steps
GAME_FIELD_LABELS = {
    "options": gettext_lazy("Game"),
    "pace": gettext_lazy("Pace"),
    "patience": gettext_lazy("If time runs out"),
}
TOURNAMENT_FIELD_STEPS = {
    "summary": DESCRIPTION_STEP,
    "stages": STAGES_STEP,
    "rules": RULES_STEP,
    "dispute_policy": RULES_STEP,
}


class SetupProblem(NamedTuple):
    """A problem with the label of its field, and the step in which it can be solved."""

    where: str  # empty: the sentence names the place itself
    text: str
    step: int


def locate_problem(problem: Problem) -> SetupProblem:
    """Add the step and the label of the field to a problem that the checks have found."""
    return SetupProblem(_format_location(problem), problem.sentence, _find_step(problem))


def _find_step(problem: Problem) -> int:
    if problem.where == "tournament":
        return TOURNAMENT_FIELD_STEPS.get(problem.field, REGISTRATION_STEP)
    return GAMES_STEP if problem.field in GAME_FIELD_LABELS else STAGES_STEP


def _format_location(problem: Problem) -> str:
    if problem.where == "tournament":
        field = RegistrationRulesForm.base_fields.get(problem.field)
        return str(field.label) if field and problem.suggestion else ""
    field = StageForm.base_fields.get(problem.field)
    label = GAME_FIELD_LABELS.get(problem.field) or (field.label if field else problem.field)
    words = {"number": problem.where.removeprefix("stage "), "field": label}
    return _("Stage %(number)s, %(field)s") % words


def list_form_errors(step: int, *filled: forms.Form) -> list[SetupProblem]:
    """List the errors of invalid forms, each with the label of its field."""
    return [
        SetupProblem(_format_field_location(one, name), " ".join(str(word) for word in words), step)
        for one in filled
        for name, words in one.errors.items()
    ]


def _format_field_location(form: forms.Form, name: str) -> str:
    label: Any = form.fields[name].label if name in form.fields else ""
    return f"{_('Stage %(number)s') % {'number': form.prefix[1:]}}, {label}" if form.prefix else str(label)


def filter_by_step(found: Iterable[SetupProblem], step: int) -> list[SetupProblem]:
    return [one for one in found if one.step == step]
