"""Time zones and their names: Europe/Budapest, or the city in the reader's language and its distance to UTC.

People choose among the cities of today. Old names, such as US/Pacific or Asia/Calcutta, are still read: some
browsers send them, and they become the name that is used today.
"""

from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib import resources
from unicodedata import normalize
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import server_time
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
    """Return the name that this zone has today; UTC if there is none: browsers can send anything."""
    return _load_current_names().get(name, name) if name in load_zone_names() else "UTC"


@cache
def load_city_zones() -> frozenset[str]:
    """Return the zones of today: one or more cities for each country."""
    rows = [line.split("\t") for line in _read_zone_file("zone.tab") if not line.startswith("#")]
    return frozenset(row[2] for row in rows) & load_zone_names()


@cache
def _load_current_names() -> dict[str, str]:
    """Map old names to those of today: Asia/Calcutta to Asia/Kolkata."""
    links = [line.split() for line in _read_zone_file("tzdata.zi") if line.startswith("L ")]
    cities = load_city_zones()
    return {old: new for _link, new, old in links if old not in cities and new in cities}


def _read_zone_file(name: str) -> list[str]:
    return resources.files("tzdata").joinpath("zoneinfo", name).read_text("utf-8").splitlines()


@cache
def list_cities(language: str = "en") -> dict[str, list[tuple[str, str]]]:
    """Return zones with display names, by continent: `Argentina/Buenos_Aires` as Buenos Aires, Argentina."""
    found: dict[str, list[tuple[str, str]]] = {continent: [] for continent in CONTINENTS}
    for name in sorted(load_city_zones()):
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
    """Build choices for a <select>: UTC, the person's own zone if it has an old name, cities by continent.

    Each city has its distance to UTC now, summer time included."""
    hour, current = _get_current_hour(), current if current in load_zone_names() else "UTC"
    listed = {"UTC", *load_city_zones()}
    others = [("UTC", "UTC"), *([] if current in listed else [_label_zone(current, current, hour)])]
    return others + _list_labelled_cities(languages.get_current_language(), hour)


def _get_current_hour() -> datetime:
    return server_time.now().replace(minute=0, second=0, microsecond=0)


@lru_cache(maxsize=8)  # several forms on each page show them, and every zone is a file to read
def _list_labelled_cities(language: str, hour: datetime) -> list:
    return [
        (CONTINENTS[continent], [_label_zone(name, city, hour) for name, city in zones])
        for continent, zones in list_cities(language).items()
    ]


def _label_zone(name: str, shown: str, now: datetime) -> tuple[str, str]:
    return name, f"{shown} ({format_offset(name, now)})"


def format_offset(name: str, now: datetime) -> str:
    """Format how far a zone is from UTC at this time: UTC+1, UTC−3:30."""
    offset = now.astimezone(ZoneInfo(name)).utcoffset() or timedelta()
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    sign = "−" if offset < timedelta() else "+"
    return f"UTC{sign}{hours}:{minutes:02}" if minutes else f"UTC{sign}{hours}"
