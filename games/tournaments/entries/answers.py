"""Yes-or-no answers to the questions of a tournament, shared by pages, email links and email replies."""

from typing import Any

from django.utils.translation import gettext as _

from games.play.errors import NotNow
from games.tournaments.director import ladder, stages
from games.tournaments.entries import registration, sitting_out
from games.tournaments.models import Entrant


def answer_question(entrant: Entrant, what: str, about: int, *, yes: bool, by: Any, seats: str = "") -> str:
    """Apply an answer and return a sentence that confirms it. Repeating an answer is harmless.

    `seats` may name the preferred seats when the answer accepts a place in a final.
    """
    match what, yes:
        case "check_in", True:
            registration.check_in(entrant.pk, by)
            return _("You have checked in.")
        case "check_in", False:
            registration.decline_place(entrant.pk, by)
            return _("You are no longer taking part. Your place goes to the next in line.")
        case "place", True:
            registration.take_place(entrant.pk, by)
            return _("The place is yours.")
        case "place", False:
            registration.decline_place(entrant.pk, by)
            return _("You have declined. The place goes to the next in line.")
        case "stage", _any:
            stages.answer_qualification(
                entrant.tournament_id, entrant.pk, about, comes=yes, by=by, seats=seats
            )
            return _("You advance.") if yes else _("You have declined. The place goes to the next in line.")
        case "sit_out", _any:
            number = sitting_out.sit_out(entrant.pk, by, round_number=about or None, plays=not yes)
            if yes:
                return _("You sit out round %(number)d.") % {"number": number}
            return _("You play round %(number)d.") % {"number": number}
        case "challenge", _any:
            own = () if yes else ladder.list_unanswered_challenges(entrant.tournament, entrant)
            ladder.answer_challenge(entrant.tournament_id, entrant.pk, about, yes=yes, by=by)
            if any(table.number == about for table in own):
                return _("You have withdrawn the challenge.")
            return _("You accept the challenge.") if yes else _("You have declined the challenge.")
    raise NotNow(_("You are not being asked this at the moment."))
