"""Forms of entrants, and helpers with which all tournament views read forms and numbers."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from games.play.errors import NotPossible
from games.tournaments.entries.preferences import LONGEST_HOUSEHOLD
from games.tournaments.models import TournamentTable
from games.tournaments.pairing import next_round
from games.tournaments.pairing.start_order import LOWEST_CAP
from games.tournaments.rulings.disputes import LONGEST_TEXT
from games.tournaments.settings import PARALLEL_FORMATS
from games.views.choice_fields import set_choices
from games.views.params import parse_whole_number
from games.views.tournaments.context import TournamentVisit


def parse_number_or_404(text: str) -> int:
    """Parse a number that one of our buttons sends; 404 for anything else."""
    if (found := parse_whole_number(text, 11)) is None:
        raise Http404
    return found


def require_cleaned_data(form: forms.Form) -> dict[str, Any]:
    """Return the cleaned data; the first error of an invalid form is raised like an error of the service."""
    if not form.is_valid():
        name, words = next(iter(form.errors.items()))
        label = f"{form.fields[name].label}: " if name in form.fields else ""
        raise NotPossible(label + " ".join(str(one) for one in words))
    return form.cleaned_data


class EntrantPreferencesForm(forms.Form):
    """Preferences of an entrant, for registration and for later changes. All fields are optional."""

    household = forms.CharField(
        label=_("Household"),
        required=False,
        max_length=LONGEST_HOUSEHOLD,
        help_text=_(
            "Does somebody else in your household play too? If you both enter the same word, you never "
            "sit together."
        ),
    )
    cap = forms.TypedChoiceField(label=_("Tables at a time"), coerce=int, required=False, empty_value=None)
    heats = forms.TypedChoiceField(label=_("Heats"), coerce=int, required=False, empty_value=None)
    sits_out_on_leave = forms.BooleanField(
        label=_("Sit out while on leave"),
        required=False,
        help_text=_("A round that is drawn while you are on leave is drawn without you."),
    )
    join_key = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    def __init__(
        self, visit: TournamentVisit, data: Any = None, *, join_key: str = "", initial: Any = None
    ) -> None:
        super().__init__(data, initial={"join_key": join_key, **(initial or {})})
        plan = visit.stages[0].settings if visit.stages else None
        if not any(stage.settings.format == "swiss" for stage in visit.stages):
            del self.fields["sits_out_on_leave"]
        most = plan.cap if plan and plan.format in PARALLEL_FORMATS else 1
        self._offer_numbers("cap", range(LOWEST_CAP, most + 1), most)
        heats = (
            next_round.count_rounds(plan, visit.tournament.settings.most)
            if plan and plan.format == "heats"
            else 0
        )
        self._offer_numbers("heats", range(1, heats + 1), heats)

    def _offer_numbers(self, name: str, numbers: range, usual: int) -> None:
        """Offer these numbers in a field, or remove the field if there is nothing to choose."""
        if len(numbers) < 2:
            del self.fields[name]
        else:
            set_choices(self, name, [(number, str(number)) for number in numbers])
            self.fields[name].initial = usual

    def list_filled_fields(self) -> dict[str, Any]:
        """Return only what was filled in."""
        return {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}


class AvoidanceForm(forms.Form):
    name = forms.CharField(
        label=_("Name in this tournament"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class DisputeForm(forms.Form):
    """A new dispute: what is wrong, and optionally at which of the entrant's own tables."""

    table = forms.TypedChoiceField(label=_("Table"), coerce=int, required=False, empty_value=None)
    text = forms.CharField(
        label=_("What is wrong?"), max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, tables: QuerySet[TournamentTable], data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["table"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 (as declared above)
        numbers = tables.values_list("number", flat=True)
        field.choices = [("", _("No table: the tournament itself")), *((one, str(one)) for one in numbers)]
