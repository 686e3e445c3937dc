"""Date formats, where Django's defaults for a language are not what we want."""

from django.utils.translation import gettext_noop as _

# weekdays are in our catalogues too: within a Croatian sentence they are not capitalised
WEEKDAY_NAMES = (
    _("Monday"),
    _("Tuesday"),
    _("Wednesday"),
    _("Thursday"),
    _("Friday"),
    _("Saturday"),
    _("Sunday"),
)

# form messages that Django does not translate into Croatian, as far as users can see them
FORM_MESSAGES = (
    _("Null characters are not allowed."),
    _(
        "%(datetime)s couldn’t be interpreted in time zone %(current_timezone)s; it "
        "may be ambiguous or it may not exist."
    ),
)
