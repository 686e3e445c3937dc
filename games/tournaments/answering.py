"""Yes or no to what an event asks: the same from a page, by a link and by a reply."""

from typing import Any

from django.utils.translation import gettext as _

from games.play.errors import NotNow
from games.tournaments import advancing, enrolling, laddering
from games.tournaments.models import Entrant


def answer(entrant: Entrant, what: str, about: int, *, yes: bool, by: Any, seats: str = "") -> str:
    """Give the answer, and return a sentence about what it means. The same answer twice is one. Whoever comes
    to a last table may say where they would like to sit."""
    match what, yes:
        case "check_in", True:
            enrolling.check_in(entrant.pk, by)
            return _("You have checked in.")
        case "check_in", False:
            enrolling.decline_place(entrant.pk, by)
            return _("You do not take part any more. Your place goes to the next one.")
        case "place", True:
            enrolling.take_place(entrant.pk, by)
            return _("The place is yours.")
        case "place", False:
            enrolling.decline_place(entrant.pk, by)
            return _("You have declined. The place goes to the next one.")
        case "stage", _any:
            advancing.answer(entrant.tournament_id, entrant.pk, about, comes=yes, by=by, seats=seats)
            return _("You go on.") if yes else _("You have declined. The place goes to the next in line.")
        case "challenge", _any:
            own = () if yes else laddering.unanswered(entrant.tournament, entrant)
            laddering.answer(entrant.tournament_id, entrant.pk, about, yes=yes, by=by)
            if any(table.number == about for table in own):
                return _("You have taken the challenge back.")
            return _("You play it.") if yes else _("You have declined the challenge.")
    raise NotNow(_("You are not asked this at the moment."))
