"""Where people report security holes."""

import os
from collections.abc import Mapping

from django.core.exceptions import ImproperlyConfigured


def read_security_contact(environ: Mapping[str, str]) -> str:
    """Return the contact of /.well-known/security.txt; empty if there is no such file."""
    contact = environ.get("SECURITY_CONTACT", "").strip()
    if contact and (not contact.startswith(("mailto:", "https://", "tel:")) or len(contact.split()) > 1):
        raise ImproperlyConfigured(
            f"SECURITY_CONTACT is '{contact}'. Example: SECURITY_CONTACT=mailto:security@example.org"
        )
    return contact


SECURITY_CONTACT = read_security_contact(os.environ)
