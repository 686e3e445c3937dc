"""Who may not sit at one table: households, and those who have asked for it in private."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games.tournaments.models import Block, Tournament
from games.tournaments.pairing.apart import kept_apart

# who it is, and why, is told to nobody
TOGETHER = _("Two would sit together who are kept apart, as a household or by their own wish.")


def apart(tournament: Tournament) -> dict[int, set[int]]:
    """For each entrant, with whom they do not sit. Why two are apart is told to nobody."""
    blocks = Block.objects.filter(entrant__tournament=tournament)
    pairs = blocks.values_list("entrant__number", "other__number")
    return kept_apart(pairs, _homes(tournament))


def households(tournament: Tournament) -> dict[int, set[int]]:
    """Those alone who live together, which they have said themselves."""
    return kept_apart((), _homes(tournament))


def _homes(tournament: Tournament) -> Iterable[list[int]]:
    homes: dict[str, list[int]] = {}
    living = tournament.entrants.exclude(household="").values_list("number", "household")
    for number, household in living:
        homes.setdefault(household.strip().lower(), []).append(number)
    return homes.values()
