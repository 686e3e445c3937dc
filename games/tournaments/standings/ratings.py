"""How strong somebody is, as a mean and how sure we are of it: Plackett–Luce, one player a team.

For seeding and for who may enter, never for standings; so here numbers may be rounded.
"""

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

MODEL = PlackettLuce()


class Strength(NamedTuple):
    """Somebody of whom nothing is known has the mean of all, and might be anybody."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def ordinal(self) -> float:
        """What they are at least, as good as certainly: by this people are seeded."""
        return self.mu - 3 * self.sigma


NEW = Strength()


def rated(before: Sequence[tuple[float, float]], ranks: Sequence[int]) -> tuple[Strength, ...]:
    """What a game says of those who played it. The best rank is the smallest, equal ones are level."""
    if len(before) != len(ranks):
        raise ValueError("as many ranks as players")
    if len(before) < 2:
        return tuple(Strength(*strength) for strength in before)  # there is nobody to compare with
    teams = [[MODEL.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return tuple(Strength(team[0].mu, team[0].sigma) for team in after)
