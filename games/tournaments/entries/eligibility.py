"""Who may enter a tournament, and in words, what is missing.

Checked on registration, when a place becomes free for somebody, and once more before the start.
"""

from collections.abc import Callable
from math import ceil, floor
from typing import Any

from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.statistics import reliability
from games.tournaments.models import Entrant, Tournament
from games.tournaments.results import player_ratings
from games.tournaments.staff import bans

LAST_GAMES = 20  # on which reliability is computed


def list_ineligibility_reasons(tournament: Tournament, user: Any) -> list[str]:
    """List the reasons why a user may not play in this tournament; empty if they may."""
    return [reason for rule in ELIGIBILITY_CHECKS if (reason := rule(tournament, user))]


def is_invited(tournament: Tournament, join_key: str) -> bool:
    """Tell whether the visitor has the invitation link, if the tournament requires one."""
    return not tournament.settings.invited_only or constant_time_compare(join_key, tournament.join_key)


def _check_account(tournament: Tournament, user: Any) -> str:
    if not user.is_active:
        return _("This account is closed.")
    if tournament.settings.signed_up and user.is_guest:
        return _(
            "Only people who have signed up can enter. Signing up takes a minute, and you keep your name."
        )
    return ""


def _check_ban(tournament: Tournament, user: Any) -> str:
    out = tournament.entrants.filter(user=user, state=Entrant.State.DISQUALIFIED)
    if out.exists():
        return _("You were disqualified from this tournament.")
    return bans.describe_ban(tournament, user)


def _check_reachable(tournament: Tournament, user: Any) -> str:
    if user.is_reachable:
        return ""
    return _("Our emails to you bounce. Please update your address in your profile first.")


def _check_reliability(tournament: Tournament, user: Any) -> str:
    asked = tournament.settings.reliability
    found = reliability.compute_finish_percentage(user, LAST_GAMES) if asked else None
    if found is None or found >= asked:  # None for a newcomer, who has let nobody down
        return ""
    text = _(
        "You have finished %(found)d %% of your last games, and you need %(asked)d %%. Every game "
        "that you play to the end counts."
    )
    return text % {"found": found, "asked": asked}


def _check_finished_games(tournament: Tournament, user: Any) -> str:
    asked = tournament.settings.finished
    found = reliability.count_finished_games(user) if asked else 0
    if found >= asked:
        return ""
    text = ngettext(
        "You need at least one finished game.",
        "You need at least %(n)d finished games, and you have %(found)d.",
        asked,
    )
    return text % {"n": asked, "found": found}


def _check_rating(tournament: Tournament, user: Any) -> str:
    low, high = tournament.settings.rating_from, tournament.settings.rating_to
    if low is None and high is None:
        return ""
    found = player_ratings.load_strength(user, tournament.ruleset).ordinal
    if low is not None and found < low:
        text = _("This tournament needs a certain rating of %(asked)d or more, and yours is %(found)d.")
        return text % {"asked": low, "found": floor(found)}
    if high is not None and found > high:
        text = _("This tournament is for ratings up to %(asked)d, and yours is certainly at least %(found)d.")
        return text % {"asked": high, "found": ceil(found)}
    return ""


ELIGIBILITY_CHECKS: tuple[Callable[[Tournament, Any], str], ...] = (
    _check_account,
    _check_ban,
    _check_reachable,
    _check_reliability,
    _check_finished_games,
    _check_rating,
)
