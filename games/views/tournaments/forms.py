"""The forms of entrants, and how every form of an event is read."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from games.play.errors import NotPossible
from games.tournaments import drawing
from games.tournaments.models import Table
from games.tournaments.pairing.starting import LOWEST_CAP
from games.tournaments.plan import AT_ONCE
from games.tournaments.tickets import LONGEST_TEXT
from games.tournaments.wishes import LONGEST_HOUSEHOLD
from games.views.numbers import whole
from games.views.tournaments.event import Event


def whole_number(text: str) -> int:
    """A number that a button sends; whatever else somebody writes there is none of ours."""
    if (found := whole(text, 11)) is None:
        raise Http404
    return found


def cleaned(form: forms.Form) -> dict[str, Any]:
    """What was filled in; the first complaint is told as the door tells its own."""
    if not form.is_valid():
        name, words = next(iter(form.errors.items()))
        label = f"{form.fields[name].label}: " if name in form.fields else ""
        raise NotPossible(label + " ".join(str(one) for one in words))
    return form.cleaned_data


class EntryForm(forms.Form):
    """What an entrant may wish for; all of it may be left as it is."""

    household = forms.CharField(
        label=_("Household"),
        required=False,
        max_length=LONGEST_HOUSEHOLD,
        help_text=_(
            "Does somebody of your household play too? Both write the same word, and never sit together."
        ),
    )
    cap = forms.TypedChoiceField(label=_("Tables at a time"), coerce=int, required=False, empty_value=None)
    heats = forms.TypedChoiceField(label=_("Heats"), coerce=int, required=False, empty_value=None)
    join_key = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(self, event: Event, data: Any = None, *, join_key: str = "", initial: Any = None) -> None:
        super().__init__(data, initial={"join_key": join_key, **(initial or {})})
        plan = event.stages[0].plan if event.stages else None
        most = plan.cap if plan and plan.format in AT_ONCE else 1
        self._choose("cap", [(number, str(number)) for number in range(LOWEST_CAP, most + 1)], most)
        heats = drawing.rounds_of(plan, event.tournament.plan.most) if plan and plan.format == "heats" else 0
        self._choose("heats", [(number, str(number)) for number in range(1, heats + 1)], heats)

    def _choose(self, name: str, choices: list[tuple[int, str]], usual: int) -> None:
        """Where there is nothing to choose, nobody is asked."""
        if len(choices) < 2:
            del self.fields[name]
        else:
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 (as declared above)
            field.choices, field.initial = choices, usual

    def wanted(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}


class AvoidForm(forms.Form):
    name = forms.CharField(
        label=_("Name in this tournament"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DisputeForm(forms.Form):
    """What is wrong, and at which table of one's own."""

    table = forms.TypedChoiceField(label=_("Table"), coerce=int, required=False, empty_value=None)
    text = forms.CharField(
        label=_("What is wrong?"), max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, tables: QuerySet[Table], data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["table"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 (as declared above)
        numbers = tables.values_list("number", flat=True)
        field.choices = [("", _("No table: the tournament itself")), *((one, str(one)) for one in numbers)]
