"""The scoring terms of a stage, which are fixed before it starts and never change."""

from fractions import Fraction

import msgspec

from games.rules.core.translation import mark
from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.points import PointScheme, compute_neutral_points
from games.tournaments.standings.tie_breaks import SWISS, TIE_BREAKS, TieBreak


class ScoringTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The point scheme, the list of tie-breaks, and the seed of the lots."""

    scheme: PointScheme = PointScheme()
    tie_breaks: tuple[TieBreak, ...] = SWISS
    seed: str = ""
    size: int = 4  # of a regular table; a bye is worth its mean
    best: int = 0  # only this many best results count; 0: all

    def __post_init__(self) -> None:
        for tie_break in self.tie_breaks:
            if tie_break not in TIE_BREAKS:
                raise InvalidTournamentData(
                    mark("There is no tie-break “{name}”. There are {known}."),
                    name=tie_break,
                    known=", ".join(TIE_BREAKS),
                )
        if not self.tie_breaks or len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise InvalidTournamentData(
                mark("The list of tie-breaks must name each at most once, and at least one.")
            )
        if self.best < 0:
            raise InvalidTournamentData(mark("At least one result must count; 0 stands for all of them."))

    @property
    def neutral(self) -> Fraction:
        """The points of a bye, and of opponents who have not finished a game in person."""
        return compute_neutral_points(self.scheme, self.size)
