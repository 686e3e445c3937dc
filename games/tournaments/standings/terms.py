"""What counts in a stage: settled before it starts, and never changed after."""

from fractions import Fraction

import msgspec

from games.rules.core.speech import mark
from games.tournaments.standings.points import Scheme, neutral
from games.tournaments.standings.tie_breaks import SWISS, TIE_BREAKS, TieBreak
from games.tournaments.standings.words import Unfit


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """The points, the list of tie-breaks, and the seed of the lots."""

    scheme: Scheme = Scheme()
    tie_breaks: tuple[TieBreak, ...] = SWISS
    seed: str = ""
    size: int = 4  # of a usual table: a bye is worth its mean
    best: int = 0  # so many results count, the best ones; 0: all

    def __post_init__(self) -> None:
        for tie_break in self.tie_breaks:
            if tie_break not in TIE_BREAKS:
                raise Unfit(
                    mark("There is no tie-break “{name}”. There are {known}."),
                    name=tie_break,
                    known=", ".join(TIE_BREAKS),
                )
        if not self.tie_breaks or len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise Unfit(mark("The list of tie-breaks must name each at most once, and at least one."))
        if self.best < 0:
            raise Unfit(mark("At least one result must count; 0 stands for all of them."))

    @property
    def neutral(self) -> Fraction:
        """For a bye, and for opponents who have not finished a game themselves."""
        return neutral(self.scheme, self.size)
