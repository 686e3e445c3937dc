"""The forms of the desk."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tournaments import telling
from games.tournaments.halting import MOST_HOURS
from games.tournaments.ledger import Line
from games.tournaments.models import Role, Ruling
from games.views.numbers import whole

AT_TABLE = "table"
REASON = 300
TEXT = 4000
MOST_SCORED = 999_999
ON_TABLES = (Ruling.Kind.RESULT, Ruling.Kind.VOID, Ruling.Kind.LOSS)
ON_PEOPLE = (
    Ruling.Kind.LOSS,
    Ruling.Kind.WARNING,
    Ruling.Kind.DISQUALIFY,
    Ruling.Kind.REINSTATE,
    Ruling.Kind.BAN,
)


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON, help_text=_("Everybody concerned reads it.")
    )


class ExtendForm(ReasonForm):
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=MOST_HOURS, initial=24)


class AnnounceForm(forms.Form):
    to = forms.ChoiceField(
        label=_("To whom"),
        choices=[
            ("all", _("everybody in the tournament")),
            ("stage", _("those of the running stage")),
            ("waiting", _("the waiting list")),
            (AT_TABLE, _("those at one table")),
        ],
    )
    table = forms.IntegerField(
        label=_("Table"), required=False, min_value=1, help_text=_("Its number, if it is for one table alone")
    )
    subject = forms.CharField(label=_("Subject"), max_length=100)
    text = forms.CharField(label=_("Text"), max_length=TEXT, widget=forms.Textarea(attrs={"rows": 8}))

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if told.get("to") == AT_TABLE and not told.get("table") and not self.errors:
            self.add_error("table", gettext("Please name the table."))
        return told

    @property
    def whom(self) -> str:
        """In the words of `telling.announce`."""
        to: str = self.cleaned_data["to"]
        return f"{telling.AT_TABLE}{self.cleaned_data['table']}" if to == AT_TABLE else to


class AnswerForm(forms.Form):
    answer = forms.CharField(label=_("Answer"), max_length=2000, widget=forms.Textarea(attrs={"rows": 4}))
    public = forms.CharField(
        label=_("What the public may read of it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Without names, if you can. Empty: nothing."),
    )


class RoleForm(forms.Form):
    who = forms.CharField(label=_("Handle"), max_length=40)
    kind = forms.ChoiceField(
        label=_("Role"), choices=[one for one in Role.Kind.choices if one[0] != Role.Kind.OWNER]
    )


class RulingForm(forms.Form):
    """What is ruled, about which table or whom, and why; of a result also the scores."""

    kind = forms.ChoiceField(
        label=_("What"), choices=[one for one in Ruling.Kind.choices if one[0] != Ruling.Kind.REVERSE]
    )
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1)
    entrant = forms.TypedChoiceField(label=_("Entrant"), required=False, coerce=int, empty_value=None)
    scores = forms.CharField(
        label=_("Scores"),
        required=False,
        max_length=200,
        help_text=_(
            "For the result of a table: the number of the entrant and the score, as in “3 25, 7 21, 9 18”."
        ),
    )
    until = forms.DateField(
        label=_("Until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        help_text=_("For a ban: its last day. It holds for all tournaments of whoever owns this one."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON)

    def __init__(
        self,
        data: Any = None,
        *,
        names: Mapping[int, str],
        table: int | None = None,
        seats: Sequence[tuple[int, str, str]] = (),
    ) -> None:
        """Of a table whose seats are known (number, name, score), each has a field of its own."""
        super().__init__(data, initial={"table": table})
        self.seats = {f"score-{number}": number for number, _name, _score in seats}
        for key, (_number, name, score) in zip(self.seats, seats, strict=True):
            self.fields[key] = forms.IntegerField(
                label=gettext("Score of %(name)s") % {"name": name},
                required=False,
                initial=score,
                min_value=0,
                max_value=MOST_SCORED,
            )
        if seats:
            del self.fields["scores"]
            self.order_fields(["kind", "table", *self.seats, "entrant", "until", "reason"])
        field = self.fields["entrant"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 (as declared above)
        field.choices = [("", "–"), *((number, f"{number} {names[number]}") for number in sorted(names))]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        kind = told.get("kind")
        if kind in ON_TABLES and not told.get("table"):
            self.add_error("table", gettext("Please name the table."))
        if kind in ON_PEOPLE and not told.get("entrant"):
            self.add_error("entrant", gettext("Please name the entrant."))
        if kind == Ruling.Kind.BAN and not told.get("until"):
            self.add_error("until", gettext("Please say until when."))
        if kind == Ruling.Kind.RESULT and not self.errors:
            told["lines"] = self._of_seats(told) if self.seats else self._lines(told.get("scores", ""))
        return told

    def _of_seats(self, told: Mapping[str, Any]) -> list[Line]:
        for key in self.seats:
            if told.get(key) is None:
                self.add_error(key, gettext("Please write a score for everybody."))
        return [
            Line(number, str(told[key])) for key, number in self.seats.items() if told.get(key) is not None
        ]

    def _lines(self, text: str) -> list[Line]:
        """One for each seat: who, and what they scored."""
        words = [part.split() for part in text.replace(";", ",").split(",") if part.strip()]
        if not words or any(len(pair) != 2 or not all(map(_is_number, pair)) for pair in words):
            self.add_error(
                "scores", gettext("Please write each entrant's number and score, with commas between.")
            )
            return []
        return [Line(int(who), str(int(score))) for who, score in words]

    def wanted(self) -> dict[str, Any]:
        told = self.cleaned_data
        found: dict[str, Any] = {"kind": told["kind"], "reason": told["reason"]}
        if told["kind"] in ON_TABLES:
            found["table_number"] = told["table"]
        if told["kind"] in ON_PEOPLE:
            found["entrant_number"] = told["entrant"]
        if told["kind"] == Ruling.Kind.RESULT:
            found["lines"] = told["lines"]
        if told["kind"] == Ruling.Kind.BAN:
            found["until"] = _end_of(told["until"])
        return found


def _end_of(day: date) -> datetime:
    """Midnight, where the reader is."""
    return timezone.make_aware(datetime.combine(day, time.min)) + timedelta(days=1)


def _is_number(word: str) -> bool:
    return whole(word, 6) is not None
