"""What a share card says, and the tags that lead to it. A card is made of what a stranger may see."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

import msgspec
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import languages
from games.models import Game, Seat
from games.play.describing import described
from games.play.views_of import Sight
from games.rules.core.record import totals
from games.rules.core.ruleset import House
from games.tournaments.models import Tournament
from games.views import window
from games.views.tournaments import reports, sheets
from games.views.tournaments.event import Event
from games.views.tournaments.reports import Report
from games.views.tournaments.sheets import Sheet
from games.views.visitor import is_public

DRAWN = 3  # raised when pictures are drawn otherwise, so that they are drawn anew
LOCALES = {"en": "en_GB", "hu": "hu_HU", "hr": "hr_HR"}
FIRST = 6  # of a tournament


class Street(msgspec.Struct, frozen=True):
    """What a seat has built, and what it is worth."""

    name: str
    worth: str
    houses: list[House]


class Place(msgspec.Struct, frozen=True):
    """A line of standings."""

    place: str
    name: str
    worth: str


class Card(msgspec.Struct, frozen=True):
    """All that stands in a picture."""

    house: str  # ours
    title: str
    line: str
    streets: list[Street] = []
    places: list[Place] = []

    @property
    def stamp(self) -> str:
        """Another one as soon as anything in the picture is different."""
        return blake2b(msgspec.json.encode([DRAWN, self]), digest_size=9).hexdigest()


class Share(NamedTuple):
    """The tags in the head of a page."""

    title: str
    description: str
    url: str
    image: str
    locale: str


def share(card: Card, page: str, picture: str, words: dict[str, str], description: str = "") -> Share:
    """For the page of this route; the stamp makes programs forget the picture they have kept."""
    language = languages.spoken()
    image = reverse(picture, kwargs={**words, "language": language})
    return Share(
        title=card.title,
        description=description or card.line,
        url=settings.BASE_URL + reverse(page, kwargs=words),
        image=f"{settings.BASE_URL}{image}?v={card.stamp}",
        locale=LOCALES.get(language, LOCALES["en"]),
    )


# --- the house


def of_the_house() -> Card:
    return Card(
        _("Citadels by Post"),
        _("Long card games, played by post"),
        _("A letter comes when your character is called. You answer when it suits you."),
        _of_nobody(),
    )


def share_of_the_house() -> Share:
    about = _("A server on which groups play long card games over days, from their inbox.")
    return share(of_the_house(), "front", "house_picture", {}, about)


def _of_nobody() -> list[Street]:
    return [Street("", "", window.skyline())]


# --- a table


def of_table(game: Game, seats: Sequence[Seat], sight: Sight | None = None) -> Card | None:
    """None for a table that a stranger may not see."""
    if not is_public(game):
        return None
    if not game.has_begun:
        return Card(_("Citadels by Post"), game.name, _waiting(game, seats), _of_nobody())
    found = sight or Sight(game, seats, None, languages.spoken())
    return Card(_("Citadels by Post"), game.name, _state(found), streets_of(found))


def share_of_table(game: Game, seats: Sequence[Seat], sight: Sight | None = None) -> Share | None:
    card = of_table(game, seats, sight)
    return share(card, "table", "table_picture", {"key": game.key}) if card else None


def _waiting(game: Game, seats: Sequence[Seat]) -> str:
    free = game.size - len(seats)
    words = ngettext("%(n)s seat of %(size)s is free", "%(n)s seats of %(size)s are free", free)
    return f"{described(game).game} · {words % {'n': free, 'size': game.size}}"


def _state(sight: Sight) -> str:
    """Who has won; else what is played, and whether it still is."""
    if sight.game.state == Game.State.OVER:
        return " ".join(sight.rules.verdict(sight.position, sight.language))
    rules = described(sight.game)
    return " · ".join(filter(None, [rules.game, rules.summary, sight.game.get_state_display()]))


def streets_of(sight: Sight) -> list[Street]:
    """In the order of the seats, as a stranger sees them."""
    view = sight.rules.view(sight.position, None)
    built = sight.rules.streets(view)
    worth = _worth(sight, view)
    return [
        Street(seat.name, str(worth.get(seat.name, "")), built.get(seat.name, [])) for seat in sight.seats
    ]


def _worth(sight: Sight, view: Mapping[str, object]) -> dict[str, int]:
    """The final score, or what everybody can count so far."""
    if sight.game.state == Game.State.OVER:
        return totals(sight.rules, sight.position)
    counted = sight.rules.figures(view, sight.language)
    return counted[0].of if counted else {}


# --- a tournament


def of_event(event: Event) -> Card | None:
    """None for one that is being prepared, or is not in the public list."""
    if not _is_listed(event):
        return None
    sections = sheets.sections_of(event.latest) if event.latest else []
    report = reports.of(event, sections)
    return _of_event(event, report, [] if report else sheets.top_rows(event, sections))


def share_of_event(event: Event, report: Report | None, top: Sequence[Sheet]) -> Share | None:
    """With the report, or the first of the standings, that the page shows anyway."""
    return _share_of_event(event, _of_event(event, report, top)) if _is_listed(event) else None


def share_of_page(request: HttpRequest, event: Event) -> Share | None:
    """For another page of it, by the name of its tab. Programs that show cards are never signed in, so
    the pages of those who are ask for nothing more."""
    card = None if request.user.is_authenticated else of_event(event)
    found = _share_of_event(event, card) if card else None
    tab = next((tab.name for tab in event.tabs if tab.is_here), "")
    return found._replace(title=f"{found.title} · {tab}") if found and tab else found


def _share_of_event(event: Event, card: Card) -> Share:
    leader = f"{card.places[0].place} {card.places[0].name}" if card.places else ""
    description = " · ".join(filter(None, [card.line, leader]))
    return share(card, event.here, "tournament_picture", {"slug": event.tournament.slug}, description)


def _is_listed(event: Event) -> bool:
    return event.tournament.is_listed and event.tournament.state != Tournament.State.DRAFT


def _of_event(event: Event, report: Report | None, top: Sequence[Sheet]) -> Card:
    """Whoever reads the page, the card has the first of all."""
    places = [Place(f"{one.place}.", one.name, one.points) for one in report.first] if report else []
    if not report and top:
        places = [Place(f"{line.rank}.", line.name, line.points) for line in top[0].lines]
    return Card(_("Citadels by Post"), event.tournament.title, _standing(event), _of_nobody(), places[:FIRST])


def _standing(event: Event) -> str:
    found = event.tournament
    parts = [event.formats, found.get_state_display()]
    if found.starts_at and not found.has_begun and not found.is_over:
        parts.append(_("starts on %(day)s") % {"day": date_format(found.starts_at, "DATE_FORMAT")})
    return " · ".join(str(part) for part in parts if part)
