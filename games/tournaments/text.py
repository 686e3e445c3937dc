"""Checks of text written by organizers and entrants, before it is saved or sent."""

from django.utils.translation import gettext as _

from games.play.errors import NotPossible
from games.text import tidy_text

LONGEST_REASON = 1000


def require_text(text: str, most: int = LONGEST_REASON) -> str:
    """Return the tidied text; raise if it is empty or too long."""
    found = tidy_text(text)
    if not found:
        raise NotPossible(_("Please add a few words: people will read this."))
    if len(found) > most:
        raise NotPossible(_("That is too long: at most %(most)d characters.") % {"most": most})
    return found
