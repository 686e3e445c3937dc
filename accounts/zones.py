"""Time zones as people name them: Europe/Budapest."""

from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


def validate_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(
            _("“%(name)s” is not a time zone. Example: Europe/Budapest"), params={"name": name}
        )
