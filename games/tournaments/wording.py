"""What organizers and entrants write, before it is kept or sent."""

from django.utils.translation import gettext as _

from games.play.errors import NotPossible
from games.play.wording import tidy

LONGEST_REASON = 1000


def required(text: str, most: int = LONGEST_REASON) -> str:
    """Plain text, and not nothing."""
    found = tidy(text)
    if not found:
        raise NotPossible(_("Please say something in words: people will read it."))
    if len(found) > most:
        raise NotPossible(_("That is too long: at most %(most)d letters.") % {"most": most})
    return found
