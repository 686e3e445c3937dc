"""A table in the making, page by page. Between the pages all of it stands in the form itself."""

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any, cast

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from accounts import languages
from games.models import Game
from games.models.game import written_pace, written_patience
from games.play import describing
from games.play.errors import reason_of
from games.play.lobby import Wish
from games.play.origin import given_key
from games.rules import registry
from games.rules.core.errors import BadOptions
from games.rules.core.rng import fresh_seed
from games.rules.core.setup import Described, Option, rounds
from games.views.forms import FULL, OPEN, OptionsForm, TableForm, initial_from, told_before
from games.views.numbers import whole
from games.views.pace_forms import WAYS, Card

CONTROLS = {"csrfmiddlewaretoken", "done", "seen", "key", "seed", "back", "draw", "open", "game"}


class Page:
    """One page of the form: the first one also asks what is the same for all games."""

    def __init__(self, number: int, options: OptionsForm, table: TableForm | None = None) -> None:
        self.number = number
        self.options = options
        self.table = table
        self.trouble = ""  # what the rules say against the whole

    def forms(self) -> list[forms.Form]:
        return [form for form in (self.table, self.options) if form is not None]

    def is_valid(self) -> bool:
        troubles = [form.errors for form in self.forms()]  # all of them, so that all are shown
        return not any(troubles)

    def names(self) -> set[str]:
        return {form.add_prefix(name) for form in self.forms() for name in form.fields}


class Draft:
    """What the creator has told so far. `page` is what is still to be told; None if it is all there."""

    def __init__(self, user: Any, game: str, data: QueryDict) -> None:
        self.user = user
        self.data = data
        self.rules = registry.get(game)
        self.language = languages.spoken()
        self.key = given_key(data.get("key", ""))
        self.seed = fresh_seed() if "draw" in data else given_key(data.get("seed", ""))
        self.size = min(4, self.rules.seats[-1])  # until it is told
        self.answers: dict[str, Any] = {}
        self.asked: list[Option] = []
        self.pages: list[Page] = []
        self.settled: dict[str, Any] = {}
        self.page = self._first_open() or self._judged()

    # --- finding the page

    def _first_open(self) -> Page | None:
        back = _number(self.data.get("back"), -1)
        for page in self._told():
            self.pages.append(page)
            if page.number > self._done or page.number == back or not page.is_valid():
                return self._asked_anew(page) if page.number == back else page
            self._take(page)
        return None

    def _take(self, page: Page) -> None:
        self.answers |= page.options.answers()
        self.asked += page.options.options
        if page.table is not None:
            self.size = page.table.cleaned_data["size"]

    @property
    def _done(self) -> int:
        """The last page that was sent."""
        return _number(self.data.get("done"), -1)

    def _told(self) -> Iterator[Page]:
        """Page after page; what the next one asks depends on the answers of those before."""
        yield self._make(0)
        for number in range(1, len(rounds(self._setup()))):
            if self._options(number):
                yield self._make(number)

    def _setup(self) -> tuple[Option, ...]:
        return self.rules.setup(self.size, self.language)

    def _options(self, number: int) -> list[Option]:
        asked = rounds(self._setup())
        found = asked[number] if number < len(asked) else []
        return [option for option in found if option.applies(self.answers)]

    def _make(self, number: int) -> Page:
        options = self._options(number)
        if number > self._done:
            return self._asked_anew(Page(number, OptionsForm(options)))
        table = TableForm(self.rules.seats, self.data) if number == 0 else None
        return Page(number, OptionsForm(options, self.data), table)

    def _asked_anew(self, page: Page) -> Page:
        """The page without complaints; filled in as it was, if it has been seen before."""
        seen = page.number <= _number(self.data.get("seen"), -1)
        form = page.options
        form = OptionsForm(form.options, initial=initial_from(form, self.data) if seen else None)
        return Page(page.number, form, self._table(seen) if page.number == 0 else None)

    def _table(self, seen: bool) -> TableForm:
        """The first page, as it was or as it is offered."""
        if seen:
            bound = TableForm(self.rules.seats, self.data)
            return TableForm(self.rules.seats, initial=told_before(bound, self.data))
        name = _("Table of %(handle)s") % {"handle": self.user.handle}
        offered = {"name": name, "size": self.size, "zone": self.user.time_zone}
        return TableForm(self.rules.seats, initial=offered)

    def _judged(self) -> Page | None:
        """All is told: let the rules say whether it makes a game. If not, the last page says why."""
        try:
            self.settled = self.rules.clean(self.size, self._wanted(), self.seed)
        except BadOptions as error:
            page = self.pages[-1]
            page.trouble = reason_of(error)
            return page
        return None

    def _wanted(self) -> dict[str, Any]:
        return {option.name: option.written(self.answers[option.name]) for option in self.asked}

    # --- for the page

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """All that was told on other pages, to be sent along with this one."""
        shown = self.page.names() if self.page else set()
        told = [
            (name, str(value))
            for name, values in self.data.lists()
            for value in values
            if name not in CONTROLS | shown
        ]
        number = self.page.number if self.page else self.pages[-1].number
        seen = max(number, _number(self.data.get("seen"), -1))
        ours = {"done": number, "seen": seen, "key": self.key, "seed": self.seed, "game": self.rules.slug}
        return [*told, *((name, str(value)) for name, value in ours.items())]

    @property
    def before(self) -> int | None:
        """The page to go back to."""
        last = len(self.pages) - (2 if self.page else 1)
        return self.pages[last].number if last >= 0 else None

    @property
    def is_drawn(self) -> bool:
        """Has chance chosen something that may be drawn again?"""
        return any(option.is_drawn(self.answers[option.name]) for option in self.asked)

    @property
    def described(self) -> Described:
        return self.rules.describe(self.settled, self.size, self.language)

    @property
    def told(self) -> dict[str, Any]:
        """The first page, checked."""
        return self._first_table.cleaned_data

    @property
    def _first_table(self) -> TableForm:
        return cast(TableForm, self.pages[0].table)

    @property
    def paces(self) -> list[Card]:
        """The presets to choose from."""
        table = self.page.table if self.page else None
        return table.cards(self.forecasts) if table else []

    @cached_property
    def forecasts(self) -> dict[str, str]:
        """How long such a game takes, for every way to pace it, as the first page is filled in by now."""
        size = self._filled_in("size", self.rules.seats, self.size)
        bots = self._filled_in("bots", range(size), 0)
        expected = partial(describing.forecast, self.rules.slug, self._first_answers, size, bots=bots)
        paces = {way: self._first_table.pace_at(way) for way in WAYS}
        return {way: expected(pace) if pace else "" for way, pace in paces.items()}

    def _filled_in(self, name: str, possible: range, usual: int) -> int:
        number = _number(str(self._first_table[name].value()), usual)
        return number if number in possible else usual

    @property
    def _first_answers(self) -> dict[str, Any]:
        """What the rules were told on the first page; nothing, as long as it cannot be read."""
        form = self.pages[0].options
        return form.answers() if form.is_valid() else {}

    # --- when all is there

    def wish(self) -> Wish:
        told, table = self.told, self._first_table
        return Wish(
            name=told["name"],
            ruleset=self.rules.slug,
            options=self.settled,
            size=self.size,
            pace=table.wanted_pace(),
            patience=table.wanted_patience(),
            is_open=told["door"] == OPEN,
            starts_when_full=told["start"] == FULL,
            watching=told["watching"],
            bots=told["bots"],
            key=self.key,
        )

    def preview(self) -> Game:
        """The table as it would be, not stored."""
        wish = self.wish()
        return Game(
            name=wish.name,
            ruleset=wish.ruleset,
            options=msgspec.json.encode(wish.options).decode(),
            size=wish.size,
            pace_data=written_pace(wish.pace),
            patience_data=written_patience(wish.patience),
            is_open=wish.is_open,
            starts_when_full=wish.starts_when_full,
            watching=wish.watching,
        )


def _number(text: str | None, otherwise: int) -> int:
    found = whole(text or "", 3)
    return otherwise if found is None else found
