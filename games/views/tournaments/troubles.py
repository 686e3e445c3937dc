"""What cannot be played, or read, in the settings of an event: where it was filled in, why, what could be."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tournaments.feasible import Problem
from games.views.tournaments.setup_forms import EntryRulesForm, StageForm

WORDS, STAGES, GAMES, ENTRY, RULES = range(1, 6)  # the steps
OF_GAMES = {
    "options": gettext_lazy("Game"),
    "pace": gettext_lazy("Pace"),
    "patience": gettext_lazy("When time runs out"),
}
OF_EVENT = {"summary": WORDS, "stages": STAGES, "rules": RULES, "disputes": RULES}


class Trouble(NamedTuple):
    """Where it is, as the page calls it, what is wrong, and in which step it is set right."""

    where: str  # empty: the sentence says it
    text: str
    step: int


def told(problem: Problem) -> Trouble:
    return Trouble(_where(problem), problem.sentence, _step(problem))


def _step(problem: Problem) -> int:
    if problem.where == "event":
        return OF_EVENT.get(problem.field, ENTRY)
    return GAMES if problem.field in OF_GAMES else STAGES


def _where(problem: Problem) -> str:
    if problem.where == "event":
        field = EntryRulesForm.base_fields.get(problem.field)
        return str(field.label) if field and problem.instead else ""
    field = StageForm.base_fields.get(problem.field)
    label = OF_GAMES.get(problem.field) or (field.label if field else problem.field)
    words = {"number": problem.where.removeprefix("stage "), "field": label}
    return _("Stage %(number)s, %(field)s") % words


def unreadable(step: int, *filled: forms.Form) -> list[Trouble]:
    """What was filled in and is no answer, each with its field."""
    return [
        Trouble(_place(one, name), " ".join(str(word) for word in words), step)
        for one in filled
        for name, words in one.errors.items()
    ]


def _place(form: forms.Form, name: str) -> str:
    label: Any = form.fields[name].label if name in form.fields else ""
    return f"{_('Stage %(number)s') % {'number': form.prefix[1:]}}, {label}" if form.prefix else str(label)


def of_step(found: Iterable[Trouble], step: int) -> list[Trouble]:
    return [one for one in found if one.step == step]
