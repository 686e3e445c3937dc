"""Avoidances: members of a household, and entrants who have privately asked not to sit together."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games.tournaments.models import Avoidance, Tournament
from games.tournaments.pairing.avoidances import build_avoidances

# never says who or why: avoidances are private
KEPT_APART_MESSAGE = _(
    "Two people would sit together who are kept apart, as a household or by their own wish."
)


def load_avoidances(tournament: Tournament) -> dict[int, set[int]]:
    """Map each entrant to those they must not sit with, be it as a household or by private request."""
    blocks = Avoidance.objects.filter(entrant__tournament=tournament)
    pairs = blocks.values_list("entrant__number", "other__number")
    return build_avoidances(pairs, _group_by_household(tournament))


def load_household_avoidances(tournament: Tournament) -> dict[int, set[int]]:
    """Map each entrant to the members of their household; these declared it themselves."""
    return build_avoidances((), _group_by_household(tournament))


def _group_by_household(tournament: Tournament) -> Iterable[list[int]]:
    homes: dict[str, list[int]] = {}
    living = tournament.entrants.exclude(household="").values_list("number", "household")
    for number, household in living:
        homes.setdefault(household.strip().lower(), []).append(number)
    return homes.values()
