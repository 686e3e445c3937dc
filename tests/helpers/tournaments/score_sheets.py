"""Score sheets as people write them: “A31 D22 F27 G18” is a table of four."""

import re
from collections.abc import Iterable
from fractions import Fraction

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games.tournaments.standings.exact import format_decimal
from games.tournaments.standings.points import PointScheme
from games.tournaments.standings.ranking import RankedEntrant, StandingsRow, rank_entrants
from games.tournaments.standings.results import Bye, EntrantId, FinishedSeat, FinishedTable, score_table
from games.tournaments.standings.scoring_terms import ScoringTerms

TEN = PointScheme()

LEAGUE = (  # S05
    "A31 D22 F27 G18 · B25 E25 G19 A12 · C28 F30 A21 B17 · D24 G20 B33 C26 · "
    "E19 A29 C23 D14 · F22 B27 D27 E30 · G35 C16 E20 F24"
)
SWISS = (  # S09 and S10
    "P1:30 P6:24 P7:18 · P2:22 P5:27 P8:22 · P3:29 P4:25 P9:21 · "
    "P1:26 P3:28 P5:19 · P2:25 P4:17 P6:22 · P7:15 P8:24 P9:24"
)


def table(sheet: str, number: int = 1, **about) -> FinishedTable:
    """One table; what is said of a seat in `lost` or `kinds` goes to that seat."""
    kinds, lost, waited = about.pop("kinds", {}), about.pop("lost", {}), about.pop("waited", {})
    seats = [
        FinishedSeat(
            who, int(score), kind=kinds.get(who, "self"), loss=lost.get(who, ""), waited=waited.get(who, 0)
        )
        for who, score in (re.fullmatch(r"(\w+?):?(-?\d+)", word).groups() for word in sheet.split())
    ]
    return FinishedTable(number, tuple(seats), **about)


def tables(sheets: str) -> list[FinishedTable]:
    return [table(sheet, number) for number, sheet in enumerate(sheets.split(" · "), 1)]


def placed(places: dict[EntrantId, int], number: int = 1) -> FinishedTable:
    """A table of which only the places are known."""
    return FinishedTable(number, tuple(FinishedSeat(who, place=place) for who, place in places.items()))


def names(played: Iterable[FinishedTable]) -> list[RankedEntrant]:
    return [RankedEntrant(who) for who in sorted({seat.entrant for one in played for seat in one.seats})]


def ranked(sheets: str, *tie_breaks: str, **about) -> list[StandingsRow]:
    """The standings of these sheets."""
    played = tables(sheets)
    byes = [Bye(who) for who in about.pop("byes", ())]
    return list(rank_entrants(played, byes, names(played), ScoringTerms(tie_breaks=tie_breaks, **about)))


def order(rows: Iterable[StandingsRow]) -> str:
    return " ".join(str(row.entrant) for row in rows)


def points(
    one: FinishedTable, scheme: PointScheme = TEN, out: frozenset[EntrantId] = frozenset()
) -> dict[EntrantId, str]:
    """What everybody gets, with four decimals."""
    return {outcome.entrant: format_decimal(outcome.points) for outcome in score_table(one, scheme, out)}


# --- any sheets at all

# a shared machine may be slow, and a sheet has many parts
patiently = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])

kinds = st.sampled_from(["self"] * 6 + ["stand_in", "bot"])
losses = st.sampled_from([""] * 6 + ["left", "forfeited", "disqualified"])
scores = st.integers(-2, 12) | st.sampled_from([Fraction(1, 2), Fraction(7, 3), Fraction(19, 2)])
statuses = st.sampled_from(["finished", "finished", "adjudicated", "void"])
states = st.sampled_from(["active"] * 5 + ["withdrawn", "disqualified"])


def played(entrants: int) -> st.SearchStrategy[list[FinishedTable]]:
    """Some tables of two to eight out of so many people, with all that may happen at a table."""
    people = st.integers(1, entrants)
    seat = st.builds(
        FinishedSeat,
        people,
        scores,
        kind=kinds,
        loss=losses,
        stand_in=st.just("Zoe"),
        waited=st.integers(0, 9),
    )
    seats = st.lists(seat, min_size=2, max_size=min(8, entrants), unique_by=lambda seat: seat.entrant)
    tables = st.lists(st.tuples(seats, statuses), max_size=6)
    return tables.map(
        lambda found: [
            FinishedTable(number, tuple(seats), status) for number, (seats, status) in enumerate(found)
        ]
    )


@st.composite
def tournaments(draw) -> tuple[list[FinishedTable], list[Bye], list[RankedEntrant]]:
    count = draw(st.integers(2, 9))
    entrants = [RankedEntrant(who, f"name {who}", draw(states)) for who in range(1, count + 1)]
    bye = st.builds(Bye, st.integers(1, count), st.integers(0, 3), st.sampled_from([None, Fraction(7, 3)]))
    return draw(played(count)), draw(st.lists(bye, max_size=3)), entrants


HEATS_BY_POINTS = ("PTS", "WINS", "RELW", "LOT")


PLACE = {10: 1, 6: 2, 3: 3, 1: 4}


# points of each heat, and the score there in hundredths of the winner's
CARDS = {  # S18
    "Ann": ([10, 3, 10], [100, 79, 100]),
    "Bob": ([10, 6, 6, 6, 1], [100, 95, 95, 95, 65]),
    "Cy": ([6, 6, 6, 6, 6], [95, 95, 95, 95, 95]),
    "Dee": ([10, 10], [100, 100]),
    "Eve": ([10, 1, 1, 10, 3], [100, 60, 60, 100, 90]),
    "Fay": ([3, 10, 6, 3, 1], [80, 100, 95, 80, 65]),
    "Gus": ([6, 6, 3], [95, 95, 74]),
}
