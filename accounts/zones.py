"""Time zones as people name them: Europe/Budapest, or Vienna in the reader's language."""

from functools import cache
from unicodedata import normalize
from zoneinfo import available_timezones

from babel import Locale
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import languages

# the first word of a zone's name; what else is in the list are old spellings and ships at sea
CONTINENTS = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("Indian Ocean"),
    "Pacific": gettext_lazy("Pacific"),
}


@cache
def names() -> frozenset[str]:
    """All that this machine knows; looking them up reads some hundreds of files."""
    return frozenset(available_timezones())


def validate_time_zone(name: str) -> None:
    if name not in names():
        raise ValidationError(
            _("“%(name)s” is not a time zone. Example: Europe/Budapest"), params={"name": name}
        )


def known_zone(name: str) -> str:
    """The zone of that name; UTC for what a browser made up."""
    return name if name in names() else "UTC"


@cache
def cities(language: str = "en") -> dict[str, list[tuple[str, str]]]:
    """Zone names and how to show them, by continent: `Argentina/Buenos_Aires` as Buenos Aires, Argentina."""
    found: dict[str, list[tuple[str, str]]] = {continent: [] for continent in CONTINENTS}
    for name in sorted(names()):
        continent, slash, place = name.partition("/")
        if slash and continent in CONTINENTS:
            shown = ", ".join(reversed(place.replace("_", " ").split("/")))
            found[continent].append((name, _abroad(name, language) or shown))
    if language != "en":
        for zones in found.values():
            zones.sort(key=lambda zone: normalize("NFD", zone[1]))  # an accented letter behind the plain one
    return found


def _abroad(name: str, language: str) -> str:
    """The city in another language, if it is called otherwise there."""
    return "" if language == "en" else _city(name, language) or _city(_renamed().get(name, ""), language)


@cache
def _renamed() -> dict[str, str]:
    """Zones that Babel knows by an older name: Kyiv is the city of Europe/Kiev."""
    older = {name: _city(name, "en").replace(" ", "_") for name in map(str, Locale("en").time_zones)}
    return {f"{name.rpartition('/')[0]}/{city}": name for name, city in older.items() if city}


def _city(name: str, language: str) -> str:
    return str(Locale.parse(language, sep="-").time_zones.get(name, {}).get("city", ""))


def choices(current: str = "UTC") -> list:
    """For a <select>: UTC, the person's own zone should it have an old name, then the cities by continent."""
    by_continent = cities(languages.spoken())
    listed = {name for zones in by_continent.values() for name, _shown in zones}
    first = [(name, name) for name in dict.fromkeys(["UTC", current]) if name not in listed]
    return first + [(CONTINENTS[continent], zones) for continent, zones in by_continent.items()]
