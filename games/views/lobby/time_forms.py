"""Forms for the time settings of a table: its pace, and what happens when somebody's time runs out.

A preset takes one tap; fixed times and own numbers have folded fields. The fields of a choice that is not
selected are ignored, unless somebody has just filled them in: then the form asks what is meant.
"""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import time, timedelta
from typing import Any, NamedTuple, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.dates import WEEKDAYS
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.preferences import time_zones
from games.clock.leave import LeavePolicy
from games.clock.missed_deadline_policy import MAX_MISSES, TIMEOUT_ANSWERS, MissedDeadlinePolicy
from games.clock.pace import MAX_DAILY_TIMES, MAX_DURATIONS, PRESETS, Pace
from games.queries import pace_text

FIXED, OWN = "fixed", "own"
PACE_CHOICES = (*PRESETS, FIXED, OWN)
LIMITED_LEAVE = "some"
MAX_NOTICE = timedelta(days=7)  # before a fixed time of the day
DEFAULT_POLICY = MissedDeadlinePolicy()
TIME_PATTERN = re.compile(r"(\d{1,2})(?:[:.h](\d{2})?)?")


class HoursField(forms.IntegerField):
    """A number of hours; an empty field is None."""

    def __init__(self, label: Any, *, usual: int, most: timedelta, least: int = 0, **more: Any) -> None:
        limit = int(most / timedelta(hours=1))
        messages = {
            "invalid": _("Please enter a whole number of hours."),
            "min_value": _("Please enter at least %(limit_value)d."),
            "max_value": _("At most %(limit_value)d hours, please."),
        }
        super().__init__(
            label=label,
            initial=usual,
            min_value=least,
            max_value=limit,
            required=False,
            error_messages=messages,
            **more,
        )


class CountField(forms.IntegerField):
    """A number of times; an empty field means the default."""

    def __init__(self, label: Any, *, usual: int, least: int, most: int = MAX_MISSES) -> None:
        messages = {
            "invalid": _("Please enter a whole number."),
            "min_value": _("Please enter at least %(limit_value)d."),
            "max_value": _("At most %(limit_value)d, please."),
        }
        super().__init__(
            label=label,
            initial=usual,
            min_value=least,
            max_value=most,
            required=False,
            error_messages=messages,
        )

    def clean(self, value: Any) -> int:
        found = super().clean(value)
        return cast(int, self.initial) if found is None else found


class TimesField(forms.CharField):
    """Times of the day as people type them: `20:00`, `8 and 20.30`."""

    def clean(self, value: str | None) -> tuple[time, ...]:
        words = re.findall(r"[^\s,;]*\d[^\s,;]*", super().clean(value) or "")
        found = sorted({parse_time(word) for word in words})
        if len(found) > MAX_DAILY_TIMES:
            raise ValidationError(
                gettext("At most %(most)d times a day, please.") % {"most": MAX_DAILY_TIMES}
            )
        return tuple(found)


def parse_time(word: str) -> time:
    read = TIME_PATTERN.fullmatch(word)
    try:
        if read is None:
            raise ValueError
        return time(int(read[1]), int(read[2] or 0))
    except ValueError as error:
        message = gettext("“%(word)s” is not a time of day. Write 8:00 or 20:30.")
        raise ValidationError(message % {"word": word[:20]}) from error


class PresetCard(NamedTuple):
    """A preset of the pace as the page offers it."""

    choice: str
    radio: Any
    title: object
    text: str
    forecast: str


class PaceForm(forms.Form):
    """How much time there is for a decision."""

    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[
            *((name, named.title) for name, named in pace_text.PRESET_NAMES.items()),
            (FIXED, _("Due at fixed times")),
            (OWN, _("My own numbers")),
        ],
        initial="daily",
        widget=forms.RadioSelect,
    )
    # fixed times of the day
    times = TimesField(
        label=_("Times of day"),
        required=False,
        initial="20:00",
        max_length=200,
        help_text=_("One or more, as in 8:00, 20:00."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    weekdays = forms.TypedMultipleChoiceField(
        label=_("On these days"),
        coerce=int,
        choices=list(WEEKDAYS.items()),
        initial=list(WEEKDAYS),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    zone = forms.ChoiceField(label=_("In the time zone of"), required=False, initial="UTC")
    notice = HoursField(
        _("Least time to answer, in hours"),
        usual=12,
        least=1,
        most=MAX_NOTICE,
        help_text=_("If less time is left, the next deadline applies."),
    )
    fixed_bank = HoursField(_("Hours in the time bank"), usual=24, most=MAX_DURATIONS["allowance"])
    fixed_grace = HoursField(_("Hours of grace"), usual=1, most=MAX_DURATIONS["grace"])
    fixed_shift = HoursField(
        _("Most hours that quiet time may postpone a deadline"),
        usual=0,
        most=MAX_DURATIONS["shift"],
        help_text=_(
            "With 0, a deadline is the same for all, even if it falls in somebody’s quiet hours or on a "
            "free day."
        ),
    )
    # own numbers
    hours = HoursField(
        _("Hours per decision"),
        usual=24,
        least=1,
        most=MAX_DURATIONS["hours"],
        help_text=_("A week has 168 hours."),
    )
    allowance = HoursField(_("Time bank at the start"), usual=48, most=MAX_DURATIONS["allowance"])
    increment = HoursField(_("Each decision adds"), usual=2, most=MAX_DURATIONS["increment"])
    cap = HoursField(_("The time bank holds at most"), usual=72, most=MAX_DURATIONS["cap"])
    grace = HoursField(_("Grace period at the very end"), usual=2, most=MAX_DURATIONS["grace"])
    shift = HoursField(
        _("Quiet time postpones a deadline by up to"),
        usual=60,
        most=MAX_DURATIONS["shift"],
        help_text=_(
            "So that nobody has to answer during their quiet hours. From 60 on, free days count too, and "
            "the table may wait from Friday evening to Monday morning."
        ),
    )
    rendered_values = forms.CharField(
        required=False, widget=forms.HiddenInput
    )  # both sets of fields as rendered

    FIELDS = {
        FIXED: ("times", "weekdays", "zone", "notice", "fixed_bank", "fixed_grace", "fixed_shift"),
        OWN: ("hours", "allowance", "increment", "cap", "grace", "shift"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = cast(forms.ChoiceField, self.fields["zone"])
        zone.choices = time_zones.build_zone_choices(str(self["zone"].value() or ""))

    def clean(self) -> dict[str, Any]:
        super().clean()
        way = self.cleaned_data.get("pace", "")
        for name in (name for other, names in self.FIELDS.items() if other != way for name in names):
            self.errors.pop(name, None)
        for name in self.FIELDS.get(way, ()):
            self._check_field(name)
        for other in self.unselected_input:
            self.add_error("pace", str(CONFLICT_MESSAGES[other]))
        return self.cleaned_data

    @cached_property
    def unselected_input(self) -> list[str]:
        """Choices that are not selected although somebody has filled in their fields."""
        way, before = self["pace"].value(), self._rendered_before
        return [
            other
            for other, names in self.FIELDS.items()
            if self.is_bound and other != way and any(self._is_filled_in(name, before) for name in names)
        ]

    def _is_filled_in(self, name: str, before: dict[str, str]) -> bool:
        """Was the field filled in by hand: not empty, not as offered, and not reset to its default?"""
        held = _format_as_sent(self[name].value())
        return name in before and held not in ("", before[name], _format_as_sent(self.fields[name].initial))

    @property
    def _rendered_before(self) -> dict[str, str]:
        """The values that the page offered, from its hidden field."""
        try:
            result = json.loads(self["rendered_values"].value() or "{}")
        except (ValueError, RecursionError):
            return {}
        return {name: str(value) for name, value in result.items()} if isinstance(result, dict) else {}

    def _check_field(self, name: str) -> None:
        """Check what matters only if this field is in use."""
        if name in REQUIRED_MESSAGES and name not in self.errors and not self.cleaned_data.get(name):
            self.add_error(name, str(REQUIRED_MESSAGES[name]))
        if name == "cap" and not {"cap", "allowance", "increment"} & set(self.errors):
            self._check_cap()

    def _check_cap(self) -> None:
        least = max(self._get_hours("allowance"), self._get_hours("increment"))
        if self.cleaned_data["cap"] is not None and self._get_hours("cap") < least:
            text = gettext(
                "The time bank must hold what it starts with and what a decision adds: at least %(n)d."
            )
            self.add_error("cap", text % {"n": least / timedelta(hours=1)})

    def _get_hours(self, name: str) -> timedelta:
        return timedelta(hours=self.cleaned_data[name] or 0)

    def build_pace(self) -> Pace:
        """Build the chosen pace from the valid form."""
        way = self.cleaned_data["pace"]
        if way == FIXED:
            return self._build_fixed_pace()
        return self._build_own_pace() if way == OWN else PRESETS[way]

    def _build_fixed_pace(self) -> Pace:
        """Build a pace with fixed times. Deadlines are the same for all: by default no night moves them."""
        data, bank = self.cleaned_data, self._get_hours("fixed_bank")
        return Pace(
            hours=self._get_hours("notice"),
            allowance=bank,
            cap=bank,
            grace=self._get_hours("fixed_grace"),
            shift=self._get_hours("fixed_shift"),
            daily_at=data["times"],
            weekdays=frozenset(data["weekdays"]),
            zone=data["zone"],
        )

    def _build_own_pace(self) -> Pace:
        lengths: dict[str, Any] = {name: self._get_hours(name) for name in self.FIELDS[OWN]}
        if self.cleaned_data["cap"] is None:
            lengths["cap"] = max(lengths["allowance"], lengths["increment"])
        return Pace(**lengths)

    # --- for the templates

    def build_preset_cards(self, forecasts: Mapping[str, str]) -> list[PresetCard]:
        """List the presets, each with the expected length of the game."""
        return [
            PresetCard(
                name,
                radio,
                pace_text.PRESET_NAMES[name].title,
                pace_text.describe_preset(name),
                forecasts[name],
            )
            for radio in self["pace"]
            if (name := radio.data["value"]) in PRESETS
        ]

    def build_pace_for(self, way: str) -> Pace | None:
        """Build the pace that a choice would give with its current fields; None if they are not valid."""
        if way in PRESETS:
            return PRESETS[way]
        form = PaceForm({name: self[name].value() for name in self.FIELDS[way]} | {"pace": way})
        return form.build_pace() if form.is_valid() else None

    @property
    def dump_rendered_values(self) -> str:
        """The value of the hidden field: what both sets of fields hold now.

        Where the form asks what is meant, the earlier value is kept, so that it asks again."""
        before = {name: text for name, text in self._rendered_before.items() if self._is_open_question(name)}
        now = {name: _format_as_sent(self[name].value()) for names in self.FIELDS.values() for name in names}
        return json.dumps(now | before)

    def _is_open_question(self, name: str) -> bool:
        return any(name in self.FIELDS[way] for way in self.unselected_input)

    @property
    def fixed_radio(self) -> Any:
        return self._find_radio(FIXED)

    @property
    def own_radio(self) -> Any:
        return self._find_radio(OWN)

    def _find_radio(self, way: str) -> Any:
        return next(radio for radio in self["pace"] if radio.data["value"] == way)


REQUIRED_MESSAGES = {
    "times": _("Please enter at least one time of day."),
    "weekdays": _("Please choose at least one day."),
    "zone": _("Please choose a place."),
    "notice": _("Please enter a number of hours."),
    "hours": _("Please enter a number of hours."),
}


CONFLICT_MESSAGES = {
    FIXED: _("You have entered fixed times: please choose “Due at fixed times”, or remove them."),
    OWN: _("You have entered your own numbers: please choose “My own numbers”, or remove them."),
}


BOT_ANSWERS = ("bot", _("A bot answers"))


class MissedDeadlineForm(forms.Form):
    """What happens when somebody's time has run out."""

    answers = forms.MultipleChoiceField(
        label=_("What players may choose"),
        choices=[BOT_ANSWERS, ("orders", _("Their standing orders answer"))],
        initial=[answer for answer in DEFAULT_POLICY.answers if answer != "minimal"],
        required=False,
        help_text=_(
            "What answers for players who run out of time. The safe default move can always be chosen."
        ),
        widget=forms.CheckboxSelectMultiple,
    )
    excused = CountField(_("Missed deadlines forgiven"), usual=DEFAULT_POLICY.excused, least=0)
    in_a_row = CountField(_("Missed deadlines in a row"), usual=DEFAULT_POLICY.in_a_row, least=1)
    in_total = CountField(_("Missed deadlines in the whole game"), usual=DEFAULT_POLICY.in_total, least=1)
    stand_ins = forms.BooleanField(
        label=_("Somebody else can take over such a seat"), required=False, initial=DEFAULT_POLICY.stand_ins
    )
    leave = forms.ChoiceField(
        label=_("Does booked leave stop the clock?"),
        choices=[
            ("allowed", _("Yes")),
            (LIMITED_LEAVE, _("Yes, for some days per game")),
            ("none", _("No")),
        ],
        initial=DEFAULT_POLICY.leave,
        required=False,
        widget=forms.RadioSelect,
    )
    leave_days = CountField(_("Days of leave that count"), usual=14, least=1, most=366)

    POLICY_FIELDS = ("answers", "excused", "in_a_row", "in_total", "stand_ins", "leave", "leave_days")

    def remove_orders(self) -> None:
        """Do not offer orders as an answer: this game has none."""
        cast(forms.MultipleChoiceField, self.fields["answers"]).choices = [BOT_ANSWERS]

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        if data.get("leave") != LIMITED_LEAVE:
            self.errors.pop("leave_days", None)
        if data.get("in_a_row", 0) > data.get("in_total", MAX_MISSES):
            self.add_error(
                "in_total", gettext("The number for the whole game has to be at least the number in a row.")
            )
        return data

    def build_policy(self) -> MissedDeadlinePolicy:
        """Build the chosen policy from the valid form."""
        data = self.cleaned_data
        return MissedDeadlinePolicy(
            answers=tuple(answer for answer in TIMEOUT_ANSWERS if answer in ("minimal", *data["answers"])),
            excused=data["excused"],
            in_a_row=data["in_a_row"],
            in_total=data["in_total"],
            stand_ins=data["stand_ins"],
            leave=self._build_leave_policy(),
        )

    def _build_leave_policy(self) -> LeavePolicy:
        data = self.cleaned_data
        if data["leave"] == LIMITED_LEAVE:
            return cast(int, data["leave_days"])
        return "none" if data["leave"] == "none" else "allowed"

    @property
    def must_be_unfolded(self) -> bool:
        """Is anything here not the default or not valid, so that the page must not fold it away?"""
        return any(self.errors.get(name) for name in self.POLICY_FIELDS) or _differs_from_defaults(
            self, self.POLICY_FIELDS
        )


def _format_as_sent(value: Any) -> str:
    """Format a value as a browser sends it; several values are joined by spaces."""
    if isinstance(value, list | tuple):
        return " ".join(str(one) for one in value)
    return "" if value is None else str(value).strip()


def _differs_from_defaults(form: forms.Form, names: Iterable[str]) -> bool:
    """Does any of these fields differ from its default? Compared as text, as a browser sends it."""
    return any(str(form[name].value()) != str(form.fields[name].initial) for name in names)
