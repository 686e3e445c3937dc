"""Points over the rounds of a tournament as a drawing: who led when."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from games.views.charts import Chart, Line, Sheet, drawn

SHEET = Sheet(440, 280, left=30, right=140)
MOST_LINES = 8
DASHES = 8


def points_over_rounds(
    gained: Mapping[int, Sequence[Fraction]], names: Mapping[int, str], own: int = 0
) -> Chart | None:
    """What everybody has gained, round by round, in the order of the standings; of one round, nothing.

    In a league it is table by table: whoever has played fewer stays where they are."""
    rounds = max(map(len, gained.values()), default=0)
    if rounds < 2:
        return None
    lines = [
        Line(names.get(entrant, ""), [Fraction(0), *accumulate(_filled(points, rounds))], entrant == own)
        for entrant, points in gained.items()
    ]
    return drawn(lines, ["", *map(str, range(1, rounds + 1))], SHEET, dashes=DASHES)


def _filled(points: Sequence[Fraction], rounds: int) -> list[Fraction]:
    return [*points, *[Fraction(0)] * (rounds - len(points))]
