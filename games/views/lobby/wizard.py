"""The state of the new-table wizard.

Nothing is stored on the server between its pages: earlier answers travel along as hidden fields.
"""

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any, cast

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts.preferences import languages
from games.models import Game
from games.models.game import dump_pace_json, dump_patience_json
from games.play.errors import describe_error
from games.play.lobby.tables import NewTable
from games.play.transaction.origin import clean_request_key, new_request_key
from games.queries import table_summary
from games.rules import registry
from games.rules.core.errors import BadOptions
from games.rules.core.setup_options import SetupDescription, SetupOption, group_by_dependency
from games.views.lobby.forms import (
    OPEN,
    WHEN_FULL,
    OptionsForm,
    TableForm,
    read_initial_options,
    read_previous_input,
)
from games.views.lobby.time_forms import PACE_CHOICES, PresetCard
from games.views.params import parse_whole_number

CONTROL_FIELDS = {"csrfmiddlewaretoken", "done", "seen", "key", "seed", "back", "draw", "open", "game"}


class WizardPage:
    """One page of the wizard. The first also asks the questions that are the same for all games."""

    def __init__(self, number: int, options: OptionsForm, table: TableForm | None = None) -> None:
        self.number = number
        self.options = options
        self.table = table
        self.error = ""  # why the rules refuse the combination of answers

    def list_forms(self) -> list[forms.Form]:
        return [form for form in (self.table, self.options) if form is not None]

    def is_valid(self) -> bool:
        troubles = [
            form.errors for form in self.list_forms()
        ]  # validate every form, so that all errors are shown
        return not any(troubles)

    def list_field_names(self) -> set[str]:
        return {form.add_prefix(name) for form in self.list_forms() for name in form.fields}


class TableWizard:
    """The answers given so far. `page` is the next page to fill in, or None if all are complete."""

    def __init__(self, user: Any, game: str, data: QueryDict) -> None:
        self.user = user
        self.data = data
        self.rules = registry.get(game)
        self.language = languages.get_current_language()
        self.key = clean_request_key(data.get("key", ""))
        # a key like that of a request: it comes back in the form, and what was shown must be what is opened
        self.seed = new_request_key() if "draw" in data else clean_request_key(data.get("seed", ""))
        self.size = min(4, self.rules.seats[-1])  # until the creator chooses it
        self.option_values: dict[str, Any] = {}
        self.asked_options: list[SetupOption] = []
        self.pages: list[WizardPage] = []
        self.resolved_options: dict[str, Any] = {}
        self.page = self._find_open_page() or self._check_options()

    # --- finding the page to show

    def _find_open_page(self) -> WizardPage | None:
        back = _parse_number(self.data.get("back"), -1)
        for page in self._build_pages():
            self.pages.append(page)
            if page.number > self._last_submitted or page.number == back or not page.is_valid():
                return self._build_clean_page(page) if page.number == back else page
            self._take_answers(page)
        return None

    def _take_answers(self, page: WizardPage) -> None:
        self.option_values |= page.options.get_values()
        self.asked_options += page.options.options
        if page.table is not None:
            self.size = page.table.cleaned_data["size"]

    @property
    def _last_submitted(self) -> int:
        """The number of the last page that was submitted."""
        return _parse_number(self.data.get("done"), -1)

    def _build_pages(self) -> Iterator[WizardPage]:
        """Yield page after page; what a page asks depends on the answers before it."""
        yield self._build_page(0)
        for number in range(1, len(group_by_dependency(self._list_all_options()))):
            if self._list_options(number):
                yield self._build_page(number)

    def _list_all_options(self) -> tuple[SetupOption, ...]:
        return self.rules.setup.options(self.size, self.language)

    def _list_options(self, number: int) -> list[SetupOption]:
        asked = group_by_dependency(self._list_all_options())
        found = asked[number] if number < len(asked) else []
        return [option for option in found if option.applies(self.option_values)]

    def _build_page(self, number: int) -> WizardPage:
        options = self._list_options(number)
        if number > self._last_submitted:
            return self._build_clean_page(WizardPage(number, OptionsForm(options)))
        table = TableForm(self.rules, self.data) if number == 0 else None
        return WizardPage(number, OptionsForm(options, self.data), table)

    def _build_clean_page(self, page: WizardPage) -> WizardPage:
        """Return the page without error messages, keeping its input if it was shown before."""
        seen = page.number <= _parse_number(self.data.get("seen"), -1)
        form = page.options
        form = OptionsForm(form.options, initial=read_initial_options(form, self.data) if seen else None)
        return WizardPage(page.number, form, self._build_table_form(seen) if page.number == 0 else None)

    def _build_table_form(self, seen: bool) -> TableForm:
        """Build the form of the first page with the earlier input, or with the defaults."""
        if seen:
            bound = TableForm(self.rules, self.data)
            return TableForm(self.rules, initial=read_previous_input(bound, self.data))
        name = _("Table of %(handle)s") % {"handle": self.user.name}
        offered = {"name": name, "size": self.size, "zone": self.user.time_zone}
        return TableForm(self.rules, initial=offered)

    def _check_options(self) -> WizardPage | None:
        """Let the rules check the complete answers; if they refuse, return the last page with the reason."""
        try:
            self.resolved_options = self.rules.setup.clean(self.size, self._dump_options(), self.seed)
        except BadOptions as error:
            page = self.pages[-1]
            page.error = describe_error(error)
            return page
        return None

    def _dump_options(self) -> dict[str, Any]:
        return {
            option.name: option.to_setting(self.option_values[option.name]) for option in self.asked_options
        }

    # --- for the templates

    @property
    def hidden_fields(self) -> list[tuple[str, str]]:
        """The answers of the other pages, as hidden fields of this one."""
        shown = self.page.list_field_names() if self.page else set()
        rows = [
            (name, str(value))
            for name, values in self.data.lists()
            for value in values
            if name not in CONTROL_FIELDS | shown
        ]
        number = self.page.number if self.page else self.pages[-1].number
        seen = max(number, _parse_number(self.data.get("seen"), -1))
        ours = {"done": number, "seen": seen, "key": self.key, "seed": self.seed, "game": self.rules.slug}
        return [*rows, *((name, str(value)) for name, value in ours.items())]

    @property
    def previous_page(self) -> int | None:
        """The number of the page to go back to."""
        last = len(self.pages) - (2 if self.page else 1)
        return self.pages[last].number if last >= 0 else None

    @property
    def has_random_options(self) -> bool:
        """Was anything drawn at random, so that it can be drawn again?"""
        return any(option.leaves_to_chance(self.option_values[option.name]) for option in self.asked_options)

    @property
    def description(self) -> SetupDescription:
        return self.rules.setup.describe(self.resolved_options, self.size, self.language)

    @property
    def table_data(self) -> dict[str, Any]:
        """The cleaned data of the first page."""
        return self._first_table.cleaned_data

    @property
    def _first_table(self) -> TableForm:
        return cast(TableForm, self.pages[0].table)

    @property
    def preset_cards(self) -> list[PresetCard]:
        """The presets for the pace, on the first page only."""
        table = self.page.table if self.page else None
        return table.build_preset_cards(self.forecasts) if table else []

    @cached_property
    def forecasts(self) -> dict[str, str]:
        """The expected length of the game for each pace, from the input on the first page so far."""
        size = self._read_first_page("size", self.rules.seats, self.size)
        bots = self._read_first_page("bots", range(size), 0)
        expected = partial(
            table_summary.describe_length_forecast, self.rules.slug, self._first_answers, size, bots=bots
        )
        paces = {way: self._first_table.build_pace_for(way) for way in PACE_CHOICES}
        return {way: expected(pace) if pace else "" for way, pace in paces.items()}

    def _read_first_page(self, name: str, possible: range, usual: int) -> int:
        number = _parse_number(str(self._first_table[name].value()), usual)
        return number if number in possible else usual

    @property
    def _first_answers(self) -> dict[str, Any]:
        """The answers to the rules' questions on the first page; empty while they are not valid."""
        form = self.pages[0].options
        return form.get_values() if form.is_valid() else {}

    # --- the finished table

    def build_new_table(self) -> NewTable:
        data, table = self.table_data, self._first_table
        return NewTable(
            name=data["name"],
            ruleset=self.rules.slug,
            options=self.resolved_options,
            size=self.size,
            pace=table.build_pace(),
            patience=table.build_policy(),
            is_open=data["access"] == OPEN,
            starts_when_full=data["start"] == WHEN_FULL,
            visibility=data["visibility"],
            bots=data["bots"],
            key=self.key,
        )

    def build_preview(self) -> Game:
        """Build the game row as it would be, without saving it."""
        new_table = self.build_new_table()
        return Game(
            name=new_table.name,
            ruleset=new_table.ruleset,
            options=msgspec.json.encode(new_table.options).decode(),
            size=new_table.size,
            pace_data=dump_pace_json(new_table.pace),
            patience_data=dump_patience_json(new_table.patience),
            is_open=new_table.is_open,
            starts_when_full=new_table.starts_when_full,
            visibility=new_table.visibility,
        )


def _parse_number(text: str | None, otherwise: int) -> int:
    found = parse_whole_number(text or "", 3)
    return otherwise if found is None else found
