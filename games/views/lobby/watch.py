"""Watch: games that are played in public, and finished ones to be looked through."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.syndication.views import Feed
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.handles import MAX_HANDLE_LENGTH
from accounts.preferences import languages
from games.models import Game
from games.queries import keyset, pace_text, public_games
from games.queries.public_games import ABANDONED, LOST, OTHER_PACE, WON, FinishedGameFilter
from games.queries.table_summary import describe_rules, find_ruleset_name
from games.rules import registry
from games.rules.core.setup_options import SetupDescription
from games.views.choice_fields import set_choices

PAGE_SIZE = 20
Choices = list[tuple[str, str]]


class WatchedGame(NamedTuple):
    """A game in one of the lists, as everybody may see it."""

    game: Game
    rules: SetupDescription
    players: str
    awaited: str = ""
    winners: str = ""


def _describe_running_game(game: Game) -> WatchedGame:
    seats = list(game.seats.all())
    awaited = public_games.list_awaited_names(seats)
    return WatchedGame(game, describe_rules(game), _join_names(seats), ", ".join(awaited))


def _describe_finished_game(game: Game) -> WatchedGame:
    winners = public_games.list_winners(game)
    return WatchedGame(game, describe_rules(game), _join_names(game.seats.all()), winners=", ".join(winners))


def _join_names(seats: Iterable[Any]) -> str:
    return ", ".join(seat.shown_name for seat in seats)


# --- the filters


class FilterField(forms.ChoiceField):
    """A filter by one of some values. A value that is not offered counts as no filter."""

    def clean(self, value: Any) -> str:
        return str(value) if self.valid_value(value) else ""


class DayField(forms.DateField):
    """A day that has a day before and after it in every time zone."""

    widget = forms.DateInput(attrs={"type": "date"})
    default_validators = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 12, 31))]


class RunningGamesForm(forms.Form):
    """Which running games to show."""

    game = FilterField(label=_("Game"), required=False)
    pace = FilterField(label=_("Pace"), required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        _offer_filter(self, "game", list_game_choices())
        presets = [(name, str(named.title)) for name, named in pace_text.PRESET_NAMES.items()]
        _offer_filter(self, "pace", [*presets, (OTHER_PACE, gettext("Different deadlines"))])


class FinishedGamesForm(forms.Form):
    """Which finished games to show."""

    game = FilterField(label=_("Game"), required=False)
    edition = FilterField(label=_("Edition"), required=False)
    player = forms.CharField(
        label=_("Player"),
        required=False,
        max_length=MAX_HANDLE_LENGTH,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    result = FilterField(label=_("Result"), required=False)
    since = DayField(label=_("From"), required=False)
    until = DayField(label=_("To"), required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        results = [
            (WON, _("the player won")),
            (LOST, _("the player did not win")),
            (ABANDONED, _("given up")),
        ]
        _offer_filter(self, "game", list_game_choices())
        _offer_filter(self, "edition", list_edition_choices())
        _offer_filter(self, "result", [(value, str(label)) for value, label in results])

    def clean_player(self) -> Any:
        """Find the player by handle, whatever its case."""
        handle = self.cleaned_data["player"]
        if not handle:
            return None
        found = get_user_model().objects.filter(handle__lower=handle.lower(), is_active=True).first()
        if found is None:
            raise forms.ValidationError(gettext("There is nobody here called %(name)s.") % {"name": handle})
        return found

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("result") in (WON, LOST) and not data.get("player") and "player" not in self.errors:
            self.add_error("player", gettext("Whose result do you mean? Please name a player."))
        if data.get("since") and data.get("until") and data["since"] > data["until"]:
            self.add_error("until", gettext("This day is before the first one."))
        return data

    def build_filter(self) -> FinishedGameFilter:
        data = self.cleaned_data
        return FinishedGameFilter(
            ruleset=data["game"],
            edition=data["edition"],
            player=data["player"],
            result=data["result"],
            since=_start_of_day(data["since"]),
            until=_start_of_day(data["until"] + timedelta(days=1)) if data["until"] else None,
        )


def _offer_filter(form: forms.Form, name: str, choices: Choices) -> None:
    """Filter by one of these, or by none; a question with less than two answers is not asked."""
    set_choices(form, name, [("", gettext("all")), *choices])
    if len(choices) < 2:
        form.fields[name].widget = forms.HiddenInput()


def _start_of_day(day: date | None) -> datetime | None:
    return timezone.make_aware(datetime.combine(day, time.min)) if day else None


def list_game_choices() -> Choices:
    return [(slug, find_ruleset_name(slug)) for slug in registry.RULESETS]


def list_edition_choices() -> Choices:
    """List the editions of all games that have any; with the name of the game, if there are several."""
    found, language = public_games.list_editions(), languages.get_current_language()
    games = {ruleset for ruleset, _variant in found}
    return [
        (variant, f"{find_ruleset_name(ruleset)}: {name}" if len(games) > 1 else name)
        for ruleset, variant in found
        if (name := registry.get(ruleset).lexicon.name(variant, language))
    ]


def has_filters(form: forms.Form) -> bool:
    return any(form.data.get(name) for name in form.fields)


# --- the pages


@never_cache
@require_safe
def show_running_games(request: HttpRequest) -> HttpResponse:
    """List the games that run in public, by game and pace."""
    form = RunningGamesForm(request.GET)
    form.full_clean()  # no value is an error here
    games = public_games.select_running_games(form.cleaned_data["game"], form.cleaned_data["pace"])
    page = keyset.load_page(games, "started_at", request.GET.get("older", ""), PAGE_SIZE)
    listed = [_describe_running_game(game) for game in page.rows]
    return _render_list(request, "games/lobby/watch.html", form, page, listed)


@never_cache
@require_safe
def show_finished_games(request: HttpRequest) -> HttpResponse:
    """List the public games that have ended; if the filter is wrong, its errors and no list."""
    form = FinishedGamesForm(request.GET)
    page = keyset.KeysetPage([], "", is_first=True)
    if form.is_valid():
        games = public_games.select_finished_games(form.build_filter())
        page = keyset.load_page(games, "ended_at", request.GET.get("older", ""), PAGE_SIZE)
    listed = [_describe_finished_game(game) for game in page.rows]
    return _render_list(request, "games/lobby/watch_finished.html", form, page, listed)


def _render_list(
    request: HttpRequest, template: str, form: forms.Form, page: keyset.KeysetPage, listed: list[WatchedGame]
) -> HttpResponse:
    query = request.GET.copy()
    query.pop("older", None)
    newest = query.urlencode()
    query["older"] = page.older
    context = {
        "form": form,
        "games": listed,
        "page": page,
        "newest": f"{request.path}?{newest}" if newest else request.path,
        "older": f"?{query.urlencode()}" if page.older else "",
        "is_filtered": has_filters(form),
        "is_whole": not request.GET,  # only this page is for search engines
    }
    return render(request, template, context)


class FinishedGamesFeed(Feed):
    """The public games that ended last, as a feed for readers of news."""

    feed_type = Atom1Feed

    def title(self) -> str:
        return gettext("Finished games at Citadels by Post")

    def link(self) -> str:
        return settings.BASE_URL + reverse("watch_finished")

    def subtitle(self) -> str:
        return gettext("Public games that have ended.")

    def items(self) -> list[WatchedGame]:
        games = public_games.select_finished_games(FinishedGameFilter())
        return [
            _describe_finished_game(one) for one in keyset.load_page(games, "ended_at", "", PAGE_SIZE).rows
        ]

    def item_title(self, item: WatchedGame) -> str:
        return item.game.name

    def item_description(self, item: WatchedGame) -> str:
        won = gettext("Won by %(who)s") % {"who": item.winners}
        return f"{item.rules.game}: {item.players}. {won}."

    def item_link(self, item: WatchedGame) -> str:
        return settings.BASE_URL + reverse("final_page", args=[item.game.key])

    def item_pubdate(self, item: WatchedGame) -> datetime | None:
        return item.game.ended_at
