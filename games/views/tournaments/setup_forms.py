"""The five steps of the set-up: what it is, its stages, its games and clocks, who may enter, its rules."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django import forms
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from accounts import languages, zones
from games.clock import pace as paces
from games.clock import patience as patiences
from games.clock.pace import PRESETS
from games.models import Game
from games.rules import registry
from games.rules.core.setup import Option, rounds
from games.tournaments import naming
from games.tournaments.feasible import MOST_AT_ONCE, MOST_ENTRANTS, MOST_ROUNDS
from games.tournaments.models import Tournament
from games.tournaments.naming import FORMATS
from games.tournaments.plan import EventPlan, StagePlan
from games.tournaments.setting_up import LONGEST_TITLE, TEMPLATES
from games.tournaments.standings.tie_breaks import HEATS, HEATS_BY_POINTS, LEAGUE, SWISS
from games.views.forms import OptionsForm, harmless_line
from games.views.numbers import whole
from games.views.pace_forms import OWN, PaceForm, PatienceForm


class TitleField(forms.CharField):
    """It stands in the subject of letters."""

    def clean(self, value: Any) -> str:
        return harmless_line(super().clean(value))


class NewForm(forms.Form):
    """A title, a game, and a kind of event to begin with."""

    title = TitleField(label=_("Title"), max_length=LONGEST_TITLE)
    ruleset = forms.ChoiceField(label=_("Game"))
    template = forms.ChoiceField(label=_("What kind of event?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "ruleset", [(slug, naming.ruleset_name(slug)) for slug in registry.RULESETS])
        _choose(self, "template", [(name, str(one.title)) for name, one in TEMPLATES.items()])
        self.fields["template"].initial = "swiss"

    @property
    def cards(self) -> list[tuple[Any, str, str]]:
        """The kinds, each with what it is."""
        kinds = ((radio, TEMPLATES[radio.data["value"]]) for radio in self["template"])
        return [(radio, str(kind.title), str(kind.words)) for radio, kind in kinds]


def _choose(form: forms.Form, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 (as declared)
    field.choices = list(choices)


# --- 1: what it is


class WhatForm(forms.Form):
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
    time_zone = forms.ChoiceField(label=_("Time zone of the event"))
    is_listed = forms.BooleanField(label=_("Show it in the public list"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "time_zone", zones.choices(zones.known_zone(str(self["time_zone"].value() or ""))))


# --- 2: the stages


ORDERS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "as_swiss": (_("points, then strong opponents"), SWISS),
    "as_league": (_("points, then wins and good places"), LEAGUE),
    "wins": (_("wins, then points"), HEATS),
    "points": (_("points, then wins"), HEATS_BY_POINTS),
}


def _number(label: Any, least: int, most: int, why: Any = "", **more: Any) -> forms.IntegerField:
    """Out of its bounds it says why they are there, and which they are."""
    bounds = {"min_value": why or _at_least(least), "max_value": why or _at_most(most)}
    return forms.IntegerField(label=label, min_value=least, max_value=most, error_messages=bounds, **more)


def _filled(words: Any, **numbers: int) -> Any:
    """In the language of whoever reads it, not of whoever has started the house."""
    return lazy(lambda: str(words) % numbers, str)()


def _at_least(least: int) -> Any:
    return _filled(_("This is %(least)d at least."), least=least)


def _at_most(most: int) -> Any:
    return _filled(_("This is more than the house can do: at most %(most)d."), most=most)


def _seats(least: int, most: int) -> Any:
    return _filled(_("The game is for %(least)d to %(most)d at a table."), least=least, most=most)


def _tables(most: int) -> Any:
    return _filled(_("Everybody has from one to %(most)d tables in a round."), most=most)


class OwnPointsField(forms.Field):
    """A line for each size of table, as in “4: 10 6 3 1”."""

    widget = forms.Textarea(attrs={"rows": 3, "maxlength": 400})

    def to_python(self, value: Any) -> dict[str, list[int]]:
        lines = [line for line in str(value or "")[:400].splitlines() if line.strip()]
        return dict(self._read(line) for line in lines)

    def _read(self, line: str) -> tuple[str, list[int]]:
        size, _colon, rest = line.partition(":")
        points = rest.replace(",", " ").split()
        words = [size.strip(), *points]
        if any(whole(word, 4) is None for word in words):
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
    """One stage. What a format does not need is out of sight, and left as it is."""

    name = TitleField(
        label=_("Name"), max_length=40, required=False, help_text=_("If it has one: “Semi-final”")
    )
    format = forms.ChoiceField(label=_("Format"), choices=[(key, name) for key, name in FORMATS.items()])
    size = _number(_("Seats at a table"), 2, 8, _seats(2, 8))
    least = _number(_("Seats at least"), 2, 8, _seats(2, 8))
    most = _number(_("Seats at most"), 2, 8, _seats(2, 8))
    rounds = _number(_("Rounds"), 0, MOST_ROUNDS, help_text=_("0: as many as the format wants"))
    at_once = _number(_("Tables of one person in a round"), 1, MOST_AT_ONCE, _tables(MOST_AT_ONCE))
    best = _number(_("Results that count"), 0, MOST_ROUNDS, help_text=_("0: all"))
    group = _number(_("People in a group"), 3, 60)
    through = _number(
        _("Of each table go on"), 1, 7, _("Of each table somebody goes on, and somebody does not.")
    )
    reach = _number(_("Places above that may be challenged"), 1, 50)
    cap = _number(_("Tables of one person at a time"), 1, 20)
    round_days = _number(_("Days for a round"), 1, 365, _("A round lasts from one day to a year."))
    go_on = _number(_("Go on to the next stage"), 0, MOST_ENTRANTS)
    check_in_hours = _number(
        _("Hours in which they say whether they come"), 0, 336, help_text=_("0: whoever goes on plays")
    )
    choose_seats = forms.BooleanField(
        label=_("They choose their seats"),
        required=False,
        help_text=_("At a single table: whoever stood higher before chooses first"),
    )
    seeding = forms.ChoiceField(
        label=_("Seeding"),
        choices=[
            ("random", _("by lot")),
            ("rating", _("by rating")),
            ("manual", _("by hand")),
            ("previous", _("by the season before")),
        ],
    )
    spread = forms.ChoiceField(
        label=_("First tables"),
        choices=[
            ("snake", _("strong and weak mixed, as a snake")),
            ("fold", _("the strongest with the weakest")),
            ("pots", _("from pots")),
        ],
    )
    pairing = forms.ChoiceField(
        label=_("Swiss pairing"),
        choices=[
            ("", _("by the number of people")),
            ("strict", _("repeats before everything")),
            ("weighted", _("repeats against points")),
        ],
        required=False,
    )
    points = forms.ChoiceField(label=_("Points"), choices=list(naming.POINTS.items()))
    vectors = OwnPointsField(
        label=_("Points of your own"),
        required=False,
        help_text=_("A line for each size of table that may occur, the winner first: “4: 10 6 3 1”"),
    )
    order = forms.ChoiceField(
        label=_("When people are level"),
        required=False,
        choices=[
            ("", _("as usual for the format")),
            *((name, words) for name, (words, _order) in ORDERS.items()),
        ],
    )
    results = forms.ChoiceField(
        label=_("Results of a round are told"),
        required=False,
        choices=[
            ("", _("as usual for the format")),
            ("round", _("when the whole round is over")),
            ("table", _("as soon as a table is over")),
        ],
    )
    watching = forms.ChoiceField(label=_("Who may watch?"), choices=Game.Watching.choices)
    grace_hours = _number(
        _("Hours before a deadline"),
        0,
        336,
        help_text=_("So long before, the referees are told of late tables"),
    )
    by_zone = forms.BooleanField(label=_("Groups of people whose time zones are alike"), required=False)
    long_first = forms.BooleanField(label=_("Rather larger tables than smaller ones"), required=False)
    by_hand = forms.BooleanField(label=_("I publish each draw by hand"), required=False)
    anonymous = forms.BooleanField(label=_("Names only once a table is over"), required=False)

    SEATS = ("size", "least", "most")
    NEEDED = {
        "rounds": ("pods", "swiss", "heats"),
        "at_once": ("swiss",),
        "best": ("heats",),
        "group": ("league", "pyramid"),
        "by_zone": ("league",),
        "through": ("knock_out",),
        "choose_seats": ("knock_out",),
        "reach": ("ladder",),
        "cap": ("league", "pods", "heats", "pyramid", "ladder"),
        "pairing": ("swiss",),
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
        """Nobody goes on from the last stage, and nobody is asked before the first."""
        super().__init__(*args, **kwargs)
        idle = (("go_on", is_last), ("check_in_hours", is_first), ("choose_seats", is_first))
        for name, is_idle in idle:
            if is_idle:
                self.fields[name].widget = forms.HiddenInput()

    def seat_fields(self) -> list[Any]:
        return [self[name] for name in self.SEATS]

    def main_fields(self) -> list[tuple[Any, str]]:
        """What a format is made of, each field with the formats that need it; none: all of them."""
        names = [name for name in self.MAIN if name not in self.SEATS]
        return [self._for(self[name]) for name in names if not self[name].is_hidden]

    def other_fields(self) -> list[tuple[Any, str]]:
        """What can be left as it is."""
        return [self._for(field) for field in self.visible_fields() if field.name not in self.MAIN]

    def _for(self, field: Any) -> tuple[Any, str]:
        return field, " ".join(self.NEEDED.get(field.name, ()))

    @property
    def hides_errors(self) -> bool:
        return any(field.errors for field, _formats in self.other_fields())


OTHERWISE = ("pairing", "order", "results")  # what a plan says in other words


def stage_initial(plan: StagePlan) -> dict[str, Any]:
    told = {name: getattr(plan, name) for name in StageForm.base_fields if name not in OTHERWISE}
    told["pairing"] = "" if plan.strictly is None else "strict" if plan.strictly else "weighted"
    told["results"] = "" if plan.hides_results is None else "round" if plan.hides_results else "table"
    told["order"] = next((name for name, (_words, order) in ORDERS.items() if order == plan.tie_breaks), "")
    return told


def changed_stage(plan: StagePlan, told: Mapping[str, Any]) -> StagePlan:
    """The stage with what was filled in; its games and clocks stay."""
    fields = {name: value for name, value in told.items() if name not in OTHERWISE}
    fields["vectors"] = told["vectors"] if told["points"] == "CUSTOM" else {}
    strictly = {"strict": True, "weighted": False}.get(told["pairing"])
    order = ORDERS[told["order"]][1] if told["order"] else ()
    hides = {"round": True, "table": False}.get(told["results"])
    return msgspec.structs.replace(plan, strictly=strictly, tie_breaks=order, hides_results=hides, **fields)


# --- 3: games and clocks


class GameForm(PaceForm, PatienceForm):
    """The clock of a stage, and what happens to those who stay away."""

    all_stages = forms.BooleanField(label=_("The same for all stages"), required=False, initial=True)

    def wanted(self) -> dict[str, Any]:
        return {
            "pace": paces.as_dict(self.wanted_pace()),
            "patience": patiences.as_dict(self.wanted_patience()),
        }


def game_initial(plan: StagePlan, zone: str) -> dict[str, Any]:
    """The form as the stage stands: a preset if it is one, otherwise the numbers."""
    pace = paces.from_dict(plan.pace) if plan.pace else PRESETS["daily"]
    patience = patiences.from_dict(plan.patience)
    told: dict[str, Any] = {"zone": zone}
    preset = next((name for name, one in PRESETS.items() if one == pace), None)
    if preset is not None:
        told["pace"] = preset
    elif not pace.daily_at:
        told |= {"pace": OWN, **_hours(pace, ("hours", "allowance", "increment", "cap", "grace", "shift"))}
    else:
        told |= _fixed(pace)
    days = patience.leave if isinstance(patience.leave, int) else None
    return told | {
        "answers": [answer for answer in patience.answers if answer != "minimal"],
        "excused": patience.excused,
        "in_a_row": patience.in_a_row,
        "in_total": patience.in_total,
        "stand_ins": patience.stand_ins,
        "leave": "some" if days else patience.leave,
        **({"leave_days": days} if days else {}),
    }


def _hours(pace: Any, names: Sequence[str]) -> dict[str, int]:
    return {name: int(getattr(pace, name).total_seconds() // 3600) for name in names}


def _fixed(pace: Any) -> dict[str, Any]:
    hours = _hours(pace, ("hours", "allowance", "grace", "shift"))
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


ASKED = "asked"  # in the page of the options


class GameOptions:
    """The questions of the rules, all that follow from the answers so far on one page."""

    def __init__(self, ruleset: str, plan: StagePlan, data: Any = None) -> None:
        self.data = data
        self.stored = plan.options
        self.setup = registry.get(ruleset).setup(plan.size, languages.spoken())
        self.answers: dict[str, Any] = {}
        self.forms = list(self._forms())

    def _forms(self) -> Iterator[OptionsForm]:
        for asked in rounds(self.setup):
            options = [option for option in asked if option.applies(self.answers)]
            if not options:
                continue
            form = self._form(options)
            yield form
            if form.is_bound and form.is_valid():
                self.answers |= form.answers()
            elif form.is_bound:
                return
            else:
                self.answers |= {option.name: self._stored(option) for option in options}

    def _form(self, options: list[Option]) -> OptionsForm:
        """Filled in, if the page had these questions; otherwise as the stage stands.

        The page says what it has asked: a box without a tick is an answer, too."""
        if self.data is not None and {option.name for option in options} <= set(self.data.getlist(ASKED)):
            return OptionsForm(options, self.data)
        return OptionsForm(options, initial={option.name: self._stored(option) for option in options})

    def _stored(self, option: Option) -> Any:
        return self.stored.get(option.name, option.default)

    @property
    def questions(self) -> list[Any]:
        return [question for form in self.forms for question in form.questions()]

    @property
    def is_complete(self) -> bool:
        """Is every question answered that follows from the others?"""
        return all(form.is_bound and form.is_valid() for form in self.forms)

    def wanted(self) -> dict[str, Any]:
        options = {option.name: option for form in self.forms for option in form.options}
        return {name: options[name].written(answer) for name, answer in self.answers.items()}


# --- 4: who may enter, and when


RATINGS = (-50, 100)


class EntryRulesForm(forms.Form):
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        help_text=_("In your own time zone."),
    )
    least = _number(_("People at least"), 2, MOST_ENTRANTS)
    most = _number(_("People at most"), 2, MOST_ENTRANTS)
    check_in_hours = _number(_("Check-in, hours before the start"), 0, 336, help_text=_("0: nobody has to"))
    offer_hours = _number(_("Hours for which a free place is kept"), 1, 336)
    approval = forms.BooleanField(label=_("I take in each one"), required=False)
    invited_only = forms.BooleanField(label=_("Only with my link"), required=False)
    late_entry = forms.BooleanField(
        label=_("Late entry, until half of the rounds have begun"), required=False
    )
    signed_up = forms.BooleanField(label=_("Only people who have signed up"), required=False)
    reliability = _number(_("Games played to the end, percent"), 0, 100, _("This is a number from 0 to 100."))
    finished = _number(_("Games finished at least"), 0, 1000)
    rating_from = _number(
        _("Rating from"),
        *RATINGS,
        _("Ratings are from -50 to 100."),
        required=False,
        help_text=_("What is sure of it: in the list the first number, less three times the second"),
    )
    rating_to = _number(_("Rating to"), *RATINGS, _("Ratings are from -50 to 100."), required=False)
    leave_days = _number(_("Days of leave in each game"), 0, 60)
    no_show_hours = _number(_("Hours until somebody counts as not come"), 0, 720)
    games_lost = _number(_("Tables left until somebody is out"), 0, 20, help_text=_("0: never"))

    GROUPS = (
        (_("When, and how many"), ("starts_at", "least", "most", "late_entry")),
        (_("Who"), ("signed_up", "approval", "invited_only")),
        (_("What they bring along"), ("reliability", "finished", "rating_from", "rating_to")),
        (_("Checking in, and moving up"), ("check_in_hours", "offer_hours")),
        (_("Staying away"), ("leave_days", "no_show_hours", "games_lost")),
    )

    def groups(self) -> list[tuple[Any, list[Any]]]:
        return [(title, [self[name] for name in names]) for title, names in self.GROUPS]

    def clean_starts_at(self) -> datetime | None:
        """A form without a zone means the reader's."""
        found: datetime | None = self.cleaned_data["starts_at"]
        return timezone.make_aware(found) if found and timezone.is_naive(found) else found

    def wanted(self, before: EventPlan) -> EventPlan:
        told = {name: value for name, value in self.cleaned_data.items() if name != "starts_at"}
        return msgspec.structs.replace(before, **told)


def entry_initial(tournament: Tournament) -> dict[str, Any]:
    names = [name for name in EntryRulesForm.base_fields if name != "starts_at"]
    return {"starts_at": tournament.starts_at, **{name: getattr(tournament.plan, name) for name in names}}


# --- 5: the rules


class RulesForm(forms.Form):
    rules = forms.CharField(
        label=_("Special rules"), max_length=6000, required=False, widget=forms.Textarea(attrs={"rows": 8})
    )
    disputes = forms.CharField(
        label=_("What somebody does who finds a mistake or has a quarrel"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
