"""How dates are written, where Django's own habit for a language is not ours."""

from django.utils.translation import gettext_noop as _

# the days of the week are in our catalogues too: in the middle of a Croatian sentence they have no capital
DAYS = (_("Monday"), _("Tuesday"), _("Wednesday"), _("Thursday"), _("Friday"), _("Saturday"), _("Sunday"))

# what Django says of a form and not in Croatian, as far as somebody may come to read it
OF_FORMS = (
    _("Null characters are not allowed."),
    _(
        "%(datetime)s couldn’t be interpreted in time zone %(current_timezone)s; it "
        "may be ambiguous or it may not exist."
    ),
)
