"""Forms on the desk of the tournament staff: reasons, announcements, roles, rulings, answers to disputes."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.tournaments.director.pauses import MOST_HOURS
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.mail import announcements
from games.tournaments.models import Role, Ruling
from games.views.params import parse_whole_number

ONE_TABLE = "table"
LONGEST_REASON = 300
LONGEST_TEXT = 4000
HIGHEST_SCORE = 999_999
TABLE_RULINGS = (Ruling.Kind.RESULT, Ruling.Kind.VOID, Ruling.Kind.LOSS)
ENTRANT_RULINGS = (
    Ruling.Kind.LOSS,
    Ruling.Kind.WARNING,
    Ruling.Kind.DISQUALIFY,
    Ruling.Kind.REINSTATE,
    Ruling.Kind.BAN,
)


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Everybody concerned will read it.")
    )


class ExtendForm(ReasonForm):
    hours = forms.IntegerField(label=_("Hours"), min_value=1, max_value=MOST_HOURS, initial=24)


class AnnouncementForm(forms.Form):
    to = forms.ChoiceField(
        label=_("Recipients"),
        choices=[
            ("all", _("everybody in the tournament")),
            ("stage", _("everybody in the current stage")),
            ("waiting", _("the waiting list")),
            (ONE_TABLE, _("the players of one table")),
        ],
    )
    table = forms.IntegerField(
        label=_("Table"),
        required=False,
        min_value=1,
        help_text=_("Its number, if this is for one table only"),
    )
    subject = forms.CharField(label=_("Subject"), max_length=100)
    text = forms.CharField(label=_("Text"), max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 8}))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("to") == ONE_TABLE and not data.get("table") and not self.errors:
            self.add_error("table", gettext("Please name the table."))
        return data

    @property
    def recipients(self) -> str:
        """The recipients in the notation of the announcement service."""
        to: str = self.cleaned_data["to"]
        return f"{announcements.TABLE_PREFIX}{self.cleaned_data['table']}" if to == ONE_TABLE else to


class DisputeAnswerForm(forms.Form):
    answer = forms.CharField(label=_("Answer"), max_length=2000, widget=forms.Textarea(attrs={"rows": 4}))
    public = forms.CharField(
        label=_("What the public can read about it"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Without names if possible. Leave empty to publish nothing."),
    )


class RoleForm(forms.Form):
    who = forms.CharField(label=_("Handle"), max_length=40)
    kind = forms.ChoiceField(
        label=_("Role"), choices=[one for one in Role.Kind.choices if one[0] != Role.Kind.OWNER]
    )


class RulingForm(forms.Form):
    """A ruling: its kind, the table or entrant, the reason, and for a result also the scores."""

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
            "For a table’s result: the number of each entrant and the score, as in “3 25, 7 21, 9 18”."
        ),
    )
    until = forms.DateField(
        label=_("Until"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        help_text=_("For a ban: its last day. It applies to all tournaments of this tournament’s owner."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)

    def __init__(
        self,
        data: Any = None,
        *,
        names: Mapping[int, str],
        table: int | None = None,
        seats: Sequence[tuple[int, str, str]] = (),
    ) -> None:
        """If the seats (number, name, score) are given, each gets a score field of its own."""
        super().__init__(data, initial={"table": table})
        self.seats = {f"score-{number}": number for number, _name, _score in seats}
        for key, (_number, name, score) in zip(self.seats, seats, strict=True):
            self.fields[key] = forms.IntegerField(
                label=gettext("Score of %(name)s") % {"name": name},
                required=False,
                initial=score,
                min_value=0,
                max_value=HIGHEST_SCORE,
            )
        if seats:
            del self.fields["scores"]
            self.order_fields(["kind", "table", *self.seats, "entrant", "until", "reason"])
        field = self.fields["entrant"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 (as declared above)
        field.choices = [("", "–"), *((number, f"{number} {names[number]}") for number in sorted(names))]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        kind = data.get("kind")
        if kind in TABLE_RULINGS and not data.get("table"):
            self.add_error("table", gettext("Please name the table."))
        if kind in ENTRANT_RULINGS and not data.get("entrant"):
            self.add_error("entrant", gettext("Please name the entrant."))
        if kind == Ruling.Kind.BAN and not data.get("until"):
            self.add_error("until", gettext("Please say until when."))
        if kind == Ruling.Kind.RESULT and not self.errors:
            data["lines"] = (
                self._read_seat_scores(data) if self.seats else self._parse_scores(data.get("scores", ""))
            )
        return data

    def _read_seat_scores(self, data: Mapping[str, Any]) -> list[VerdictLine]:
        """Read the scores from the fields of the seats; every seat needs one."""
        for key in self.seats:
            if data.get(key) is None:
                self.add_error(key, gettext("Please enter a score for everybody."))
        return [
            VerdictLine(number, str(data[key]))
            for key, number in self.seats.items()
            if data.get(key) is not None
        ]

    def _parse_scores(self, text: str) -> list[VerdictLine]:
        """Parse scores written as “3 25, 7 21”: number of the entrant, then the score."""
        words = [part.split() for part in text.replace(";", ",").split(",") if part.strip()]
        if not words or any(len(pair) != 2 or not all(map(_is_number, pair)) for pair in words):
            self.add_error(
                "scores", gettext("Please enter each entrant’s number and score, separated by commas.")
            )
            return []
        return [VerdictLine(int(who), str(int(score))) for who, score in words]

    def build_ruling_arguments(self) -> dict[str, Any]:
        """Return the arguments for proposing this ruling; fields that its kind does not use are left out."""
        data = self.cleaned_data
        found: dict[str, Any] = {"kind": data["kind"], "reason": data["reason"]}
        if data["kind"] in TABLE_RULINGS:
            found["table_number"] = data["table"]
        if data["kind"] in ENTRANT_RULINGS:
            found["entrant_number"] = data["entrant"]
        if data["kind"] == Ruling.Kind.RESULT:
            found["lines"] = data["lines"]
        if data["kind"] == Ruling.Kind.BAN:
            found["until"] = _compute_end_of_day(data["until"])
        return found


def _compute_end_of_day(day: date) -> datetime:
    """Compute the midnight that ends this day in the reader's time zone."""
    return timezone.make_aware(datetime.combine(day, time.min)) + timedelta(days=1)


def _is_number(word: str) -> bool:
    return parse_whole_number(word, 6) is not None
