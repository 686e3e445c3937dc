"""Time zones and their names: Europe/Budapest, or the city in the reader's language."""

from functools import cache
from unicodedata import normalize
from zoneinfo import available_timezones

from babel import Locale
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.preferences import languages

# the first word of a zone's name; other zones are old spellings and fixed offsets
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
def load_zone_names() -> frozenset[str]:
    """Return all time zones of this machine; cached, because the lookup reads hundreds of files."""
    return frozenset(available_timezones())


def validate_time_zone(name: str) -> None:
    if name not in load_zone_names():
        raise ValidationError(
            _("“%(name)s” is not a time zone. Example: Europe/Budapest"), params={"name": name}
        )


def normalize_zone(name: str) -> str:
    """Return this zone if it exists, else UTC: browsers can send anything."""
    return name if name in load_zone_names() else "UTC"


@cache
def list_cities(language: str = "en") -> dict[str, list[tuple[str, str]]]:
    """Return zones with display names, by continent: `Argentina/Buenos_Aires` as Buenos Aires, Argentina."""
    found: dict[str, list[tuple[str, str]]] = {continent: [] for continent in CONTINENTS}
    for name in sorted(load_zone_names()):
        continent, slash, place = name.partition("/")
        if slash and continent in CONTINENTS:
            shown = ", ".join(reversed(place.replace("_", " ").split("/")))
            found[continent].append((name, _translate_city(name, language) or shown))
    if language != "en":
        for zones in found.values():
            zones.sort(key=lambda zone: normalize("NFD", zone[1]))  # accented letters after plain ones
    return found


def _translate_city(name: str, language: str) -> str:
    """Return the translated name of the city; empty if there is none."""
    return (
        ""
        if language == "en"
        else _find_city_name(name, language) or _find_city_name(_load_renamed_zones().get(name, ""), language)
    )


@cache
def _load_renamed_zones() -> dict[str, str]:
    """Map zones to the older names under which Babel knows them: Kyiv is the city of Europe/Kiev."""
    older = {
        name: _find_city_name(name, "en").replace(" ", "_") for name in map(str, Locale("en").time_zones)
    }
    return {f"{name.rpartition('/')[0]}/{city}": name for name, city in older.items() if city}


def _find_city_name(name: str, language: str) -> str:
    return str(Locale.parse(language, sep="-").time_zones.get(name, {}).get("city", ""))


def build_zone_choices(current: str = "UTC") -> list:
    """Build choices for a <select>: UTC, the person's own zone if it has an old name, cities by continent."""
    by_continent = list_cities(languages.get_current_language())
    listed = {name for zones in by_continent.values() for name, _shown in zones}
    first = [(name, name) for name in dict.fromkeys(["UTC", current]) if name not in listed]
    return first + [(CONTINENTS[continent], zones) for continent, zones in by_continent.items()]
