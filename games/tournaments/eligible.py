"""Who may enter an event: what its organizer asks of people, and in words what is missing.

Asked when somebody enters, when a place becomes free for them, and once more before the start.
"""

from collections.abc import Callable
from math import ceil, floor
from typing import Any

from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play import reliability
from games.tournaments import banning, rating
from games.tournaments.models import Entrant, Tournament

LAST_GAMES = 20  # by which somebody's reliability is judged


def eligibility(tournament: Tournament, user: Any) -> list[str]:
    """Why this person may not play here; nothing, if they may."""
    return [reason for rule in RULES if (reason := rule(tournament, user))]


def is_invited(tournament: Tournament, join_key: str) -> bool:
    """Has whoever comes the link that the organizer gives away, if that is needed?"""
    return not tournament.plan.invited_only or constant_time_compare(join_key, tournament.join_key)


def _account(tournament: Tournament, user: Any) -> str:
    if not user.is_active:
        return _("This account is closed.")
    if tournament.plan.signed_up and user.is_guest:
        return _(
            "Only people who have signed up can enter. Signing up takes a minute, and you keep your name."
        )
    return ""


def _ban(tournament: Tournament, user: Any) -> str:
    out = tournament.entrants.filter(user=user, state=Entrant.State.DISQUALIFIED)
    if out.exists():
        return _("You were disqualified from this tournament.")
    return banning.told(tournament, user)


def _letters(tournament: Tournament, user: Any) -> str:
    if user.is_reachable:
        return ""
    return _("Letters to you come back. Please mend your address in your profile first.")


def _reliability(tournament: Tournament, user: Any) -> str:
    asked = tournament.plan.reliability
    found = reliability.percent(user, LAST_GAMES) if asked else None
    if found is None or found >= asked:  # a newcomer has not let anybody down
        return ""
    words = _(
        "You have finished %(found)d %% of your last games, and %(asked)d %% are asked for. "
        "Every game that you play to its end counts."
    )
    return words % {"found": found, "asked": asked}


def _finished(tournament: Tournament, user: Any) -> str:
    asked = tournament.plan.finished
    found = reliability.finished(user) if asked else 0
    if found >= asked:
        return ""
    words = ngettext(
        "At least one finished game is asked for.",
        "At least %(n)d finished games are asked for, and you have %(found)d.",
        asked,
    )
    return words % {"n": asked, "found": found}


def _rating(tournament: Tournament, user: Any) -> str:
    low, high = tournament.plan.rating_from, tournament.plan.rating_to
    if low is None and high is None:
        return ""
    found = rating.strength(user, tournament.ruleset).ordinal
    if low is not None and found < low:
        words = _("A rating that is surely %(asked)d or more is asked for, and of yours %(found)d is sure.")
        return words % {"asked": low, "found": floor(found)}
    if high is not None and found > high:
        words = _("A rating of at most %(asked)d is asked for, and of yours %(found)d is sure.")
        return words % {"asked": high, "found": ceil(found)}
    return ""


RULES: tuple[Callable[[Tournament, Any], str], ...] = (
    _account,
    _ban,
    _letters,
    _reliability,
    _finished,
    _rating,
)
