"""Forms of the five set-up steps: description, stages, games and clocks, registration, rules."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django import forms
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from accounts.preferences import languages, time_zones
from games.clock import missed_deadline_policy
from games.clock.pace import PRESETS, dump_pace, load_pace
from games.models import Game
from games.queries import table_summary
from games.rules import registry
from games.rules.core.setup_options import SetupOption, group_by_dependency
from games.tournaments import display
from games.tournaments.display import FORMAT_NAMES
from games.tournaments.models import Tournament
from games.tournaments.settings import GROUP_FORMATS, StageSettings, TournamentSettings
from games.tournaments.setup.drafts import LONGEST_TITLE, TEMPLATES
from games.tournaments.setup.validation import MOST_AT_ONCE, MOST_ENTRANTS, MOST_ROUNDS
from games.tournaments.standings.tie_breaks import HEATS, HEATS_BY_POINTS, LEAGUE, SWISS
from games.views.choice_fields import set_choices
from games.views.lobby.forms import OptionsForm, clean_public_name
from games.views.lobby.time_forms import OWN, MissedDeadlineForm, PaceForm
from games.views.params import parse_whole_number


class TitleField(forms.CharField):
    """A title: one line without links or addresses, because it appears in the subject of emails."""

    def clean(self, value: Any) -> str:
        return clean_public_name(super().clean(value))


class NewTournamentForm(forms.Form):
    """A new tournament: title, game, and a template to start from."""

    title = TitleField(label=_("Title"), max_length=LONGEST_TITLE)
    ruleset = forms.ChoiceField(label=_("Game"))
    template = forms.ChoiceField(label=_("What kind of tournament?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(
            self, "ruleset", [(slug, table_summary.find_ruleset_name(slug)) for slug in registry.RULESETS]
        )
        set_choices(self, "template", [(name, str(one.title)) for name, one in TEMPLATES.items()])
        self.fields["template"].initial = "swiss"

    @property
    def template_cards(self) -> list[tuple[Any, str, str]]:
        """The templates as radio buttons, each with title and description."""
        kinds = ((radio, TEMPLATES[radio.data["value"]]) for radio in self["template"])
        return [(radio, str(kind.title), str(kind.description)) for radio, kind in kinds]


# --- 1: description


class DescriptionForm(forms.Form):
    title = TitleField(label=_("Title"), max_length=LONGEST_TITLE)
    summary = forms.CharField(
        label=_("What it is, in a few words"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    prizes = forms.CharField(
        label=_("Prizes"), max_length=1000, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    time_zone = forms.ChoiceField(label=_("Time zone of the tournament"))
    is_listed = forms.BooleanField(label=_("Show it in the public list"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(
            self,
            "time_zone",
            time_zones.build_zone_choices(str(self["time_zone"].value() or "")),
        )


# --- 2: the stages


TIE_BREAK_ORDERS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "as_swiss": (_("points, then strong opponents"), SWISS),
    "as_league": (_("points, then wins and good places"), LEAGUE),
    "wins": (_("wins, then points"), HEATS),
    "points": (_("points, then wins"), HEATS_BY_POINTS),
}


def _build_number_field(label: Any, least: int, most: int, why: Any = "", **more: Any) -> forms.IntegerField:
    """Build an integer field whose error messages name the bounds, or give the reason for them."""
    bounds = {"min_value": why or _format_minimum(least), "max_value": why or _format_maximum(most)}
    return forms.IntegerField(label=label, min_value=least, max_value=most, error_messages=bounds, **more)


def _format_lazily(words: Any, **numbers: int) -> Any:
    """Fill in the numbers lazily, in the reader's language and not in that of the server at import."""
    return lazy(lambda: str(words) % numbers, str)()


def _format_minimum(least: int) -> Any:
    return _format_lazily(_("The minimum here is %(least)d."), least=least)


def _format_maximum(most: int) -> Any:
    return _format_lazily(_("That is more than this site can handle: at most %(most)d."), most=most)


def _format_seat_bounds(least: int, most: int) -> Any:
    return _format_lazily(
        _("The game is for %(least)d to %(most)d players at a table."), least=least, most=most
    )


def _format_table_bounds(most: int) -> Any:
    return _format_lazily(_("Everybody has between one and %(most)d tables in a round."), most=most)


class CustomPointsField(forms.Field):
    """Custom points, one line for each table size, as in “4: 10 6 3 1”."""

    widget = forms.Textarea(attrs={"rows": 3, "maxlength": 400})

    def to_python(self, value: Any) -> dict[str, list[int]]:
        lines = [line for line in str(value or "")[:400].splitlines() if line.strip()]
        return dict(self._parse_line(line) for line in lines)

    def _parse_line(self, line: str) -> tuple[str, list[int]]:
        size, _colon, rest = line.partition(":")
        points = rest.replace(",", " ").split()
        words = [size.strip(), *points]
        if any(parse_whole_number(word, 4) is None for word in words):
            raise forms.ValidationError(_("Please write lines like “4: 10 6 3 1”, in whole numbers."))
        if int(size) != len(points) or not 2 <= len(points) <= 8:
            wrong = _("Please give a table as many numbers as it has seats, from two to eight: %(line)s")
            raise forms.ValidationError(wrong, params={"line": line.strip()[:40]})
        return str(int(size)), [int(word) for word in points]

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return "\n".join(f"{size}: {' '.join(map(str, points))}" for size, points in value.items())


class StageForm(forms.Form):
    """One stage. Fields that the chosen format does not use are hidden by CSS and keep their values."""

    name = TitleField(
        label=_("Name"), max_length=40, required=False, help_text=_("If it has one: “Semi-final”")
    )
    format = forms.ChoiceField(label=_("Format"), choices=[(key, name) for key, name in FORMAT_NAMES.items()])
    size = _build_number_field(_("Seats at a table"), 2, 8, _format_seat_bounds(2, 8))
    least = _build_number_field(_("Fewest seats"), 2, 8, _format_seat_bounds(2, 8))
    most = _build_number_field(_("Most seats"), 2, 8, _format_seat_bounds(2, 8))
    rounds = _build_number_field(_("Rounds"), 0, MOST_ROUNDS, help_text=_("0: as many as the format needs"))
    at_once = _build_number_field(
        _("Tables per person in a round"), 1, MOST_AT_ONCE, _format_table_bounds(MOST_AT_ONCE)
    )
    best = _build_number_field(_("Results that count"), 0, MOST_ROUNDS, help_text=_("0: all"))
    group = _build_number_field(_("People in a group"), 3, 60)
    through = _build_number_field(
        _("Advance from each table"),
        1,
        7,
        _("At each table somebody has to advance, and somebody has to drop out."),
    )
    reach = _build_number_field(_("How many places above can be challenged"), 1, 50)
    cap = _build_number_field(_("Tables per person at a time"), 1, 20)
    round_days = _build_number_field(
        _("Days per round"), 1, 365, _("A round lasts between one day and a year.")
    )
    go_on = _build_number_field(_("Advance to the next stage"), 0, MOST_ENTRANTS)
    check_in_hours = _build_number_field(
        _("Hours to confirm that they are coming"), 0, 336, help_text=_("0: everybody who qualifies plays")
    )
    choose_seats = forms.BooleanField(
        label=_("Players choose their seats"),
        required=False,
        help_text=_("At a single table: whoever finished higher before chooses first"),
    )
    missed_points = forms.DecimalField(
        label=_("Points for a missed round"),
        required=False,
        min_value=0,
        max_value=100,
        max_digits=5,
        decimal_places=2,
        help_text=_("Empty: the average of the format"),
    )
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        choices=[
            ("random", _("by lot")),
            ("rating", _("by rating")),
            ("manual", _("by hand")),
            ("previous", _("by the previous season")),
        ],
    )
    spread = forms.ChoiceField(
        label=_("First tables"),
        choices=[
            ("snake", _("strong and weak mixed, snake order")),
            ("fold", _("the strongest with the weakest")),
            ("pots", _("from pots")),
        ],
    )
    pairing = forms.ChoiceField(
        label=_("Swiss pairing"),
        choices=[
            ("", _("by the number of people")),
            ("strict", _("avoid repeats above all")),
            ("weighted", _("avoid repeats, but keep points close")),
        ],
        required=False,
    )
    points = forms.ChoiceField(label=_("Points"), choices=list(display.POINTS_LABELS.items()))
    vectors = CustomPointsField(
        label=_("Your own points"),
        required=False,
        help_text=_("One line for each possible table size, the winner first: “4: 10 6 3 1”"),
    )
    order = forms.ChoiceField(
        label=_("Breaking ties"),
        required=False,
        choices=[
            ("", _("as usual for the format")),
            *((name, words) for name, (words, _order) in TIE_BREAK_ORDERS.items()),
        ],
    )
    results = forms.ChoiceField(
        label=_("Show results of a round"),
        required=False,
        choices=[
            ("", _("as usual for the format")),
            ("round", _("when the whole round is over")),
            ("table", _("as soon as a table is over")),
        ],
    )
    visibility = forms.ChoiceField(label=_("Who may watch?"), choices=Game.Visibility.choices)
    grace_hours = _build_number_field(
        _("Hours before a deadline"),
        0,
        336,
        help_text=_("Tell the referees about late tables this long before"),
    )
    by_zone = forms.BooleanField(label=_("Group people by time zone"), required=False)
    long_first = forms.BooleanField(label=_("Prefer larger tables to smaller ones"), required=False)
    by_hand = forms.BooleanField(label=_("I publish each draw by hand"), required=False)
    anonymous = forms.BooleanField(label=_("Show names only when a table is over"), required=False)

    SEATS = ("size", "least", "most")
    NEEDED = {
        "rounds": ("pods", "swiss", "heats"),
        "at_once": ("swiss",),
        "best": ("heats",),
        "group": GROUP_FORMATS,
        "by_zone": ("league",),
        "through": ("knock_out",),
        "choose_seats": ("knock_out",),
        "reach": ("ladder",),
        "cap": ("league", "pods", "heats", "pyramid", "ladder"),
        "pairing": ("swiss",),
        "missed_points": ("swiss",),
        "spread": ("swiss", "knock_out"),
        "results": ("league", "pods", "swiss", "knock_out", "heats", "pyramid"),
    }
    MAIN = (
        "name",
        "format",
        *SEATS,
        "round_days",
        "rounds",
        "at_once",
        "best",
        "group",
        "through",
        "reach",
        "cap",
        "go_on",
    )

    def __init__(self, *args: Any, is_first: bool = False, is_last: bool = False, **kwargs: Any) -> None:
        """Hide what makes no sense: nobody advances from the last stage or confirms a place in the first."""
        super().__init__(*args, **kwargs)
        idle = (("go_on", is_last), ("check_in_hours", is_first), ("choose_seats", is_first))
        for name, is_idle in idle:
            if is_idle:
                self.fields[name].widget = forms.HiddenInput()

    def seat_fields(self) -> list[Any]:
        return [self[name] for name in self.SEATS]

    def main_fields(self) -> list[tuple[Any, str]]:
        """The main fields, each with the names of the formats that use it; empty means all formats."""
        names = [name for name in self.MAIN if name not in self.SEATS]
        return [self._add_formats(self[name]) for name in names if not self[name].is_hidden]

    def other_fields(self) -> list[tuple[Any, str]]:
        """The fields with sensible defaults, shown in a fold."""
        return [self._add_formats(field) for field in self.visible_fields() if field.name not in self.MAIN]

    def _add_formats(self, field: Any) -> tuple[Any, str]:
        return field, " ".join(self.NEEDED.get(field.name, ()))

    @property
    def hides_errors(self) -> bool:
        """Is there an error inside the fold, so that it must be open?"""
        return any(field.errors for field, _formats in self.other_fields())


CONVERTED_FIELDS = ("pairing", "order", "results")  # fields that the settings store in another form


def build_stage_initial(plan: StageSettings) -> dict[str, Any]:
    data = {name: getattr(plan, name) for name in StageForm.base_fields if name not in CONVERTED_FIELDS}
    data["pairing"] = "" if plan.strictly is None else "strict" if plan.strictly else "weighted"
    data["results"] = "" if plan.hides_results is None else "round" if plan.hides_results else "table"
    data["order"] = next(
        (name for name, (_words, order) in TIE_BREAK_ORDERS.items() if order == plan.tie_breaks), ""
    )
    return data


def apply_stage_form(plan: StageSettings, data: Mapping[str, Any]) -> StageSettings:
    """Apply the cleaned form to the settings of a stage; its game and clock stay the same."""
    fields = {name: value for name, value in data.items() if name not in CONVERTED_FIELDS}
    missed = data["missed_points"]
    fields["missed_points"] = "" if missed is None else str(missed)
    fields["vectors"] = data["vectors"] if data["points"] == "CUSTOM" else {}
    strictly = {"strict": True, "weighted": False}.get(data["pairing"])
    order = TIE_BREAK_ORDERS[data["order"]][1] if data["order"] else ()
    hides = {"round": True, "table": False}.get(data["results"])
    return msgspec.structs.replace(plan, strictly=strictly, tie_breaks=order, hides_results=hides, **fields)


# --- 3: games and clocks


class StageGameForm(PaceForm, MissedDeadlineForm):
    """The clock of a stage, and what happens when players miss deadlines."""

    all_stages = forms.BooleanField(label=_("The same for all stages"), required=False, initial=True)

    def build_stage_changes(self) -> dict[str, Any]:
        return {
            "pace": dump_pace(self.build_pace()),
            "patience": missed_deadline_policy.dump_policy(self.build_policy()),
        }


def build_game_initial(plan: StageSettings, zone: str) -> dict[str, Any]:
    """Initial data from the settings of a stage: a preset if its clock is one, otherwise the numbers."""
    pace = load_pace(plan.pace) if plan.pace else PRESETS["daily"]
    patience = missed_deadline_policy.load_policy(plan.patience)
    data: dict[str, Any] = {"zone": zone}
    preset = next((name for name, one in PRESETS.items() if one == pace), None)
    if preset is not None:
        data["pace"] = preset
    elif not pace.daily_at:
        data |= {
            "pace": OWN,
            **_convert_to_hours(pace, ("hours", "allowance", "increment", "cap", "grace", "shift")),
        }
    else:
        data |= _build_fixed_initial(pace)
    days = patience.leave if isinstance(patience.leave, int) else None
    return data | {
        "answers": [answer for answer in patience.answers if answer != "minimal"],
        "excused": patience.excused,
        "in_a_row": patience.in_a_row,
        "in_total": patience.in_total,
        "stand_ins": patience.stand_ins,
        "leave": "some" if days else patience.leave,
        **({"leave_days": days} if days else {}),
    }


def _convert_to_hours(pace: Any, names: Sequence[str]) -> dict[str, int]:
    return {name: int(getattr(pace, name).total_seconds() // 3600) for name in names}


def _build_fixed_initial(pace: Any) -> dict[str, Any]:
    hours = _convert_to_hours(pace, ("hours", "allowance", "grace", "shift"))
    return {
        "pace": "fixed",
        "times": ", ".join(clock.strftime("%H:%M") for clock in pace.daily_at),
        "weekdays": sorted(pace.weekdays),
        "zone": pace.zone,
        "notice": hours["hours"],
        "fixed_bank": hours["allowance"],
        "fixed_grace": hours["grace"],
        "fixed_shift": hours["shift"],
    }


ASKED_FIELD = "asked"  # hidden field that lists the options on the page


class GameOptions:
    """The game's set-up options on one page: all those that apply after the answers given so far."""

    def __init__(self, ruleset: str, plan: StageSettings, data: Any = None) -> None:
        self.data = data
        self.stored = plan.options
        self.setup = registry.get(ruleset).setup.options(plan.size, languages.get_current_language())
        self.answers: dict[str, Any] = {}
        self.forms = list(self._iterate_forms())

    def _iterate_forms(self) -> Iterator[OptionsForm]:
        for asked in group_by_dependency(self.setup):
            options = [option for option in asked if option.applies(self.answers)]
            if not options:
                continue
            form = self._build_form(options)
            yield form
            if form.is_bound and form.is_valid():
                self.answers |= form.get_values()
            elif form.is_bound:
                return
            else:
                self.answers |= {option.name: self._get_stored_answer(option) for option in options}

    def _build_form(self, options: list[SetupOption]) -> OptionsForm:
        """Bind the form if the page had these options, otherwise fill it from the settings of the stage.

        The page lists what it has asked, because an unticked box sends nothing and is an answer, too.
        """
        if self.data is not None and {option.name for option in options} <= set(
            self.data.getlist(ASKED_FIELD)
        ):
            return OptionsForm(options, self.data)
        return OptionsForm(
            options, initial={option.name: self._get_stored_answer(option) for option in options}
        )

    def _get_stored_answer(self, option: SetupOption) -> Any:
        return self.stored.get(option.name, option.default)

    @property
    def questions(self) -> list[Any]:
        return [question for form in self.forms for question in form.build_questions()]

    @property
    def is_complete(self) -> bool:
        """Are all options that apply answered?"""
        return all(form.is_bound and form.is_valid() for form in self.forms)

    def dump_answers(self) -> dict[str, Any]:
        options = {option.name: option for form in self.forms for option in form.options}
        return {name: options[name].to_setting(answer) for name, answer in self.answers.items()}


# --- 4: registration


RATING_BOUNDS = (-50, 100)


class RegistrationRulesForm(forms.Form):
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        help_text=_("In your own time zone."),
    )
    least = _build_number_field(_("Fewest people"), 2, MOST_ENTRANTS)
    most = _build_number_field(_("Most people"), 2, MOST_ENTRANTS)
    check_in_hours = _build_number_field(
        _("Check-in, hours before the start"), 0, 336, help_text=_("0: no check-in")
    )
    offer_hours = _build_number_field(_("Hours for which a free place is kept"), 1, 336)
    approval = forms.BooleanField(label=_("I approve each entry"), required=False)
    invited_only = forms.BooleanField(label=_("Only with my link"), required=False)
    late_entry = forms.BooleanField(label=_("Late entry until half of the rounds have begun"), required=False)
    signed_up = forms.BooleanField(label=_("Only people with an account"), required=False)
    reliability = _build_number_field(
        _("Games played to the end, percent"), 0, 100, _("This has to be a number from 0 to 100.")
    )
    finished = _build_number_field(_("Least number of finished games"), 0, 1000)
    rating_from = _build_number_field(
        _("Rating from"),
        *RATING_BOUNDS,
        _("Ratings are from -50 to 100."),
        required=False,
        help_text=_("The certain part of it: the first number in the list, minus three times the second"),
    )
    rating_to = _build_number_field(
        _("Rating to"), *RATING_BOUNDS, _("Ratings are from -50 to 100."), required=False
    )
    leave_days = _build_number_field(_("Days of leave per game"), 0, 60)
    no_show_hours = _build_number_field(_("Hours until somebody counts as a no-show"), 0, 720)
    games_lost = _build_number_field(
        _("Tables a player can leave before they are out"), 0, 20, help_text=_("0: never")
    )

    GROUPS = (
        (_("When, and how many"), ("starts_at", "least", "most", "late_entry")),
        (_("Who"), ("signed_up", "approval", "invited_only")),
        (_("Requirements for entrants"), ("reliability", "finished", "rating_from", "rating_to")),
        (_("Check-in and promotion"), ("check_in_hours", "offer_hours")),
        (_("Absent players"), ("leave_days", "no_show_hours", "games_lost")),
    )

    def list_field_groups(self) -> list[tuple[Any, list[Any]]]:
        return [(title, [self[name] for name in names]) for title, names in self.GROUPS]

    def clean_starts_at(self) -> datetime | None:
        """Interpret a time without a zone in the reader's time zone."""
        found: datetime | None = self.cleaned_data["starts_at"]
        return timezone.make_aware(found) if found and timezone.is_naive(found) else found

    def apply_to_settings(self, before: TournamentSettings) -> TournamentSettings:
        data = {name: value for name, value in self.cleaned_data.items() if name != "starts_at"}
        return msgspec.structs.replace(before, **data)


def build_registration_initial(tournament: Tournament) -> dict[str, Any]:
    names = [name for name in RegistrationRulesForm.base_fields if name != "starts_at"]
    return {"starts_at": tournament.starts_at, **{name: getattr(tournament.settings, name) for name in names}}


# --- 5: the rules


class RulesForm(forms.Form):
    rules = forms.CharField(
        label=_("Special rules"), max_length=6000, required=False, widget=forms.Textarea(attrs={"rows": 8})
    )
    dispute_policy = forms.CharField(
        label=_("What to do about a mistake or a disagreement"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
