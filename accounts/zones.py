"""Time zones as people name them: Europe/Budapest."""

from functools import cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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


def validate_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(
            _("“%(name)s” is not a time zone. Example: Europe/Budapest"), params={"name": name}
        )


def known_zone(name: str) -> str:
    """The zone of that name; UTC for what a browser made up."""
    return name if name in available_timezones() else "UTC"


@cache
def cities() -> dict[str, list[tuple[str, str]]]:
    """Zone names and how to show them, by continent: `Argentina/Buenos_Aires` as Buenos Aires, Argentina."""
    found: dict[str, list[tuple[str, str]]] = {continent: [] for continent in CONTINENTS}
    for name in sorted(available_timezones()):
        continent, slash, place = name.partition("/")
        if slash and continent in CONTINENTS:
            shown = ", ".join(reversed(place.replace("_", " ").split("/")))
            found[continent].append((name, shown))
    return found


def choices(current: str = "UTC") -> list:
    """For a <select>: UTC, the person's own zone should it have an old name, then the cities by continent."""
    listed = {name for zones in cities().values() for name, _shown in zones}
    first = [(name, name) for name in dict.fromkeys(["UTC", current]) if name not in listed]
    return first + [(CONTINENTS[continent], zones) for continent, zones in cities().items()]
