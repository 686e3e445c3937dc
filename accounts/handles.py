"""A handle names a person and a seat, so it has to be one word of the notation."""

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

LONGEST = 20

validate_handle = RegexValidator(
    rf"\A[A-Za-z][A-Za-z0-9_-]{{1,{LONGEST - 1}}}\Z",
    _("A handle starts with a letter, goes on with letters, digits, - or _, and has 2 to 20 characters."),
)

validators = [validate_handle]  # the form in which allauth asks for it
