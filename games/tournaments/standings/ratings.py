"""Player ratings as mean and uncertainty: the Plackett–Luce model of OpenSkill, one player per team.

Used for seeding and eligibility, never for standings; so rounding is acceptable here.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

RATING_MODEL = PlackettLuce()


class Strength(NamedTuple):
    """A rating. The defaults are those of a new player: average, with high uncertainty."""

    mu: float = RATING_MODEL.mu
    sigma: float = RATING_MODEL.sigma

    @property
    def ordinal(self) -> float:
        """A conservative estimate, which the player almost certainly exceeds; used for seeding."""
        return self.mu - 3 * self.sigma


NEW_PLAYER = Strength()


def update_strengths(before: Sequence[tuple[float, float]], ranks: Sequence[int]) -> tuple[Strength, ...]:
    """Update the ratings of the players of a game. The smallest rank is the best, equal ranks are draws."""
    if len(before) != len(ranks):
        raise ValueError("as many ranks as players")
    if len(before) < 2:
        return tuple(Strength(*strength) for strength in before)  # there is nobody to compare with
    teams = [[RATING_MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = RATING_MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(Strength(team[0].mu, team[0].sigma) for team in after)
