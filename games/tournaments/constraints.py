"""Who may not sit at one table: households, and those who have asked for it in private."""

from games.tournaments.models import Block, Tournament
from games.tournaments.pairing.apart import kept_apart


def apart(tournament: Tournament) -> dict[int, set[int]]:
    """For each entrant, with whom they do not sit. Why two are apart is told to nobody."""
    blocks = Block.objects.filter(entrant__tournament=tournament)
    pairs = blocks.values_list("entrant__number", "other__number")
    homes: dict[str, list[int]] = {}
    living = tournament.entrants.exclude(household="").values_list("number", "household")
    for number, household in living:
        homes.setdefault(household.strip().lower(), []).append(number)
    return kept_apart(pairs, homes.values())
